package render

import (
	"math"
)

// handTaps are the layers of a hand's picture.
type handTaps struct {
	area   area
	w, h   int
	far    []float32 // along the ray; 0 where there is no hand
	which  []int8
	along  []float32
	normal []float32 // x, y, z
	spare  []float32
	rays   []vec
}

// shadeOver throws the hand's shadow, worked out by shadows, on what the canvas shows in a
// part of the picture.
func (h *hand) shadeOver(s *Scene, c *canvas, a area) {
	var dark [3]rect
	for n := range dark {
		dark[n] = h.shade[n].dark()
	}
	for y := a.y0; y < a.y1; y++ {
		for x := a.x0; x < a.x1; x++ {
			i := 3 * (y*c.w + x)
			p := vec{float64(c.place[i]), float64(c.place[i+1]), float64(c.place[i+2])}
			for n, to := range [3][]float32{c.key, c.fill, c.room} {
				px, py := p.x, p.y
				if n < 2 {
					px, py = s.room.lights[n].onto(p, 0)
				}
				if !dark[n].holds(px, py) {
					continue
				}
				if k := float32(h.shade[n].at(px, py)); k < 1 {
					to[i], to[i+1], to[i+2] = to[i]*k, to[i+1]*k, to[i+2]*k
				}
			}
		}
	}
}

// overhead is the room's light, for the soft dark below a hand.
var overhead = light{at: vec{z: 40}, size: 55}

// shadows works out the hand's shadows.
func (h *hand) shadows(s *Scene) {
	lights := [3]*light{&s.room.lights[0], &s.room.lights[1], &overhead}
	for n, l := range lights {
		if h.shade[n] == nil {
			h.shade[n] = newVeil(s.board.rx+17, s.board.ry+17, 5)
		}
		v := h.shade[n]
		v.clear()
		for i := range h.bones {
			b := &h.bones[i]
			if math.Max(b.a.z, b.b.z) < l.at.z*0.8 {
				v.bar(l, b.a, b.b, b.ra, b.rb, 0)
			}
		}
		if h.held != nil {
			p, r := h.held.body.at, h.held.body.radius
			v.bar(l, p, p, r, r, 0)
		}
	}
	for i, k := range h.shade[2].open { // the room's light comes from all sides
		h.shade[2].open[i] = 0.35 + 0.65*k
	}
}

// seen is the part of the picture in which the hand can be seen.
func (h *hand) seen(c *camera) area {
	var a area
	for i := range h.bones {
		a = a.with(h.bones[i].seen(c))
	}
	if h.held != nil {
		a = a.with(c.around(h.held.body.at, h.held.body.radius))
	}
	return a.grown(2).inside(c.frame())
}

// paint shows the hand and what it holds; t is scratch.
func (h *hand) paint(s *Scene, c *canvas, t *handTaps) {
	if h.held != nil {
		c.mark = ofHand
		a := s.cam.around(h.held.body.at, h.held.body.radius)
		s.paintStone(c, h.held, a)
	}
	a := h.seen(&s.cam)
	if a.empty() {
		return
	}
	t.begin(s, a)
	for i := range h.bones {
		t.trace(s, h, i)
	}
	_, _, depth := s.cam.project(h.bones[0].b)
	t.soften(max(1, int(0.14*s.cam.focal/depth)))
	h.skin(s, c, t)
}

// begin clears the layers for a part of the picture.
func (t *handTaps) begin(s *Scene, a area) {
	t.area, t.w, t.h = a, a.x1-a.x0, a.y1-a.y0
	n := t.w * t.h
	if cap(t.far) < n {
		t.far, t.which, t.along = make([]float32, n), make([]int8, n), make([]float32, n)
		t.normal, t.spare = make([]float32, 3*n), make([]float32, 3*n)
		t.rays = make([]vec, n)
	}
	t.far, t.which, t.along = t.far[:n], t.which[:n], t.along[:n]
	t.normal, t.spare, t.rays = t.normal[:3*n], t.spare[:3*n], t.rays[:n]
	clear(t.far)
	clear(t.normal)
	for i := range t.rays {
		t.rays[i] = s.cam.ray(float64(a.x0+i%t.w), float64(a.y0+i/t.w)).unit()
	}
}

