package opencv

import (
	"math"

	"shinpan/vision"
)

// mark is one place where a line was seen: beside the grid position (col, row), off by
// off pixels along the unit normal (nx, ny) from where the grid now says.
type mark struct {
	col, row float64
	nx, ny   float64
	off      float64
	weight   float64
	strength float64 // of the ridge
}

// refine moves the corners and the lens term of g until its lines lie on the ridges,
// to a fraction of a pixel. It gives the root mean square distance of the marks it kept,
// in pixels. The lens is only fitted when lens is set.
func refine(r *ridges, g vision.Grid, reach float64, rounds int, lens bool) (vision.Grid, float64, bool) {
	rms := math.Inf(1)
	for range rounds {
		marks := marksOf(r, g, reach)
		if len(marks) < 4*g.Size {
			return g, rms, false
		}
		next, err := adjust(g, marks, r, lens)
		if err != nil {
			return g, rms, false
		}
		g = next
		rms = spreadOf(marks)
		reach = math.Max(reach*0.75, 0.08)
	}
	return g, rms, true
}

// polish fits a grid that was found among strong ridges only once more, to all of them.
// Beside a thick dark line there are two faint light ridges, and the other way round: the
// grid belongs to whichever are stronger. Lines are looked for as far as reach, in parts of
// the pitch.
func polish(both [2]*ridges, f Found, reach float64) Found {
	best, most := f, 0.0
	for _, r := range both {
		g, rms, ok := refine(r, f.Grid, reach, 6, true)
		if !ok {
			continue
		}
		if s := strengthOn(r, g); s > most {
			best.Grid, best.Residual, most = g, rms, s
		}
	}
	return best
}

// strengthOn is the mean strength of the ridges on the lines of a grid.
func strengthOn(r *ridges, g vision.Grid) float64 {
	sum := 0.0
	for _, m := range marksOf(r, g, 0.08) {
		sum += m.strength
	}
	return sum
}

// marksOf searches for each line across reach parts of the pitch on both sides, at
// several places between every two points.
func marksOf(r *ridges, g vision.Grid, reach float64) []mark {
	var marks []mark
	for line := range g.Size {
		for piece := range g.Size - 1 {
			for _, t := range alongPiece {
				along, fixed := float64(piece)+t, float64(line)
				if m, ok := markAt(r, g, along, fixed, 0, 1, reach); ok {
					marks = append(marks, m)
				}
				if m, ok := markAt(r, g, fixed, along, 1, 0, reach); ok {
					marks = append(marks, m)
				}
			}
		}
	}
	return marks
}

// markAt looks across the line through (col, row); (dc, dr) is the grid direction across.
func markAt(r *ridges, g vision.Grid, col, row, dc, dr, reach float64) (mark, bool) {
	x, y := g.Pixel(col, row)
	if !(x > 2 && y > 2 && x < float64(r.w-3) && y < float64(r.h-3)) {
		return mark{}, false
	}
	ax, ay := g.Pixel(col+0.1*dr, row+0.1*dc)
	n := math.Hypot(ax-x, ay-y)
	bx, by := g.Pixel(col+dc, row+dr)
	nx, ny := -(ay-y)/n, (ax-x)/n
	pitch := math.Abs((bx-x)*nx + (by-y)*ny)
	span := math.Min(math.Max(reach*pitch, 1.2), 30)
	if !(n > 0) {
		return mark{}, false
	}
	best, at := float32(0), 0.0
	for d := -span; d <= span; d += 0.5 {
		px, py := x+d*nx, y+d*ny
		if s := r.at(px, py); s > best && px > 1 && py > 1 && px < float64(r.w-2) && py < float64(r.h-2) &&
			r.alongAt(px, py, -ny, nx) > 0.9 {
			best, at = s, d
		}
	}
	if best < 1.3*r.low {
		return mark{}, false
	}
	a, b := r.at(x+(at-0.7)*nx, y+(at-0.7)*ny), r.at(x+(at+0.7)*nx, y+(at+0.7)*ny)
	if curve := a + b - 2*best; curve < 0 {
		at += 0.7 * math.Max(-1, math.Min(1, float64((a-b)/(2*curve))))
	}
	return mark{col: col, row: row, nx: nx, ny: ny, off: at, weight: 1, strength: float64(best)}, true
}

