package points

import "math"

// Light tells what is wrong with the light around every point of the last picture: glare
// where the board is far brighter than elsewhere or burnt out, dark where there is too
// little to tell black from wood. As seen, the top row first.
type Light struct {
	Glare, Dark []bool
	Mean        float64 // of the bare board, 0 to 255
}

// Limits of light on the bare board.
const (
	burnt     = 245 // grey levels
	farAbove  = 0.55
	tooDark   = 22
	tooShaded = 1.1
)

// Light judges the light of the last picture read.
func (r *Reader) Light() Light {
	n := len(r.tones.bare)
	l := Light{Glare: make([]bool, n), Dark: make([]bool, n)}
	levels := make([]float32, n)
	for i, b := range r.tones.bare {
		levels[i] = b.light
		l.Mean += (math.Exp(float64(b.light)) - floorLevel) / float64(n)
	}
	usual := middle(levels)
	for i, b := range r.tones.bare {
		grey := math.Exp(float64(b.light)) - floorLevel
		l.Glare[i] = grey > burnt || float64(b.light-usual) > farAbove
		l.Dark[i] = grey < tooDark || float64(usual-b.light) > tooShaded
	}
	return l
}
