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

// Draw is why a game is drawn by the position; the values are reasons of the over event.
type Draw string

// The draws that the board and the passes decide.
const (
	NoDraw     Draw = ""
	DrawFull   Draw = "draw_full"   // no point is left
	DrawPasses Draw = "draw_passes" // both sides passed, one after the other
	DrawDead   Draw = "draw_dead"   // neither can make five; see Variant.DeadPosition
)

// DrawOf reports whether a game that nobody has won is drawn: on a full board, after
// passes passes in a row, and in a dead position unless the variant leaves those
// alone. What to do about DrawDead is for the variant: automatic ends the game, propose asks.
func (v Variant) DrawOf(b *board.Board, passes int) Draw {
	switch {
	case b.Full():
		return DrawFull
	case passes >= 2:
		return DrawPasses
	case v.DeadPosition != DeadOff && Dead(v.Set, b):
		return DrawDead
	}
	return NoDraw
}
