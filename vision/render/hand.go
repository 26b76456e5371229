package render

import "math"

// person is whose hand it is.
type person struct {
	size   float64 // 1 for 18 cm
	left   float64 // 1 for the right hand, -1 for the left
	skin   rgb
	cuff   float64 // how far behind the wrist the sleeve ends
	sleeve stuff
	loose  float64 // how wide the sleeve is
	noise  *lattice
}

// grasp is what the hand does.
type grasp int

const (
	pinch grasp = iota // thumb and forefinger hold a stone
	tongs              // fore and middle finger hold a stone
	poke               // the forefinger pushes
	flat               // the hand lies flat
	graspCount
)

// hand is an arm that reaches in, in one moment.
type hand struct {
	person *person
	bones  []bone
	held   *Stone // what it holds
	shade  [3]*veil
	fast   vec // how far the hand moves while the shutter is open
}

var skins = []uint32{0xe8b99a, 0xd9a184, 0xc68a66, 0xa86e4a, 0x7d4c30, 0x553220}

func newPerson(d dice) *person {
	p := &person{size: d.between(0.85, 1.1), left: 1, noise: newLattice(d), cuff: d.between(0.2, 3), loose: d.between(0.15, 0.6)}
	if d.chance(0.15) {
		p.left = -1
	}
	if d.chance(0.2) {
		p.cuff = 14 // short sleeves
	}
	p.skin = d.tinted(hex(pick(d, skins...)), 0.1, 0.04)
	color := d.tinted(hex(pick(d, uint32(0x101012), 0x101012, 0xe8e6e0, 0xe8e6e0, 0x24305a, 0x6a2028, 0x7a7c80, 0x8a6a44, 0x3a4a34)), 0.2, 0.06)
	other := d.tinted(hex(pick(d, uint32(0xe8e6e0), 0x20305a, 0x802a30, 0x101012)), 0.2, 0.05)
	across, kind := d.between(1.2, 4), d.IntN(4)
	p.sleeve = stuff{color: color, rough: 0.6}
	p.sleeve.pattern = func(q vec) rgb {
		c := color
		a, b := q.x*across, q.y*across
		switch stripe := func(v float64) bool { return v-math.Floor(v) < 0.35 }; {
		case kind == 1 && stripe(a):
			c = other
		case kind == 2 && stripe(a) != stripe(b):
			c = color.toward(other, 0.6)
		}
		return c.times(0.8 + 0.4*p.noise.rough(q.x*1.3, q.y*1.3, 3))
	}
	return p
}

// limbs are the pieces of a hand being put together.
type limbs struct {
	person           *person
	fore, side, down vec // the hand's own directions
	bones            []bone
}

func (l *limbs) bone(a, b vec, ra, rb float64) {
	k := l.person.size
	l.bones = append(l.bones, bone{a: a, b: b, ra: ra * k, rb: rb * k})
}

// local is a place given in the hand's own directions, from an origin.
func (l *limbs) local(o vec, fore, side, up float64) vec {
	k := l.person.size
	return o.add(l.fore.times(fore * k)).add(l.side.times(side * k)).sub(l.down.times(up * k))
}

// finger bends from its knuckle to its tip, as far as it reaches.
func (l *limbs) finger(knuckle, tip vec, long float64, thick float64) {
	k := l.person.size
	first, rest := 0.47*long*k, 0.55*long*k
	to := tip.sub(knuckle)
	dist := to.length()
	if reach := 0.98 * (first + rest); dist > reach {
		to = to.times(reach / dist)
		dist = reach
		tip = knuckle.add(to)
	}
	dir := to.unit()
	bend := l.down.times(-1).sub(dir.times(l.down.times(-1).dot(dir)))
	if bend.length() < 0.2 {
		bend = l.fore
	}
	bend = bend.unit()
	along := (first*first - rest*rest + dist*dist) / (2 * dist)
	high := math.Sqrt(math.Max(first*first-along*along, 0))
	joint := knuckle.add(dir.times(along)).add(bend.times(high))
	last := joint.add(tip.sub(joint).times(0.55)).add(bend.times(0.1 * k))
	l.bone(knuckle, joint, 0.42*thick, 0.37*thick)
	l.bone(joint, last, 0.37*thick, 0.33*thick)
	l.bone(last, tip, 0.33*thick, 0.27*thick)
	l.bones[len(l.bones)-1].nail = bend
}

