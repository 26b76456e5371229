package opencv

import (
	"cmp"
	"math"
	"slices"
)

// Measures of rings: circles in the board's plane. A level circle at any height above the
// board is seen as a circle in its plane.
const (
	ringLeast, ringMost = 0.9, 4.5 // radius in pitches
	ringStep            = 0.15     // from one radius looked for to the next
	ringCells           = 4        // places a pitch in which a middle is looked for
	ringsTried          = 200
	bendReach           = 0.6  // how far an edge is followed to see how it bends, in pitches
	bendNear            = 0.35 // how far that may be off one over the radius
	bendEdges           = 4    // fewer edges to a side do not tell it
	ringVotes           = 0.06 // of the edge samples of a whole circle, those that must agree on it
	ringBand            = 0.25 // how far off an edge may lie at first
	ringTight           = 0.07 // and at last, in pitches
	ringSeen            = 0.10 // so near its outline an edge belongs to it
	ringAcross          = 0.92 // cosine by which an edge must face the middle
	ringParts           = 120  // that its outline is looked at in
)

// ring is a circle in the board's plane, in pitches.
type ring struct{ col, row, r float64 }

// arc is what is seen of a ring's outline, part by part from the right clockwise.
type arc [ringParts]sight

// sight is what is seen of a part of an outline.
type sight byte

const (
	outside sight = iota // of the picture
	missing
	drawn
)

// partOf is the direction of the middle of a part.
func partOf(k int) (sin, cos float64) {
	return math.Sincos(2 * math.Pi * (float64(k) + 0.5) / ringParts)
}

// rings finds circles among the edges of the plan that go about one of the places.
func (p *wide) rings(edges []edgeAt, about [][2]float64) (out []ring) {
	return settleRings(p.guessRings(edges, about), edges)
}

// settleRings moves guessed rings to the edges near them; what comes to the same is one.
func settleRings(guessed []ring, edges []edgeAt) (out []ring) {
	for _, c := range guessed {
		r, ok := c.fitted(c.beside(edges))
		if !ok || slices.ContainsFunc(out, func(o ring) bool {
			return math.Hypot(o.col-r.col, o.row-r.row) < 0.08 && math.Abs(o.r-r.r) < 0.05
		}) {
			continue
		}
		out = append(out, r)
	}
	return out
}

// guessRings lets every edge vote for the circles it may belong to, by the way it bends, and
// gives those with the most votes for their length.
func (p *wide) guessRings(edges []edgeAt, about [][2]float64) []ring {
	cells := (p.lines-1+2*wideMargin)*ringCells + 1
	steps := int((ringMost-ringLeast)/ringStep) + 1
	votes := make([]float32, steps*cells*cells)
	for i, bend := range p.bends(edges) {
		e, side := edges[i], math.Copysign(1, bend)
		for k := range steps {
			r := ringLeast + ringStep*float64(k)
			if math.Abs(math.Abs(bend)-1/r) > bendNear {
				continue
			}
			x := (e.col+side*r*e.nx+wideMargin)*ringCells - 0.5
			y := (e.row+side*r*e.ny+wideMargin)*ringCells - 0.5
			if x < 0 || y < 0 || x >= float64(cells-1) || y >= float64(cells-1) {
				continue
			}
			i := (k*cells+int(y))*cells + int(x)
			votes[i]++
			votes[i+1]++
			votes[i+cells]++
			votes[i+cells+1]++
		}
	}
	return mostVoted(votes, cells, steps, about)
}

// mostVoted lists the circles with the most votes for their length, the best first.
func mostVoted(votes []float32, cells, steps int, about [][2]float64) (out []ring) {
	type guess struct {
		ring
		votes float64
	}
	var best []guess
	for k := range steps {
		r := ringLeast + ringStep*float64(k)
		for y := 1; y < cells-1; y++ {
			for x := 1; x < cells-1; x++ {
				i := (k*cells+y)*cells + x
				v := float64(votes[i]) / (2 * math.Pi * r * widePitch)
				c := ring{float64(x)/ringCells - wideMargin, float64(y)/ringCells - wideMargin, r}
				if v >= ringVotes && foremostCell(votes, i, cells) && c.about(about) {
					best = append(best, guess{c, v})
				}
			}
		}
	}
	slices.SortStableFunc(best, func(a, b guess) int { return cmp.Compare(b.votes, a.votes) })
	for _, b := range best[:min(len(best), ringsTried)] {
		out = append(out, b.ring)
	}
	return out
}

