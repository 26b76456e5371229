package main

import (
	"math"

	"shinpan/vision/points"
)

// reboard makes the board darker or another colour and leaves the stones.
func (s *scene) reboard() {
	var albedo [3]float64
	dark := s.between(0.25, 1.2)
	for c := range albedo {
		albedo[c] = dark * math.Exp(s.rng.NormFloat64()*0.15)
	}
	for i := range s.bgr {
		for c := range 3 {
			s.bgr[i][c] *= s.cover[i] + (1-s.cover[i])*albedo[c]
		}
	}
}

// restone makes the stones darker or lighter and tints them, each colour by itself.
func (s *scene) restone() {
	var albedo [2][3]float64
	for k, most := range [2]float64{1.8, 1.15} {
		dark := s.between(0.6, most)
		for c := range 3 {
			albedo[k][c] = dark * math.Exp(s.rng.NormFloat64()*0.05)
		}
	}
	for i := range s.bgr {
		a := &albedo[0]
		if s.stone[i] == 'o' {
			a = &albedo[1]
		}
		for c := range 3 {
			s.bgr[i][c] *= 1 - s.cover[i] + s.cover[i]*a[c]
		}
	}
}

// glass lets the board shine through the stones of one or both colours.
func (s *scene) glass() {
	through := map[byte]float64{'x': s.between(0, 0.55), 'o': s.between(0, 0.4)}
	board := s.boardColor()
	for i := range s.bgr {
		k := s.cover[i] * through[s.stone[i]]
		for c := range 3 {
			s.bgr[i][c] += k * (board[c] - s.bgr[i][c])
		}
	}
}

// boardColor is the mean colour of the bare middles of the cells.
func (s *scene) boardColor() (mean [3]float64) {
	n := 0.0
	for i := range s.bgr {
		x, y := s.place(i)
		if s.cover[i] > 0 || math.Abs(x-math.Floor(x)-0.5) > 0.2 || math.Abs(y-math.Floor(y)-0.5) > 0.2 {
			continue
		}
		n++
		for c := range 3 {
			mean[c] += s.bgr[i][c]
		}
	}
	for c := range mean {
		mean[c] /= math.Max(n, 1)
	}
	return mean
}

// dots draws star points, large and small, on some bare points.
func (s *scene) dots() {
	chance, radius, depth := s.between(0.01, 0.15), s.between(0.05, 0.22), s.between(0.15, 0.8)
	last := int(s.last())
	for row := range last + 1 {
		for col := range last + 1 {
			if s.rng.Float64() < chance {
				s.dot(float64(col), float64(row), radius, depth)
			}
		}
	}
}

func (s *scene) dot(col, row, radius, depth float64) {
	cx, cy := int((col+1)*points.Pitch), int((row+1)*points.Pitch)
	for y := cy - 3; y <= cy+3; y++ {
		for x := cx - 3; x <= cx+3; x++ {
			i := y*s.side + x
			px, py := s.place(i)
			ink := (radius-math.Hypot(px-col, py-row))/0.12 + 0.5
			ink = math.Min(math.Max(ink, 0), 1) * (1 - s.cover[i])
			for c := range 3 {
				s.bgr[i][c] *= 1 - ink*(1-depth)
			}
		}
	}
}

// surround changes what lies outside the outer lines: another table right behind the
// edge, a frame, a strip of tape.
func (s *scene) surround() {
	last := s.last()
	for side := range 4 {
		if s.rng.Float64() > 0.6 {
			continue
		}
		from, to := s.between(0.12, 1), 9.0
		if s.rng.Float64() < 0.35 {
			to = from + s.between(0.05, 0.4)
		}
		tone := s.between(0, 255)
		var color [3]float64
		for c := range color {
			color[c] = tone + s.rng.NormFloat64()*25
		}
		s.each(func(x, y float64, v *[3]float64) {
			d := [4]float64{-x, -y, x - last, y - last}[side]
			i := (int(math.Round((y+1)*points.Pitch)))*s.side + int(math.Round((x+1)*points.Pitch))
			k := math.Min(math.Max((d-from)*points.Pitch+0.5, 0), 1) * math.Min(math.Max((to-d)*points.Pitch+0.5, 0), 1) * (1 - s.cover[i])
			for c := range v {
				v[c] += k * (color[c] - v[c])
			}
		})
	}
}
