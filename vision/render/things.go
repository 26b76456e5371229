package render

import "math"

// thingKinds are what lies beside a board, and how often.
var thingKinds = []struct {
	weight float64
	make   func(s *Scene, d dice, at vec) thing
	radius float64 // about how much room it takes
}{
	{5, (*Scene).bowl, 2.6},
	{2, (*Scene).lid, 2},
	{2, (*Scene).cup, 1.7},
	{1.5, (*Scene).phone, 2.6},
	{2, (*Scene).sheet, 4.4},
	{1.5, (*Scene).chessClock, 3.2},
	{1.5, (*Scene).pen, 2.6},
	{2, (*Scene).strayStone, 0.5},
}

// scatter lays things beside the board.
func (s *Scene) scatter(d dice, many int) {
	for range many {
		k := weighted(d, thingKinds, func(k struct {
			weight float64
			make   func(s *Scene, d dice, at vec) thing
			radius float64
		}) float64 {
			return k.weight
		})
		for range 8 {
			at := s.beside(d, k.radius)
			if !s.crowded(at, k.radius) {
				s.things = append(s.things, k.make(s, d, at))
				break
			}
		}
	}
}

// beside is a place on the table near the board.
func (s *Scene) beside(d dice, radius float64) vec {
	gap := radius + 0.1 + math.Abs(d.around(0, 1.5))
	rx, ry := s.board.rx+gap, s.board.ry+gap
	at := vec{z: s.table.level}
	if d.chance(0.5) {
		at.x, at.y = d.sign()*rx, d.between(-1, 1)*ry
	} else {
		at.x, at.y = d.between(-1, 1)*rx, d.sign()*ry
	}
	return at
}

// intrude lays something on the board's edge, over the outer lines and their points, or now
// and then in the middle.
func (s *Scene) intrude(d dice) {
	make := pick(d, (*Scene).bowl, (*Scene).lid, (*Scene).cup, (*Scene).phone, (*Scene).sheet)
	for range 20 {
		at := vec{d.sign() * (s.board.rx + d.between(-1, 0.8)), d.between(-1, 1) * s.board.ry, 0}
		if d.chance(0.5) {
			at = vec{d.between(-1, 1) * s.board.rx, d.sign() * (s.board.ry + d.between(-1, 0.8)), 0}
		}
		if d.chance(0.2) {
			at = vec{d.between(-0.8, 0.8) * s.board.rx, d.between(-0.8, 0.8) * s.board.ry, 0}
		}
		if t := make(s, d, at); !s.crowded(at, t.radius) && s.free(t) {
			s.things = append(s.things, t)
			return
		}
	}
}

// free reports whether no stone is in a thing's way.
func (s *Scene) free(t thing) bool {
	for i := range s.stones {
		b := &s.stones[i].body
		if math.Hypot(b.at.x-t.at.x, b.at.y-t.at.y) < t.radius+b.radius {
			return false
		}
	}
	return true
}

// crowded reports whether there is no room for a thing of a size: another is there, or the
// camera, which nothing may stand right before.
func (s *Scene) crowded(at vec, radius float64) bool {
	if s.cam.at.sub(at).length() < 2*radius+3 {
		return true
	}
	for _, t := range s.things {
		if math.Hypot(at.x-t.at.x, at.y-t.at.y) < radius+t.radius {
			return true
		}
	}
	return false
}

// caster is a ball or a thick stick that throws the shadow of a thing.
type caster struct {
	ball   *ball // nil for a stick
	a, b   vec
	ra, rb float64
}

func (c *caster) onto(v *veil, l *light, z float64) {
	if b := c.ball; b != nil {
		if b.at.z > z && b.at.z < l.at.z {
			v.ball(l, b.at, b.radius, b.half, z, 1)
		}
		return
	}
	if high := math.Max(c.a.z, c.b.z); high > z && high < l.at.z*0.9 {
		a, b := c.a, c.b
		a.z, b.z = math.Max(a.z, z), math.Max(b.z, z)
		v.bar(l, a, b, c.ra, c.rb, z)
	}
}

