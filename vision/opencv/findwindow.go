package opencv

import (
	"math"
)

// evidence is, for a block of grid coordinates around a lattice, how clearly each piece
// of line between two neighbouring points can be seen: 1 a line, 0 none.
type evidence struct {
	c0, r0     int // the coordinates of the block's first column and row
	cols, rows int
	across     []float32 // piece from (c, r) to (c+1, r)
	down       []float32 // piece from (c, r) to (c, r+1)
}

// window is a place of the board within the block, and how well it fits.
type window struct {
	col, row int     // grid coordinates of the top left point
	score    float64 // 0 to 1: lines inside, no lines sticking out
	margin   float64 // score less that of the best other place
	inside   float64 // part of the inner pieces seen
	outside  float64 // part of the pieces just outside seen
}

// samples along a piece, away from both crossings, and the places beside the line it
// must stand out from, in parts of the pitch.
var (
	alongPiece  = [...]float64{0.25, 0.4, 0.6, 0.75}
	besidePiece = [...]float64{-0.5, -0.3, 0.3, 0.5}
)

// newEvidence looks at every piece of line within reach lines around the lattice.
func newEvidence(r *ridges, at func(col, row float64) (x, y float64), lo, hi [2]int, reach int) *evidence {
	e := &evidence{c0: lo[0] - reach, r0: lo[1] - reach}
	e.cols, e.rows = hi[0]-lo[0]+1+2*reach, hi[1]-lo[1]+1+2*reach
	e.across = make([]float32, e.cols*e.rows)
	e.down = make([]float32, e.cols*e.rows)
	for row := range e.rows {
		for col := range e.cols {
			c, w := float64(e.c0+col), float64(e.r0+row)
			i := row*e.cols + col
			e.across[i] = seenPiece(r, func(t, off float64) (float64, float64) { return at(c+t, w+off) })
			e.down[i] = seenPiece(r, func(t, off float64) (float64, float64) { return at(c+off, w+t) })
		}
	}
	return e
}

// seenPiece is how clearly a piece of line can be seen: at gives the pixel at a part t of
// the way along it and off beside it.
func seenPiece(r *ridges, at func(t, off float64) (x, y float64)) float32 {
	var seen float32
	for _, t := range alongPiece {
		on := peakAcross(r, at, t, 0)
		if on < 1.2*r.low {
			continue
		}
		var beside float32
		for _, off := range besidePiece {
			beside += peakAcross(r, at, t, off)
		}
		if on > 1.6*beside/float32(len(besidePiece)) {
			seen++
		}
	}
	return seen / float32(len(alongPiece))
}

// peakAcross is the strongest ridge within a little of the line, going along it.
func peakAcross(r *ridges, at func(t, off float64) (x, y float64), t, off float64) float32 {
	const reach = 0.06
	x, y := at(t, off)
	if !(x > 0 && y > 0 && x < float64(r.w) && y < float64(r.h)) {
		return 0
	}
	ax, ay := at(t+0.1, off)
	dx, dy := ax-x, ay-y
	n := math.Hypot(dx, dy)
	if n == 0 {
		return 0
	}
	var best float32
	for _, d := range [3]float64{-reach, 0, reach} {
		px, py := at(t, off+d)
		s := r.at(px, py)
		if s > best && px >= 0 && py >= 0 && px < float64(r.w-1) && py < float64(r.h-1) && r.alongAt(px, py, dx/n, dy/n) > 0.85 {
			best = s
		}
	}
	return best
}

// best finds the place of a board with size lines at which the most pieces inside are
// lines while none stick out: a place one line off has a whole row of pieces sticking
// out at one side and a whole row missing at the other.
func (e *evidence) best(size int) (window, bool) {
	best := window{score: math.Inf(-1)}
	second := math.Inf(-1)
	for row := 1; row+size < e.rows; row++ {
		for col := 1; col+size < e.cols; col++ {
			w := e.rate(col, row, size)
			switch {
			case w.score > best.score:
				second, best = best.score, w
			case w.score > second:
				second = w.score
			}
		}
	}
	if math.IsInf(best.score, -1) {
		return best, false
	}
	best.margin = best.score - math.Max(second, 0)
	best.col += e.c0
	best.row += e.r0
	return best, true
}

// corners is the part of the pieces seen in each quarter of a board at one place, in
// block coordinates: top left, top right, bottom right, bottom left.
func (e *evidence) corners(col, row, size int) (sure [4]float64) {
	half := size / 2
	for q, from := range [4][2]int{{0, 0}, {size - 1 - half, 0}, {size - 1 - half, size - 1 - half}, {0, size - 1 - half}} {
		var seen float64
		for r := range half {
			for c := range half {
				i := (row+from[1]+r)*e.cols + col + from[0] + c
				seen += float64(e.across[i] + e.down[i])
			}
		}
		sure[q] = seen / float64(2*half*half)
	}
	return sure
}

// comb is how differently every second line shows, 0 to 1, for the worse of the two
// directions: near 1 where the place has a line between every two of the real board.
func (e *evidence) comb(col, row, size int) float64 {
	var across, down [2]float64
	for k := range size {
		for j := range size - 1 {
			across[k%2] += float64(e.across[(row+k)*e.cols+col+j])
			down[k%2] += float64(e.down[(row+j)*e.cols+col+k])
		}
	}
	// There is one even line more than odd ones.
	even, odd := float64((size+1)/2), float64(size/2)
	worst := 0.0
	for _, s := range [2][2]float64{across, down} {
		a, b := s[0]/even, s[1]/odd
		worst = math.Max(worst, math.Abs(a-b)/math.Max(a+b, 1e-9))
	}
	return worst
}

// rate judges one place.
func (e *evidence) rate(col, row, size int) window {
	var in, out float64
	for k := range size {
		for j := range size - 1 {
			in += float64(e.across[(row+k)*e.cols+col+j])
			in += float64(e.down[(row+j)*e.cols+col+k])
		}
		out += float64(e.across[(row+k)*e.cols+col-1] + e.across[(row+k)*e.cols+col+size-1])
		out += float64(e.down[(row-1)*e.cols+col+k] + e.down[(row+size-1)*e.cols+col+k])
	}
	n := float64(size)
	w := window{col: col, row: row, inside: in / (2 * n * (n - 1)), outside: out / (4 * n)}
	// One line off costs size pieces inside and gains size outside; weigh a piece outside
	// like one inside.
	w.score = (in - out) / (2 * n * (n - 1))
	return w
}
