package record

import (
	"bytes"
	"fmt"

	"shinpan/board"
)

// PSQ writes the sheet as Piskvork reads it: "x,y,milliseconds" a move, x from the left
// and y from the top, both from 1. It has no passes.
func PSQ(s Sheet) ([]byte, error) {
	if err := s.plain(); err != nil {
		return nil, err
	}
	var w bytes.Buffer
	fmt.Fprintf(&w, "%s %dx%d, 0:0, 0\n", psqHead, s.Size, s.Size)
	for i, m := range s.Moves {
		if m.Point == board.NoPoint {
			return nil, fmt.Errorf("record: game %s: move %d is a pass: PSQ has none; use sgf or txt", s.ID, i+1)
		}
		fmt.Fprintf(&w, "%d,%d,%d\n", m.Point.Col()+1, s.Size-m.Point.Row(), m.Spent.Milliseconds())
	}
	fmt.Fprintf(&w, "-1\n%s\n%s\n", orName(s.Black, "Black"), orName(s.White, "White"))
	return w.Bytes(), nil
}

// orName is a player's name on one line.
func orName(name, other string) string {
	if name = simpleText(name); name != "" {
		return name
	}
	return other
}
