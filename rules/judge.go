package rules

import (
	"math/bits"

	"shinpan/board"
)

// Classify says what a stone of color c on p would be, without the proof and without
// allocating. A stone that already lies on p is ignored; a point off the board is OK.
func Classify(set Set, b *board.Board, p board.Point, c board.Color) Kind {
	if !p.OnBoard(b.Size()) || c == board.Empty {
		return OK
	}
	if !set.HasFouls(c) {
		return classifyRow(set, b, p, c)
	}
	var l lines
	l.load(b)
	switch b.At(p) {
	case board.Black:
		l.flip(p.Col(), p.Row(), blackStone)
	case board.White:
		l.flip(p.Col(), p.Row(), whiteStone)
	}
	return l.classify(p.Col(), p.Row())
}

// classifyRow is Classify for a colour without fouls: the longest row decides.
func classifyRow(set Set, b *board.Board, p board.Point, c board.Color) Kind {
	for d := range directions {
		n := 1 + follow(b, p, d, 1, c) + follow(b, p, d, -1, c)
		if set.WinsWith(n, c) {
			return Five
		}
	}
	return OK
}

// follow counts the stones of c that follow p without a gap in direction d, forwards or
// backwards (sign).
func follow(b *board.Board, p board.Point, d, sign int, c board.Color) int {
	n := 0
	for b.At(walk(p, d, sign*(n+1))) == c {
		n++
	}
	return n
}

// walk is the point n steps from p, NoPoint beyond the largest board.
func walk(p board.Point, d, n int) board.Point {
	return board.At(p.Col()+n*step[d][0], p.Row()+n*step[d][1])
}

// classify is the renju verdict on a black stone on an empty point.
func (l *lines) classify(col, row int) Kind {
	made := l.shapesAt(col, row)
	fours, threes, overline := 0, 0, false
	for _, s := range made {
		if s.five() {
			return Five
		}
		overline = overline || s.overline()
		fours += s.fours()
		if s.extensions() != 0 {
			threes++
		}
	}
	switch {
	case overline:
		return Overline
	case fours >= 2:
		return DoubleFour
	case threes >= 2 && l.twoRealThrees(col, row, &made):
		return DoubleThree
	}
	return OK
}

// twoRealThrees reports whether at least two of the lines through the point hold a
// real three once a black stone lies there. made are the point's shapes.
func (l *lines) twoRealThrees(col, row int, made *[directions]shape) bool {
	l.flip(col, row, blackStone)
	found, left := 0, 0
	for _, s := range made {
		if s.extensions() != 0 {
			left++
		}
	}
	for d, s := range made {
		if s.extensions() == 0 {
			continue
		}
		if found+left < 2 {
			break
		}
		left--
		if l.realThree(col, row, d, s.extensions()) {
			found++
		}
		if found == 2 {
			break
		}
	}
	l.flip(col, row, blackStone)
	return found == 2
}

// realThree reports whether one of the extensions of the three in direction d through
// a stone is legal.
func (l *lines) realThree(col, row, d int, extensions uint) bool {
	for ; extensions != 0; extensions &= extensions - 1 {
		n := bits.TrailingZeros(extensions) - extendMiddle
		if l.legal(col+n*step[d][0], row+n*step[d][1]) {
			return true
		}
	}
	return false
}

// legal reports whether a straight four may be made at the point: no five and no foul.
// The straight four itself is one four, so another makes it a double-four.
func (l *lines) legal(col, row int) bool { return l.classify(col, row) == OK }
