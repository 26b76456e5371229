package render

import (
	"math"
	"slices"
)

// paint shows a part of the scene.
func (s *Scene) paint(c *canvas, a area) {
	if a.empty() {
		return
	}
	for y := a.y0; y < a.y1; y++ {
		s.paintRow(c, y, a.x0, a.x1)
	}
	if s.board.thick > 0.03 {
		for _, side := range s.board.sides() {
			c.mark = ofTable
			s.paintShape(c, side, s.boundsOf(side).inside(a), false)
		}
	}
	c.mark = ofTable
	for _, side := range s.board.rim {
		s.paintShape(c, side, s.boundsOf(side).inside(a), false)
	}
	s.paintSolids(c, a)
}

// paintRow shows table and board.
func (s *Scene) paintRow(c *canvas, y, x0, x1 int) {
	cam := &s.cam
	for x := x0; x < x1; x++ {
		d := cam.ray(float64(x), float64(y))
		if d.z > -0.02 {
			c.mark = ofTable
			c.put(x, y, shade{room: s.table.floor.mul(s.room.sky)}, vec{z: s.table.level}, 1)
			continue
		}
		t := -cam.at.z / d.z
		p := vec{cam.at.x + d.x*t, cam.at.y + d.y*t, 0}
		fx, fy := s.footprint(d, t)
		cover := within(math.Abs(p.x)-s.board.rx, fx) * within(math.Abs(p.y)-s.board.ry, fy)
		if cover < 1 {
			s.paintTable(c, x, y, d)
			if cover == 0 {
				continue
			}
		}
		touch := s.touch.at(p.x, p.y)
		sf := surface{at: p, normal: vec{z: 1}, albedo: s.board.color(p.x, p.y, fx, fy), gloss: s.board.gloss, rough: s.board.rough, open: touch}
		for i := range sf.lit {
			sf.lit[i] = s.cast[i].at(p.x, p.y) * s.far[i].at(p.x, p.y)
		}
		c.mark = ofBoard
		c.put(x, y, s.room.shine(&sf, d), p, cover)
	}
}

// footprint is the size of a pixel on the plane that a ray meets at t.
func (s *Scene) footprint(d vec, t float64) (fx, fy float64) {
	cam := &s.cam
	k := t / cam.focal
	ra, da := cam.right.z/d.z, cam.down.z/d.z
	ax, bx := cam.right.x-d.x*ra, cam.down.x-d.x*da
	ay, by := cam.right.y-d.y*ra, cam.down.y-d.y*da
	return k * math.Sqrt(ax*ax+bx*bx), k * math.Sqrt(ay*ay+by*by)
}

func (s *Scene) paintTable(c *canvas, x, y int, d vec) {
	cam := &s.cam
	t := (s.table.level - cam.at.z) / d.z
	p := vec{cam.at.x + d.x*t, cam.at.y + d.y*t, s.table.level}
	fx, fy := s.footprint(d, t)
	k := s.table.kind
	sf := surface{at: p, normal: vec{z: 1}, albedo: s.table.color(p.x, p.y, math.Max(fx, fy)), gloss: k.gloss, rough: k.rough, open: s.under.at(p.x, p.y)}
	for i := range sf.lit {
		sf.lit[i] = s.below[i].at(p.x, p.y)
	}
	c.mark = ofTable
	c.put(x, y, s.room.shine(&sf, d), p, 1)
}

// paintSolids shows stones and things, the farthest first.
func (s *Scene) paintSolids(c *canvas, a area) {
	type solid struct {
		far   float64
		stone *Stone
		index int16
		thing *thing
	}
	var all []solid
	for i := range s.stones {
		st := &s.stones[i]
		if !s.cam.around(st.body.at, st.body.radius).inside(a).empty() {
			all = append(all, solid{far: st.body.at.sub(s.cam.at).length(), stone: st, index: int16(i)})
		}
	}
	for i := range s.things {
		t := &s.things[i]
		if !s.cam.around(t.at, t.radius).inside(a).empty() {
			all = append(all, solid{far: t.at.sub(s.cam.at).length(), thing: t})
		}
	}
	slices.SortFunc(all, func(p, q solid) int {
		if p.far > q.far {
			return -1
		}
		return 1
	})
	for _, p := range all {
		if p.stone != nil {
			c.mark = p.index
			s.paintStone(c, p.stone, a)
			continue
		}
		c.mark = ofThing
		for _, part := range p.thing.parts {
			s.paintShape(c, part, s.boundsOf(part).inside(a), true)
		}
	}
}

