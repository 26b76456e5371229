package opencv

import (
	"cmp"
	"math"
	"slices"

	"shinpan/vision"
)

// Measures of the plan that vessels are looked for on: the board from straight above with
// much of what lies around it.
const (
	widePitch  = 18    // samples from line to line
	wideMargin = 5     // lines of surroundings on every side
	edgeLevels = 2.5   // least step from sample to sample that is an edge, in grey levels
	edgesMost  = 12000 // more are not looked at
	lineNear   = 0.12  // an edge so near a line of the board, in pitches,
	lineAlong  = 0.94  // that faces it with this cosine, is the line's
)

// wide is a picture of a board and its surroundings from straight above.
type wide struct {
	side, lines int
	levels      []float32 // side²·3: blue, green, red
	seen        []bool    // the samples that lie inside the picture
}

// newWide looks at a picture of w×h pixels of blue, green, red through the grid g.
func newWide(pixels []byte, w, h int, g vision.Grid) *wide {
	side := (g.Size-1+2*wideMargin)*widePitch + 1
	p := &wide{side: side, lines: g.Size, levels: make([]float32, 3*side*side), seen: make([]bool, side*side)}
	for y := range side {
		for x := range side {
			p.seen[y*side+x] = p.take(pixels, w, h, g, x, y)
		}
	}
	p.smooth()
	p.drawIn()
	return p
}

// take fills one sample with the mean of four places in its footprint; false where one of
// them lies outside the picture.
func (p *wide) take(pixels []byte, w, h int, g vision.Grid, x, y int) bool {
	var sum [3]float32
	for k := range 4 {
		col, row := p.place(float64(x)+0.5*float64(k&1)-0.25, float64(y)+0.5*float64(k>>1)-0.25)
		px, py := g.Pixel(col, row)
		if !(px >= 0 && py >= 0 && px < float64(w-1) && py < float64(h-1)) {
			return false
		}
		at := 3 * (int(py+0.5)*w + int(px+0.5))
		for c := range sum {
			sum[c] += float32(pixels[at+c])
		}
	}
	for c := range sum {
		p.levels[3*(y*p.side+x)+c] = sum[c] / 4
	}
	return true
}

// smooth takes out the noise and the steps between pixels.
func (p *wide) smooth() {
	row := make([]float32, len(p.levels))
	for _, step := range [2]int{3, 3 * p.side} {
		copy(row, p.levels)
		for i := step; i < len(row)-step; i++ {
			p.levels[i] = (row[i-step] + 2*row[i] + row[i+step]) / 4
		}
	}
}

// drawIn leaves out the samples beside the end of the picture, which smooth has mixed.
func (p *wide) drawIn() {
	was := slices.Clone(p.seen)
	for i := range was {
		for _, k := range [8]int{-p.side - 1, -p.side, -p.side + 1, -1, 1, p.side - 1, p.side, p.side + 1} {
			p.seen[i] = p.seen[i] && i+k >= 0 && i+k < len(was) && was[i+k]
		}
	}
}

// place is where a sample lies on the board, in pitches.
func (p *wide) place(x, y float64) (col, row float64) {
	return x/widePitch - wideMargin, y/widePitch - wideMargin
}

// shown reports whether a place of the board lies inside the picture, with room around it.
func (p *wide) shown(col, row float64) bool {
	x, y := int(math.Round((col+wideMargin)*widePitch)), int(math.Round((row+wideMargin)*widePitch))
	const room = 2
	if x < room || y < room || x >= p.side-room || y >= p.side-room {
		return false
	}
	return p.seen[(y-room)*p.side+x-room] && p.seen[(y-room)*p.side+x+room] &&
		p.seen[(y+room)*p.side+x-room] && p.seen[(y+room)*p.side+x+room]
}

// color is blue, green and red at a place of the board; false outside the picture.
func (p *wide) color(col, row float64) (c [3]float64, ok bool) {
	if !p.shown(col, row) {
		return c, false
	}
	i := p.sample(col, row)
	for k := range c {
		c[k] = float64(p.levels[3*i+k])
	}
	return c, true
}

