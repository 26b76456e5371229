package rules

import (
	"math/bits"

	"shinpan/board"
)

// The four directions. A line of each is numbered as index says; along it the place
// of a point is its row in a column and its column everywhere else.
const (
	alongRow  = iota // A1, B1, C1 …
	alongCol         // A1, A2, A3 …
	risingUp         // A1, B2, C3 …
	fallingTo        // A15, B14, C13 …
	directions
)

// step is one step along a direction, in columns and rows.
var step = [directions][2]int{alongRow: {1, 0}, alongCol: {0, 1}, risingUp: {1, 1}, fallingTo: {1, -1}}

// lines holds a board four times, as the lines of each direction. A line is one word:
// a bit for every black stone in its lower half and one for every point that Black
// cannot have in the upper. The first point lies at bit reach, so that the window around any
// point is one shift away; what is off the board is blocked.
type lines struct {
	size int
	line [directions][2*board.MaxSize - 1]uint64
}

// blocked is the shift of a line's upper half.
const blocked = 32

// emptyLines is the lines of every board without stones, by size.
var emptyLines = func() (all [board.MaxSize + 1]lines) {
	for size := range all {
		all[size].size = size
		for d := range directions {
			for i := range all[size].line[d] {
				all[size].line[d][i] = 0xffffffff << blocked
			}
		}
		for row := range size {
			for col := range size {
				all[size].flip(col, row, 1<<blocked)
			}
		}
	}
	return all
}()

// index gives the number of the line in direction d through a point, and the point's
// place on it.
func (l *lines) index(d, col, row int) (line, place int) {
	switch d {
	case alongRow:
		return row, col
	case alongCol:
		return col, row
	case risingUp:
		return col - row + l.size - 1, col
	}
	return col + row, col
}

// The bits that flip changes for a stone of each colour.
const (
	blackStone uint64 = 1
	whiteStone uint64 = 1 << blocked
)

// flip puts a stone on an empty point or takes it away again.
func (l *lines) flip(col, row int, stone uint64) {
	across, up := stone<<(col+reach), stone<<(row+reach)
	l.line[alongRow][row] ^= across
	l.line[alongCol][col] ^= up
	l.line[risingUp][col-row+l.size-1] ^= across
	l.line[fallingTo][col+row] ^= across
}

// shape is what a black stone on the point makes in direction d.
func (l *lines) shape(d, col, row int) shape {
	line, place := l.index(d, col, row)
	w := l.line[d][line] >> place
	return shapeOf(uint(w), uint(w>>blocked))
}

// load fills l with the stones of b.
func (l *lines) load(b *board.Board) {
	*l = emptyLines[b.Size()]
	for row := range b.Size() {
		black, white := b.Bits(row)
		for ; black != 0; black &= black - 1 {
			l.flip(bits.TrailingZeros32(black), row, blackStone)
		}
		for ; white != 0; white &= white - 1 {
			l.flip(bits.TrailingZeros32(white), row, whiteStone)
		}
	}
}

// shapesAt is what a black stone on the point makes in each direction.
func (l *lines) shapesAt(col, row int) (made [directions]shape) {
	for d := range made {
		made[d] = l.shape(d, col, row)
	}
	return made
}

// vacant reports whether no stone lies on a point of the board.
func (l *lines) vacant(col, row int) bool {
	return l.line[alongRow][row]>>(col+reach)&(blackStone|whiteStone) == 0
}
