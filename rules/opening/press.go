package opening

import (
	"slices"

	"shinpan/board"
)

// Result is what a press has completed.
type Result struct {
	Moves   []Stone       // the stones that have become moves, in order
	Offers  []board.Point // the fifth moves offered, in the order they were laid
	Chosen  board.Point   // the offer kept; it is the first of Moves
	Left    []board.Point // offers that were not kept and still have to be cleared; the choice was announced
	Swapped bool          // the duty and the colour were handed over
	Kept    bool          // the actor had a choice to swap and did not
}

// Watch says what is already wrong with the loose stones, those that lie on the board
// and are not in pos, oldest first. Stones that are still to come are no breach.
func (s *State) Watch(pos *board.Board, loose []Stone) []Breach {
	if s.Done() {
		return nil
	}
	if s.swapping {
		return nil // the other already acts upon the announcement
	}
	switch st := s.now(); {
	case st.choose:
		_, others := s.split(loose)
		return s.watchChoice(loose, others)
	case st.offers != noOffers || s.offers2(loose):
		return watchOffers(pos, loose)
	case st.orTwo && !s.spent || st.linked:
		return s.watchPair(loose)
	}
	_, _, wrong := s.match(pos, loose)
	if s.now().orOffers != noOffers && !s.spent && s.word == silent {
		// The first of the offers may lie anywhere.
		wrong = slices.DeleteFunc(wrong, func(b Breach) bool { return b.Code == "OP-01" })
	}
	return wrong
}

// offers2 reports whether the actor of a stage that lets him lay or offer is offering.
func (s *State) offers2(loose []Stone) bool {
	return s.now().orOffers != noOffers && !s.spent && (s.offering || count(loose, board.Black) > 1)
}

// Press takes the actor's press. Where something is wrong nothing changes: wrong says
// what, and missing says what it will have been if the stones that are not there
// yet do not turn out to have been laid before the press.
func (s *State) Press(pos *board.Board, loose []Stone) (r Result, wrong, missing []Breach) {
	if s.Done() {
		return Result{}, nil, nil
	}
	if s.swapping {
		s.swapping, s.spent, s.actor = false, true, s.actor.Rival()
		return Result{Swapped: true}, nil, nil
	}
	before := *s
	kept := before.now().swap && !before.spent && before.word == silent
	switch st := s.now(); {
	case st.choose:
		r, wrong, missing = s.pressChoice(loose)
	case st.offers != noOffers || s.offers2(loose):
		r, wrong, missing = s.pressOffers(pos, loose)
	case st.linked:
		r, wrong, missing = s.pressLinked(loose)
	case st.orTwo && !s.spent && s.rounds > 0 && count(loose, board.Black) > 0:
		r, wrong, missing = s.pressPair(loose)
		kept = false // who lays two leaves the choice of colours to the other
	default:
		r, wrong, missing = s.pressStones(pos, loose)
	}
	if len(wrong)+len(missing) > 0 {
		*s = before
		return Result{}, wrong, missing
	}
	r.Kept = kept && !r.Swapped
	return r, nil, nil
}

// pressStones ends a stage in which stones are laid and become moves.
func (s *State) pressStones(pos *board.Board, loose []Stone) (Result, []Breach, []Breach) {
	st := s.now()
	if st.colour && !s.spent && s.word == saidSwap && len(loose) == 0 {
		return s.takeBlack(), nil, nil
	}
	moves, short, wrong := s.match(pos, loose)
	switch {
	case len(wrong) > 0:
		return Result{}, wrong, nil
	case short:
		return Result{}, nil, []Breach{{Code: "CK-1"}}
	case st.declare != span{} && s.declared == 0:
		return Result{}, []Breach{{Code: "OP-04"}}, nil
	}
	if st.colour {
		s.seat(s.actor, moves[0].Color)
	}
	if s.first == board.NoPoint || st.lay[0].zone.base == onFile {
		s.first = moves[0].Point
	}
	if st.lay[0].zone.base == onBaseLine {
		// The first stone is not a move before the other player has fixed its rank.
		s.finish(0, st.goTo)
		return Result{}, nil, nil
	}
	s.finish(len(moves), st.goTo)
	return Result{Moves: moves}, nil, nil
}

// NothingCame ends the wait for stones after a press with which the actor of a colour
// choice has kept Black: he pressed and laid nothing. ok is false in any other case.
func (s *State) NothingCame() (r Result, ok bool) {
	if s.Done() || !s.now().colour || s.spent || s.word != saidKeep {
		return Result{}, false
	}
	return s.takeBlack(), true
}

// takeBlack makes the actor Black: the other is White and plays.
func (s *State) takeBlack() Result {
	s.seat(s.actor, board.Black)
	s.spent, s.actor = true, s.actor.Rival()
	return Result{Swapped: true}
}

// pressPair ends a stage with a white and a black stone, and leaves the choice to the other.
func (s *State) pressPair(loose []Stone) (Result, []Breach, []Breach) {
	if wrong := s.watchPair(loose); len(wrong) > 0 {
		return Result{}, wrong, nil
	}
	if len(loose) < 2 {
		return Result{}, nil, []Breach{{Code: "CK-1"}}
	}
	moves := inOrder(loose, board.White)
	s.rounds--
	s.finish(2, s.now().twoTo)
	return Result{Moves: moves}, nil, nil
}

// pressLinked ends a stage of one stone or two. Two leave the other a swap.
func (s *State) pressLinked(loose []Stone) (Result, []Breach, []Breach) {
	if wrong := s.watchPair(loose); len(wrong) > 0 {
		return Result{}, wrong, nil
	}
	c := s.nextColor()
	if count(loose, c) == 0 {
		return Result{}, nil, []Breach{{Code: "CK-1"}}
	}
	moves := inOrder(loose, c)
	next := s.now().goTo
	if int(s.stones)+len(moves) >= 5 {
		next = normal
	}
	s.finish(len(moves), next)
	if next == normal {
		s.seat(s.last.Rival(), board.White)
	} else {
		s.spent = len(moves) < 2
	}
	return Result{Moves: moves}, nil, nil
}

// watchPair finds stones too many where one stone or one of each colour is laid.
func (s *State) watchPair(loose []Stone) []Breach {
	seen := [3]int{}
	for _, l := range loose {
		seen[l.Color]++
		if seen[l.Color] > 1 {
			return []Breach{{"H10", l.Point, l.Color}}
		}
		if s.now().linked && s.stones == 4 && l.Color != s.nextColor() {
			return []Breach{{"OP-03", l.Point, l.Color}}
		}
	}
	return nil
}

// inOrder is a pair of stones with the one of colour c first.
func inOrder(loose []Stone, c board.Color) []Stone {
	moves := append([]Stone(nil), loose...)
	if len(moves) == 2 && moves[0].Color != c {
		moves[0], moves[1] = moves[1], moves[0]
	}
	return moves
}

func count(stones []Stone, c board.Color) int {
	n := 0
	for _, s := range stones {
		if s.Color == c {
			n++
		}
	}
	return n
}
