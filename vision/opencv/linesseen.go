package opencv

import (
	"math"

	"shinpan/board"
	"shinpan/vision"
)

// Measures of seeing the lines of a board that are darker than it.
const (
	lineSide  = 0.17 // how far beside a line the board is looked at, in pitches
	lineWide  = 0.04 // how far off its place a line may lie
	lineFrom  = 0.15 // beside an outline lines are looked at from here
	lineFar   = 0.40 // to here, in pitches,
	lineRoom  = 0.25 // or as far as the board goes, but not less
	lineStep  = 0.04 // between two looks along it
	lineDark  = 8.0  // added to levels, so that noise in the dark is no contrast
	lineShare = 0.35 // of the contrast lines usually have, from which on one is seen
	lineGone  = 0.20 // and below which there is none
)

// looker looks at single places of a board in a picture.
type looker struct {
	pixels []byte // BGR
	w, h   int
	grid   vision.Grid
}

// light is the luminance at a place of the board, as a logarithm; false outside the picture.
func (l *looker) light(col, row float64) (float64, bool) {
	x, y := l.grid.Pixel(col, row)
	if !(x >= 0 && y >= 0 && x < float64(l.w-1) && y < float64(l.h-1)) {
		return 0, false
	}
	u, v := x-math.Floor(x), y-math.Floor(y)
	at := 3 * (int(y)*l.w + int(x))
	luma := func(i int) float64 {
		return 0.114*float64(l.pixels[i]) + 0.587*float64(l.pixels[i+1]) + 0.299*float64(l.pixels[i+2])
	}
	below := at + 3*l.w
	return math.Log((luma(at)*(1-u)+luma(at+3)*u)*(1-v) + (luma(below)*(1-u)+luma(below+3)*u)*v + lineDark), true
}

// inked is how much darker than the board on either side of it a line is at a place it runs
// through in direction (dx, dy), as logarithms: the right side as one goes, and the left.
func (l *looker) inked(col, row, dx, dy float64) (right, left float64, ok bool) {
	ink := math.Inf(1)
	for k := -1.0; k <= 1; k++ {
		v, seen := l.light(col-dy*k*lineWide, row+dx*k*lineWide)
		if !seen {
			return 0, 0, false
		}
		ink = math.Min(ink, v)
	}
	r, seenR := l.light(col-dy*lineSide, row+dx*lineSide)
	e, seenL := l.light(col+dy*lineSide, row-dx*lineSide)
	return r - ink, e - ink, seenR && seenL
}

// usualInk is the contrast that the board's lines have: the median beside the points that
// are surely empty.
func (l *looker) usualInk(cells []vision.Cell) float64 {
	var all []float64
	for i, c := range cells {
		if color, likely := c.Best(); color != board.Empty || likely < readerSure {
			continue
		}
		for _, s := range [2][2]float64{{1, 0}, {0, 1}} {
			col, row := float64(i%l.grid.Size)+0.3*s[0], float64(i/l.grid.Size)+0.3*s[1]
			if col > float64(l.grid.Size-1) || row > float64(l.grid.Size-1) {
				continue
			}
			if right, left, ok := l.inked(col, row, s[0], s[1]); ok {
				all = append(all, (right+left)/2)
			}
		}
	}
	return median(all)
}

// runs tells how a line that leaves a point in direction (dx, dy) is seen from so far to so
// far from the point: the contrast with its two sides that it has everywhere, but for one
// place, in parts of the usual.
func (l *looker) runs(col, row, dx, dy, from, to, usual float64) (right, left float64) {
	var rs, ls []float64
	for at := from; at <= to; at += lineStep {
		r, e, ok := l.inked(col+dx*at, row+dy*at, dx, dy)
		if !ok {
			return 0, 0
		}
		rs, ls = append(rs, r/usual), append(ls, e/usual)
	}
	if len(rs) < 2 {
		return 0, 0
	}
	return ranked(rs, 1), ranked(ls, 1)
}
