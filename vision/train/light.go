package main

import (
	"math"
	"math/rand/v2"

	"shinpan/vision"
	"shinpan/vision/points"
)

// shaken is the grid with its corners moved as far as a search may err.
func shaken(g vision.Grid, rng *rand.Rand) vision.Grid {
	sigma := 0.03
	if rng.Float64() < 0.3 {
		sigma = 0.08
	}
	pitch := g.Pitch(float64(g.Size-1)/2, float64(g.Size-1)/2)
	corners := g.Corners
	for i := range corners {
		corners[i][0] += rng.NormFloat64() * sigma * pitch
		corners[i][1] += rng.NormFloat64() * sigma * pitch
	}
	moved, err := vision.NewLensGrid(g.Size, corners, g.Lens)
	if err != nil {
		return g
	}
	return moved
}

// scene is a raster's samples as colours from 0 to 255 while its light is changed.
type scene struct {
	side  int
	bgr   [][3]float64
	cover []float64  // 1 under a stone
	stone []byte     // its colour, 'x' or 'o'
	far   []float64  // how far from its middle, in pitches
	hides []float64  // 1 under something else
	edges [4]float64 // where the outermost lines of the board are: left, top, right, bottom
	rng   *rand.Rand
}

// relight changes the samples of a raster as another board, other stones, another lamp
// and another camera would. cover tells how far a place (in lines) is under a stone, its
// colour, and how far from its middle; edges where the outermost lines are. It gives a function that tells whether a point has come to lie under
// something that is no stone.
func relight(r *points.Raster, cover func(col, row float64) (float64, byte, float64), edges [4]float64, rng *rand.Rand) (hidden func(col, row int) bool) {
	sums := r.Samples()
	s := &scene{side: r.Side(), bgr: make([][3]float64, len(sums)/3), edges: edges, rng: rng}
	s.cover, s.stone = make([]float64, len(s.bgr)), make([]byte, len(s.bgr))
	s.far = make([]float64, len(s.bgr))
	s.hides = make([]float64, len(s.bgr))
	for i := range s.cover {
		x, y := s.place(i)
		s.cover[i], s.stone[i], s.far[i] = cover(x, y)
	}
	for i := range s.bgr {
		for c := range 3 {
			s.bgr[i][c] = float64(sums[3*i+c]) / points.Taps
		}
	}
	for _, change := range []struct {
		chance float64
		do     func()
	}{
		{0.3, s.permute},
		{0.4, s.saturate},
		{0.4, s.reboard},
		{0.3, s.restone},
		{0.15, s.glass},
		{0.5, s.dots},
		{0.4, s.surround},
		{0.25, s.shadows},
		{0.2, s.objects},
		{0.3, s.shade},
		{0.15, s.flicker},
		{0.3, s.glare},
		{0.1, s.shine},
		{0.12, s.mirrors},
		{0.25, s.gleam},
		{0.9, s.expose},
		{0.3, s.haze},
		{0.3, s.blur},
		{0.7, s.noise},
	} {
		if rng.Float64() < change.chance {
			change.do()
		}
	}
	for i := range s.bgr {
		for c := range 3 {
			v := math.Min(math.Max(s.bgr[i][c], 0), 255)
			sums[3*i+c] = int32(v*points.Taps + 0.5)
		}
	}
	return s.hidden
}

func (s *scene) each(f func(x, y float64, p *[3]float64)) {
	for i := range s.bgr {
		x, y := s.place(i)
		f(x, y, &s.bgr[i])
	}
}

// place is where sample i lies, in lines from the first one.
func (s *scene) place(i int) (x, y float64) {
	return float64(i%s.side)/points.Pitch - 1, float64(i/s.side)/points.Pitch - 1
}

// last is the number of the last line.
func (s *scene) last() float64 { return float64(s.side-1)/points.Pitch - 2 }

// between is a random number from lo to hi.
func (s *scene) between(lo, hi float64) float64 { return lo + (hi-lo)*s.rng.Float64() }

