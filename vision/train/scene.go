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
	for k, limits := range [2][2]float64{{0.6, 1.4}, {0.8, 1.15}} {
		dark := s.between(limits[0], limits[1])
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
			d := [4]float64{s.edges[0] - x, s.edges[1] - y, x - s.edges[2], y - s.edges[3]}[side]
			i := (int(math.Round((y+1)*points.Pitch)))*s.side + int(math.Round((x+1)*points.Pitch))
			k := math.Min(math.Max((d-from)*points.Pitch+0.5, 0), 1) * math.Min(math.Max((to-d)*points.Pitch+0.5, 0), 1) * (1 - s.cover[i])
			for c := range v {
				v[c] += k * (color[c] - v[c])
			}
		})
	}
}

// shadows lets every stone throw the hard shadow of a low lamp on the board.
func (s *scene) shadows() {
	angle, far, depth := s.between(0, 2*math.Pi), s.between(0.2, 1), s.between(0.1, 0.75)
	old := append([]float64(nil), s.cover...)
	soft := s.between(1, 6)
	for step := 0.15; step <= far; step += 0.12 {
		dx := int(math.Round(step * math.Cos(angle) * points.Pitch))
		dy := int(math.Round(step * math.Sin(angle) * points.Pitch))
		for i := range s.bgr {
			x, y := i%s.side-dx, i/s.side-dy
			if x < 0 || y < 0 || x >= s.side || y >= s.side {
				continue
			}
			// Each step darkens a little, so that the end of the shadow is soft.
			k := old[y*s.side+x] * (1 - s.cover[i]) / (far * soft)
			for c := range 3 {
				s.bgr[i][c] = math.Max(s.bgr[i][c]*(1-k), s.bgr[i][c]*(1-depth))
			}
		}
	}
}

// objects lays things on the board and beside it that are no stones: bowls, cups, hands,
// score sheets. A point under one cannot be told.
func (s *scene) objects() {
	last := s.last()
	for range 1 + s.rng.IntN(3) {
		cx, cy := s.between(-2, last+2), s.between(-2, last+2)
		if s.rng.Float64() < 0.6 { // beside the board, reaching over its edge
			side := s.between(-2.5, 0.3)
			if s.rng.IntN(2) == 0 {
				side = last - side
			}
			if s.rng.IntN(2) == 0 {
				cx = side
			} else {
				cy = side
			}
		}
		s.object(cx, cy)
	}
}

// object is a rounded thing of one tone with a little texture.
func (s *scene) object(cx, cy float64) {
	a, b, turn := s.between(0.9, 4), s.between(0.9, 4), s.between(0, math.Pi)
	if s.rng.IntN(3) == 0 { // a finger, a pen
		a, b = s.between(1.5, 6), s.between(0.25, 0.7)
	}
	tone, grain := s.between(0, 255), s.between(0, 25)
	power := s.between(1.5, 6) // 2 an ellipse, 6 nearly a rectangle
	var color [3]float64
	for c := range color {
		color[c] = tone + s.rng.NormFloat64()*30
	}
	s.each(func(x, y float64, v *[3]float64) {
		u := ((x-cx)*math.Cos(turn) + (y-cy)*math.Sin(turn)) / a
		w := ((y-cy)*math.Cos(turn) - (x-cx)*math.Sin(turn)) / b
		d := math.Pow(math.Pow(math.Abs(u), power)+math.Pow(math.Abs(w), power), 1/power)
		k := math.Min(math.Max((1-d)*math.Min(a, b)*points.Pitch+0.5, 0), 1)
		if k == 0 {
			return
		}
		i := int(math.Round((y+1)*points.Pitch))*s.side + int(math.Round((x+1)*points.Pitch))
		s.hides[i] = math.Max(s.hides[i], k)
		shade := s.rng.NormFloat64() * grain
		for c := range v {
			v[c] += k * (color[c] + shade - v[c])
		}
	})
}

// hidden reports whether most of a point's disc lies under an object.
func (s *scene) hidden(col, row int) bool {
	var under, n float64
	for y := -3; y <= 3; y++ {
		for x := -3; x <= 3; x++ {
			under += s.hides[((row+1)*points.Pitch+y)*s.side+(col+1)*points.Pitch+x]
			n++
		}
	}
	return under > 0.45*n
}
