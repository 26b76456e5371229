package rules

import "shinpan/board"

// VCF looks for a win of c, to move on b, by fours alone (VCF胜, SEEDS S-211): every
// move threatens five, every answer is forced, until one threat cannot be met or may
// not be, because the answer is forbidden. It tries at most nodes moves. The line it
// returns alternates c's moves and the answers and ends with the move that cannot be
// answered; it is nil when none was found.
func VCF(set Set, b *board.Board, c board.Color, nodes int) []board.Point {
	if fives := fivesOf(set, b, c); len(fives) > 0 {
		return fives[:1]
	}
	s := fourSearch{set: set, pos: NewPosition(b), color: c, nodes: nodes}
	if !s.win(fivesOf(set, b, c.Opponent())) {
		return nil
	}
	return s.line
}

// fourSearch is a running search; line is what has been played.
type fourSearch struct {
	set   Set
	pos   *Position
	color board.Color
	nodes int
	line  []board.Point
}

// win reports whether the side to move wins by fours. against are the points where the
// opponent would make five: one may be blocked by the four itself, two are too many.
func (s *fourSearch) win(against []board.Point) bool {
	if len(against) > 1 {
		return false
	}
	if len(against) == 1 {
		return s.try(against[0])
	}
	for p := range s.pos.board.Points {
		if s.pos.board.At(p) == board.Empty && s.try(p) {
			return true
		}
	}
	return false
}

// try plays p if it is a legal four and reports whether it wins.
func (s *fourSearch) try(p board.Point) bool {
	if s.nodes <= 0 || !s.near(p) || s.pos.Classify(s.set, p, s.color) != OK {
		return false
	}
	s.pos.Play(p, s.color)
	s.line = append(s.line, p)
	var fives []board.Point
	for d := range directions {
		fives = append(fives, completionsOn(s.set, &s.pos.board, p, d, s.color)...)
	}
	if len(fives) > 0 {
		s.nodes--
	}
	if len(fives) >= 2 || len(fives) == 1 && s.answered(fives[0]) {
		return true
	}
	s.line = s.line[:len(s.line)-1]
	s.pos.Undo()
	return false
}

// answered plays the only answer to a four and reports whether the side still wins.
func (s *fourSearch) answered(p board.Point) bool {
	them := s.color.Opponent()
	switch kind := s.pos.Classify(s.set, p, them); {
	case kind == Five:
		return false
	case kind.Foul():
		return true
	}
	s.pos.Play(p, them)
	s.line = append(s.line, p)
	var against []board.Point
	for d := range directions {
		against = append(against, completionsOn(s.set, &s.pos.board, p, d, them)...)
	}
	if s.win(against) {
		return true
	}
	s.line = s.line[:len(s.line)-1]
	s.pos.Undo()
	return false
}

// near reports whether three stones of the side lie close enough on one line that p
// could make a four of them; it only spares the work of trying.
func (s *fourSearch) near(p board.Point) bool {
	for d := range directions {
		n := 0
		for k := -4; k <= 4; k++ {
			if k != 0 && s.pos.board.At(walk(p, d, k)) == s.color {
				n++
			}
		}
		if n >= 3 {
			return true
		}
	}
	return false
}
