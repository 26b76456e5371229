package board

import (
	"fmt"
	"strconv"
)

// MaxSize is the largest board, 19 lines.
const MaxSize = 19

// Point is an intersection, such as H8. The zero value is NoPoint, so that a
// forgotten point is never mistaken for A1.
type Point uint16

// NoPoint is the absence of a point. It is printed as "-".
const NoPoint Point = 0

// At returns the point in the given column and row, both counted from 0: At(0, 0)
// is A1, at Black's near left. It returns NoPoint outside 0…MaxSize-1.
func At(col, row int) Point {
	if col < 0 || row < 0 || col >= MaxSize || row >= MaxSize {
		return NoPoint
	}
	return Point((row+1)<<5 | (col + 1))
}

// Col is the column counted from 0 (A). It is -1 for NoPoint.
func (p Point) Col() int { return int(p&31) - 1 }

// Row is the row counted from 0 (row 1). It is -1 for NoPoint.
func (p Point) Row() int { return int(p>>5) - 1 }

// OnBoard reports whether p is a point of a board with size lines.
func (p Point) OnBoard(size int) bool {
	return p != NoPoint && p.Col() < size && p.Row() < size
}

// String is the point's name, column letter first: "H8".
func (p Point) String() string {
	if p == NoPoint {
		return "-"
	}
	return string(rune('A'+p.Col())) + strconv.Itoa(p.Row()+1)
}

// Less orders points by column letter, then row number: the order of every list
// of points that Shinpan prints.
func (p Point) Less(q Point) bool {
	if p.Col() != q.Col() {
		return p.Col() < q.Col()
	}
	return p.Row() < q.Row()
}

// ParsePoint reads a point's name in capitals or small letters. Column letters run
// A to S without a gap, rows 1 to 19.
func ParsePoint(s string) (Point, error) {
	if len(s) < 2 || len(s) > 3 {
		return NoPoint, fmt.Errorf("board: point %q: want a column letter and a row number, like H8", s)
	}
	col := int(s[0]|0x20) - 'a'
	row, digits := 0, s[1:]
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return NoPoint, fmt.Errorf("board: point %q: %q is not a row number", s, digits)
		}
		row = row*10 + int(digits[i]-'0')
	}
	if digits[0] == '0' || col < 0 || col >= MaxSize || row > MaxSize {
		return NoPoint, fmt.Errorf("board: point %q: outside A1 to S19", s)
	}
	return At(col, row-1), nil
}

// MustPoint is ParsePoint for constants in tables and tests; it panics on a name
// that is no point.
func MustPoint(s string) Point {
	p, err := ParsePoint(s)
	if err != nil {
		panic(err)
	}
	return p
}

// MarshalText writes the point's name; NoPoint is "-".
func (p Point) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a point's name or "-".
func (p *Point) UnmarshalText(text []byte) error {
	if string(text) == "-" {
		*p = NoPoint
		return nil
	}
	q, err := ParsePoint(string(text))
	if err != nil {
		return err
	}
	*p = q
	return nil
}
