package render

import (
	"math"

	"shinpan/board"
)

// act is one reach of a hand over the board: where its fingers are when, and what happens
// then.
type act struct {
	person *person
	grasp  grasp
	from   vec // where the arm comes from
	keys   []key
	marks  []mark
	first  *Stone // held from the start; nil for none
}

// key is where the fingers are at a time.
type key struct {
	t  float64
	at vec
}

// mark is something that happens at a time.
type mark struct {
	t  float64
	do func(r *Recording)
}

func (a *act) start() float64 { return a.keys[0].t }
func (a *act) end() float64   { return a.keys[len(a.keys)-1].t }

// at is where the fingers are at t, and how fast they move.
func (a *act) at(t float64) vec {
	for i := 1; i < len(a.keys); i++ {
		p, q := a.keys[i-1], a.keys[i]
		if t <= q.t {
			return p.at.add(q.at.sub(p.at).times(smooth((t - p.t) / (q.t - p.t))))
		}
	}
	return a.keys[len(a.keys)-1].at
}

// reach builds an act, step by step.
type reach struct {
	act  *act
	t    float64
	pace float64 // seconds take so much longer
	rim  vec     // over the board's edge
	out  vec
}

// reach begins an act of the player of a colour that ends over the place over.
func (r *Recording) reach(t float64, side board.Color, g grasp, over vec) *reach {
	d := r.dice
	angle := -math.Pi/2 + d.around(0, 0.3)
	if side == board.White {
		angle += math.Pi
	}
	sn, cs := math.Sincos(angle)
	a := &act{person: r.people[side], grasp: g, from: vec{cs, sn, 0}}
	rim := (r.scene.board.ry - over.y*sn) / math.Abs(sn)
	e := &reach{act: a, t: t, pace: r.pace * d.between(0.8, 1.25)}
	e.rim = over.add(a.from.times(rim + d.between(-1.5, 0.5))).add(vec{z: d.between(0.3, 1.2)})
	e.out = over.add(a.from.times(rim + d.between(4, 6))).add(vec{z: d.between(2, 4)})
	e.key(0, e.out)
	return e
}

// key moves the fingers within so many seconds.
func (e *reach) key(seconds float64, at vec) {
	e.t += seconds * e.pace
	e.act.keys = append(e.act.keys, key{e.t, at})
}

func (e *reach) mark(do func(r *Recording)) {
	e.act.marks = append(e.act.marks, mark{e.t, do})
}

// lower brings the fingers down to a place.
func (e *reach) lower(d dice, at vec) {
	e.key(d.between(0.45, 0.8), at.add(vec{z: d.between(0.8, 2)}))
	e.key(d.between(0.18, 0.35), at)
}

// rise lifts the fingers off a place.
func (e *reach) rise(d dice, at vec) {
	e.key(d.between(0.12, 0.25), at.add(e.act.from.times(d.between(0.1, 0.6))).add(vec{z: d.between(0.6, 1.6)}))
}

// leave takes the hand away; now and then it lingers over the board's edge.
func (e *reach) leave(d dice) *act {
	if d.chance(0.12) {
		e.key(d.between(0.2, 0.4), e.rim)
		e.key(d.between(0.5, 2.5), e.rim)
	}
	e.key(d.between(0.4, 0.7), e.out)
	return e.act
}

func (r *Recording) holdGrasp() grasp { return pick(r.dice, pinch, tongs, tongs) }

// place lays a stone of its own colour down.
func (r *Recording) place(t float64, st Stone) *act {
	d := r.dice
	e := r.reach(t, st.Color, r.holdGrasp(), st.body.at)
	held := st
	e.act.first = &held
	e.layDown(d, st, 0.3)
	return e.leave(d)
}

// layDown lowers a stone, holds it for longest at most, lets it go and rises.
func (e *reach) layDown(d dice, st Stone, longest float64) {
	e.lower(d, st.body.at)
	e.key(d.between(0.03, longest), st.body.at)
	e.mark(func(r *Recording) { r.letGo(st, "place", board.NoPoint) })
	e.rise(d, st.body.at)
}

// placeBoth lays two stones down, one right after the other, without leaving the board.
func (r *Recording) placeBoth(t float64, first, second Stone) *act {
	d := r.dice
	e := r.reach(t, first.Color, r.holdGrasp(), first.body.at)
	held := first
	e.act.first = &held
	e.lower(d, first.body.at)
	e.key(d.between(0.03, 0.2), first.body.at)
	e.mark(func(r *Recording) { r.letGo(first, "place", board.NoPoint) })
	e.rise(d, first.body.at)
	e.key(d.between(0.2, 0.5), e.rim)
	e.key(d.between(0.1, 0.5), e.rim)
	e.mark(func(r *Recording) {
		next := second
		r.held = &next
	})
	e.lower(d, second.body.at)
	e.key(d.between(0.03, 0.2), second.body.at)
	e.mark(func(r *Recording) { r.letGo(second, "place", board.NoPoint) })
	e.rise(d, second.body.at)
	return e.leave(d)
}