// bowl is a round bowl with stones in it.
func (s *Scene) bowl(d dice, at vec) thing {
	r, high := d.between(2, 2.5), d.between(2, 3)
	m := stuff{color: d.tinted(hex(pick(d, uint32(0x4a2a18), 0x6a3a20, 0x2a1a14, 0x8a5a34, 0xe2e0da, 0x222224)), 0.2, 0.05), gloss: d.between(0.1, 0.9), rough: d.between(0.05, 0.3)}
	dark := m
	dark.color = m.color.times(0.45)
	body := &ball{at: at.add(vec{z: high * 0.5}), radius: r, half: high * 0.62, floor: at.z, stuff: m}
	top := at.add(vec{z: high * 0.92})
	mouth := r * 0.74
	t := thing{at: at.add(vec{z: high / 2}), radius: r * 1.25}
	t.parts = []shape{body, &disc{at: top, radius: mouth, hole: mouth * 0.86, stuff: m, open: 0.9}, &disc{at: top, radius: mouth * 0.87, stuff: dark, open: 0.35}}
	t.casts = append(t.casts, caster{ball: body})
	c := pickColor(d)
	for range d.IntN(26) {
		st := s.set.newStone(d, c)
		a, k := d.between(0, 2*math.Pi), mouth*0.72*math.Sqrt(d.Float64())
		st.body.at = top.add(vec{k * math.Cos(a), k * math.Sin(a), d.between(-0.1, 0.05)})
		st.body.floor = top.z - 0.2
		t.parts = append(t.parts, &st.body)
	}
	return t
}

// lid is the lid of a bowl with prisoners in it.
func (s *Scene) lid(d dice, at vec) thing {
	r := d.between(1.4, 1.9)
	m := stuff{color: d.tinted(hex(pick(d, uint32(0x4a2a18), 0x6a3a20, 0x2a1a14, 0x8a5a34)), 0.2, 0.05), gloss: 0.4, rough: 0.2}
	dark := m
	dark.color = m.color.times(0.7)
	t := thing{at: at.add(vec{z: 0.3}), radius: r * 1.1}
	t.parts = []shape{&tube{at: at.add(vec{z: 0.2}), radius: r, half: 0.2, stuff: m}, &disc{at: at.add(vec{z: 0.4}), radius: r, stuff: m, open: 1}, &disc{at: at.add(vec{z: 0.4}), radius: r * 0.87, stuff: dark, open: 0.6}}
	t.casts = append(t.casts, caster{a: at, b: at.add(vec{z: 0.4}), ra: r, rb: r})
	c := pickColor(d)
	for range d.IntN(6) {
		st := s.set.newStone(d, c)
		a, k := d.between(0, 2*math.Pi), r*0.6*math.Sqrt(d.Float64())
		st.body.at = at.add(vec{k * math.Cos(a), k * math.Sin(a), 0.5})
		st.body.floor = at.z + 0.4
		t.parts = append(t.parts, &st.body)
	}
	return t
}

// cup is a cup or glass with something to drink.
func (s *Scene) cup(d dice, at vec) thing {
	r, high := d.between(1.2, 1.6), d.between(2.5, 4)
	m := stuff{color: d.tinted(hex(pick(d, uint32(0xf0eee8), 0x2a4a7a, 0x9a2a24, 0x222222, 0x7a9a6a)), 0.15, 0.05), gloss: 0.9, rough: 0.04}
	drink := stuff{color: hex(pick(d, uint32(0x2a1408), 0x8a5a18, 0x5a6a2a)), gloss: 0.8, rough: 0.02}
	top := at.add(vec{z: high})
	t := thing{at: at.add(vec{z: high / 2}), radius: math.Hypot(r, high/2) + 0.1}
	t.parts = []shape{
		&tube{at: at.add(vec{z: high / 2}), radius: r, half: high / 2, stuff: m},
		&disc{at: top, radius: r, hole: r * 0.9, stuff: m, open: 1},
		&disc{at: top, radius: r * 0.91, stuff: stuff{color: m.color.times(0.5)}, open: 0.5},
		&disc{at: top.add(vec{z: -0.05}), radius: r * 0.84, stuff: drink, open: 0.6},
	}
	t.casts = append(t.casts, caster{a: at, b: top, ra: r, rb: r})
	return t
}

