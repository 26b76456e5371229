package opencv

import (
	"cmp"
	"math"
	"slices"
)

// A vessel is a bowl or a cup that stands on the board or over its edge. Two level circles
// are seen of it: its mouth, and below that, towards the camera, where its wall stands
// or is widest. That the mouth is shifted away from the camera against the foot, which nothing
// flat does, tells a vessel from a sheet, a lid or a record; that both are circles in the
// board's plane, from a fist.
type vessel struct {
	foot, mouth ring
	nx, ny      float64 // the direction to below the camera
}

// Measures of a vessel; lengths in pitches where nothing else is said.
const (
	vesselLeast = 1.1  // radius of a foot
	vesselMost  = 4.0  // and the greatest
	vesselSlant = 0.75 // tangent of the angle off the vertical, beyond which it hides too much
	vesselLow   = 0.5  // height
	vesselTall  = 1.2  // and the greatest, in radii of the foot

	footDrawn    = 0.65 // of the foot's outline that the mouth does not hide, so much must be seen,
	clearParts   = 20   // and so many of its 120 parts;
	footParts    = 28   // so many with those beside the mouth
	outlineGap   = 7    // no more parts in a row may be missing from either outline
	outlineApart = 0.15 // an edge so near the outline of the mouth may be that

	mouthDrawn  = 0.85 // of the mouth's outline so much must be seen
	mouthParts  = 20   // and so many of its parts
	mouthNarrow = 0.7  // its radius in radii of the foot
	mouthWide   = 1.3
	mouthShift  = 0.30 // how far at least it is shifted away from the camera,
	mouthFar    = 0.6  // at most, in radii of the foot,
	mouthAside  = 0.30 // and to the side

	wallSeen    = 0.35 // least width of the wall that is seen towards the camera
	behindMouth = 0.25 // so far behind the mouth it must look otherwise than on the wall,
	wallAlike   = 20.0 // by so many grey levels,
	behindAlike = 0.4  // but for this part

	vesselInside = 0.25 // so far inside the outermost lines its middle may stand: no bowl has a place further in

	feetTried   = 12 // rings that a mouth is looked for about
	mouthsTried = 32 // and mouths that a foot is looked for about
	linesEnding = 2  // so many lines of the board must be seen to end at the foot
)

// seenRing is a ring and what of it is seen.
type seenRing struct {
	ring
	arc
	drawn, gone int
}

// vessels finds what stands about some places on a board that the camera sees from st.
func (p *wide) vessels(st stance, l *looker, usual float64, about [][2]float64) (out []vessel) {
	edges := p.edges()
	rings := p.outlined(p.rings(edges, about), edges)
	feet := slices.Clone(rings)
	for _, foot := range rings[:min(len(rings), feetTried)] {
		if l.linesEnd(foot.ring, usual) >= linesEnding {
			rings = append(rings, p.outlined(settleRings(foot.partners(st, -1), edges), edges)...)
		}
	}
	slices.SortStableFunc(rings, moreDrawn)
	for _, mouth := range rings[:min(len(rings), mouthsTried)] {
		if float64(mouth.drawn) < mouthDrawn*float64(mouth.drawn+mouth.gone) ||
			slices.ContainsFunc(out, func(v vessel) bool { return math.Hypot(v.foot.col-mouth.col, v.foot.row-mouth.row) < v.foot.r }) {
			continue
		}
		here := append(p.outlined(settleRings(mouth.partners(st, 1), edges), edges), feet...)
		slices.SortStableFunc(here, moreDrawn)
		most, best := 0, vessel{}
		for _, foot := range here {
			if v, ok := joined(foot, mouth, st); ok && beside(v.foot, l.grid.Size) && !p.goesOn(v) {
				if n := l.linesEnd(foot.ring, usual); n > most {
					most, best = n, v
				}
			}
		}
		if most >= linesEnding {
			out = append(out, best)
		}
	}
	return out
}

// moreDrawn orders rings by what is seen of their outlines.
func moreDrawn(a, b seenRing) int { return cmp.Compare(b.drawn-2*b.gone, a.drawn-2*a.gone) }

