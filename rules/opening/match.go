package opening

import "shinpan/board"

// match assigns the loose stones to the stones that are due, in whatever order they
// were laid. moves are in the order of the protocol when everything is there; short
// says that stones are still to come; wrong is what can never become part of it.
func (s *State) match(pos *board.Board, loose []Stone) (moves []Stone, short bool, wrong []Breach) {
	st := s.now()
	taken := make([]int, len(st.lay)) // which loose stone fills a due, +1
	for i := range loose {
		if !s.place(st.lay, loose, i, taken, pos.Size(), make([]bool, len(st.lay))) {
			wrong = append(wrong, s.misplaced(st.lay, loose, i, taken))
		}
	}
	if len(wrong) > 0 {
		return nil, false, wrong
	}
	for i := range st.lay {
		if taken[i] == 0 {
			return nil, true, nil
		}
		moves = append(moves, loose[taken[i]-1])
	}
	if breach, ok := s.checkFigure(pos, moves); !ok {
		return nil, false, []Breach{breach}
	}
	return moves, false, nil
}

// place finds a due for the i-th loose stone, moving others to another due only if it must
// (an augmenting path; there are three of them at most): what was laid first is first.
func (s *State) place(lay []due, loose []Stone, i int, taken []int, size int, tried []bool) bool {
	fits := func(d int) bool {
		return !tried[d] && lay[d].color == loose[i].Color && lay[d].zone.has(loose[i].Point, s.first, size)
	}
	for d := range lay {
		if fits(d) && taken[d] == 0 {
			taken[d] = i + 1
			return true
		}
	}
	for d := range lay {
		if !fits(d) {
			continue
		}
		tried[d] = true
		if s.place(lay, loose, taken[d]-1, taken, size, tried) {
			taken[d] = i + 1
			return true
		}
	}
	return false
}

// misplaced says what is wrong with a stone that finds no due.
func (s *State) misplaced(lay []due, loose []Stone, i int, taken []int) Breach {
	b := Breach{"OP-01", loose[i].Point, loose[i].Color}
	due, open := 0, 0
	for d := range lay {
		if lay[d].color == b.Color {
			due++
		}
		if taken[d] == 0 {
			open++
		}
	}
	switch {
	case due == 0 && open == 0:
		b.Code = "OP-02" // all is there but the press, and the other already plays
	case due == 0:
		b.Code = "OP-03"
	case count(loose[:i], b.Color) >= due:
		b.Code = "H10"
	}
	return b
}

// checkFigure asks whether the first three stones make the figure the protocol wants.
func (s *State) checkFigure(pos *board.Board, moves []Stone) (Breach, bool) {
	want := s.now().figure
	if want == anyFigure {
		return Breach{}, true
	}
	third := moves[len(moves)-1]
	name, ok := FigureOf(pos, moves, s.first, want != of52)
	switch want {
	case of24:
		ok = ok && !losing[name.ID]
	case agreed:
		ok = ok && (s.agreed == "" || name.ID == s.agreed)
	}
	return Breach{"OP-01", third.Point, third.Color}, ok
}

// FigureOf names the figure of the first three stones: those in pos and those that are
// being added. first is the first stone; NoPoint means the one in the centre.
func FigureOf(pos *board.Board, added []Stone, first board.Point, only26 bool) (Name, bool) {
	if first == board.NoPoint {
		first = middle(pos.Size())
	}
	var second, third board.Point
	total, there := 0, false
	see := func(p board.Point, c board.Color) {
		total++
		switch {
		case c == board.White:
			second = p
		case p == first:
			there = true
		default:
			third = p
		}
	}
	for p := range pos.Points {
		if c := pos.At(p); c != board.Empty {
			see(p, c)
		}
	}
	for _, m := range added {
		see(m.Point, m.Color)
	}
	if total != 3 || !there || second == board.NoPoint || third == board.NoPoint {
		return Name{}, false
	}
	within := 3
	if only26 {
		within = 2
	}
	return Figure(first, second, third, within)
}

// First is the first stone where it need not lie in the centre, NoPoint otherwise.
func (s *State) First() board.Point { return s.first }
