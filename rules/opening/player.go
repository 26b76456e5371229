package opening

import "shinpan/board"

// Player is one of the two persons. P1 opens the game as tentative Black.
type Player uint8

// The players.
const (
	Nobody Player = iota
	P1
	P2
)

// Rival is the other player; Nobody has none.
func (p Player) Rival() Player {
	switch p {
	case P1:
		return P2
	case P2:
		return P1
	}
	return Nobody
}

// Stone is a stone on the board, or one that is due.
type Stone struct {
	Point board.Point
	Color board.Color
}

// Breach is one thing that is wrong with what a player has done. Code is OP-01 to
// OP-12 of OPENINGS.md, or H10 for a stone too many.
type Breach struct {
	Code  string
	Point board.Point // NoPoint where it is about no stone
	Color board.Color
}
