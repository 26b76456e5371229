package record

import (
	"bytes"
	"fmt"
	"strings"

	"shinpan/board"
)

// Text writes the sheet as move text: a few headers and one line "h8 h9 i9 …". Stones
// laid out beforehand and moves nobody has seen cannot be written.
func Text(s Sheet) ([]byte, error) {
	if err := s.plain(); err != nil {
		return nil, err
	}
	var w bytes.Buffer
	size := ""
	if s.Size != board.DefaultSize {
		size = fmt.Sprint(s.Size)
	}
	for _, h := range []struct{ name, value string }{
		{"Game", s.ID}, {"Event", s.Event}, {"Round", s.Round}, {"Date", s.Date},
		{"Black", s.Black}, {"White", s.White}, {"Size", size}, {"Rules", s.Rules},
		{"Control", s.control()}, {"Result", s.Result}, {"Ended by", s.Reason},
	} {
		if value := simpleText(h.value); value != "" {
			fmt.Fprintf(&w, "%s: %s\n", h.name, value)
		}
	}
	if len(s.Moves) > 0 {
		w.WriteString(s.MoveText() + "\n")
	}
	return w.Bytes(), nil
}

// MoveText is the moves alone: "h8 h9 i9", "pass" for a pass, "?" for a move nobody has
// seen.
func (s *Sheet) MoveText() string {
	words := make([]string, len(s.Moves))
	for i, m := range s.Moves {
		switch {
		case m.Unseen:
			words[i] = "?"
		case m.Point == board.NoPoint:
			words[i] = "pass"
		default:
			words[i] = strings.ToLower(m.Point.String())
		}
	}
	return strings.Join(words, " ")
}
