package opencv

import (
	"math"
	"slices"
)

// ridges is how much every pixel of a picture looks like part of a thin line of one
// polarity: the largest second derivative across the line, in grey levels.
type ridges struct {
	w, h     int
	strength []float32 // 0 where there is no ridge
	dx, dy   []float32 // unit direction along the line
	low      float32   // what grain and noise reach by themselves
}

// newRidges looks for dark lines in a smoothed grey picture, or for light ones where
// light is set.
func newRidges(gray []float32, w, h int, light bool) *ridges {
	r := &ridges{w: w, h: h, strength: make([]float32, w*h), dx: make([]float32, w*h), dy: make([]float32, w*h)}
	sign := float32(1)
	if light {
		sign = -1
	}
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			i := y*w + x
			c := 2 * gray[i]
			xx := sign * (gray[i+1] + gray[i-1] - c)
			yy := sign * (gray[i+w] + gray[i-w] - c)
			if xx+yy <= 0 {
				continue // the stronger curvature has the other sign
			}
			xy := sign * (gray[i+w+1] + gray[i-w-1] - gray[i+w-1] - gray[i-w+1]) / 4
			r.set(i, xx, yy, xy)
		}
	}
	r.low = r.noise()
	return r
}

// set stores the larger eigenvalue of the Hessian and the direction along the line,
// which is the eigenvector of the other one.
func (r *ridges) set(i int, xx, yy, xy float32) {
	d := (xx - yy) / 2
	root := float32(math.Sqrt(float64(d*d + xy*xy)))
	r.strength[i] = (xx+yy)/2 + root
	// (root+|d|, xy) is the eigenvector along or across, depending on the sign of d.
	ax, ay := xy, -(root + d)
	if d < 0 {
		ax, ay = root-d, -xy
	}
	if n := float32(math.Sqrt(float64(ax*ax + ay*ay))); n > 0 {
		r.dx[i], r.dy[i] = ax/n, ay/n
	}
}

// noise is the ridge strength that half of the ridge-like pixels reach, a measure of
// noise and wood grain; never so low that a blank wall is full of lines.
func (r *ridges) noise() float32 {
	const bins, per = 512, 16
	var count [bins]int
	total := 0
	for i := 0; i < len(r.strength); i += 3 {
		if s := r.strength[i]; s > 0 {
			count[min(int(s*per), bins-1)]++
			total++
		}
	}
	seen := 0
	for b, n := range count {
		if seen += n; seen*2 >= total {
			return max(float32(b)/per, 0.25)
		}
	}
	return 0.25
}

// at is the strength at a fractional pixel, 0 outside.
func (r *ridges) at(x, y float64) float32 {
	ix, iy := int(x), int(y)
	if x < 0 || y < 0 || ix >= r.w-1 || iy >= r.h-1 {
		return 0
	}
	fx, fy := float32(x-float64(ix)), float32(y-float64(iy))
	s := r.strength[iy*r.w+ix:]
	top := s[0] + (s[1]-s[0])*fx
	s = s[r.w:]
	return top + (s[0]+(s[1]-s[0])*fx-top)*fy
}

// trace is one smooth line followed through the picture.
type trace struct {
	x, y []float64
}

func (t *trace) length() int { return len(t.x) }

// direction is the unit direction around step i, over a few steps either way.
func (t *trace) direction(i int) (float64, float64) {
	a, b := max(i-6, 0), min(i+6, len(t.x)-1)
	dx, dy := t.x[b]-t.x[a], t.y[b]-t.y[a]
	n := math.Hypot(dx, dy)
	if n == 0 {
		return 1, 0
	}
	return dx / n, dy / n
}

// Limits of tracing, in pixels and steps of one pixel.
const (
	traceMin    = 9     // shorter traces are noise
	traceGap    = 5     // a crossing, or a speck, that a trace may jump
	traceMax    = 3000  // traces a picture may give
	seedMax     = 60000 // places a trace may start from
	turnPerStep = 0.12  // how fast a trace follows a bend
)

// traces follows every ridge in the picture, the strongest first.
func (r *ridges) traces() []*trace {
	seeds := r.seeds()
	taken := make([]bool, r.w*r.h)
	var out []*trace
	for _, i := range seeds {
		if taken[i] {
			continue
		}
		t := r.follow(i, taken)
		if t.length() < traceMin {
			continue
		}
		r.claim(t, taken)
		out = append(out, t.straights()...)
		if len(out) >= traceMax {
			break
		}
	}
	return out
}

// straights cuts a trace where it bends more than the line of a board can, even through a
// poor lens, and gives the pieces: the rims of stones and bowls fall away.
func (t *trace) straights() []*trace {
	const sharpest = 0.17 // radians from 5 steps before to 5 steps after
	var out []*trace
	start := 0
	for k := 0; k <= t.length(); k++ {
		if k < t.length() && t.bend(k) < sharpest {
			continue
		}
		if k-start >= traceMin {
			out = append(out, &trace{x: t.x[start:k], y: t.y[start:k]})
		}
		start = k + 1
	}
	return out
}

