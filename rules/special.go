package rules

import (
	"strings"

	"shinpan/board"
)

// Forbidden lists the special points of b for Black to move under renju: every empty
// point at which a stone would win or be a foul, by column letter, then row number.
func Forbidden(b *board.Board) []Special { return AppendForbidden(nil, b) }

// AppendForbidden is Forbidden into a slice the caller brings; it allocates only when that is full.
func AppendForbidden(list []Special, b *board.Board) []Special {
	var l lines
	l.load(b)
	for col := range b.Size() {
		for row := range b.Size() {
			p := board.At(col, row)
			if b.At(p) != board.Empty {
				continue
			}
			if k := l.classify(col, row); k != OK {
				list = append(list, Special{p, k})
			}
		}
	}
	return list
}

// FormatVerdicts writes special points as the command line does: "H10=33,J9=44", or
// "-" where there is none.
func FormatVerdicts(list []Special) string {
	if len(list) == 0 {
		return "-"
	}
	var s strings.Builder
	for i, special := range list {
		if i > 0 {
			s.WriteByte(',')
		}
		s.WriteString(special.Point.String())
		s.WriteByte('=')
		s.WriteString(special.Kind.Code())
	}
	return s.String()
}
