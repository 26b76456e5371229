package render

import "math"

// light is a window or a lamp: a flat panel that shines.
type light struct {
	at    vec
	u, v  vec     // from its middle to the middles of two of its edges
	round bool    // a disc rather than a rectangle
	panes float64 // panes of a window each way, 0 for none
	color rgb     // light on a surface at the origin that faces it
	size  float64 // half its width: how soft its shadows are

	reach, across float64 // distance from the origin, squared; area
	facing        vec
}

// settle derives what follows from place and size.
func (l *light) settle() {
	l.reach = l.at.dot(l.at)
	l.across = 4 * l.u.length() * l.v.length()
	l.size = math.Sqrt(l.u.length() * l.v.length())
	l.facing = l.u.cross(l.v).unit()
}

// glint is how much of the light is seen in the direction d from p, over what falls on a
// surface that faces it; roughness smears it.
func (l *light) glint(p, d vec, rough float64) float64 {
	slope := d.dot(l.facing)
	if slope == 0 {
		return 0
	}
	t := l.at.sub(p).dot(l.facing) / slope
	if t <= 0 {
		return 0
	}
	q := p.add(d.times(t)).sub(l.at)
	lu, lv := l.u.length(), l.v.length()
	smear := 0.02*lu + rough*t
	a, b := math.Abs(q.dot(l.u))/lu, math.Abs(q.dot(l.v))/lv
	var seen float64
	if l.round {
		seen = smooth((lu + smear - math.Hypot(a, b)) / (2 * smear))
	} else {
		seen = smooth((lu+smear-a)/(2*smear)) * smooth((lv+smear-b)/(2*smear))
	}
	if seen == 0 {
		return 0
	}
	if l.panes > 0 && smear < 0.3*lu {
		bar := func(x, half float64) float64 {
			f := math.Abs(math.Mod((x/half+1)*l.panes/2, 1) - 0.5) // 0.5 at the bars
			return smooth((0.5 - f) * half / l.panes * 8 / (smear + 0.1*half))
		}
		seen *= 0.15 + 0.85*math.Min(bar(a, lu), bar(b, lv))
	}
	width := 1.2 * smear
	return seen * math.Pi * t * t / (l.across + 4*width*width)
}

// falls is the light on a surface at p with normal n, over that at the origin facing it;
// wrap lets some around the edge, as skin does.
func (l *light) falls(p, n vec, wrap float64) float64 {
	d := l.at.sub(p)
	r := d.dot(d)
	k := (d.dot(n)/math.Sqrt(r) + wrap) / (1 + wrap)
	if k <= 0 {
		return 0
	}
	return k * l.reach / r
}

// onto moves p along the light's rays to the height z.
func (l *light) onto(p vec, z float64) (x, y float64) {
	k := (p.z - z) / (l.at.z - p.z)
	return p.x + (p.x-l.at.x)*k, p.y + (p.y-l.at.y)*k
}

// surface is one place that is lit.
type surface struct {
	at, normal vec
	albedo     rgb
	gloss      float64    // 0 matt, 1 like glass
	rough      float64    // how much its reflections are smeared
	open       float64    // how much of the room's light reaches it
	lit        [2]float64 // how much of each light is not in the shadow
	wrap       float64
}

// shade is the light that comes from a surface, by where it comes from: the room and the
// two lights.
type shade struct {
	room, key, fill rgb
}

// room is all the light there is.
type room struct {
	sky, floor rgb // light of the room from above and from below
	lights     [2]light
	patch      *patch // of the first light; nil where it reaches everything
}

// shine lights a surface seen along d.
func (r *room) shine(s *surface, d vec) (out shade) {
	up := 0.5 + 0.5*s.normal.z
	around := r.floor.toward(r.sky, up).times(s.open)
	out.room = s.albedo.mul(around)
	out.key = s.albedo.mul(r.lights[0].color).times(r.lights[0].falls(s.at, s.normal, s.wrap) * s.lit[0])
	out.fill = s.albedo.mul(r.lights[1].color).times(r.lights[1].falls(s.at, s.normal, s.wrap) * s.lit[1])
	if s.gloss <= 0 {
		return out
	}
	dir := d.unit()
	cos := clamp01(-dir.dot(s.normal))
	away := mirrored(dir, s.normal)
	c := 1 - cos
	fresnel := s.gloss * (0.04 + 0.96*c*c*c*c*c/(1+6*s.rough))
	out.room = out.room.add(r.floor.toward(r.sky, smooth(0.5+0.7*away.z)).times(fresnel * s.open))
	if g := r.lights[0].glint(s.at, away, s.rough); g > 0 {
		out.key = out.key.add(r.lights[0].color.times(g * fresnel * s.lit[0]))
	}
	if g := r.lights[1].glint(s.at, away, s.rough); g > 0 {
		out.fill = out.fill.add(r.lights[1].color.times(g * fresnel * s.lit[1]))
	}
	return out
}