// boundsOf is the part of the picture in which a shape can be seen.
func (s *Scene) boundsOf(sh shape) area {
	switch v := sh.(type) {
	case *ball:
		return s.cam.around(v.at, math.Max(v.radius, v.half))
	case *disc:
		return s.cam.around(v.at, v.radius)
	case *tube:
		return s.cam.around(v.at, math.Hypot(v.radius, v.half))
	case *face:
		return s.boundsOfFace(v)
	}
	return s.cam.frame()
}

// boundsOfFace is smaller than the ball around a long face would have it.
func (s *Scene) boundsOfFace(f *face) (a area) {
	for _, k := range [4][2]float64{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		p := f.at.add(f.u.times(k[0])).add(f.v.times(k[1]))
		if p.sub(s.cam.at).dot(s.cam.forward) < 1 {
			return s.cam.frame()
		}
		x, y, _ := s.cam.project(p)
		const bend = 8 // a lens bends edges outwards by some pixels
		a = a.with(area{int(x) - bend, int(y) - bend, int(x) + bend + 1, int(y) + bend + 1})
	}
	return a.inside(s.cam.frame())
}

// paintShape shows a shape; veiled ones lie in the shadows of the table.
func (s *Scene) paintShape(c *canvas, sh shape, a area, veiled bool) {
	foot := 1 / s.cam.focal
	for y := a.y0; y < a.y1; y++ {
		for x := a.x0; x < a.x1; x++ {
			d := s.cam.ray(float64(x), float64(y))
			cover, sf := sh.hit(s.cam.at, d, foot)
			if veiled && sf.at.z < 0 {
				cover *= 1 - s.boardBefore(d)
			}
			if cover <= 0 {
				continue
			}
			if veiled && sf.at.z < 0.2 {
				for i := range sf.lit {
					px, py := s.room.lights[i].onto(sf.at, s.table.level)
					if math.Abs(px) > s.board.rx+2 || math.Abs(py) > s.board.ry+2 {
						continue
					}
					sf.lit[i] *= 0.4 + 0.6*s.below[i].at(px, py)
				}
			}
			c.put(x, y, s.room.shine(&sf, d), sf.at, cover)
		}
	}
}

// boardBefore is how much of a pixel shows the board's surface, to whatever lies below it.
func (s *Scene) boardBefore(d vec) float64 {
	if d.z >= 0 {
		return 0
	}
	t := -s.cam.at.z / d.z
	fx, fy := s.footprint(d, t)
	return within(math.Abs(s.cam.at.x+d.x*t)-s.board.rx, fx) * within(math.Abs(s.cam.at.y+d.y*t)-s.board.ry, fy)
}

// paintStone shows a stone, with the shadows of things on it.
func (s *Scene) paintStone(c *canvas, st *Stone, a area) {
	b := &st.body
	a = s.cam.around(b.at, b.radius).inside(a)
	foot := 1 / s.cam.focal
	for y := a.y0; y < a.y1; y++ {
		for x := a.x0; x < a.x1; x++ {
			d := s.cam.ray(float64(x), float64(y))
			cover, sf := b.hit(s.cam.at, d, foot)
			if cover <= 0 {
				continue
			}
			for i := range sf.lit {
				px, py := s.room.lights[i].onto(sf.at, 0)
				sf.lit[i] = s.far[i].at(px, py)
			}
			if st.through > 0 {
				cover *= 1 - st.through*smooth(sf.normal.z)
			}
			c.put(x, y, s.room.shine(&sf, d), sf.at, cover)
		}
	}
}
