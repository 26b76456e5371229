package opening

import "shinpan/board"

// State is where the opening of one game stands. It is a value: a copy goes on by
// itself. The zero State is an opening that is over.
type State struct {
	protocol *Script
	agreed   string
	rounds   int8 // how often two stones may still be added

	stage  int8
	actor  Player
	last   Player
	holder [3]Player // by colour
	first  board.Point
	stones int8 // moves made so far

	number   int8 // of fifth moves, declared with stones that were pressed; 0 before
	declared int8 // declared in this stage, not pressed yet
	offering bool // the actor has declared that he offers instead of laying
	swapping bool // a swap is announced and not pressed yet
	spent    bool // no choice is left in this stage: it was swapped
	word     word
	chosen   board.Point
	count    int8
	offers   [maxOffers]board.Point
}

// word is what the actor of a stage has said about its choice.
type word uint8

const (
	silent word = iota
	saidKeep
	saidSwap
)

// maxOffers bounds the declared number, whatever the options say.
const maxOffers = 24

// New is the beginning of an opening by the protocol.
func New(p *Script, opts Options) State {
	s := State{protocol: p, agreed: opts.Agreed, rounds: opts.Rounds}
	if s.rounds == 0 {
		s.rounds = 5
	}
	s.holder[board.Black], s.holder[board.White] = P1, P2
	s.enter(0)
	return s
}

// Done reports whether the opening is over and the game is played on as usual.
func (s *State) Done() bool { return s.protocol == nil || int(s.stage) >= len(s.protocol.stages) }

// Actor is the player whose duty it is, and whose clock runs; Nobody when Done.
func (s *State) Actor() Player { return s.actor }

// Holder is the player who holds the colour.
func (s *State) Holder(c board.Color) Player {
	if c == board.Empty || int(c) >= len(s.holder) {
		return Nobody
	}
	return s.holder[c]
}

// Offers are the fifth moves on the board from which one is to be kept.
func (s *State) Offers() []board.Point {
	if s.Done() || !s.now().choose {
		return nil
	}
	return s.offers[:s.count:s.count]
}

// Offered reports whether p is one of Offers.
func (s *State) Offered(p board.Point) bool {
	for _, q := range s.Offers() {
		if p == q {
			return true
		}
	}
	return false
}

// Choosing reports whether one of the offers is to be kept in this stage.
func (s *State) Choosing() bool { return !s.Done() && s.now().choose }

// Lays reports whether the actor may lay stones of both colours.
func (s *State) Lays(c board.Color) bool {
	if s.Done() || s.swapping {
		return false
	}
	st := s.now()
	if st.offers != noOffers && c == board.Black || st.linked || st.orTwo && !s.spent {
		return true
	}
	for _, d := range st.lay {
		if d.color == c {
			return true
		}
	}
	return false
}

func (s *State) now() *stage { return &s.protocol.stages[s.stage] }

// enter begins a stage: whoever's duty it is becomes the actor.
func (s *State) enter(i int8) {
	s.stage = i
	s.declared, s.offering, s.swapping, s.spent, s.word, s.chosen = 0, false, false, false, silent, board.NoPoint
	if s.Done() {
		s.actor = Nobody
		return
	}
	st := s.now()
	switch st.who {
	case first:
		s.actor = P1
	case second:
		s.actor = P2
	case black:
		s.actor = s.holder[board.Black]
	case white:
		s.actor = s.holder[board.White]
	case rival:
		if s.actor = s.last.Rival(); s.actor == Nobody {
			s.actor = P1
		}
		s.seat(s.actor, s.nextColor())
	}
	// The first of the linked stones can follow no pair.
	s.spent = st.linked
}

// seat gives a colour to a player, and the other colour to the other.
func (s *State) seat(p Player, c board.Color) {
	s.holder[c], s.holder[c.Opponent()] = p, p.Rival()
}

// nextColor is the colour of the next stone in order.
func (s *State) nextColor() board.Color {
	if s.stones%2 == 0 {
		return board.Black
	}
	return board.White
}

// finish ends the stage: the actor has done his duty, and the named stage follows, or
// the next row.
func (s *State) finish(moves int, goTo string) {
	s.last = s.actor
	s.stones += int8(moves)
	if s.declared > 0 {
		s.number = s.declared
	}
	next := s.stage + 1
	if goTo != "" {
		next = s.protocol.index(goTo)
	}
	s.enter(next)
}

// MaySwap reports whether the actor may hand his duty over together with the colour.
func (s *State) MaySwap() bool {
	return !s.Done() && s.now().swap && !s.spent && !s.swapping && s.word == silent || s.linkedWindow()
}

// linkedWindow reports whether the rival has just laid two linked stones.
func (s *State) linkedWindow() bool {
	return !s.Done() && s.now().linked && !s.spent && !s.swapping && s.word == silent
}

// Swap announces a swap. It counts once the actor presses; the duty is then the other's.
func (s *State) Swap(p Player) []Breach {
	if !s.MaySwap() || p != s.actor {
		return []Breach{{Code: "OP-08"}}
	}
	s.word = saidSwap
	if s.now().colour {
		return nil // what he lays, or does not lay, says which colour he takes
	}
	s.swapping = true
	s.holder[board.Black], s.holder[board.White] = s.holder[board.White], s.holder[board.Black]
	return nil
}

// Keep announces that the actor does not swap. Doing the duty says the same.
func (s *State) Keep(p Player) []Breach {
	switch {
	case !s.MaySwap():
		return []Breach{{Code: "OP-08"}}
	case p != s.actor:
		return []Breach{{Code: "OP-02"}}
	}
	s.word = saidKeep
	return nil
}

// Declare announces the number of fifth moves: with the stones it belongs to, or as the
// choice to offer instead of laying the fifth stone.
func (s *State) Declare(p Player, n int, pos *board.Board) []Breach {
	if s.Done() {
		return []Breach{{Code: "OP-12"}}
	}
	st := s.now()
	switch {
	case s.number > 0 || st.offers > 0 || st.choose:
		return []Breach{{Code: "OP-12"}}
	case p != s.actor || s.swapping:
		return []Breach{{Code: "OP-02"}}
	case st.orOffers != noOffers && !s.spent:
		if n != int(st.orOffers) {
			return []Breach{{Code: "OP-04"}}
		}
		s.offering = true
		return nil
	case st.declare == span{} || n < int(st.declare.min) || n > int(min(st.declare.max, maxOffers)):
		return []Breach{{Code: "OP-04"}}
	case n > Inequivalent(pos):
		return []Breach{{Code: "OP-04"}}
	}
	s.declared = int8(n)
	return nil
}

// Choose announces which offer is kept.
func (s *State) Choose(p Player, at board.Point) []Breach {
	switch {
	case !s.Choosing() || p != s.actor:
		return []Breach{{Code: "OP-02", Point: at}}
	case !s.Offered(at):
		return []Breach{{Code: "OP-10", Point: at}}
	}
	s.chosen = at
	return nil
}

// Wide reports whether the protocol's figures are the 52 and not the 26.
func (p *Script) Wide() bool {
	for i := range p.stages {
		if p.stages[i].figure == of52 {
			return true
		}
	}
	return false
}