// permute exchanges the colour channels: stones stay black and white, wood turns green.
func (s *scene) permute() {
	p := s.rng.Perm(3)
	s.each(func(_, _ float64, v *[3]float64) { *v = [3]float64{v[p[0]], v[p[1]], v[p[2]]} })
}

// saturate makes colours paler or stronger.
func (s *scene) saturate() {
	k := s.between(0, 1.5)
	s.each(func(_, _ float64, v *[3]float64) {
		y := 0.114*v[0] + 0.587*v[1] + 0.299*v[2]
		for c := range v {
			v[c] = y + k*(v[c]-y)
		}
	})
}

// shade lays the soft edge of a shadow across the board.
func (s *scene) shade() {
	angle, depth, soft := s.between(0, 2*math.Pi), s.between(0.4, 0.9), s.between(0.2, 4)
	size := s.last()
	cx, cy := s.between(0, size), s.between(0, size)
	s.each(func(x, y float64, v *[3]float64) {
		d := ((x-cx)*math.Cos(angle) + (y-cy)*math.Sin(angle)) / soft
		k := depth + (1-depth)/(1+math.Exp(-d))
		for c := range v {
			v[c] *= k
		}
	})
}

// flicker is a lamp on alternating current under a rolling shutter: bands of light and dark
// along the picture's rows, which may lie any way on the board.
func (s *scene) flicker() {
	angle, depth := s.between(0, 2*math.Pi), s.between(0.05, 0.4)
	wave, phase := 2*math.Pi/s.between(1, 10), s.between(0, 2*math.Pi)
	s.each(func(x, y float64, v *[3]float64) {
		k := 1 - depth + depth*math.Sin(phase+wave*(x*math.Cos(angle)+y*math.Sin(angle)))
		for c := range v {
			v[c] *= k
		}
	})
}

// glare lets a lamp shine on the board and on the stones.
func (s *scene) glare() {
	size := s.last()
	for range 1 + s.rng.IntN(3) {
		cx, cy, r, power := s.between(0, size), s.between(0, size), s.between(0.5, 4), s.between(20, 160)
		s.each(func(x, y float64, v *[3]float64) {
			d := ((x-cx)*(x-cx) + (y-cy)*(y-cy)) / (r * r)
			for c := range v {
				v[c] += power * math.Exp(-d)
			}
		})
	}
}

// expose changes exposure, white balance and the camera's curve.
func (s *scene) expose() {
	gain := math.Exp(s.between(-0.7, 0.3))
	var g [3]float64
	for c := range g {
		g[c] = gain * math.Exp(s.rng.NormFloat64()*0.12)
	}
	curve := math.Exp(s.rng.NormFloat64() * 0.22)
	s.each(func(_, _ float64, v *[3]float64) {
		for c := range v {
			v[c] = 255 * math.Pow(math.Min(math.Max(v[c]*g[c], 0), 255)/255, curve)
		}
	})
}

// haze is stray light in a cheap lens.
func (s *scene) haze() {
	h := s.between(0, 40)
	s.each(func(_, _ float64, v *[3]float64) {
		for c := range v {
			v[c] = h + v[c]*(255-h)/255
		}
	})
}

// blur smooths the samples, once or twice.
func (s *scene) blur() {
	k := s.between(0.05, 0.25)
	for range 1 + s.rng.IntN(2) {
		old := append([][3]float64(nil), s.bgr...)
		for i := s.side; i < len(old)-s.side; i++ {
			for c := range 3 {
				around := old[i-1][c] + old[i+1][c] + old[i-s.side][c] + old[i+s.side][c]
				s.bgr[i][c] = old[i][c]*(1-4*k*0.8) + around*k*0.8
			}
		}
	}
}

// noise is grain, part of it shared by the three channels.
func (s *scene) noise() {
	sigma, shared := s.between(0, 4), s.between(0, 4)
	if s.rng.IntN(8) == 0 {
		sigma += s.between(0, 4)
	}
	s.each(func(_, _ float64, v *[3]float64) {
		all := s.rng.NormFloat64() * shared
		for c := range v {
			v[c] += all + s.rng.NormFloat64()*sigma
		}
	})
}