func boxThing(at vec, hx, hy, hz, angle float64, m stuff) thing {
	t := thing{at: at.add(vec{z: hz}), radius: math.Hypot(hx, hy) + hz}
	t.parts = box(at, hx, hy, hz, angle, m)
	long, wide := hx, hy
	if hy > hx {
		long, wide, angle = hy, hx, angle+math.Pi/2
	}
	sn, cs := math.Sincos(angle)
	k := math.Max(long-wide, 0)
	for _, z := range []float64{0.9, 1.4, 2} {
		a := at.add(vec{-k * cs, -k * sn, z * hz})
		b := at.add(vec{k * cs, k * sn, z * hz})
		t.casts = append(t.casts, caster{a: a, b: b, ra: wide, rb: wide})
	}
	return t
}

// phone is a telephone, its screen dark or lit.
func (s *Scene) phone(d dice, at vec) thing {
	screen := hex(0x08090b)
	if d.chance(0.2) {
		screen = d.tinted(hex(0xa8b8d0), 0.4, 0.1)
	}
	frame := d.tinted(hex(pick(d, uint32(0x1a1a1c), 0xd8d4cc, 0x30405a)), 0.2, 0.05)
	m := stuff{color: frame, gloss: 1, rough: 0.01, pattern: func(p vec) rgb {
		if abs(p.x) < 1.35 && abs(p.y) < 2.9 {
			return screen
		}
		return frame
	}}
	return boxThing(at, 1.5, 3.1, 0.17, d.between(0, math.Pi), m)
}

// sheet is a score sheet: paper with lines and writing.
func (s *Scene) sheet(d dice, at vec) thing {
	noise := newLattice(d)
	hx, hy := d.between(2.6, 4), d.between(3.4, 5)
	paper := d.tinted(hex(0xefede6), 0.05, 0.02)
	rows := d.between(0.3, 0.7)
	grid := d.chance(0.4)
	m := stuff{color: paper, pattern: func(p vec) rgb {
		line := abs(p.y/rows-math.Floor(p.y/rows)-0.5) > 0.46
		if grid {
			line = line || abs(p.x/rows/1.6-math.Floor(p.x/rows/1.6)-0.5) > 0.47
		}
		if line && abs(p.x) < hx-0.3 && abs(p.y) < hy-0.3 {
			return paper.times(0.6)
		}
		if noise.at(p.x*6, p.y/rows) > 0.72 && abs(p.x) < hx-0.5 {
			return paper.times(0.35)
		}
		return paper
	}}
	return boxThing(at, hx, hy, 0.02, d.between(0, math.Pi), m)
}

// chessClock is a clock with two faces.
func (s *Scene) chessClock(d dice, at vec) thing {
	m := stuff{color: d.tinted(hex(pick(d, uint32(0x24262a), 0x6a4024, 0xd8d6d0, 0x8a2420)), 0.2, 0.05), gloss: 0.5, rough: 0.15}
	angle := pick(d, 0.0, math.Pi/2) + d.around(0, 0.15)
	t := boxThing(at, 2.8, 1.1, d.between(0.8, 1.6), angle, m)
	top := t.at.z + (t.at.z - at.z)
	sn, cs := math.Sincos(angle)
	for _, k := range []float64{-1.6, 1.6} {
		button := at.add(vec{k * cs, k * sn, 0})
		button.z = top
		t.parts = append(t.parts, &tube{at: button.add(vec{z: 0.15}), radius: 0.4, half: 0.15, stuff: stuff{color: hex(0xb8b8b4), gloss: 0.5, rough: 0.1}}, &disc{at: button.add(vec{z: 0.3}), radius: 0.4, stuff: stuff{color: hex(pick(d, uint32(0xc02a20), 0xd8d8d4)), gloss: 0.5, rough: 0.1}, open: 1})
	}
	return t
}

// pen is a pen or pencil.
func (s *Scene) pen(d dice, at vec) thing {
	m := stuff{color: d.tinted(hex(pick(d, uint32(0x1a2a7a), 0xc8a020, 0x202020, 0xb02a24)), 0.2, 0.05), gloss: 0.6, rough: 0.1}
	return boxThing(at, d.between(2.4, 3), 0.14, 0.14, d.between(0, math.Pi), m)
}

// strayStone is a stone beside the board.
func (s *Scene) strayStone(d dice, at vec) thing {
	st := s.set.newStone(d, pickColor(d))
	st.body.at = at.add(vec{z: st.body.at.z})
	st.body.floor = at.z
	return thing{at: st.body.at, radius: st.body.radius, parts: []shape{&st.body}, casts: []caster{{ball: &st.body}}}
}
