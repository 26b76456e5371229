package render

import "math"

// bone is a stick with round ends that may be thicker at one end: a piece of a finger, an
// arm, a sleeve.
type bone struct {
	a, b   vec
	ra, rb float64
	cloth  bool
	nail   vec // the side on which there is a nail; zero for none

	axis    vec
	length  float64
	slope   float64 // how much thinner it gets a unit
	flat    float64 // the part of the normal across the axis
	squared float64
}

// ready derives what hit needs.
func (n *bone) ready() {
	n.axis = n.b.sub(n.a)
	n.length = math.Max(n.axis.length(), 1e-6)
	n.axis = n.axis.times(1 / n.length)
	n.slope = clamp((n.ra-n.rb)/n.length, -0.95, 0.95)
	n.squared = 1 - n.slope*n.slope
	n.flat = math.Sqrt(n.squared)
}

// hit is where a ray meets the bone first: how far along the ray, the normal there, and how
// far along the bone, 0 to 1. ok is false where it misses. d has length 1.
func (n *bone) hit(from, d vec) (t float64, normal vec, along float64, ok bool) {
	o := from.sub(n.a)
	y0, yd := o.dot(n.axis), d.dot(n.axis)
	e := n.ra - n.slope*y0
	a := (1-yd*yd)*n.squared - n.slope*n.slope*yd*yd
	b := (o.dot(d)-y0*yd)*n.squared + e*n.slope*yd
	c := (o.dot(o)-y0*y0)*n.squared - e*e
	if root := b*b - a*c; root >= 0 && math.Abs(a) > 1e-9 {
		t = (-b - math.Sqrt(root)) / a
		y := y0 + t*yd
		middle := (y - n.slope*n.ra) / n.squared
		if t > 0 && middle >= 0 && middle <= n.length && n.ra-n.slope*y > 0 {
			radial := o.add(d.times(t)).sub(n.axis.times(y))
			return t, radial.unit().times(n.flat).add(n.axis.times(n.slope)), middle / n.length, true
		}
	}
	t = math.Inf(1)
	for end, p := range [2]vec{n.a, n.b} {
		r := n.ra
		if end == 1 {
			r = n.rb
		}
		q := from.sub(p)
		b, c := q.dot(d), q.dot(q)-r*r
		root := b*b - c
		if root < 0 {
			continue
		}
		if s := -b - math.Sqrt(root); s > 0 && s < t {
			t, normal, along, ok = s, q.add(d.times(s)).times(1/r), float64(end), true
		}
	}
	return t, normal, along, ok
}

// tooNear is how close to the camera nothing of a hand is shown: no arm goes through it.
const tooNear = 3

// seen is the part of the picture in which the bone can be seen.
func (n *bone) seen(c *camera) area {
	along := clamp(c.at.sub(n.a).dot(n.axis), 0, n.length)
	if n.a.add(n.axis.times(along)).sub(c.at).length() < tooNear+math.Max(n.ra, n.rb) {
		return area{}
	}
	if min(n.a.sub(c.at).dot(c.forward), n.b.sub(c.at).dot(c.forward)) < 1 {
		return c.frame()
	}
	ax, ay, da := c.project(n.a)
	bx, by, db := c.project(n.b)
	r := 1.3 * c.focal * math.Max(n.ra/math.Max(da-n.ra, 1), n.rb/math.Max(db-n.rb, 1))
	return area{int(math.Min(ax, bx)-r) - 1, int(math.Min(ay, by)-r) - 1, int(math.Max(ax, bx)+r) + 2, int(math.Max(ay, by)+r) + 2}.inside(c.frame())
}