// fall lets a stone drop out of the hand.
func (r *Recording) fall(t float64, st Stone) *act {
	d := r.dice
	e := r.reach(t, st.Color, r.holdGrasp(), st.body.at)
	held := st
	e.act.first = &held
	over := st.body.at.add(vec{z: d.between(1.5, 3)}).add(e.act.from.times(d.between(0, 1)))
	e.key(d.between(0.4, 0.7), over)
	e.mark(func(r *Recording) { r.letGo(st, "drop", board.NoPoint) })
	e.key(d.between(0.2, 0.5), over.add(vec{z: 0.5}))
	return e.leave(d)
}

// lift takes the stone on p away; it is put on another point, back where it was, or kept.
func (r *Recording) lift(t float64, p board.Point, to *Stone, back bool) *act {
	d := r.dice
	st := r.scene.stones[r.scene.at(p)]
	e := r.reach(t, st.Color, r.holdGrasp(), st.body.at)
	e.lower(d, st.body.at)
	e.key(d.between(0.05, 0.2), st.body.at)
	e.mark(func(r *Recording) { r.take(p, "lift") })
	high := st.body.at.add(vec{z: d.between(1, 2)})
	e.key(d.between(0.2, 0.4), high)
	switch {
	case to != nil:
		e.lower(d, to.body.at)
		e.key(d.between(0.05, 0.2), to.body.at)
		e.mark(func(r *Recording) { r.letGo(*to, "move", p) })
		e.rise(d, to.body.at)
	case back:
		e.key(d.between(0.4, 1.2), high)
		e.key(d.between(0.2, 0.4), st.body.at)
		e.mark(func(r *Recording) { r.letGo(st, "place", board.NoPoint) })
		e.rise(d, st.body.at)
	}
	return e.leave(d)
}

// straighten pushes the stone on p to the middle of its point.
func (r *Recording) straighten(t float64, p board.Point) *act {
	d := r.dice
	st := r.scene.stones[r.scene.at(p)]
	to := st
	to.X, to.Y = d.around(0, 0.03), d.around(0, 0.03)
	r.scene.squeeze(&to)
	touch := vec{z: st.body.half * 0.7}
	e := r.reach(t, pick(d, board.Black, board.White), poke, st.body.at)
	e.lower(d, st.body.at.add(touch))
	e.key(d.between(0.05, 0.3), st.body.at.add(touch))
	e.mark(func(r *Recording) { r.take(p, "") })
	e.key(d.between(0.2, 0.5), to.body.at.add(touch))
	e.mark(func(r *Recording) { r.letGo(to, "nudge", board.NoPoint) })
	e.rise(d, to.body.at.add(touch))
	return e.leave(d)
}

// rest lays a hand on the board and leaves it there for a while, or only points.
func (r *Recording) rest(t float64) *act {
	d := r.dice
	s := r.scene
	at := vec{d.between(-0.8, 0.8) * s.board.rx, d.between(-0.8, 0.8) * s.board.ry, s.set.height + d.between(0.05, 0.5)}
	g := pick(d, flat, poke)
	if g == poke {
		at.z += d.between(0.2, 1.5)
	}
	e := r.reach(t, pick(d, board.Black, board.White), g, at)
	e.lower(d, at)
	e.key(d.between(0.8, 4), at)
	e.rise(d, at)
	return e.leave(d)
}

// putThing lays something on the board, or takes it away again.
func (r *Recording) putThing(t float64, th *thing, on bool) *act {
	d := r.dice
	at := vec{th.at.x, th.at.y, 2*th.at.z + 0.3}
	e := r.reach(t, pick(d, board.Black, board.White), flat, at)
	e.lower(d, at)
	e.mark(func(r *Recording) {
		if on {
			r.scene.things = append(r.scene.things, *th)
			r.Events = append(r.Events, r.event("thing_on", 0, noPoint))
		} else {
			r.Events = append(r.Events, r.event("thing_off", 0, noPoint))
			r.scene.things = r.scene.things[:len(r.scene.things)-1]
		}
		r.scene.shadows()
		r.stale = r.scene.cam.frame()
	})
	e.rise(d, at)
	return e.leave(d)
}
