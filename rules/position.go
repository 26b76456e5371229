package rules

import "shinpan/board"

// Position is a running game's board, kept in the form the judge works on, so that no
// move of a search starts from nothing. It never allocates after NewPosition.
type Position struct {
	board  board.Board
	lines  lines
	played []placed
}

// placed is one stone in the order of play.
type placed struct {
	point board.Point
	color board.Color
}

// NewPosition starts from a board; its stones cannot be undone.
func NewPosition(b *board.Board) *Position {
	s := &Position{board: *b, played: make([]placed, 0, b.Size()*b.Size())}
	s.lines.load(b)
	return s
}

// Play puts a stone down, legal or not: a forbidden move that stood is part of the
// game. It reports false, and does nothing, where the point is taken or off the board.
func (s *Position) Play(p board.Point, c board.Color) bool {
	if !p.OnBoard(s.board.Size()) || s.board.At(p) != board.Empty || c == board.Empty {
		return false
	}
	s.board.Set(p, c)
	s.flip(p, c)
	s.played = append(s.played, placed{p, c})
	return true
}

// Undo takes the last stone played off again and says which it was; NoPoint when there is none.
func (s *Position) Undo() (board.Point, board.Color) {
	if len(s.played) == 0 {
		return board.NoPoint, board.Empty
	}
	last := s.played[len(s.played)-1]
	s.played = s.played[:len(s.played)-1]
	s.board.Set(last.point, board.Empty)
	s.flip(last.point, last.color)
	return last.point, last.color
}

// flip changes one point between empty and a stone of c.
func (s *Position) flip(p board.Point, c board.Color) {
	stone := uint64(blackStone)
	if c == board.White {
		stone = whiteStone
	}
	s.lines.flip(p.Col(), p.Row(), stone)
}

// Classify is Classify on this position, for an empty point.
func (s *Position) Classify(set Set, p board.Point, c board.Color) Kind {
	switch {
	case !p.OnBoard(s.board.Size()) || s.board.At(p) != board.Empty || c == board.Empty:
		return OK
	case set.HasFouls(c):
		return s.lines.classify(p.Col(), p.Row())
	}
	return classifyRow(set, &s.board, p, c)
}
