package render

import "math"

// sway is a change of the whole scene: the board is bumped, or a lamp changes.
type sway struct {
	from, to float64 // when
	told     bool
	event    string
	done     float64 // how much of it, 0 to 1
	shift    vec     // of the board, in all
	turn     float64
	lamps    [3]float64 // factors of the lights, in all; 0 for a bump
	before   [3]float64
}

// newBump shifts the board by up to one and a half of the pitch.
func newBump(d dice, t float64) sway {
	return sway{from: t, to: t + d.between(0.1, 0.4), event: "bump", shift: vec{d.between(-1, 1), d.between(-1, 1), 0}, turn: d.between(-0.05, 0.05)}
}

// newDimmer switches a light on or off, or lets a cloud pass.
func newDimmer(d dice, t float64) sway {
	w := sway{from: t, to: t + d.between(0.05, 0.8), event: "light", lamps: [3]float64{1, 1, 1}}
	k := d.between(0.35, 1.7)
	switch d.IntN(3) {
	case 0:
		w.lamps = [3]float64{math.Sqrt(k), k, 1}
	case 1:
		w.lamps = [3]float64{1, math.Sqrt(k), k * k}
	default:
		w.lamps = [3]float64{k, k, k}
	}
	return w
}

// step brings the scene to where it is at t.
func (w *sway) step(r *Recording, t float64) {
	if t < w.from || w.done >= 1 {
		return
	}
	k := 1.0
	if w.to > w.from {
		k = clamp01((t - w.from + 0.5/r.FPS) / (w.to - w.from))
	}
	fresh := k > w.done
	if w.event == "bump" {
		if fresh {
			part := k - w.done
			r.scene.push(w.shift.times(part), w.turn*part)
			r.stale = r.scene.cam.frame()
		}
	} else {
		if !w.told {
			w.before = r.lamps
		}
		if fresh {
			for i := range r.lamps {
				r.lamps[i] = w.before[i] * (1 + (w.lamps[i]-1)*k)
			}
		}
	}
	w.done = math.Max(w.done, k)
	if !w.told {
		w.told = true
		e := r.event(w.event, 0, noPoint)
		r.Events = append(r.Events, e)
	}
	if w.event == "bump" && fresh {
		for i := range r.Events {
			if e := &r.Events[i]; e.Type == "bump" {
				for n, p := range r.scene.cornerPlaces() {
					e.Corners[n][0], e.Corners[n][1], _ = r.scene.cam.project(p)
				}
			}
		}
	}
}

// push moves the board and its stones over the table: everything else goes the other way,
// for the board is where places are counted from.
func (s *Scene) push(by vec, turn float64) {
	sn, cs := math.Sincos(-turn)
	rotate := func(p vec) vec { return vec{p.x*cs - p.y*sn, p.x*sn + p.y*cs, p.z} }
	move := func(p vec) vec { return rotate(p.sub(by)) }
	c := &s.cam
	c.at, c.right, c.down, c.forward = move(c.at), rotate(c.right), rotate(c.down), rotate(c.forward)
	for i := range s.room.lights {
		l := &s.room.lights[i]
		l.at, l.u, l.v = move(l.at), rotate(l.u), rotate(l.v)
		l.settle()
	}
	for i := range s.things {
		t := &s.things[i]
		t.at = move(t.at)
		for _, p := range t.parts {
			switch p := p.(type) {
			case *ball:
				p.at = move(p.at)
			case *disc:
				p.at = move(p.at)
			case *tube:
				p.at = move(p.at)
			case *face:
				p.at, p.u, p.v = move(p.at), rotate(p.u), rotate(p.v)
				p.ready()
			}
		}
		for n := range t.casts {
			t.casts[n].a, t.casts[n].b = move(t.casts[n].a), move(t.casts[n].b)
		}
	}
	if s.room.patch != nil {
		s.room.patch.push(move, turn)
	}
	s.table.push(by, turn)
	s.shadows()
}