// bend is the angle by which the trace turns around step k.
func (t *trace) bend(k int) float64 {
	last := t.length() - 1
	c := min(max(k, 5), last-5)
	if c < 4 {
		c = last / 2
	}
	a, b := max(c-5, 0), min(c+5, last)
	ux, uy := t.x[c]-t.x[a], t.y[c]-t.y[a]
	vx, vy := t.x[b]-t.x[c], t.y[b]-t.y[c]
	return math.Abs(math.Atan2(ux*vy-uy*vx, ux*vx+uy*vy))
}

// seeds are the pixels that are stronger than both neighbours across the line and well
// above the noise, the strongest first.
func (r *ridges) seeds() []int32 {
	high := 2.2 * r.low
	var seeds []int32
	for y := 2; y < r.h-2; y++ {
		for x := 2; x < r.w-2; x++ {
			i := y*r.w + x
			s := r.strength[i]
			if s < high {
				continue
			}
			ax, ay := -float64(r.dy[i]), float64(r.dx[i])
			fx, fy := float64(x), float64(y)
			if s >= r.at(fx+ax, fy+ay) && s >= r.at(fx-ax, fy-ay) {
				seeds = append(seeds, int32(i))
			}
		}
	}
	slices.SortFunc(seeds, func(a, b int32) int {
		return int(sign32(r.strength[b] - r.strength[a]))
	})
	return seeds[:min(len(seeds), seedMax)]
}

func sign32(v float32) float32 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// follow walks from pixel i both ways along the ridge.
func (r *ridges) follow(i int32, taken []bool) *trace {
	x, y := float64(int(i)%r.w), float64(int(i)/r.w)
	dx, dy := float64(r.dx[i]), float64(r.dy[i])
	bx, by := r.walk(x, y, -dx, -dy, taken)
	fx, fy := r.walk(x, y, dx, dy, taken)
	slices.Reverse(bx)
	slices.Reverse(by)
	return &trace{x: append(append(bx, x), fx...), y: append(append(by, y), fy...)}
}

// walk takes steps of one pixel from (x, y) until the ridge ends. A round stone's rim
// never ends: the number of steps is limited too.
func (r *ridges) walk(x, y, dx, dy float64, taken []bool) (xs, ys []float64) {
	gap := 0
	for gap <= traceGap && len(xs) < r.w+r.h {
		x, y = x+dx, y+dy
		if x < 2 || y < 2 || x >= float64(r.w-2) || y >= float64(r.h-2) {
			break
		}
		off, ok := r.recentre(x, y, dx, dy)
		if ok && taken[int(y+0.5)*r.w+int(x+0.5)] && r.alongAt(x, y, dx, dy) > 0.9 {
			break // another trace has been here
		}
		if !ok {
			gap++
		} else {
			gap = 0
			x, y = x-dy*off, y+dx*off
			dx, dy = turn(dx, dy, off*turnPerStep)
		}
		xs, ys = append(xs, x), append(ys, y)
	}
	keep := max(len(xs)-gap, 0)
	return xs[:keep], ys[:keep]
}

// recentre finds the ridge's middle within a pixel across the direction of travel; ok is
// false where there is no ridge of that direction.
func (r *ridges) recentre(x, y, dx, dy float64) (off float64, ok bool) {
	a, m, b := r.at(x+dy, y-dx), r.at(x, y), r.at(x-dy, y+dx)
	best := max(a, m, b)
	if best < 1.3*r.low || r.alongAt(x, y, dx, dy) < 0.88 {
		return 0, false
	}
	switch {
	case m >= a && m >= b:
		if curve := a + b - 2*m; curve < 0 {
			return float64((a - b) / (2 * curve)), true
		}
		return 0, true
	case a > b:
		return -0.7, true
	}
	return 0.7, true
}

// alongAt is the cosine between a direction and the ridge's own at the nearest pixel.
func (r *ridges) alongAt(x, y, dx, dy float64) float64 {
	i := int(y+0.5)*r.w + int(x+0.5)
	return math.Abs(dx*float64(r.dx[i]) + dy*float64(r.dy[i]))
}

func turn(dx, dy, angle float64) (float64, float64) {
	dx, dy = dx-dy*angle, dy+dx*angle
	n := math.Hypot(dx, dy)
	return dx / n, dy / n
}

// claim marks the pixels of a trace and their neighbours so that it is not found again.
func (r *ridges) claim(t *trace, taken []bool) {
	for k := range t.x {
		i := int(t.y[k]+0.5)*r.w + int(t.x[k]+0.5)
		taken[i] = true
		for _, j := range [4]int{i - 1, i + 1, i - r.w, i + r.w} {
			if j >= 0 && j < len(taken) {
				taken[j] = true
			}
		}
	}
}
