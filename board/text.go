package board

import (
	"fmt"
	"strings"
)

// Text is the board as size×size letters ('.', 'x', 'o'), row 1 first, A to the last
// column within a row: "board text" in the command formats.
func (b *Board) Text() string {
	var s strings.Builder
	s.Grow(b.Size() * b.Size())
	for p := range b.Points {
		s.WriteRune(b.At(p).Rune())
	}
	return s.String()
}

// ParseText reads board text. The length decides the size; it must be one of Sizes squared.
func ParseText(text string) (Board, error) {
	size := 0
	for _, s := range Sizes {
		if s*s == len(text) {
			size = s
		}
	}
	if size == 0 {
		return Board{}, fmt.Errorf("board: text has %d characters: want 225 for 15 lines (81, 169 and 361 exist too)", len(text))
	}
	b := New(size)
	i := 0
	for p := range b.Points {
		c, ok := ColorOfRune(rune(text[i]))
		if !ok {
			return Board{}, fmt.Errorf("board: character %d is %q: want '.', 'x' or 'o'", i+1, text[i])
		}
		b.Set(p, c)
		i++
	}
	return b, nil
}

// Rows is the board as lines of letters, the highest row first: as it hangs on a
// wall, Black at the bottom.
func (b *Board) Rows() []string {
	rows := make([]string, 0, b.Size())
	for row := b.Size() - 1; row >= 0; row-- {
		var s strings.Builder
		for col := range b.Size() {
			s.WriteRune(b.At(At(col, row)).Rune())
		}
		rows = append(rows, s.String())
	}
	return rows
}

// ParseRows reads what Rows writes. Spaces within a row are ignored.
func ParseRows(rows []string) (Board, error) {
	size := len(rows)
	if !ValidSize(size) {
		return Board{}, fmt.Errorf("board: diagram has %d rows: want 15 (9, 13 and 19 exist too)", size)
	}
	b := New(size)
	for i, line := range rows {
		line = strings.ReplaceAll(strings.TrimSpace(line), " ", "")
		if len(line) != size {
			return Board{}, fmt.Errorf("board: diagram row %d has %d points: want %d", size-i, len(line), size)
		}
		for col := range size {
			c, ok := ColorOfRune(rune(line[col]))
			if !ok {
				return Board{}, fmt.Errorf("board: diagram row %d, column %c: %q: want '.', 'x' or 'o'", size-i, 'A'+col, line[col])
			}
			b.Set(At(col, size-1-i), c)
		}
	}
	return b, nil
}

// Diagram draws the board with its coordinates for people to read. mark names points to draw
// with another letter than the stone's, such as '1' for an offered move.
func (b *Board) Diagram(mark map[Point]rune) string {
	var s strings.Builder
	letters := func() {
		s.WriteString("   ")
		for col := range b.Size() {
			fmt.Fprintf(&s, " %c", 'A'+col)
		}
		s.WriteByte('\n')
	}
	letters()
	for row := b.Size() - 1; row >= 0; row-- {
		fmt.Fprintf(&s, "%3d", row+1)
		for col := range b.Size() {
			p := At(col, row)
			r, marked := mark[p]
			if !marked {
				r = b.At(p).Rune()
			}
			s.WriteByte(' ')
			s.WriteRune(r)
		}
		fmt.Fprintf(&s, "%3d\n", row+1)
	}
	letters()
	return s.String()
}
