package opencv

import (
	"math"

	"shinpan/board"
)

// Measures of fitting a stone.
const (
	rimInner   = 0.36 // pitches from the centre: surely stone
	rimOuter   = 0.56 // pitches from the centre: surely no longer that stone
	rimSamples = 24
	rimSearch  = 3    // plan pixels around the first guess
	maxOffset  = 0.50 // pitches; a stone further off belongs to another point
	stoneReach = 0.52 // pitches from a neighbour's centre that its stone may cover
)

// stoneFit is where the stone on a point lies and how much of its body is seen.
type stoneFit struct {
	dx, dy float64 // plan pixels from the point, in image directions
	fill   float64 // part of the body that looks like its middle
	spill  float64 // part of the ring around it that does so too
	depth  float64 // grey levels between its middle and the bare board
}

// toneAxis is the way from the colour of the bare board to that of a stone.
type toneAxis struct {
	bare, axis [3]float64
	length     float64 // squared
}

// along is how far a pixel lies on the way: 0 board, 1 stone.
func (a *toneAxis) along(pix []byte) float64 {
	dot := 0.0
	for c := range 3 {
		dot += (float64(pix[c]) - a.bare[c]) * a.axis[c]
	}
	return dot / a.length
}

// fit finds the centre of a stone: first the mean of the pixels around the point that
// are more like its middle than like the bare board, then where a rim of a stone's size
// is seen best. Pixels under the stones of others are left out.
func (w *Watcher) fit(col, row int, others []spot) stoneFit {
	x, y := w.plan.center(col, row)
	stone := w.mean(x, y, discCore)
	t := toneAxis{bare: w.bare(col, row)}
	for c := range 3 {
		t.axis[c] = stone[c] - t.bare[c]
		t.length += t.axis[c] * t.axis[c]
	}
	f := stoneFit{depth: math.Sqrt(t.length / 3)}
	if f.depth < stoneDepth {
		return f
	}
	f.dx, f.dy = w.centroid(x, y, &t, others)
	f.dx, f.dy = w.bestRim(x, y, f.dx, f.dy, &t, others)
	f.fill = w.share(x, y, &f, &t, discBody, others)
	f.spill = w.share(x, y, &f, &t, ringAround, others)
	return f
}

// share is the part of a region around a fitted stone that looks like its middle.
func (w *Watcher) share(x, y int, f *stoneFit, t *toneAxis, r region, others []spot) float64 {
	like, n := 0, 0
	for _, o := range r {
		px, py := x+o.dx+int(math.Round(f.dx)), y+o.dy+int(math.Round(f.dy))
		if !w.plan.holds(px, py) || w.plan.beyond[py*w.plan.side+px] || covers(others, px, py, stoneReach) {
			continue
		}
		n++
		if i := 3 * (py*w.plan.side + px); t.along(w.cur[i:i+3]) > 0.5 {
			like++
		}
	}
	return float64(like) / math.Max(float64(n), 1)
}

// centroid walks to the middle of the stone-like pixels around (x, y).
func (w *Watcher) centroid(x, y int, t *toneAxis, others []spot) (dx, dy float64) {
	for range 4 {
		sx, sy, n := 0.0, 0.0, 0.0
		ox, oy := int(math.Round(dx)), int(math.Round(dy))
		for _, o := range discWide {
			px, py := x+o.dx+ox, y+o.dy+oy
			if !w.plan.holds(px, py) || covers(others, px, py, stoneReach) {
				continue
			}
			if i := 3 * (py*w.plan.side + px); t.along(w.cur[i:i+3]) > 0.5 {
				sx, sy, n = sx+float64(px-x), sy+float64(py-y), n+1
			}
		}
		if n == 0 {
			return dx, dy
		}
		dx, dy = sx/n, sy/n
	}
	return dx, dy
}

