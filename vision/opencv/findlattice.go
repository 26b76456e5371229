package opencv

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// lattice gives grid coordinates, with an arbitrary origin, to crossings that lie like
// the points of a board.
type lattice struct {
	nodes *nodeGrid
	at    map[[2]int]int32 // grid coordinates to node
	index map[int32][2]int // the inverse
	rank  float64          // pieces of line seen between its nodes, less those missing
}

// Limits of growing a lattice, in parts of the local pitch.
const (
	growReach  = 0.22
	cellReach  = 0.25
	fitReach   = 0.18
	latticeMin = 12 // fewer nodes are an accident
	seedTries  = 160
)

// lattices grows a lattice from many seeds and returns those that hold the most nodes,
// the largest first, without near copies of each other.
func lattices(r *ridges, nodes *nodeGrid, keep int) []*lattice {
	var out []*lattice
	stride := max(len(nodes.nodes)/seedTries, 1)
	for start := range nodes.nodes {
		// A golden-ratio stride spreads the seeds over the picture.
		i := int32((start * 7919) % len(nodes.nodes))
		if start >= seedTries*stride || start > 4*seedTries {
			break
		}
		if heldBy(out, i) >= 2 {
			continue
		}
		for _, l := range growFrom(nodes, i) {
			if len(l.at) >= latticeMin {
				out = append(out, l)
			}
		}
	}
	for _, l := range out {
		l.score(r)
	}
	slices.SortStableFunc(out, func(a, b *lattice) int { return cmp.Compare(b.rank, a.rank) })
	return distinct(out, keep)
}

// score ranks the lattice by the pieces of line that can be seen between its nodes.
func (l *lattice) score(r *ridges) {
	for c, i := range l.at {
		for _, s := range [2][2]int{{1, 0}, {0, 1}} {
			j, ok := l.at[[2]int{c[0] + s[0], c[1] + s[1]}]
			if !ok {
				continue
			}
			a, b := l.nodes.nodes[i], l.nodes.nodes[j]
			seen := 0
			for _, t := range alongPiece {
				if r.at(a.x+t*(b.x-a.x), a.y+t*(b.y-a.y)) > r.low {
					seen++
				}
			}
			l.rank += 1.5*float64(seen)/float64(len(alongPiece)) - 0.5
		}
	}
}

// heldBy is how many sizeable lattices already use node i.
func heldBy(ls []*lattice, i int32) int {
	n := 0
	for _, l := range ls {
		if _, ok := l.index[i]; ok && len(l.at) > 60 {
			n++
		}
	}
	return n
}

// distinct drops lattices most of whose nodes a better one has with the same spacing.
func distinct(ls []*lattice, keep int) []*lattice {
	var out []*lattice
	for _, l := range ls {
		copyOf := false
		for _, o := range out {
			copyOf = copyOf || o.covers(l)
		}
		if !copyOf {
			if out = append(out, l); len(out) == keep {
				break
			}
		}
	}
	return out
}

// covers reports whether most of l's nodes are in o, with neighbours of l neighbours in o.
func (o *lattice) covers(l *lattice) bool {
	shared, steps := 0, 0
	for i, c := range l.index {
		p, ok := o.index[i]
		if !ok {
			continue
		}
		shared++
		if j, ok := l.at[[2]int{c[0] + 1, c[1]}]; ok {
			if q, ok := o.index[j]; ok && abs(q[0]-p[0])+abs(q[1]-p[1]) == 1 {
				steps++
			}
		}
	}
	return shared*10 >= len(l.at)*6 && steps*3 >= shared
}

func abs(v int) int { return max(v, -v) }

// growFrom grows lattices from the cells that have node i as a corner.
func growFrom(nodes *nodeGrid, i int32) []*lattice {
	n := nodes.nodes[i]
	var out []*lattice
	for _, sign := range [2]float64{1, -1} {
		right := nextAlong(nodes, i, n.a[0], n.a[1])
		down := nextAlong(nodes, i, sign*n.b[0], sign*n.b[1])
		if right < 0 || down < 0 {
			continue
		}
		r, d := nodes.nodes[right], nodes.nodes[down]
		step := math.Min(math.Hypot(r.x-n.x, r.y-n.y), math.Hypot(d.x-n.x, d.y-n.y))
		fourth := nodes.nearest(r.x+d.x-n.x, r.y+d.y-n.y, cellReach*step)
		if fourth < 0 || fourth == right || fourth == down || fourth == i {
			continue
		}
		l := &lattice{nodes: nodes, at: map[[2]int]int32{}, index: map[int32][2]int{}}
		l.put([2]int{0, 0}, i)
		l.put([2]int{1, 0}, right)
		l.put([2]int{0, 1}, down)
		l.put([2]int{1, 1}, fourth)
		l.grow()
		out = append(out, l)
	}
	return out
}

// nextAlong is the nearest node from node i in a direction, or -1.
func nextAlong(nodes *nodeGrid, i int32, dx, dy float64) int32 {
	const reach, slack = 90.0, 0.14
	n := nodes.nodes[i]
	best, at := reach, int32(-1)
	nodes.each(n.x, n.y, reach, func(j int32, d float64) {
		if j == i || d >= best || d < 5 {
			return
		}
		ex, ey := nodes.nodes[j].x-n.x, nodes.nodes[j].y-n.y
		if ex*dx+ey*dy > 0 && math.Abs(ex*dy-ey*dx) <= slack*d+1 {
			best, at = d, j
		}
	})
	return at
}

