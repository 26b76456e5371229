package rules

import (
	"math/bits"

	"shinpan/board"
)

// plane is a set of points of a board of up to 15 lines: point (col, row) is bit
// 16·row+col. The sixteenth column and row are never in a set; they are the wall that
// keeps a line from running on into the next row. One step along a direction is a
// shift by a fixed number of bits, which is what makes all points of a board
// answerable at once.
//
// It has four fields, not an array, because the compiler keeps such a struct in
// registers.
type plane struct{ a, b, c, d uint64 }

// planeSize is the largest board a plane holds.
const planeSize = 15

// stride is one step along each direction, in bits. A falling line is walked from its
// lower end, right to left, so that every step goes to a higher bit.
var stride = [directions]uint{alongRow: 1, alongCol: 16, risingUp: 17, fallingTo: 15}

func (x plane) and(y plane) plane { return plane{x.a & y.a, x.b & y.b, x.c & y.c, x.d & y.d} }
func (x plane) or(y plane) plane  { return plane{x.a | y.a, x.b | y.b, x.c | y.c, x.d | y.d} }
func (x plane) xor(y plane) plane { return plane{x.a ^ y.a, x.b ^ y.b, x.c ^ y.c, x.d ^ y.d} }
func (x plane) andNot(y plane) plane {
	return plane{x.a &^ y.a, x.b &^ y.b, x.c &^ y.c, x.d &^ y.d}
}
func (x plane) empty() bool { return x.a|x.b|x.c|x.d == 0 }

// ahead has the points p for which the point n bits after p is in x; n is 1 to 63.
func (x plane) ahead(n uint) plane {
	r, l := n&63, (64-n)&63
	return plane{x.a>>r | x.b<<l, x.b>>r | x.c<<l, x.c>>r | x.d<<l, x.d >> r}
}

// behind has the points p for which the point n bits before p is in x; n is 1 to 63.
func (x plane) behind(n uint) plane {
	l, r := n&63, (64-n)&63
	return plane{x.a << l, x.b<<l | x.a>>r, x.c<<l | x.b>>r, x.d<<l | x.c>>r}
}

// addRow puts a row's bits where they belong.
func (x *plane) addRow(row int, set uint64) {
	set <<= 16 * (row & 3)
	switch row >> 2 {
	case 0:
		x.a |= set
	case 1:
		x.b |= set
	case 2:
		x.c |= set
	case 3:
		x.d |= set
	}
}

// flip puts a point into the set or takes it out.
func (x *plane) flip(col, row int) {
	bit := uint64(1) << (16*(row&3) + col)
	switch row >> 2 {
	case 0:
		x.a ^= bit
	case 1:
		x.b ^= bit
	case 2:
		x.c ^= bit
	case 3:
		x.d ^= bit
	}
}

// planes is a board as two sets: what Black has and what Black has or could have.
type planes struct{ black, free plane }

// load fills s with a board of up to planeSize lines.
func (s *planes) load(b *board.Board) {
	*s = planes{}
	all := uint64(1)<<b.Size() - 1
	for row := range b.Size() {
		black, white := b.Bits(row)
		s.black.addRow(row, uint64(black))
		s.free.addRow(row, all&^uint64(white))
	}
}

// each calls yield with the column and row of every point of the set, row by row.
func (x plane) each(yield func(col, row int)) {
	for i, word := range [4]uint64{x.a, x.b, x.c, x.d} {
		for ; word != 0; word &= word - 1 {
			n := bits.TrailingZeros64(word)
			yield(n&15, 4*i+n>>4)
		}
	}
}