// bestRim moves a centre to where, all around, a pixel inside the rim is stone and the
// one outside of it is not. Light that changes across the board does not pull it.
func (w *Watcher) bestRim(x, y int, dx, dy float64, t *toneAxis, others []spot) (float64, float64) {
	cx, cy := int(math.Round(dx)), int(math.Round(dy))
	const across = 2*rimSearch + 1
	var score [across][across]float64
	bx, by := 0, 0
	for sy := range across {
		for sx := range across {
			score[sy][sx] = w.rim(x+cx+sx-rimSearch, y+cy+sy-rimSearch, t, others)
			if score[sy][sx] > score[by][bx] {
				bx, by = sx, sy
			}
		}
	}
	if bx == 0 || by == 0 || bx == across-1 || by == across-1 {
		return dx, dy
	}
	return float64(cx+bx-rimSearch) + peak(score[by][bx-1], score[by][bx], score[by][bx+1]),
		float64(cy+by-rimSearch) + peak(score[by-1][bx], score[by][bx], score[by+1][bx])
}

// rim is how well a stone's rim around (x, y) is seen, at most 1.
func (w *Watcher) rim(x, y int, t *toneAxis, others []spot) float64 {
	sum, n := 0.0, 0
	for k := range rimSamples {
		r := rimCircle[k]
		ox, oy, ix, iy := x+r.outX, y+r.outY, x+r.inX, y+r.inY
		if !w.plan.holds(ox, oy) || !w.plan.holds(ix, iy) || covers(others, ox, oy, stoneReach) {
			continue
		}
		in, out := 3*(iy*w.plan.side+ix), 3*(oy*w.plan.side+ox)
		step := t.along(w.cur[in:in+3]) - t.along(w.cur[out:out+3])
		sum += math.Min(math.Max(step, -0.5), 1)
		n++
	}
	if n < rimSamples/3 {
		return -1
	}
	return sum / float64(n)
}

// rimCircle holds the sample offsets of rim.
var rimCircle = func() (out [rimSamples]struct{ inX, inY, outX, outY int }) {
	for k := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / rimSamples)
		at := func(r float64) (int, int) {
			return int(math.Round(r * planPitch * cos)), int(math.Round(r * planPitch * sin))
		}
		out[k].inX, out[k].inY = at(rimInner)
		out[k].outX, out[k].outY = at(rimOuter)
	}
	return out
}()

// otherStones lists where the stones of the eight neighbours of a point lie.
func (w *Watcher) otherStones(col, row int) []spot {
	out := w.spots[:0]
	for r := max(row-1, 0); r <= min(row+1, w.size-1); r++ {
		for c := max(col-1, 0); c <= min(col+1, w.size-1); c++ {
			if r == row && c == col {
				continue
			}
			x, y := w.plan.center(c, r)
			n := &w.points[r*w.size+c]
			was, _ := n.quietCell.Best()
			switch {
			case n.changed && n.guess.sure && n.guess.color != board.Empty:
				out = append(out, spot{float64(x) + n.guess.fit.dx, float64(y) + n.guess.fit.dy})
			case !n.changed && was != board.Empty:
				out = append(out, spot{float64(x) + planPitch*float64(n.quietCell.DX), float64(y) + planPitch*float64(n.quietCell.DY)})
			}
		}
	}
	w.spots = out
	return out
}

// bare is the colour of the board in the middles of the four cells around a point: the
// mean of the middle two in each channel.
func (w *Watcher) bare(col, row int) (out [3]float64) {
	x, y := w.plan.center(col, row)
	var mids [4][3]float64
	for q := range 4 {
		mids[q] = w.mean(x+(2*(q&1)-1)*planPitch/2, y+(q&2-1)*planPitch/2, discSpot)
	}
	for c := range 3 {
		v := [4]float64{mids[0][c], mids[1][c], mids[2][c], mids[3][c]}
		lo, hi := math.Min(math.Min(v[0], v[1]), math.Min(v[2], v[3])), math.Max(math.Max(v[0], v[1]), math.Max(v[2], v[3]))
		out[c] = (v[0] + v[1] + v[2] + v[3] - lo - hi) / 2
	}
	return out
}

func (w *Watcher) mean(x, y int, r region) [3]float64 {
	var sum [3]float64
	n := 0.0
	for _, o := range r {
		px, py := x+o.dx, y+o.dy
		if !w.plan.holds(px, py) {
			continue
		}
		i := 3 * (py*w.plan.side + px)
		for c := range 3 {
			sum[c] += float64(w.cur[i+c])
		}
		n++
	}
	for c := range 3 {
		sum[c] /= math.Max(n, 1)
	}
	return sum
}