// edgeAt is a place where the picture changes most from one side to the other.
type edgeAt struct {
	col, row float64 // in pitches
	nx, ny   float64 // across the edge
	step     float32 // from sample to sample, in grey levels
}

// edges lists the thin edges of the plan but for the board's own lines, the sharpest where
// there are too many, as in noise.
func (p *wide) edges() []edgeAt {
	n := p.side * p.side
	strength, dx, dy := make([]float32, n), make([]float32, n), make([]float32, n)
	for y := 1; y < p.side-1; y++ {
		for x := 1; x < p.side-1; x++ {
			i := y*p.side + x
			dx[i], dy[i] = p.slope(x, y)
			strength[i] = float32(math.Hypot(float64(dx[i]), float64(dy[i])))
		}
	}
	var out []edgeAt
	for y := 2; y < p.side-2; y++ {
		for x := 2; x < p.side-2; x++ {
			i := y*p.side + x
			s := strength[i]
			if s < edgeLevels {
				continue
			}
			nx, ny := float64(dx[i]/s), float64(dy[i]/s)
			before, after := p.between(strength, x, y, -nx, -ny), p.between(strength, x, y, nx, ny)
			if before > s || after >= s {
				continue
			}
			off := 0.0
			if bend := 2*s - before - after; bend > 0 {
				off = float64((after - before) / (2 * bend))
			}
			e := edgeAt{nx: nx, ny: ny, step: s}
			e.col, e.row = p.place(float64(x)+off*nx, float64(y)+off*ny)
			if !e.ofLine(p.lines) {
				out = append(out, e)
			}
		}
	}
	if len(out) > edgesMost {
		slices.SortStableFunc(out, func(a, b edgeAt) int { return cmp.Compare(b.step, a.step) })
		out = out[:edgesMost]
	}
	return out
}

// slope is how the levels change at a sample, in the channel in which they change most;
// nothing where the picture ends.
func (p *wide) slope(x, y int) (dx, dy float32) {
	most := float32(0)
	i := y*p.side + x
	for _, k := range [8]int{-p.side - 1, -p.side, -p.side + 1, -1, 1, p.side - 1, p.side, p.side + 1} {
		if !p.seen[i+k] {
			return 0, 0
		}
	}
	at := func(dx, dy, c int) float32 { return p.levels[3*(i+dy*p.side+dx)+c] }
	for c := range 3 {
		gx := (at(1, -1, c) + 2*at(1, 0, c) + at(1, 1, c) - at(-1, -1, c) - 2*at(-1, 0, c) - at(-1, 1, c)) / 8
		gy := (at(-1, 1, c) + 2*at(0, 1, c) + at(1, 1, c) - at(-1, -1, c) - 2*at(0, -1, c) - at(1, -1, c)) / 8
		if m := gx*gx + gy*gy; m > most {
			most, dx, dy = m, gx, gy
		}
	}
	return dx, dy
}

// between is a value one step from a sample in a direction.
func (p *wide) between(v []float32, x, y int, dx, dy float64) float32 {
	fx, fy := float64(x)+dx, float64(y)+dy
	x0, y0 := int(fx), int(fy)
	u, w := float32(fx-float64(x0)), float32(fy-float64(y0))
	i := y0*p.side + x0
	return (v[i]*(1-u)+v[i+1]*u)*(1-w) + (v[i+p.side]*(1-u)+v[i+p.side+1]*u)*w
}

// ofLine reports whether an edge is the side of one of the board's lines.
func (e edgeAt) ofLine(lines int) bool {
	last := float64(lines-1) + lineNear
	if e.col < -lineNear || e.row < -lineNear || e.col > last || e.row > last {
		return false
	}
	return math.Abs(e.col-math.Round(e.col)) < lineNear && math.Abs(e.nx) > lineAlong ||
		math.Abs(e.row-math.Round(e.row)) < lineNear && math.Abs(e.ny) > lineAlong
}