// outlined looks at the outlines of rings; those of which little is seen are left out.
func (p *wide) outlined(rings []ring, edges []edgeAt) (out []seenRing) {
	for _, r := range rings {
		s := seenRing{ring: r, arc: p.outline(r, edges)}
		s.drawn, s.gone = s.arc.count()
		if s.drawn >= mouthParts {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, moreDrawn)
	return out
}

// partners guesses where the foot of a vessel with such a mouth may be: towards the camera,
// sense 1; or with sense -1 where the mouth of one with such a foot may be.
func (c ring) partners(st stance, sense float64) (out []ring) {
	nx, ny, _ := st.towards(c.col, c.row)
	for shift := 0.2; shift < 1.3; shift += 0.2 {
		for part := 0.7; part < 1.15; part += 0.1 {
			out = append(out, ring{c.col + sense*shift*nx, c.row + sense*shift*ny, math.Pow(part, sense) * c.r})
		}
	}
	return out
}

// joined makes a vessel of two rings, if they are its foot and its mouth.
func joined(foot, mouth seenRing, st stance) (v vessel, ok bool) {
	nx, ny, slant := st.towards(foot.col, foot.row)
	dx, dy := mouth.col-foot.col, mouth.row-foot.row
	away, aside := -(dx*nx + dy*ny), math.Abs(dx*ny-dy*nx)
	if foot.r < vesselLeast || foot.r > vesselMost || slant > vesselSlant ||
		away < mouthShift || away > mouthFar*foot.r || aside > mouthAside {
		return v, false
	}
	// What stands high is seen larger and farther off: by the same share.
	larger := 1 + away/math.Hypot(st.col-foot.col, st.row-foot.row)
	height := st.height * (1 - 1/larger)
	width := mouth.r / larger / foot.r
	if height < vesselLow || height > vesselTall*foot.r || width < mouthNarrow || width > mouthWide ||
		away+foot.r-mouth.r < wallSeen {
		return v, false
	}
	rest := foot.arc
	for k := range rest {
		sin, cos := partOf(k)
		if mouth.beyond(foot.col+foot.r*cos, foot.row+foot.r*sin) < outlineApart {
			rest[k] = outside // hidden behind the mouth, or the mouth's own edge
		}
	}
	clear, gone := rest.count()
	ok = foot.drawn >= footParts && clear >= clearParts && float64(clear) >= footDrawn*float64(clear+gone) &&
		rest.gap() <= outlineGap && mouth.arc.gap() <= outlineGap
	return vessel{foot: foot.ring, mouth: mouth.ring, nx: nx, ny: ny}, ok
}

// beside reports whether the middle of a ring lies beside the playing area.
func beside(r ring, size int) bool {
	last := float64(size-1) - vesselInside
	return r.col < vesselInside || r.row < vesselInside || r.col > last || r.row > last
}

// goesOn reports whether what looks like the wall goes on behind the mouth, as an arm with a
// watch on it does.
func (p *wide) goesOn(v vessel) bool {
	var wall [][3]float64
	behind, alike := 0, 0
	for k := range ringParts {
		sin, cos := partOf(k)
		if cos*v.nx+sin*v.ny > 0.5 {
			// Halfway between the two outlines.
			x, y := v.foot.col+(v.foot.r-wallSeen/2)*cos, v.foot.row+(v.foot.r-wallSeen/2)*sin
			if c, ok := p.color(x, y); ok && v.mouth.beyond(x, y) > 0 {
				wall = append(wall, c)
			}
		}
	}
	for k := range ringParts {
		sin, cos := partOf(k)
		x, y := v.mouth.col+(v.mouth.r+behindMouth)*cos, v.mouth.row+(v.mouth.r+behindMouth)*sin
		c, ok := p.color(x, y)
		if !ok || v.foot.beyond(x, y) < behindMouth {
			continue
		}
		behind++
		if slices.ContainsFunc(wall, func(w [3]float64) bool { return apart(c, w) < wallAlike }) {
			alike++
		}
	}
	return float64(alike) > behindAlike*float64(behind)
}

// beyond is how far outside the ring a place lies.
func (c ring) beyond(col, row float64) float64 { return math.Hypot(col-c.col, row-c.row) - c.r }

// count tells how many parts are drawn, and how many are missing.
func (a *arc) count() (clear, gone int) {
	for _, s := range a {
		switch s {
		case drawn:
			clear++
		case missing:
			gone++
		}
	}
	return clear, gone
}

// gap is the longest run of missing parts; what is outside the picture does not end it.
func (a *arc) gap() (most int) {
	run := 0
	for k := range 2 * len(a) {
		switch a[k%len(a)] {
		case drawn:
			run = 0
		case missing:
			run++
		}
		most = max(most, min(run, len(a)))
	}
	return most
}

// linesEnd counts the lines of the board that end at a ring, as they do at what stands on
// it; none where some go on inside, as at the edge of a shadow.
func (l *looker) linesEnd(c ring, usual float64) (end int) {
	last, through := float64(l.grid.Size-1), 0
	for k := range l.grid.Size {
		for _, turn := range [2]bool{false, true} {
			middle, across := c.row, float64(k)-c.col
			if turn {
				middle, across = c.col, float64(k)-c.row
			}
			if math.Abs(across) > 0.85*c.r {
				continue
			}
			for _, s := range [2]float64{-1, 1} {
				at := middle + s*math.Sqrt(c.r*c.r-across*across)
				room := func(s float64) float64 { return math.Min(lineFar, max(s*last, 0)-s*at) }
				if room(s) < lineFar || room(-s) < lineRoom || !l.seenAlong(float64(k), at, s, turn, lineFar, usual, lineShare) {
					continue
				}
				if l.seenAlong(float64(k), at, -s, turn, room(-s), usual, lineGone) {
					through++
				} else {
					end++
				}
			}
		}
	}
	if 4*through > end {
		return 0
	}
	return end
}

// seenAlong reports whether line k is seen on both sides of it up to so far from a place on it, in direction s; turn says that the line is a row.
func (l *looker) seenAlong(k, at, s float64, turn bool, to, usual, share float64) bool {
	col, row, dx, dy := k, at, 0.0, s
	if turn {
		col, row, dx, dy = at, k, s, 0
	}
	right, left := l.runs(col, row, dx, dy, lineFrom, to, usual)
	return math.Min(right, left) >= share
}
