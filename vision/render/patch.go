package render

import "math"

// patch is where the sun or a window reaches the table, past bars and blinds; elsewhere its
// light is held back.
type patch struct {
	at     vec
	angle  float64
	hx, hy float64 // half its size
	bars   float64 // distance of the bars along it; 0 for none
	bar    float64 // their width, as a part of the distance
	soft   float64
	rest   float64 // what comes through elsewhere
}

func newPatch(d dice, reach float64) *patch {
	p := &patch{at: vec{d.between(-1, 1) * reach, d.between(-1, 1) * reach, 0}, angle: d.between(0, math.Pi), hx: d.between(0.4, 1.6) * reach, hy: d.between(0.25, 1.2) * reach, soft: d.between(0.03, 0.6), rest: d.between(0, 0.4)}
	if d.chance(0.6) {
		p.bars, p.bar = d.between(0.8, 9), d.between(0.1, 0.5)
	}
	return p
}

// reaches is how much of the light gets to a place.
func (p *patch) reaches(x, y float64) float64 {
	s, c := math.Sincos(p.angle)
	x, y = x-p.at.x, y-p.at.y
	u, v := x*c+y*s, y*c-x*s
	in := smooth(0.5+(p.hx-math.Abs(u))/(2*p.soft)) * smooth(0.5+(p.hy-math.Abs(v))/(2*p.soft))
	if p.bars > 0 && in > 0 {
		f := math.Abs(u/p.bars - math.Floor(u/p.bars) - 0.5)
		in *= smooth(0.5 + (0.5-p.bar/2-f)*p.bars/(2*p.soft))
	}
	return p.rest + (1-p.rest)*in
}

// push moves the patch, which stays on the table, when the board is pushed.
func (p *patch) push(move func(vec) vec, turn float64) {
	p.at, p.angle = move(p.at), p.angle-turn
}
