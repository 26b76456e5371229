package rules

import (
	"strings"

	"shinpan/board"
)

// Forbidden lists the special points of b for Black to move under renju: every empty
// point at which a stone would win or be a foul, by column letter, then row number.
func Forbidden(b *board.Board) []Special { return AppendForbidden(nil, b) }

// AppendForbidden is Forbidden into a slice the caller brings; it allocates only when
// that is full.
func AppendForbidden(list []Special, b *board.Board) []Special {
	var l lines
	if b.Size() > planeSize {
		l.load(b)
		return l.appendAll(list)
	}
	var s planes
	s.load(b)
	m := s.scan()
	doubtful := m.doubtful()
	if !doubtful.empty() {
		l.load(b)
		doubtful = l.keepForbidden(doubtful)
	}
	return m.appendAll(list, doubtful)
}

// doubtful are the points with threes on two lines that nothing stronger decides:
// whether the threes are real takes the recursion.
func (m *masks) doubtful() plane {
	return m.threes.andNot(m.five).andNot(m.overline).andNot(m.fours)
}

// keepForbidden is those points of x that are a double-three.
func (l *lines) keepForbidden(x plane) plane {
	var kept plane
	x.each(func(col, row int) {
		made := l.shapesAt(col, row)
		if l.twoRealThrees(col, row, &made) {
			kept.flip(col, row)
		}
	})
	return kept
}

// appendAll lists the masks' points after list, doubleThrees being the proven ones.
func (m *masks) appendAll(list []Special, doubleThrees plane) []Special {
	first := len(list)
	for _, found := range [...]struct {
		kind Kind
		set  plane
	}{
		{Five, m.five},
		{Overline, m.overline.andNot(m.five)},
		{DoubleFour, m.fours.andNot(m.five).andNot(m.overline)},
		{DoubleThree, doubleThrees},
	} {
		found.set.each(func(col, row int) {
			list = append(list, Special{board.At(col, row), found.kind})
		})
	}
	sortSpecials(list[first:])
	return list
}

// sortSpecials sorts by insertion: the lists are short, and it does not allocate.
func sortSpecials(list []Special) {
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && list[j].Point.Less(list[j-1].Point); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

// appendAll lists the special points one by one, for boards too large for a plane.
func (l *lines) appendAll(list []Special) []Special {
	for col := range l.size {
		for row := range l.size {
			if !l.vacant(col, row) {
				continue
			}
			if k := l.classify(col, row); k != OK {
				list = append(list, Special{board.At(col, row), k})
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
