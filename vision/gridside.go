package vision

import (
	"fmt"

	"shinpan/board"
)

// BlackSide is the side of the image at which Black sits: the edge along which row 1 runs.
type BlackSide string

// The four sides. Bottom is the default.
const (
	Bottom BlackSide = "bottom"
	Top    BlackSide = "top"
	Left   BlackSide = "left"
	Right  BlackSide = "right"
)

// ParseBlackSide reads a side's name; an empty name is Bottom.
func ParseBlackSide(name string) (BlackSide, error) {
	switch s := BlackSide(name); s {
	case "":
		return Bottom, nil
	case Bottom, Top, Left, Right:
		return s, nil
	}
	return "", fmt.Errorf("vision: black side %q: want bottom, top, left or right", name)
}

// Point is the board point seen at column colSeen from the left and row rowSeen from the
// top of the image, both from 0.
func (s BlackSide) Point(colSeen, rowSeen, size int) board.Point {
	last := size - 1
	switch s {
	case Top:
		return board.At(last-colSeen, rowSeen)
	case Left:
		return board.At(rowSeen, colSeen)
	case Right:
		return board.At(last-rowSeen, last-colSeen)
	}
	return board.At(colSeen, last-rowSeen)
}

// Seen is the inverse of Point: the column from the left and the row from the top at
// which p is seen.
func (s BlackSide) Seen(p board.Point, size int) (col, row int) {
	last := size - 1
	switch s {
	case Top:
		return last - p.Col(), p.Row()
	case Left:
		return p.Row(), p.Col()
	case Right:
		return last - p.Row(), last - p.Col()
	}
	return p.Col(), last - p.Row()
}

// Turn turns an offset in the image (right, down) into one of the board (to Black's
// right, away from Black).
func (s BlackSide) Turn(dx, dy float32) (float32, float32) {
	switch s {
	case Top:
		return -dx, dy
	case Left:
		return dy, dx
	case Right:
		return -dy, -dx
	}
	return dx, -dy
}
