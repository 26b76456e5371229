package render

import "math"

// refresh paints what has changed on the board anew.
func (r *Recording) refresh() {
	s := r.scene
	if !r.stale.empty() {
		s.shadowsOfStones()
		s.paint(r.base, r.stale)
	}
	if r.lamps != r.shown {
		r.stale, r.shown = s.cam.frame(), r.lamps
	}
	if r.stale.empty() {
		return
	}
	k := kernel(s.film.blur)
	s.expose(r.base, r.sharp, r.stale, r.lamps[0], r.lamps[1], r.lamps[2])
	wide := r.stale.grown(len(k)).inside(s.cam.frame())
	soften(r.sharp.light, r.soft.light, r.soft.spare, s.cam.w, s.cam.h, wide, k)
	copyArea(r.now.light, r.soft.light, s.cam.w, wide)
	r.stale = area{}
}

// showHand puts the hand and its shadow into the frame.
func (r *Recording) showHand() {
	s := r.scene
	w := s.cam.w
	copyArea(r.now.light, r.soft.light, w, r.touched)
	r.touched = area{}
	if r.hand == nil {
		return
	}
	r.hand.shade = r.veils
	r.hand.shadows(s)
	a := r.hand.seen(&s.cam).with(r.hand.shaded(s)).inside(s.cam.frame())
	if a.empty() {
		return
	}
	k := kernel(s.film.blur)
	around := a.grown(2 * len(k)).inside(s.cam.frame())
	for _, c := range [4][2][]float32{{r.over.room, r.base.room}, {r.over.key, r.base.key}, {r.over.fill, r.base.fill}, {r.over.place, r.base.place}} {
		copyArea(c[0], c[1], w, around)
	}
	for y := around.y0; y < around.y1; y++ {
		copy(r.over.owner[y*w+around.x0:y*w+around.x1], r.base.owner[y*w+around.x0:y*w+around.x1])
	}
	r.hand.shadeOver(s, r.over, a)
	r.hand.paint(s, r.over, &r.taps)
	s.expose(r.over, r.now, around, r.lamps[0], r.lamps[1], r.lamps[2])
	r.smear()
	r.touched = a.grown(len(k)).inside(s.cam.frame())
	soften(r.now.light, r.now.light, r.now.spare, w, s.cam.h, r.touched, k)
	// Beyond the softened part the sharp one was exposed: it is as it was.
	frame(around, r.touched, func(b area) { copyArea(r.now.light, r.soft.light, w, b) })
}

// frame calls each part of outer that is not in inner.
func frame(outer, inner area, do func(area)) {
	do(area{outer.x0, outer.y0, outer.x1, inner.y0})
	do(area{outer.x0, inner.y1, outer.x1, outer.y1})
	do(area{outer.x0, inner.y0, inner.x0, inner.y1})
	do(area{inner.x1, inner.y0, outer.x1, inner.y1})
}

// copyArea copies 3 values a pixel in a part of a picture w wide.
func copyArea(to, from []float32, w int, a area) {
	for y := a.y0; y < a.y1; y++ {
		if a.x0 < a.x1 {
			copy(to[3*(y*w+a.x0):3*(y*w+a.x1)], from[3*(y*w+a.x0):])
		}
	}
}

// shaded is the part of the picture in which the hand's shadow can be seen.
func (h *hand) shaded(s *Scene) (a area) {
	for _, v := range h.shade {
		d := v.dark()
		if d.x1 < d.x0 {
			continue
		}
		for _, z := range []float64{0, s.table.level} {
			for _, p := range []vec{{d.x0, d.y0, z}, {d.x1, d.y0, z}, {d.x0, d.y1, z}, {d.x1, d.y1, z}} {
				if p.sub(s.cam.at).dot(s.cam.forward) < 1 {
					return s.cam.frame()
				}
				x, y, _ := s.cam.project(p)
				a = a.with(area{int(x) - 2, int(y) - 2, int(x) + 3, int(y) + 3})
			}
		}
	}
	return a
}