// trace finds where rays meet one bone before the others.
func (t *handTaps) trace(s *Scene, h *hand, which int) {
	b := &h.bones[which]
	a := b.seen(&s.cam).inside(t.area)
	for y := a.y0; y < a.y1; y++ {
		for x := a.x0; x < a.x1; x++ {
			i := (y-t.area.y0)*t.w + x - t.area.x0
			far, n, along, ok := b.hit(s.cam.at, t.rays[i])
			if !ok {
				continue
			}
			if t.far[i] != 0 && t.far[i] <= float32(far) {
				continue
			}
			t.far[i], t.which[i], t.along[i] = float32(far), int8(which), float32(along)
			t.normal[3*i], t.normal[3*i+1], t.normal[3*i+2] = float32(n.x), float32(n.y), float32(n.z)
		}
	}
}

// soften makes one skin of the bones: it averages the normals around each pixel.
func (t *handTaps) soften(r int) {
	boxBlur(t.normal, t.spare, t.w, t.h, r)
	boxBlur(t.normal, t.spare, t.w, t.h, (r+1)/2)
}

// boxBlur averages 3 values a pixel over squares of 2r+1.
func boxBlur(v, spare []float32, w, h, r int) {
	slide := func(from, to []float32, n, stride int) {
		var sum [3]float32
		k := 1 / float32(2*r+1)
		at := func(i int) int { return min(max(i, 0), n-1) * stride }
		for i := -r; i <= r; i++ {
			for c := range 3 {
				sum[c] += from[at(i)+c]
			}
		}
		for i := range n {
			in, out := at(i+r+1), at(i-r)
			for c := range 3 {
				to[i*stride+c] = sum[c] * k
				sum[c] += from[in+c] - from[out+c]
			}
		}
	}
	for y := range h {
		slide(v[3*y*w:], spare[3*y*w:], w, 3)
	}
	for x := range w {
		slide(spare[3*x:], v[3*x:], h, 3*w)
	}
}

// skin lights the hand and puts it on the canvas.
func (h *hand) skin(s *Scene, c *canvas, t *handTaps) {
	c.mark = ofHand
	for y := range t.h {
		for x := range t.w {
			i := y*t.w + x
			if t.far[i] == 0 {
				continue
			}
			px, py := x+t.area.x0, y+t.area.y0
			d := t.rays[i]
			n := vec{float64(t.normal[3*i]), float64(t.normal[3*i+1]), float64(t.normal[3*i+2])}
			crease := n.length()
			sf := surface{at: s.cam.at.add(d.times(float64(t.far[i]))), normal: n.unit(), lit: [2]float64{1, 1}}
			sf.open = (0.55 + 0.45*smooth(crease*1.2)) * (0.75 + 0.25*sf.normal.z)
			h.surface(&sf, &h.bones[t.which[i]], float64(t.along[i]))
			c.put(px, py, s.room.shine(&sf, d), sf.at, t.cover(x, y))
		}
	}
}

// cover is how much of a pixel at the hand's edge the hand covers.
func (t *handTaps) cover(x, y int) float64 {
	n, all := 0, 0
	for j := max(y-1, 0); j <= min(y+1, t.h-1); j++ {
		for i := max(x-1, 0); i <= min(x+1, t.w-1); i++ {
			all++
			if t.far[j*t.w+i] != 0 {
				n++
			}
		}
	}
	if n == all {
		return 1
	}
	return clamp01(2*float64(n)/float64(all) - 0.5)
}

// surface is what the hand is made of at a place.
func (h *hand) surface(sf *surface, b *bone, along float64) {
	p := h.person
	q := sf.at.sub(b.a)
	side := vec{-b.axis.y, b.axis.x, 0}.unit()
	q = vec{q.dot(b.axis), q.dot(side) + q.z*0.7, 0}
	if b.cloth {
		sf.albedo, sf.rough, sf.wrap = p.sleeve.pattern(q), 0.6, 0.1
		fold := p.noise.rough(q.x*0.8, q.y*0.6+30, 2) - 0.5
		sf.normal = sf.normal.add(b.axis.times(fold)).unit()
		return
	}
	mottle := p.noise.rough(sf.at.x*1.1, sf.at.y*1.1+sf.at.z, 3) - 0.5
	sf.albedo = p.skin.times(1 + 0.22*mottle)
	red := 0.1*along + 0.15*mottle
	sf.albedo = sf.albedo.mul(rgb{1 + 0.3*red, 1 - 0.35*red, 1 - 0.3*red})
	sf.gloss, sf.rough, sf.wrap = 0.35, 0.4, 0.25
	if b.nail != (vec{}) && along > 0.45 && sf.normal.dot(b.nail) > 0.78 {
		sf.albedo = p.skin.toward(rgb{0.85, 0.66, 0.6}, 0.45)
		sf.gloss, sf.rough = 0.8, 0.15
	}
}
