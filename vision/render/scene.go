package render

import (
	"math"
	"slices"

	"shinpan/board"
)

// Scene is a board in a room, with a camera before it. Everything in it follows from the
// seed.
type Scene struct {
	Seed uint64
	Size int

	cam    camera
	room   room
	board  slab
	set    stoneSet
	table  table
	stones []Stone
	things []thing
	hand   *hand
	film   film // what the camera makes of the light

	cast  [2]*veil // shadows of stones on the board
	far   [2]*veil // shadows of things on the board
	below [2]*veil // shadows on the table
	touch *veil    // where stones keep the room's light from the board
	under *veil    // where board and things keep it from the table
}

// thing is something that lies about.
type thing struct {
	at     vec // middle
	radius float64
	parts  []shape
	casts  []caster
}

// tableReach is how far around the middle shadows on the table are kept.
const tableReach = 22

// shadows works out all shadows.
func (s *Scene) shadows() {
	rx, ry := s.board.rx+0.1, s.board.ry+0.1
	for i := range s.cast {
		l := &s.room.lights[i]
		s.far[i] = newVeil(rx, ry, 8)
		s.below[i] = newVeil(tableReach, tableReach, 4)
		s.shadowOfBoard(s.below[i], l)
		for _, t := range s.things {
			for _, cast := range t.casts {
				if t.at.z+t.radius > 0.3 {
					cast.onto(s.far[i], l, 0)
				}
				cast.onto(s.below[i], l, s.table.level)
			}
		}
	}
	if p := s.room.patch; p != nil {
		s.far[0].dim(-rx, -ry, rx, ry, p.reaches)
		s.below[0].dim(-tableReach, -tableReach, tableReach, tableReach, p.reaches)
	}
	s.under = newVeil(tableReach, tableReach, 4)
	depth := 0.2 + 0.6*s.board.thick
	s.under.dim(-rx-3, -ry-3, rx+3, ry+3, func(x, y float64) float64 {
		d := math.Max(math.Abs(x)-s.board.rx, math.Abs(y)-s.board.ry)
		return 1 - 0.55*math.Exp(-math.Max(d, 0)/depth)*clamp01(s.board.thick*4)
	})
	for _, t := range s.things {
		r := t.radius
		s.under.dim(t.at.x-2*r, t.at.y-2*r, t.at.x+2*r, t.at.y+2*r, func(x, y float64) float64 {
			d := math.Hypot(x-t.at.x, y-t.at.y)/r - 0.75
			return 1 - 0.5*math.Exp(-math.Max(d, 0)*4)
		})
	}
	s.shadowsOfStones()
}

// shadowOfBoard darkens the table on the far side of the light.
func (s *Scene) shadowOfBoard(v *veil, l *light) {
	const layers = 4
	thick := s.board.thick
	soft := thick*l.size/l.at.length() + 0.04
	v.dim(-tableReach, -tableReach, tableReach, tableReach, func(x, y float64) float64 {
		dark := 0.0
		for i := 1; i <= layers; i++ {
			h := thick * float64(i) / layers
			k := h / (l.at.z + thick)
			px, py := x+(l.at.x-x)*k, y+(l.at.y-y)*k
			d := math.Max(math.Abs(px)-s.board.rx, math.Abs(py)-s.board.ry)
			dark = math.Max(dark, smooth(0.5-d/(2*soft)))
		}
		return 1 - dark
	})
}

// shadowsOfStones works out the shadows of the stones that lie on the board.
func (s *Scene) shadowsOfStones() {
	rx, ry := s.board.rx+0.1, s.board.ry+0.1
	for i := range s.cast {
		s.cast[i] = newVeil(rx, ry, 14)
		for j := range s.stones {
			b := &s.stones[j].body
			s.cast[i].ball(&s.room.lights[i], b.at, b.radius, b.half, 0, 1-0.7*s.stones[j].through)
		}
	}
	s.touch = newVeil(rx, ry, 14)
	for j := range s.stones {
		b := &s.stones[j].body
		r := b.radius
		foot := r * math.Sqrt(math.Max(1-b.at.z*b.at.z/(b.half*b.half), 0.1))
		s.touch.dim(b.at.x-2*r, b.at.y-2*r, b.at.x+2*r, b.at.y+2*r, func(x, y float64) float64 {
			d := math.Hypot(x-b.at.x, y-b.at.y) - foot
			return 1 - 0.6*math.Exp(-math.Max(d, 0)/(0.35*r))
		})
	}
}

// at is the stone on a point, -1 for none.
func (s *Scene) at(p board.Point) int {
	return slices.IndexFunc(s.stones, func(st Stone) bool { return st.Point == p })
}
