package render

import "math"

// stuff is what a solid is made of.
type stuff struct {
	color   rgb
	gloss   float64
	rough   float64
	pattern func(p vec) rgb // of the place relative to the solid's middle; nil for plain
}

func (m *stuff) at(p vec) rgb {
	if m.pattern == nil {
		return m.color
	}
	return m.pattern(p)
}

// shape is a solid or a face. hit tells how much of a pixel, foot wide for each unit of
// distance along its ray, the shape covers, and what shows there.
type shape interface {
	hit(from, d vec, foot float64) (cover float64, s surface)
}

// ball is an upright ellipsoid; what is below floor does not show.
type ball struct {
	at     vec
	radius float64
	half   float64
	floor  float64
	stuff  stuff
}

func (b *ball) hit(from, d vec, foot float64) (float64, surface) {
	ox, oy, oz := (from.x-b.at.x)/b.radius, (from.y-b.at.y)/b.radius, (from.z-b.at.z)/b.half
	dx, dy, dz := d.x/b.radius, d.y/b.radius, d.z/b.half
	aa := dx*dx + dy*dy + dz*dz
	bb := ox*dx + oy*dy + oz*dz
	cc := ox*ox + oy*oy + oz*oz
	t := -bb / aa // of the closest approach
	if t <= 0 {
		return 0, surface{} // behind the camera
	}
	near := cc - bb*bb/aa
	if near < 0 {
		near = 0
	}
	q := math.Sqrt(near)
	gx, gy, gz := (ox+t*dx)/b.radius, (oy+t*dy)/b.radius, (oz+t*dz)/b.half
	slope := math.Sqrt(gx*gx+gy*gy+gz*gz) / math.Max(q, 1e-6)
	size := foot * t
	cover := 0.5 + (1-q)/(slope*size)
	if cover <= 0 {
		return 0, surface{}
	}
	if near < 1 {
		t -= math.Sqrt((1 - near) / aa)
	}
	p := from.add(d.times(t))
	if over := p.z - b.floor; over < size {
		cover = math.Min(cover, 0.5+over/size)
		if cover <= 0 {
			return 0, surface{}
		}
	}
	r := p.sub(b.at)
	n := vec{r.x / (b.radius * b.radius), r.y / (b.radius * b.radius), r.z / (b.half * b.half)}.unit()
	return math.Min(cover, 1), surface{at: p, normal: n, albedo: b.stuff.at(r), gloss: b.stuff.gloss, rough: b.stuff.rough, open: 0.75 + 0.25*n.z, lit: [2]float64{1, 1}}
}

// disc is a flat round face that looks up; within hole nothing shows.
type disc struct {
	at     vec
	radius float64
	hole   float64
	stuff  stuff
	open   float64
}

func (c *disc) hit(from, d vec, foot float64) (float64, surface) {
	if d.z >= 0 {
		return 0, surface{}
	}
	t := (c.at.z - from.z) / d.z
	if t <= 0 {
		return 0, surface{}
	}
	p := from.add(d.times(t))
	r := p.sub(c.at)
	dist := math.Hypot(r.x, r.y)
	size := foot * t * 1.3
	cover := clamp01(0.5+(c.radius-dist)/size) * clamp01(0.5+(dist-c.hole)/size)
	return cover, surface{at: p, normal: vec{z: 1}, albedo: c.stuff.at(r), gloss: c.stuff.gloss, rough: c.stuff.rough, open: c.open, lit: [2]float64{1, 1}}
}

// tube is an upright cylinder without ends, its middle at at.
type tube struct {
	at     vec
	radius float64
	half   float64
	inside bool // the far inner wall shows instead of the near outer one
	stuff  stuff
}

func (c *tube) hit(from, d vec, foot float64) (float64, surface) {
	ox, oy := from.x-c.at.x, from.y-c.at.y
	aa := d.x*d.x + d.y*d.y
	if aa < 1e-9 {
		return 0, surface{}
	}
	t := -(ox*d.x + oy*d.y) / aa
	if t <= 0 {
		return 0, surface{} // behind the camera
	}
	near := math.Hypot(ox+t*d.x, oy+t*d.y)
	size := foot * t
	cover := 0.5 + (c.radius-near)/size
	if cover <= 0 {
		return 0, surface{}
	}
	if near < c.radius {
		s := math.Sqrt((c.radius*c.radius - near*near) / aa)
		if c.inside {
			s = -s
		}
		t -= s
	}
	p := from.add(d.times(t))
	r := p.sub(c.at)
	cover = math.Min(cover, 0.5+(c.half-math.Abs(r.z))/size)
	if cover <= 0 {
		return 0, surface{}
	}
	n := vec{x: r.x, y: r.y}.unit()
	open := 0.8
	if c.inside {
		n, open = n.times(-1), 0.4
	}
	return math.Min(cover, 1), surface{at: p, normal: n, albedo: c.stuff.at(r), gloss: c.stuff.gloss, rough: c.stuff.rough, open: open, lit: [2]float64{1, 1}}
}

// face is a flat rectangle that shows from the side to which u × v points.
type face struct {
	at    vec
	u, v  vec // from its middle to the middles of two edges
	stuff stuff

	normal, du, dv vec // derived by ready
	lu, lv         float64
}

// ready derives what hit needs; it must follow a change of u or v.
func (f *face) ready() *face {
	f.normal = f.u.cross(f.v).unit()
	f.lu, f.lv = f.u.length(), f.v.length()
	f.du, f.dv = f.u.unit(), f.v.unit()
	return f
}

func (f *face) hit(from, d vec, foot float64) (float64, surface) {
	n := f.normal
	slope := d.dot(n)
	if slope >= 0 {
		return 0, surface{}
	}
	t := f.at.sub(from).dot(n) / slope
	if t <= 0 {
		return 0, surface{}
	}
	p := from.add(d.times(t))
	r := p.sub(f.at)
	a, b := r.dot(f.du), r.dot(f.dv)
	cover := clamp01(0.5+(f.lu-math.Abs(a))/(foot*t)) * clamp01(0.5+(f.lv-math.Abs(b))/(foot*t))
	if cover == 0 {
		return 0, surface{}
	}
	return cover, surface{at: p, normal: n, albedo: f.stuff.at(vec{a, b, 0}), gloss: f.stuff.gloss, rough: f.stuff.rough, open: 0.6 + 0.4*n.z, lit: [2]float64{1, 1}}
}

// box gives the faces of a box that stands on its lower side, turned by an angle.
func box(at vec, hx, hy, hz, angle float64, m stuff) []shape {
	s, c := math.Sincos(angle)
	u, v, w := vec{c * hx, s * hx, 0}, vec{-s * hy, c * hy, 0}, vec{z: hz}
	at.z += hz
	return []shape{
		(&face{at: at.add(u), u: v, v: w, stuff: m}).ready(), (&face{at: at.sub(u), u: w, v: v, stuff: m}).ready(),
		(&face{at: at.add(v), u: w, v: u, stuff: m}).ready(), (&face{at: at.sub(v), u: u, v: w, stuff: m}).ready(),
		(&face{at: at.add(w), u: u, v: v, stuff: m}).ready(),
	}
}
