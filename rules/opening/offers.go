package opening

import (
	"slices"

	"shinpan/board"
)

// watchOffers finds what is wrong with offered fifth moves: white stones among them, and
// of two that are mirror images the one laid later (OPENINGS.md section 2).
func watchOffers(pos *board.Board, loose []Stone) []Breach {
	var wrong []Breach
	mirrors := fixing(pos)
	for i, l := range loose {
		if l.Color != board.Black {
			wrong = append(wrong, Breach{"OP-03", l.Point, l.Color})
			continue
		}
		for _, earlier := range loose[:i] {
			for _, m := range mirrors {
				if m.Map(earlier.Point, pos.Size()) == l.Point {
					wrong = append(wrong, Breach{"OP-06", l.Point, l.Color})
				}
			}
		}
	}
	return wrong
}

// pressOffers ends a stage of offers: the stones stay loose until one of them is kept.
func (s *State) pressOffers(pos *board.Board, loose []Stone) (Result, []Breach, []Breach) {
	st := s.now()
	n, goTo := s.wanted(), st.goTo
	if st.orOffers != noOffers {
		n, goTo = int(st.orOffers), st.offersTo
	}
	wrong := watchOffers(pos, loose)
	if len(loose) > n {
		extra := loose[len(loose)-1]
		wrong = append(wrong, Breach{"OP-05", extra.Point, extra.Color})
	}
	if len(wrong) > 0 {
		return Result{}, wrong, nil
	}
	if len(loose) < n {
		return Result{}, nil, []Breach{{Code: "OP-05"}}
	}
	var r Result
	s.count = 0
	for _, l := range loose {
		if s.count == maxOffers {
			break
		}
		s.offers[s.count] = l.Point
		s.count++
		r.Offers = append(r.Offers, l.Point)
	}
	s.finish(0, goTo)
	return r, nil, nil
}

// split parts the loose stones into the offers that still lie there and the rest.
func (s *State) split(loose []Stone) (left, others []Stone) {
	for _, l := range loose {
		if l.Color == board.Black && s.Offered(l.Point) {
			left = append(left, l)
		} else {
			others = append(others, l)
		}
	}
	return left, others
}

// Remaining is the offer that is kept if the actor presses now: the announced one, or the
// only one left; NoPoint while that is open.
func (s *State) Remaining(loose []Stone) board.Point {
	if s.chosen != board.NoPoint || !s.Choosing() {
		return s.chosen
	}
	if left, _ := s.split(loose); len(left) == 1 {
		return left[0].Point
	}
	return board.NoPoint
}

// watchChoice finds stones that have no business beside the offers.
func (s *State) watchChoice(loose, others []Stone) []Breach {
	var wrong []Breach
	whites := 0
	for _, l := range others {
		switch {
		case l.Color != board.White:
			wrong = append(wrong, Breach{"OP-03", l.Point, l.Color})
		case whites > 0:
			wrong = append(wrong, Breach{"H10", l.Point, l.Color})
		case s.Remaining(loose) == board.NoPoint && s.count > 1:
			wrong = append(wrong, Breach{"OP-11", l.Point, l.Color})
		}
		if l.Color == board.White {
			whites++
		}
	}
	return wrong
}

// pressChoice ends the stage: one offer is the fifth move, the white stone the sixth.
func (s *State) pressChoice(loose []Stone) (Result, []Breach, []Breach) {
	left, others := s.split(loose)
	var wrong []Breach
	for _, b := range s.watchChoice(loose, others) {
		if b.Code != "OP-11" { // the choice may have been made and not be seen yet
			wrong = append(wrong, b)
		}
	}
	at := s.Remaining(loose)
	kept := slices.Index(left, Stone{at, board.Black})
	switch {
	case len(wrong) > 0:
		return Result{}, wrong, nil
	case kept < 0:
		return Result{}, nil, []Breach{{Code: "OP-10", Point: s.chosen}}
	case len(others) == 0:
		return Result{}, nil, []Breach{{Code: "CK-1"}}
	}
	r := Result{Moves: []Stone{left[kept], others[0]}, Chosen: at}
	for i, l := range left {
		if i != kept {
			r.Left = append(r.Left, l.Point)
		}
	}
	s.finish(2, s.now().goTo)
	return r, nil, nil
}