// bends measures how every edge bends, as one over the radius in pitches: positive where it
// bends the way it faces, 0 where it is straight, ends or does not tell.
func (p *wide) bends(edges []edgeAt) []float64 {
	at := make([]int32, p.side*p.side)
	for i, e := range edges {
		at[p.sample(e.col, e.row)] = int32(i + 1)
	}
	out := make([]float64, len(edges))
	reach := int(math.Ceil(bendReach * widePitch))
	for i, e := range edges {
		x, y := p.sample(e.col, e.row)%p.side, p.sample(e.col, e.row)/p.side
		var s4, s2q, s2, q1, n float64
		sides := [2]int{}
		for v := max(y-reach, 0); v <= min(y+reach, p.side-1); v++ {
			for u := max(x-reach, 0); u <= min(x+reach, p.side-1); u++ {
				k := at[v*p.side+u] - 1
				if k < 0 {
					continue
				}
				o := edges[k]
				dx, dy := o.col-e.col, o.row-e.row
				q, s := dx*e.nx+dy*e.ny, dy*e.nx-dx*e.ny
				if math.Abs(q) > 0.03+0.6*s*s || math.Abs(e.nx*o.nx+e.ny*o.ny) < 0.7 {
					continue
				}
				if s > 0 {
					sides[0]++
				} else if s < 0 {
					sides[1]++
				}
				s4, s2q, s2, q1, n = s4+s*s*s*s, s2q+s*s*q, s2+s*s, q1+q, n+1
			}
		}
		if det := n*s4 - s2*s2; min(sides[0], sides[1]) >= bendEdges && det > 0 {
			out[i] = 2 * (n*s2q - s2*q1) / det
		}
	}
	return out
}

// sample is the number of the sample at a place of the board.
func (p *wide) sample(col, row float64) int {
	x, y := int(math.Round((col+wideMargin)*widePitch)), int(math.Round((row+wideMargin)*widePitch))
	return min(max(y, 0), p.side-1)*p.side + min(max(x, 0), p.side-1)
}

// about reports whether the ring goes about one of the places.
func (c ring) about(places [][2]float64) bool {
	return slices.ContainsFunc(places, func(at [2]float64) bool { return math.Hypot(at[0]-c.col, at[1]-c.row) < c.r+ringBand })
}

// foremostCell reports whether no place around has more votes for the same radius.
func foremostCell(votes []float32, i, cells int) bool {
	for _, k := range [8]int{-cells - 1, -cells, -cells + 1, -1, 1, cells - 1, cells, cells + 1} {
		if votes[i+k] > votes[i] {
			return false
		}
	}
	return true
}

// beside lists the edges that the ring may come to lie on.
func (c ring) beside(edges []edgeAt) (out []edgeAt) {
	for _, e := range edges {
		if far := math.Hypot(e.col-c.col, e.row-c.row); math.Abs(far-c.r) < 2*ringBand {
			out = append(out, e)
		}
	}
	return out
}

// fitted moves a ring to the edges near it, by least squares of their distances.
func (c ring) fitted(edges []edgeAt) (ring, bool) {
	start := c
	for _, band := range [...]float64{ringBand, ringBand, 0.18, 0.12, 0.1, 0.08, ringTight, ringTight} {
		var m [3][3]float64
		var right line3
		n := 0
		for _, e := range edges {
			d, ux, uy, ok := c.off(e)
			if !ok || math.Abs(d) > band {
				continue
			}
			n++
			weight := 1 - d*d/(band*band)
			row := line3{ux, uy, 1}
			for i := range row {
				for j := range row {
					m[i][j] += weight * row[i] * row[j]
				}
				right[i] += weight * row[i] * d
			}
		}
		step, ok := solve3(m, right)
		if n < widePitch || !ok {
			return c, false
		}
		c = ring{c.col + step[0], c.row + step[1], c.r + step[2]}
		if !(math.Hypot(c.col-start.col, c.row-start.row) < 0.8) || !(c.r > ringLeast-0.1) || c.r > ringMost+0.5 {
			return c, false
		}
	}
	return c, true
}

// off is how far outside the ring an edge lies, and its direction from the middle; false
// where the edge does not run along it.
func (c ring) off(e edgeAt) (d, ux, uy float64, ok bool) {
	dx, dy := e.col-c.col, e.row-c.row
	far := math.Hypot(dx, dy)
	if math.Abs(far-c.r) > ringBand || far == 0 {
		return 0, 0, 0, false
	}
	ux, uy = dx/far, dy/far
	return far - c.r, ux, uy, math.Abs(ux*e.nx+uy*e.ny) > ringAcross
}

// outline tells which parts of a ring are seen as edges.
func (p *wide) outline(c ring, edges []edgeAt) (a arc) {
	for k := range a {
		sin, cos := partOf(k)
		if p.shown(c.col+c.r*cos, c.row+c.r*sin) {
			a[k] = missing
		}
	}
	for _, e := range edges {
		d, ux, uy, ok := c.off(e)
		if !ok || math.Abs(d) > ringSeen {
			continue
		}
		at := math.Mod(math.Atan2(uy, ux)/(2*math.Pi)+1, 1) * ringParts
		half := 0.6 * ringParts / (2 * math.Pi * c.r * widePitch)
		for k := int(math.Floor(at - half)); k <= int(at+half); k++ {
			a[(k+ringParts)%ringParts] = drawn
		}
	}
	return a
}
