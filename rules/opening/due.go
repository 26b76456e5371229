package opening

import "shinpan/board"

// Due is what has to happen next, for whoever shows it.
type Due struct {
	State string // a word for the stage: first_three, stone_4, offers, choose, colour, swap, normal…
	Actor Player
	// Black and White are how many stones of each colour the actor lays; Color is the
	// colour where it is one only.
	Black, White int
	Color        board.Color
	// Offers is how many black stones are offered, Choosing that one of them is kept.
	Offers   int
	Choosing bool
	// MaySwap, MayOffer and MayLayTwo are what the actor may do instead.
	MaySwap   bool
	MayOffer  int
	MayLayTwo bool
	// Announced says that a swap was announced, and that the press is all that is left of it.
	Announced bool
	// DeclareMin to DeclareMax fifth moves are to be declared with the stones, none where
	// both are 0; Number is how many are declared.
	DeclareMin, DeclareMax, Number int
}

// Count is the number of stones the actor lays.
func (d Due) Count() int { return d.Black + d.White + d.Offers }

// Due is what has to happen next.
func (s *State) Due() Due {
	if s.Done() {
		return Due{State: normal}
	}
	st := s.now()
	d := Due{State: st.name, Actor: s.actor, Choosing: st.choose, MaySwap: s.MaySwap(), Number: int(max(s.number, s.declared))}
	if s.swapping {
		d.State, d.Announced = "swap", true
		return d
	}
	d.Announced = st.colour && !s.spent && s.word == saidSwap
	for _, l := range st.lay {
		if l.color == board.Black {
			d.Black++
		} else {
			d.White++
		}
	}
	switch {
	case st.linked && s.nextColor() == board.Black:
		d.Black, d.MayLayTwo = 1, s.stones < 4
	case st.linked:
		d.White, d.MayLayTwo = 1, s.stones < 4
	case st.orTwo:
		d.MayLayTwo = !s.spent && s.rounds > 0
	}
	d.Offers = s.wanted()
	if !s.spent {
		d.MayOffer = int(st.orOffers)
	}
	if s.offering {
		d.Black, d.Offers, d.MaySwap = 0, int(st.orOffers), false
	}
	if s.declared == 0 {
		d.DeclareMin, d.DeclareMax = int(st.declare.min), int(st.declare.max)
	}
	switch {
	case d.White == 0:
		d.Color = board.Black
	case d.Black == 0 && d.Offers == 0:
		d.Color = board.White
	}
	return d
}

// wanted is how many stones the stage offers, 0 where it offers none.
func (s *State) wanted() int {
	if n := s.now().offers; n != asDeclared {
		return int(n)
	}
	return int(s.number)
}

// Legal lists the empty points of pos on which a stone of colour c may be laid now.
func (s *State) Legal(pos *board.Board, c board.Color) []board.Point {
	if s.Done() || s.swapping || !s.Lays(c) && !s.Choosing() {
		return nil
	}
	if s.Choosing() && c == board.Black {
		return s.Offers()
	}
	var out []board.Point
	for p := range pos.Points {
		if pos.At(p) == board.Empty && s.allows(p, c, pos.Size()) {
			out = append(out, p)
		}
	}
	return out
}

// allows reports whether a stone of colour c may lie on p, as far as p alone says.
func (s *State) allows(p board.Point, c board.Color, size int) bool {
	st := s.now()
	if st.offers != noOffers || st.linked || s.offering || st.orTwo && !s.spent {
		return true
	}
	for _, d := range st.lay {
		if d.color == c && d.zone.has(p, s.first, size) {
			return true
		}
	}
	return false
}
