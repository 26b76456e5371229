package opencv

import (
	"fmt"
	"strings"

	"shinpan/board"
	"shinpan/vision"
)

// Advice says in plain words what would help the eye: glare and shadow with the points
// they lie on, in board coordinates with Black at side. It judges the last frame read.
func (r *Reader) Advice(side vision.BlackSide) []string {
	l := r.points.Light()
	var out []string
	if where := r.span(l.Glare, side); where != "" {
		out = append(out, "the lamp glares on "+where+": move it or tilt the camera")
	}
	if where := r.span(l.Dark, side); where != "" {
		out = append(out, "it is too dark on "+where+": bring more light there")
	}
	switch {
	case l.Mean > brightBoard:
		out = append(out, fmt.Sprintf("the board is overexposed (mean %.0f of 255): lower the exposure", l.Mean))
	case l.Mean < dimBoard:
		out = append(out, fmt.Sprintf("the board is dim (mean %.0f of 255): more light or a longer exposure helps", l.Mean))
	}
	return out
}

// Mean grey levels of the bare board between which the exposure is good.
const (
	brightBoard = 235
	dimBoard    = 35
)

// span names the points that are set: the corners of the block around them, or the point
// itself where there is one.
func (r *Reader) span(set []bool, side vision.BlackSide) string {
	var low, high [2]int
	n, size := 0, r.size
	for i, on := range set {
		if !on {
			continue
		}
		p := side.Point(i%size, i/size, size)
		at := [2]int{p.Col(), p.Row()}
		if n == 0 {
			low, high = at, at
		}
		for k := range at {
			low[k], high[k] = min(low[k], at[k]), max(high[k], at[k])
		}
		n++
	}
	switch {
	case n == 0:
		return ""
	case n == size*size:
		return "the entire board"
	case low == high:
		return board.At(low[0], low[1]).String()
	}
	return strings.Join([]string{board.At(low[0], low[1]).String(), board.At(high[0], high[1]).String()}, "…")
}
