package opencv

import "math"

// node is a place where two traces cross or meet.
type node struct {
	x, y   float64
	a, b   [2]float64 // unit directions of the two traces
	ta, tb int32      // the two traces
}

// Crossings are looked for up to crossReach pixels beyond the end of a trace, because the
// ridge itself is lost where two lines meet.
const (
	crossReach = 5
	crossMerge = 3.0
	crossSine  = 0.42 // the least sine of the angle between two lines of a board
)

// crossings finds where traces meet. The picture is w×h pixels.
func crossings(traces []*trace, w, h int) *nodeGrid {
	owner := make([]int32, w*h) // trace number + 1
	step := make([]int32, w*h)
	for n, t := range traces {
		for k := range t.x {
			i := int(t.y[k]+0.5)*w + int(t.x[k]+0.5)
			owner[i], step[i] = int32(n)+1, int32(k)
		}
	}
	found := newNodeGrid(w, h)
	for n, t := range traces {
		for k := -crossReach; k < t.length()+crossReach; k++ {
			x, y := t.beyond(k)
			ix, iy := int(x+0.5), int(y+0.5)
			if ix < 2 || iy < 2 || ix >= w-2 || iy >= h-2 {
				continue
			}
			for _, j := range [5]int{0, 1, -1, w, -w} {
				i := iy*w + ix + j
				if o := owner[i]; o != 0 && o != int32(n)+1 {
					meet(found, traces, n, k, int(o)-1, int(step[i]))
				}
			}
		}
	}
	return found
}

// beyond is the position of step k, continued straight before the first and after the
// last step.
func (t *trace) beyond(k int) (float64, float64) {
	last := t.length() - 1
	switch {
	case k < 0:
		dx, dy := t.direction(min(4, last))
		return t.x[0] + float64(k)*dx, t.y[0] + float64(k)*dy
	case k > last:
		dx, dy := t.direction(max(last-4, 0))
		return t.x[last] + float64(k-last)*dx, t.y[last] + float64(k-last)*dy
	}
	return t.x[k], t.y[k]
}

// meet adds the crossing of trace n near step k with trace m near step l.
func meet(found *nodeGrid, traces []*trace, n, k, m, l int) {
	tn, tm := traces[n], traces[m]
	kc := min(max(k, 0), tn.length()-1)
	ax, ay := tn.direction(kc)
	bx, by := tm.direction(l)
	sine := ax*by - ay*bx
	if math.Abs(sine) < crossSine {
		return
	}
	// Intersect the two tangents.
	px, py := tn.x[kc], tn.y[kc]
	qx, qy := tm.x[l], tm.y[l]
	s := ((qx-px)*by - (qy-py)*bx) / sine
	if math.Abs(s) > crossReach+3 {
		return
	}
	found.add(node{x: px + s*ax, y: py + s*ay, a: [2]float64{ax, ay}, b: [2]float64{bx, by}, ta: int32(n), tb: int32(m)})
}

// nodeGrid holds nodes in buckets, to find the nearest quickly.
type nodeGrid struct {
	w, h    int // in buckets
	nodes   []node
	buckets [][]int32
}

const bucketSize = 16

func newNodeGrid(w, h int) *nodeGrid {
	g := &nodeGrid{w: w/bucketSize + 1, h: h/bucketSize + 1}
	g.buckets = make([][]int32, g.w*g.h)
	return g
}

// add keeps n unless a node is already there.
func (g *nodeGrid) add(n node) {
	if g.nearest(n.x, n.y, crossMerge) >= 0 {
		return
	}
	bx, by := int(n.x)/bucketSize, int(n.y)/bucketSize
	if n.x < 0 || n.y < 0 || bx >= g.w || by >= g.h {
		return
	}
	g.buckets[by*g.w+bx] = append(g.buckets[by*g.w+bx], int32(len(g.nodes)))
	g.nodes = append(g.nodes, n)
}

// each calls visit for every node within reach pixels of (x, y), with its distance.
func (g *nodeGrid) each(x, y, reach float64, visit func(i int32, d float64)) {
	x0, x1 := max(int(x-reach)/bucketSize, 0), min(int(x+reach)/bucketSize, g.w-1)
	y0, y1 := max(int(y-reach)/bucketSize, 0), min(int(y+reach)/bucketSize, g.h-1)
	for by := y0; by <= y1; by++ {
		for bx := x0; bx <= x1; bx++ {
			for _, i := range g.buckets[by*g.w+bx] {
				if d := math.Hypot(g.nodes[i].x-x, g.nodes[i].y-y); d <= reach {
					visit(i, d)
				}
			}
		}
	}
}

// nearest is the node closest to (x, y) within reach, or -1.
func (g *nodeGrid) nearest(x, y, reach float64) int32 {
	best, at := reach, int32(-1)
	g.each(x, y, reach, func(i int32, d float64) {
		if d <= best {
			best, at = d, i
		}
	})
	return at
}
