package rules

import "shinpan/board"

// CanStillWin reports whether c can still make a winning row on b if both sides
// help: some five points in a line are free of the opponent, at least one is empty,
// and, where only an exact five wins, no stone of c lies right beyond them
// (CONDUCT.md section 4). Stones are never taken off, so once it is false it stays so.
func CanStillWin(set Set, b *board.Board, c board.Color) bool {
	exact := set.of(c).exact
	for p := range b.Points {
		for d := range directions {
			if !walk(p, d, 4).OnBoard(b.Size()) {
				continue
			}
			if openFive(b, p, d, c) && !(exact && (b.At(walk(p, d, -1)) == c || b.At(walk(p, d, 5)) == c)) {
				return true
			}
		}
	}
	return false
}

// openFive reports whether the five points from p in direction d hold no stone of c's
// opponent and an empty point.
func openFive(b *board.Board, p board.Point, d int, c board.Color) bool {
	empty := 0
	for n := range 5 {
		switch b.At(walk(p, d, n)) {
		case c.Opponent():
			return false
		case board.Empty:
			empty++
		}
	}
	return empty > 0
}

// Dead reports whether neither side can still make a winning row: the game is a draw
// by the seeds' rule, and one may be proposed by the others (SEEDS C6).
func Dead(set Set, b *board.Board) bool {
	return !CanStillWin(set, b, board.Black) && !CanStillWin(set, b, board.White)
}

// DeadPosition is what happens when neither side can make five any more (SEEDS C6).
type DeadPosition string

// The ways to handle a dead position.
const (
	DeadAutomatic DeadPosition = "automatic" // the game is a draw
	DeadPropose   DeadPosition = "propose"   // the arbiter is told that it may be one
	DeadOff       DeadPosition = "off"       // it is played on
)
