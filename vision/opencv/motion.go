package opencv

import "math"

// A region is a set of plan pixels given as offsets from a point's pixel.
type region []struct{ dx, dy int }

// disc is the region within radius (in pitches) of the point.
func disc(radius float64) region {
	var r region
	limit := radius * planPitch
	n := int(math.Ceil(limit))
	for dy := -n; dy <= n; dy++ {
		for dx := -n; dx <= n; dx++ {
			if math.Hypot(float64(dx), float64(dy)) <= limit {
				r = append(r, struct{ dx, dy int }{dx, dy})
			}
		}
	}
	return r
}

// The regions that are compared.
var (
	discSpot = disc(0.17) // the middle of a cell, between the lines
	discCore = disc(0.25) // surely inside a stone that lies on its point
	discBody = disc(0.40) // inside a stone that lies right on its point
	discFull = disc(0.50) // a stone and its rim
	discWide = disc(0.58) // a stone, its rim, and the beginning of its lines
)

// rows is a region without gaps, row by row.
type rows []row

// row is one row of a region: from the first to the last offset in it.
type row struct{ dy, from, to int }

// in is where the bytes of the row, around pixel (x, y), begin and end in a plan of the given
// side.
func (r row) in(side, x, y int) (from, to int) {
	if y += r.dy; y < 0 || y >= side {
		return 0, 0
	}
	from, to = 3*(y*side+max(x+r.from, 0)), 3*(y*side+min(x+r.to, side-1)+1)
	return from, max(from, to)
}

// rows gives a disc row by row.
func (r region) rows() (out rows) {
	for _, o := range r {
		if n := len(out); n == 0 || out[n-1].dy != o.dy {
			out = append(out, row{o.dy, o.dx, o.dx})
		} else {
			out[n-1].to = o.dx
		}
	}
	return out
}

// The discs that are compared with the same of other plans again and again.
var (
	rowsFull = discFull.rows()
	rowsWide = discWide.rows()
)

// ringAround is a ring just outside a stone.
var ringAround = func() (r region) {
	for _, o := range disc(0.74) {
		if math.Hypot(float64(o.dx), float64(o.dy)) > 0.60*planPitch {
			r = append(r, o)
		}
	}
	return r
}()

// likeness says how alike one region is in two plans.
type likeness struct {
	// corr is the correlation of the two over all channels, 1 where one is the other in
	// another light, about 0 where they show different things.
	corr float64
	// rest is the mean difference, in grey levels, that is left after the second has been
	// brought to the first's light.
	rest float64
	gain [3]float64 // light of the first over light of the second, B G R
	n    int        // pixels compared
}

// tally gathers pixels of two plans and then says how alike they are.
type tally struct {
	n                    int
	sa, sb, saa, sbb, ab [3]int
}

func (t *tally) add(a, b []byte) {
	t.n += len(a) / 3
	b = b[:len(a)]
	for c := range 3 {
		var sa, sb, saa, sbb, ab int
		for k := c; k < len(a); k += 3 {
			x, y := int(a[k]), int(b[k])
			sa, sb = sa+x, sb+y
			saa, sbb, ab = saa+x*x, sbb+y*y, ab+x*y
		}
		t.sa[c], t.sb[c] = t.sa[c]+sa, t.sb[c]+sb
		t.saa[c], t.sbb[c], t.ab[c] = t.saa[c]+saa, t.sbb[c]+sbb, t.ab[c]+ab
	}
}

// likeness evaluates the sums. Rest is the root of the mean squared difference.
func (t *tally) likeness() likeness {
	l := likeness{n: t.n, gain: [3]float64{1, 1, 1}}
	if t.n == 0 {
		return l
	}
	n := float64(t.n)
	var cov, va, vb, left float64
	for c := range 3 {
		sa, sb := float64(t.sa[c]), float64(t.sb[c])
		saa, sbb, ab := float64(t.saa[c]), float64(t.sbb[c]), float64(t.ab[c])
		g := math.Min(math.Max((sa+n)/(sb+n), 0.4), 2.5)
		l.gain[c] = g
		cov += g * (ab - sa*sb/n)
		va += saa - sa*sa/n
		vb += g * g * (sbb - sb*sb/n)
		left += math.Max(0, saa-2*g*ab+g*g*sbb)
	}
	l.corr = cov / math.Sqrt(va*vb+1e-9)
	l.rest = math.Sqrt(left / (3 * n))
	return l
}

// alike compares a region of two plans of the given side around pixel (x, y).
func alike(a, b []byte, side, x, y int, r rows) likeness {
	var t tally
	for _, row := range r {
		from, to := row.in(side, x, y)
		t.add(a[from:to], b[from:to])
	}
	return t.likeness()
}

// difference is the mean absolute difference of a region, b brought to another light.
func difference(a, b []byte, light *relit, side, x, y int, r rows) float64 {
	sum, n := 0, 0
	for _, row := range r {
		from, to := row.in(side, x, y)
		p := a[from:to]
		q := b[from:to][:len(p)]
		for k := 0; k+2 < len(p); k += 3 {
			d0, d1, d2 := int(p[k])-int(light[0][q[k]]), int(p[k+1])-int(light[1][q[k+1]]), int(p[k+2])-int(light[2][q[k+2]])
			sum += max(d0, -d0) + max(d1, -d1) + max(d2, -d2)
		}
		n += len(p)
	}
	if n == 0 {
		return 0
	}
	return float64(sum) / float64(n)
}

// matching is the part of a region whose pixels are the same in two plans, apart from
// light and a tolerance in grey levels.
func matching(a, b []byte, side, x, y int, r rows, tolerance, slack float64) float64 {
	l := alike(a, b, side, x, y, r)
	for c, g := range l.gain {
		l.gain[c] = math.Min(math.Max(g, 0.7), 1.4)
	}
	same, n := 0, 0
	for _, row := range r {
		from, to := row.in(side, x, y)
		for i := from; i < to; i += 3 {
			n++
			ok := true
			for c := range 3 {
				v := float64(a[i+c])
				ok = ok && math.Abs(v-l.gain[c]*float64(b[i+c])) <= max(tolerance, slack*v)
			}
			if ok {
				same++
			}
		}
	}
	if n == 0 {
		return 0
	}
	return float64(same) / float64(n)
}