// pose puts a hand together: what its fingers hold is at grip, the arm comes from a
// direction that points away from the hand.
func (p *person) pose(g grasp, grip, from vec) *hand {
	from = vec{from.x, from.y, 0}.unit()
	l := &limbs{person: p, fore: from.times(-1), down: vec{z: -1}}
	l.side = l.fore.cross(vec{z: 1}).times(p.left)
	high := [graspCount]float64{2.1, 1.7, 1.6, 0.45}[g]
	reach := [graspCount]float64{2.3, 2.6, 3, 3.1}[g]
	// The middle of the knuckles, and the wrist behind it.
	knuckles := l.local(grip, -reach, 0.75, high)
	wrist := l.local(knuckles, -3.9, 0.1, [graspCount]float64{0.7, 0.8, 0.6, 0.3}[g])
	var knuckle [4]vec
	for i, k := range [4][3]float64{{0.05, -1.15, 0}, {0.2, -0.38, 0.1}, {0.05, 0.4, 0}, {-0.35, 1.1, -0.2}} {
		knuckle[i] = l.local(knuckles, k[0], k[1], k[2])
		l.bone(l.local(wrist, 0.3, k[1]*0.55, 0), knuckle[i], 0.66, 0.5)
	}
	l.fingers(g, grip, knuckle)
	l.thumb(g, grip, wrist, knuckle[0])
	l.arm(wrist, from)
	h := &hand{person: p, bones: l.bones}
	for i := range h.bones {
		h.bones[i].ready()
	}
	return h
}

// fingers bends the four fingers.
func (l *limbs) fingers(g grasp, grip vec, knuckle [4]vec) {
	long := [4]float64{3.3, 3.6, 3.35, 2.7}
	thick := [4]float64{1, 1, 0.97, 0.85}
	var tip [4]vec
	for i := range tip { // curled up under the palm
		tip[i] = l.local(knuckle[i], 0.35, 0, -1.35)
	}
	switch g {
	case pinch:
		tip[0] = l.local(grip, 0.42, 0.1, 0.2)
		tip[1] = l.local(knuckle[1], 1.4, 0, -1.5)
	case tongs:
		tip[0] = l.local(grip, -0.1, -0.1, -0.02)
		tip[1] = l.local(grip, 0.15, 0.15, 0.33)
	case poke:
		tip[0] = grip
	case flat:
		for i := range tip {
			tip[i] = l.local(knuckle[i], 3.2, float64(i)*0.25-0.4, -0.1)
		}
	}
	for i := range tip {
		tip[i].z = math.Max(tip[i].z, 0.3*l.person.size)
		l.finger(knuckle[i], tip[i], long[i], thick[i])
	}
}

// thumb lays the thumb against what is held, or beside the hand.
func (l *limbs) thumb(g grasp, grip, wrist, knuckle vec) {
	root := l.local(wrist, 1, -0.85, -0.4)
	tip := l.local(knuckle, 0.4, -0.5, -0.7)
	switch g {
	case pinch:
		tip = l.local(grip, -0.5, -0.15, 0.1)
	case flat:
		tip = l.local(knuckle, 0.4, -1.7, -0.1)
	}
	tip.z = math.Max(tip.z, 0.3*l.person.size)
	middle := l.local(root.add(tip.sub(root).times(0.5)), 0, -0.45, 0.1)
	l.bone(wrist, root, 0.85, 0.72)
	l.bone(root, middle, 0.68, 0.45)
	l.bone(middle, tip, 0.44, 0.33)
	l.bones[len(l.bones)-1].nail = l.side.times(-0.6).sub(l.down).unit()
	l.bone(middle, knuckle, 0.38, 0.42) // the skin between
}

// arm is wrist, forearm and sleeve.
func (l *limbs) arm(wrist vec, from vec) {
	elbow := wrist.add(from.times(10.5)).add(vec{z: 1.2})
	shoulder := elbow.add(from.times(11)).add(vec{z: 7})
	l.bone(wrist, elbow, 1.02, 1.6)
	l.bone(elbow, shoulder, 1.6, 2)
	cuff := wrist.add(elbow.sub(wrist).times(math.Min(l.person.cuff/10.5, 1)))
	if l.person.cuff > 10.5 {
		cuff = elbow.add(shoulder.sub(elbow).times(0.4))
	}
	wide := 1.15 + l.person.loose
	end := elbow
	if l.person.cuff > 10.5 {
		end = shoulder
	}
	l.bone(cuff, end, wide+0.1*l.person.cuff/3, wide+0.75)
	l.bones[len(l.bones)-1].cloth = true
	l.bone(end, shoulder, wide+0.75, wide+1.1)
	l.bones[len(l.bones)-1].cloth = true
}

// reachIn lets a hand reach into a still: it holds a stone, pushes one or lies there.
func (s *Scene) reachIn(d dice) {
	p := newPerson(d)
	g := grasp(d.IntN(int(graspCount)))
	angle := -math.Pi/2 + d.around(0, 0.4)
	if d.chance(0.5) {
		angle += math.Pi
	}
	sn, cs := math.Sincos(angle)
	grip := vec{d.between(-0.9, 0.9) * s.board.ink.rx(), d.between(-0.9, 0.9) * s.board.ink.ry(), s.set.height + d.between(0, 3)}
	s.hand = p.pose(g, grip, vec{cs, sn, 0})
	if g == pinch || g == tongs {
		st := s.set.newStone(d, pickColor(d))
		s.hand.hold(st, grip)
	}
}

// hold puts a stone between the fingers.
func (h *hand) hold(st Stone, grip vec) {
	st.body.at = grip
	st.body.floor = -1
	h.held = &st
}