// smear blurs the hand along its way while the shutter is open.
func (r *Recording) smear() {
	s := r.scene
	from := r.hand.bones[0].b
	x0, y0, _ := s.cam.project(from)
	x1, y1, _ := s.cam.project(from.add(r.hand.fast))
	dx, dy := x1-x0, y1-y0
	steps := min(int(math.Hypot(dx, dy)/2+0.5), 6)
	if steps < 1 {
		return
	}
	w := s.cam.w
	var way []int
	for k := -steps; k <= steps; k++ {
		f := float64(k) / float64(2*steps)
		way = append(way, int(math.Round(f*dy))*w+int(math.Round(f*dx)))
	}
	far := int(max(math.Abs(dx), math.Abs(dy)))/2 + 2
	a := r.hand.seen(&s.cam).grown(far).inside(s.cam.frame().grown(-far))
	copyArea(r.now.spare, r.now.light, w, a.grown(far))
	for y := a.y0; y < a.y1; y++ {
		for i := y*w + a.x0; i < y*w+a.x1; i++ {
			if r.handOn(i, way) {
				smearPixel(r.now.light[3*i:3*i+3], r.now.spare, i, way)
			}
		}
	}
}

// handOn reports whether the hand shows anywhere along the way around pixel i.
func (r *Recording) handOn(i int, way []int) bool {
	for _, o := range way {
		if r.over.owner[i+o] == ofHand {
			return true
		}
	}
	return false
}

// smearPixel takes the mean along the way around pixel i.
func smearPixel(out, from []float32, i int, way []int) {
	var red, green, blue float32
	for _, o := range way {
		p := from[3*(i+o) : 3*(i+o)+3]
		red, green, blue = red+p[0], green+p[1], blue+p[2]
	}
	k := 1 / float32(len(way))
	out[0], out[1], out[2] = red*k, green*k, blue*k
}

// tell notes hands that come and go, and stones that can be seen now.
func (r *Recording) tell() {
	covered := 0
	if c := r.over; r.hand != nil {
		for y := r.touched.y0; y < r.touched.y1; y++ {
			for x := r.touched.x0; x < r.touched.x1; x++ {
				i := y*c.w + x
				if o := r.base.owner[i]; (o == ofBoard || o >= 0) && c.owner[i] == ofHand {
					covered++
				}
			}
		}
	}
	in := float64(covered) > 0.002*float64(r.tiles)
	if in && !r.in {
		r.Events = append(r.Events, r.event("hand_in", 0, noPoint))
	}
	for len(r.wait) > 0 && r.coveredPart(r.wait[0].event) < 0.05 {
		e := r.wait[0].event
		e.Frame, e.At = r.number, float64(r.number)/r.FPS
		r.Events = append(r.Events, e)
		r.wait = r.wait[1:]
	}
	if !in && r.in {
		r.Events = append(r.Events, r.event("hand_out", 0, noPoint))
	}
	r.in = in
	r.Rows = r.scene.position()
}

// coveredPart is how much of the stone of an event the hand covers.
func (r *Recording) coveredPart(e Event) float64 {
	s := r.scene
	i := s.at(e.Point)
	if i < 0 || r.hand == nil {
		return 0
	}
	b := s.stones[i].body
	all, under := 0, 0
	a := s.cam.around(b.at, b.radius)
	for y := a.y0; y < a.y1; y++ {
		for x := a.x0; x < a.x1; x++ {
			if cover, _ := b.hit(s.cam.at, s.cam.ray(float64(x), float64(y)), 1/s.cam.focal); cover < 0.5 {
				continue
			}
			all++
			inside := x >= r.touched.x0 && x < r.touched.x1 && y >= r.touched.y0 && y < r.touched.y1
			if inside && r.over.owner[y*s.cam.w+x] == ofHand {
				under++
			}
		}
	}
	return float64(under) / float64(max(all, 1))
}