func (l *lattice) put(c [2]int, i int32) {
	l.at[c] = i
	l.index[i] = c
}

var steps4 = [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// grow adds neighbours of what it has, each where its own neighbours predict it.
func (l *lattice) grow() {
	queue := [][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}}
	for len(queue) > 0 && len(l.at) < 900 {
		c := queue[0]
		queue = queue[1:]
		for _, s := range steps4 {
			next := [2]int{c[0] + s[0], c[1] + s[1]}
			if _, ok := l.at[next]; ok {
				continue
			}
			x, y, step, ok := l.predict(c, s)
			if !ok {
				continue
			}
			i := l.nodes.nearest(x, y, growReach*step)
			if i < 0 || !l.node(c).alike(l.nodes.nodes[i]) {
				continue
			}
			if _, used := l.index[i]; used {
				continue
			}
			l.put(next, i)
			queue = append(queue, next)
		}
	}
}

// alike reports whether two neighbouring nodes have lines in the same two directions.
func (n node) alike(m node) bool {
	const cos = 0.965
	along := func(u, v [2]float64) bool { return math.Abs(u[0]*v[0]+u[1]*v[1]) > cos }
	return along(n.a, m.a) && along(n.b, m.b) || along(n.a, m.b) && along(n.b, m.a)
}

// predict is where the node one step s from c should be: as far as the step before, or
// as the same step in a neighbouring row.
func (l *lattice) predict(c, s [2]int) (x, y, step float64, ok bool) {
	p := l.node(c)
	if back, has := l.at[[2]int{c[0] - s[0], c[1] - s[1]}]; has {
		q := l.nodes.nodes[back]
		return 2*p.x - q.x, 2*p.y - q.y, math.Hypot(p.x-q.x, p.y-q.y), true
	}
	for _, side := range [2][2]int{{s[1], s[0]}, {-s[1], -s[0]}} {
		from, has1 := l.at[[2]int{c[0] + side[0], c[1] + side[1]}]
		to, has2 := l.at[[2]int{c[0] + side[0] + s[0], c[1] + side[1] + s[1]}]
		if has1 && has2 {
			a, b := l.nodes.nodes[from], l.nodes.nodes[to]
			return p.x + b.x - a.x, p.y + b.y - a.y, math.Hypot(b.x-a.x, b.y-a.y), true
		}
	}
	return 0, 0, 0, false
}

func (l *lattice) node(c [2]int) node { return l.nodes.nodes[l.at[c]] }

// plane fits a homography to the nodes and then takes in what lies where it predicts,
// over the gaps that growing could not cross.
func (l *lattice) plane() (plane, bool) {
	var h plane
	for range 4 {
		var ok bool
		if h, ok = l.fit(h); !ok {
			return h, false
		}
		l.retake(h)
		if len(l.at) < latticeMin {
			return h, false
		}
	}
	return l.fit(h)
}

// fit is the least-squares homography from grid coordinates to pixels; nodes far from
// the former fit count less.
func (l *lattice) fit(former plane) (plane, bool) {
	var from, to [][2]float64
	var weight []float64
	for _, c := range l.coordinates() {
		n := l.node(c)
		w := 1.0
		if former != (plane{}) {
			x, y := former.at(float64(c[0]), float64(c[1]))
			d := math.Hypot(x-n.x, y-n.y)
			w = 1 / (1 + d*d/4)
		}
		from = append(from, [2]float64{float64(c[0]), float64(c[1])})
		to = append(to, [2]float64{n.x, n.y})
		weight = append(weight, w)
	}
	return fitPlane(from, to, weight)
}

// coordinates lists the grid coordinates in a fixed order, so that sums over them are
// the same every time.
func (l *lattice) coordinates() [][2]int {
	return slices.SortedFunc(maps.Keys(l.at), func(a, b [2]int) int {
		return cmp.Or(a[1]-b[1], a[0]-b[0])
	})
}

// retake assigns nodes afresh where the plane predicts grid points, a few lines beyond
// the present extent.
func (l *lattice) retake(h plane) {
	lo, hi := l.extent()
	at, index := map[[2]int]int32{}, map[int32][2]int{}
	for row := lo[1] - 3; row <= hi[1]+3; row++ {
		for col := lo[0] - 3; col <= hi[0]+3; col++ {
			x, y := h.at(float64(col), float64(row))
			pitch := h.pitch(float64(col), float64(row))
			if !(pitch > 4 && pitch < 400) {
				continue
			}
			i := l.nodes.nearest(x, y, fitReach*pitch)
			if i < 0 {
				continue
			}
			if _, used := index[i]; used {
				continue
			}
			at[[2]int{col, row}] = i
			index[i] = [2]int{col, row}
		}
	}
	l.at, l.index = at, index
}

// extent is the smallest and largest column and row of the nodes.
func (l *lattice) extent() (lo, hi [2]int) {
	first := true
	for c := range l.at {
		if first {
			lo, hi, first = c, c, false
		}
		for k := range c {
			lo[k], hi[k] = min(lo[k], c[k]), max(hi[k], c[k])
		}
	}
	return lo, hi
}
