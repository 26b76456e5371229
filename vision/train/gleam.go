package main

import "math"

// tint is a light of about the given strength.
func (s *scene) tint(power float64) (tint [3]float64) {
	for c := range tint {
		tint[c] = power * math.Exp(s.rng.NormFloat64()*0.12)
	}
	return tint
}

// gleam mirrors one or two windows or lamps in a varnished board: the wood there may be far
// brighter than the stones on it, which mirror something else.
func (s *scene) gleam() {
	for range 1 + s.rng.IntN(2) {
		size := s.last()
		w := window{
			x: s.between(-1, size+1), y: s.between(-1, size+1), turn: s.between(0, math.Pi),
			half: [2]float64{s.between(0.4, 5), s.between(0.4, 5)}, soft: s.between(0.1, 1.5),
		}
		tint, onStones := s.tint(math.Exp(s.between(3.2, 5.8))), math.Max(s.between(-0.05, 0.2), 0)
		for i := range s.bgr {
			x, y := s.place(i)
			k := w.at(x, y) * (1 - s.cover[i] + onStones*s.cover[i])
			for c := range 3 {
				s.bgr[i][c] += k * tint[c]
			}
		}
	}
}

// mirrors lets domed black stones nearby mirror a window or lamp in a part of them, the same
// part of each.
func (s *scene) mirrors() {
	size := s.last()
	cx, cy, r := s.between(0, size), s.between(0, size), s.between(1, 12)
	w := window{
		x: s.between(-0.25, 0.25), y: s.between(-0.25, 0.25), turn: s.between(0, math.Pi),
		half: [2]float64{s.between(0.05, 0.3), s.between(0.05, 0.3)}, soft: s.between(0.05, 0.3),
	}
	tint := s.tint(s.between(60, 260))
	for i := range s.bgr {
		if s.stone[i] != 'x' || s.cover[i] < 0.7 {
			continue
		}
		x, y := s.place(i)
		k := w.at(x-math.Round(x), y-math.Round(y)) * math.Exp(-((x-cx)*(x-cx)+(y-cy)*(y-cy))/(r*r))
		for c := range 3 {
			s.bgr[i][c] += k * tint[c]
		}
	}
}

// shine lets a window mirror in the flat tops of black stones nearby: all but their rims
// may look white.
func (s *scene) shine() {
	size := s.last()
	cx, cy, r, top := s.between(0, size), s.between(0, size), s.between(0.8, 4), s.between(0.22, 0.36)
	tint := s.tint(s.between(40, 240))
	for i := range s.bgr {
		if s.stone[i] != 'x' || s.cover[i] < 0.7 {
			continue
		}
		x, y := s.place(i)
		k := math.Min(math.Max((top-s.far[i])/0.06+0.5, 0), 1) * math.Exp(-((x-cx)*(x-cx)+(y-cy)*(y-cy))/(r*r))
		for c := range 3 {
			s.bgr[i][c] += k * tint[c]
		}
	}
}

// window is a rectangle of light with soft edges, in lines.
type window struct {
	x, y, turn float64
	half       [2]float64
	soft       float64
}

// at is how much of the light falls on a place, 0 to 1.
func (w *window) at(x, y float64) float64 {
	sin, cos := math.Sincos(w.turn)
	u, v := (x-w.x)*cos+(y-w.y)*sin, (y-w.y)*cos-(x-w.x)*sin
	out := math.Max(math.Abs(u)-w.half[0], math.Abs(v)-w.half[1])
	return 1 / (1 + math.Exp(out/(w.soft/4)))
}
