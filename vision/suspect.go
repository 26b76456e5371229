package vision

import "shinpan/board"

// How likely to be empty a cell is that cannot be told because something lies there: of one
// that is surely a stone only the colour cannot be told, and one that is rather empty shows
// its lines.
const (
	leastStrange = 0.05
	mostStrange  = 0.70
)

// Suspects lists the cells that are told to hold a stone, but lie right beside a cell on the
// outermost line, or one of several together, that cannot be told: where a bowl, a hand or a
// phone lies over the board, its edge is easily taken for a stone. Cells are in rows of size. A stone that believed says was there before
// is no suspect; believed may be nil.
func Suspects(cells []Cell, size int, believed func(i int) board.Color) (list []int) {
	for i, c := range cells {
		color, likely := c.Best()
		if color == board.Empty || likely < SureEnough || c.Busy || believed != nil && believed(i) == color {
			continue
		}
		if besideUnknown(cells, size, i, func(k int) bool {
			return outermost(k, size) || besideUnknown(cells, size, k, func(int) bool { return true })
		}) {
			list = append(list, i)
		}
	}
	return list
}

// outermost reports whether cell i lies on an outermost line.
func outermost(i, size int) bool {
	col, row := i%size, i/size
	return col == 0 || row == 0 || col == size-1 || row == size-1
}

// besideUnknown reports whether one of the eight cells around cell i cannot be told, may be
// under something, and counts.
func besideUnknown(cells []Cell, size, i int, counts func(k int) bool) bool {
	col, row := i%size, i/size
	for r := max(row-1, 0); r <= min(row+1, size-1); r++ {
		for c := max(col-1, 0); c <= min(col+1, size-1); c++ {
			if k := r*size + c; k != i && cells[k].Rune() == '?' && cells[k].strange() && counts(k) {
				return true
			}
		}
	}
	return false
}

func (c Cell) strange() bool {
	return c.Busy || c.Empty >= leastStrange && c.Empty <= mostStrange
}
