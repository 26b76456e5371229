package board

import "fmt"

// DefaultSize is the size of a renju board: 15 lines, 225 points.
const DefaultSize = 15

// Board is what lies on every point. It is a value: assignment copies it, == compares it.
// The zero value has no points; use New.
type Board struct {
	size  uint8
	cells [MaxSize * MaxSize]Color
}

// Sizes lists the board sizes that exist, in lines.
var Sizes = []int{9, 13, 15, 19}

// ValidSize reports whether size is one of Sizes.
func ValidSize(size int) bool {
	for _, s := range Sizes {
		if s == size {
			return true
		}
	}
	return false
}

// New returns an empty board with size lines. It panics where there is no such
// board: sizes that come from outside are checked with ValidSize first.
func New(size int) Board {
	if size < 5 || size > MaxSize {
		panic(fmt.Sprintf("board: size %d: want 5 to %d", size, MaxSize))
	}
	return Board{size: uint8(size)}
}

// Size is the number of lines.
func (b *Board) Size() int { return int(b.size) }

func (b *Board) index(p Point) int { return p.Row()*MaxSize + p.Col() }

// At is what lies on p, and Empty outside the board.
func (b *Board) At(p Point) Color {
	if !p.OnBoard(b.Size()) {
		return Empty
	}
	return b.cells[b.index(p)]
}

// Set puts c on p. It panics when p is not on the board.
func (b *Board) Set(p Point, c Color) {
	if !p.OnBoard(b.Size()) {
		panic(fmt.Sprintf("board: %s is not on a board of %d lines", p, b.size))
	}
	b.cells[b.index(p)] = c
}

// Points calls yield for every point, row 1 first and A to the last column within a
// row: the order of board text.
func (b *Board) Points(yield func(Point) bool) {
	for row := range b.Size() {
		for col := range b.Size() {
			if !yield(At(col, row)) {
				return
			}
		}
	}
}

// Count is the number of points on which c lies.
func (b *Board) Count(c Color) int {
	n := 0
	for p := range b.Points {
		if b.At(p) == c {
			n++
		}
	}
	return n
}

// Full reports whether no point is empty.
func (b *Board) Full() bool { return b.Count(Empty) == 0 }

// Difference is one point on which two boards disagree.
type Difference struct {
	Point Point
	Have  Color // what lies on the board Diff was called on
	Want  Color // what lies on the other board
}

// Diff lists the points on which b and want disagree, in the order of Points. Both
// boards must have the same size; otherwise it panics.
func (b *Board) Diff(want *Board) []Difference {
	if b.size != want.size {
		panic(fmt.Sprintf("board: comparing %d lines with %d", b.size, want.size))
	}
	var out []Difference
	for p := range b.Points {
		if have, w := b.At(p), want.At(p); have != w {
			out = append(out, Difference{Point: p, Have: have, Want: w})
		}
	}
	return out
}
