package render

import (
	"math"

	"shinpan/board"
)

// noPoint is the point of events that have none.
const noPoint = board.NoPoint

// chanceFrame is the first stream of the frames' noise.
const chanceFrame = 1 << 20

// movieFrames are the sizes of films: small ones, so that many can be made.
var movieFrames = []frameSize{{640, 480, 60}, {800, 600, 28}, {960, 720, 10}, {1280, 720, 2}}

// FilmMoves is how many moves the films of the long run have.
const FilmMoves = 8

// NewRecording prepares the film of a seed: a game of so many moves, with incidents.
func NewRecording(seed uint64, moves int) *Recording {
	d := newDice(seed, chanceGame)
	s := settingFor(seed, movieFrames)
	s.scatter(newDice(seed, chanceThings), d.IntN(5))
	if d.chance(0.6) {
		s.film.quality = 0 // coding each frame takes long
	}
	r := &Recording{FPS: 10, Size: s.Size, scene: s, dice: d, pace: d.between(0.75, 1.3), tremor: d.between(0, 0.025), lamps: [3]float64{1, 1, 1}, auto: newAutomatic(d)}
	r.people = [3]*person{board.Black: newPerson(newDice(seed, chanceHand)), board.White: newPerson(newDice(seed, chanceHand+100))}
	if d.chance(0.15) {
		r.flicker = d.between(0.003, 0.015)
	}
	if d.chance(0.25) { // a position from the middle of a game
		s.layOut(d)
		if len(s.stones) > 40 {
			s.stones = s.stones[:40]
		}
	}
	s.shadows()
	c := s.cam
	r.base, r.over = newCanvas(c.w, c.h), newCanvas(c.w, c.h)
	r.sharp, r.soft, r.now = newExposed(c.w, c.h), newExposed(c.w, c.h), newExposed(c.w, c.h)
	for i := range r.veils {
		r.veils[i] = newVeil(s.board.rx+17, s.board.ry+17, 5)
	}
	s.paint(r.base, c.frame())
	s.meter(r.base, newDice(seed, chanceFilm+100))
	r.Start, r.Initial = s.truth(r.base), s.position()
	for _, o := range r.base.owner {
		if o == ofBoard || o >= 0 {
			r.tiles++
		}
	}
	r.write(moves)
	return r
}

// write plans the game.
func (r *Recording) write(moves int) {
	d := r.dice
	plan := *r.scene // the script is written on a copy of the position
	plan.stones = append([]Stone(nil), r.scene.stones...)
	live := r.scene
	r.scene = &plan
	defer func() { r.scene = live }()
	t := 1.5
	side := board.Black
	for range moves {
		st, ok := r.choose(side)
		if !ok {
			break
		}
		plan.stones = append(plan.stones, st)
		a := r.place(t, st)
		switch kind := d.Float64(); {
		case kind < 0.06:
			a = r.fall(t, st)
		case kind < 0.16: // one player lays two stones, as openings have it
			if next, ok := r.choose(3 - side); ok {
				plan.stones = append(plan.stones, next)
				a = r.placeBoth(t, st, next)
				side = 3 - side
			}
		}
		t = r.add(a)
		side = 3 - side
		if d.chance(0.3) {
			t = r.incident(t)
		}
	}
	r.end = t + 2.2
}

// add appends an act; the next may begin at the time it gives.
func (r *Recording) add(a *act) float64 {
	r.acts = append(r.acts, a)
	return a.end() + r.dice.between(0.4, 1.6)
}

// incident lets something happen that is no move.
func (r *Recording) incident(t float64) float64 {
	d := r.dice
	s := r.scene
	victim := s.stones[d.IntN(len(s.stones))].Point
	i := s.at(victim)
	switch d.IntN(9) {
	case 0:
		st := s.stones[i]
		to, ok := r.choose(st.Color)
		if !ok {
			return t
		}
		moved := st
		moved.Point, moved.X, moved.Y, moved.body.at = to.Point, to.X, to.Y, vec{to.body.at.x, to.body.at.y, st.body.at.z}
		t = r.add(r.lift(t, victim, &moved, false))
		s.stones[i] = moved
	case 1:
		t = r.add(r.lift(t, victim, nil, true))
	case 2:
		t = r.add(r.lift(t, victim, nil, false))
		s.stones = append(s.stones[:i:i], s.stones[i+1:]...)
	case 3:
		for n := range s.stones {
			if math.Hypot(s.stones[n].X, s.stones[n].Y) > 0.15 {
				a := r.straighten(t, s.stones[n].Point)
				return r.add(a)
			}
		}
	case 4:
		t = r.add(r.rest(t))
	case 5:
		r.sways = append(r.sways, newBump(d, t+0.5))
		t += 2.5
	case 6:
		r.sways = append(r.sways, newDimmer(d, t+0.3))
		t += 1.5
	case 7:
		r.passers = append(r.passers, newPassing(d, t-d.between(0, 1.5)))
	case 8:
		if th, ok := r.something(); ok {
			t = r.add(r.putThing(t, &th, true)) + d.between(1, 3)
			t = r.add(r.putThing(t, &th, false))
		}
	}
	return t
}

// choose picks an empty point near the other stones and shapes a stone for it.
func (r *Recording) choose(c board.Color) (Stone, bool) {
	d, s := r.dice, r.scene
	p := board.At(s.Size/2, s.Size/2)
	if len(s.stones) > 0 && !d.chance(0.1) {
		p = s.stones[d.IntN(len(s.stones))].Point
	}
	for range 60 {
		q := board.At(p.Col()+d.IntN(7)-3, p.Row()+d.IntN(7)-3)
		if !q.OnBoard(s.Size) || s.at(q) >= 0 {
			continue
		}
		st := s.set.newStone(d, c)
		st.Point = q
		wild := 0.07
		if d.chance(0.2) {
			wild = 0.18
		}
		st.X, st.Y = clamp(d.around(0, wild), -0.33, 0.33), clamp(d.around(0, wild), -0.33, 0.33)
		if s.squeeze(&st) {
			return st, true
		}
	}
	return Stone{}, false
}

// squeeze moves a stone aside until it stands in no other, if it can, and lays it down.
func (s *Scene) squeeze(st *Stone) bool {
	ax, ay := s.board.ink.ax, s.board.ink.ay
	for range 30 {
		hit := false
		for i := range s.stones {
			other := s.stones[i]
			if other.Point != st.Point {
				hit = part(st, &other, ax, ay, 0.35) || hit
			}
		}
		if !hit {
			st.lay(s.Size, ax, ay)
			return true
		}
	}
	st.lay(s.Size, ax, ay)
	return false
}

// something is a thing that can lie on the board, on a free part of it.
func (r *Recording) something() (thing, bool) {
	d, s := r.dice, r.scene
	make := pick(d, (*Scene).phone, (*Scene).cup, (*Scene).sheet, (*Scene).pen)
	for range 20 {
		th := make(s, d, vec{d.between(-0.7, 0.7) * s.board.rx, d.between(-0.7, 0.7) * s.board.ry, 0})
		if s.free(th) {
			return th, true
		}
	}
	return thing{}, false
}