// adjust is one damped Gauss-Newton step over the eight corner coordinates and the lens.
func adjust(g vision.Grid, marks []mark, r *ridges, lens bool) (vision.Grid, error) {
	reweigh(marks)
	params := 8
	if lens {
		params = 9
	}
	var shifted [9]vision.Grid
	for p := range params {
		s, err := nudged(g, p, parameterStep(p), r)
		if err != nil {
			return g, err
		}
		shifted[p] = s
	}
	var m [9][10]float64
	for _, k := range marks {
		x, y := g.Pixel(k.col, k.row)
		var j [10]float64
		for p := range params {
			px, py := shifted[p].Pixel(k.col, k.row)
			j[p] = ((px-x)*k.nx + (py-y)*k.ny) / parameterStep(p)
		}
		j[9] = k.off
		for a := range params {
			for b := range params {
				m[a][b] += k.weight * j[a] * j[b]
			}
			m[a][9] += k.weight * j[a] * j[9]
		}
	}
	for p := range params {
		m[p][p] *= 1.001
	}
	if lens {
		// A weak belief in a good lens: a board that fills little of the frame cannot
		// tell its distortion from its perspective.
		m[8][8] += 200
		m[8][9] -= 200 * g.Lens.K1
	}
	d, ok := solve9(&m, params)
	if !ok {
		return g, errNoBoard
	}
	next := g
	for p := range params {
		var err error
		if next, err = nudged(next, p, d[p], r); err != nil {
			return g, err
		}
	}
	return next, nil
}

func parameterStep(p int) float64 {
	if p == 8 {
		return 0.01
	}
	return 0.5
}

// nudged is g with one parameter changed: corner coordinates 0 to 7 in pixels, or the
// lens term, 8.
func nudged(g vision.Grid, p int, by float64, r *ridges) (vision.Grid, error) {
	corners, lens := g.Corners, g.Lens
	if p < 8 {
		corners[p/2][p%2] += by
		return vision.NewLensGrid(g.Size, corners, lens)
	}
	k1 := math.Max(-0.25, math.Min(0.25, lens.K1+by))
	return vision.NewLensGrid(g.Size, corners, vision.NewLens(r.w, r.h, k1))
}

// reweigh gives marks far from the rest little weight (Tukey's biweight on the offsets).
func reweigh(marks []mark) {
	scale := math.Max(spreadOf(marks)*2.5, 0.8)
	for i := range marks {
		u := marks[i].off / scale
		marks[i].weight = 0
		if u = 1 - u*u; u > 0 {
			marks[i].weight = u * u
		}
	}
}

// spreadOf is a robust standard deviation of the offsets: 1.48 times the median of
// their sizes.
func spreadOf(marks []mark) float64 {
	size := make([]float64, len(marks))
	for i, m := range marks {
		size[i] = math.Abs(m.off)
	}
	return 1.48 * median(size)
}

// solve9 solves the first n of nine equations.
func solve9(m *[9][10]float64, n int) (x [9]float64, ok bool) {
	for c := range n {
		pivot := c
		for r := c + 1; r < n; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[pivot][c]) {
				pivot = r
			}
		}
		if math.Abs(m[pivot][c]) < 1e-12 {
			return x, false
		}
		m[c], m[pivot] = m[pivot], m[c]
		for r := range n {
			if r == c {
				continue
			}
			f := m[r][c] / m[c][c]
			for k := c; k < 10; k++ {
				m[r][k] -= f * m[c][k]
			}
		}
	}
	for c := range n {
		x[c] = m[c][9] / m[c][c]
	}
	return x, true
}
