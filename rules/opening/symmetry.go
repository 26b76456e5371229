package opening

import "shinpan/board"

// fixing lists the board symmetries, other than doing nothing, that lay the coloured
// stones of pos on themselves (OPENINGS.md section 2, mode BOARD).
func fixing(pos *board.Board) []board.Symmetry {
	var out []board.Symmetry
	for s := board.Symmetry(1); s < board.Symmetries; s++ {
		if fixes(s, pos) {
			out = append(out, s)
		}
	}
	return out
}

func fixes(s board.Symmetry, pos *board.Board) bool {
	for p := range pos.Points {
		if c := pos.At(p); c != board.Empty && pos.At(s.Map(p, pos.Size())) != c {
			return false
		}
	}
	return true
}

// Equivalent reports whether two fifth moves are the same one in a mirror of the board.
func Equivalent(pos *board.Board, p, q board.Point) bool {
	for _, s := range fixing(pos) {
		if s.Map(p, pos.Size()) == q {
			return true
		}
	}
	return false
}

// Inequivalent counts the empty points of which no two are mirror images: the most fifth
// moves that can be offered.
func Inequivalent(pos *board.Board) int {
	mirrors, n := fixing(pos), 0
	for p := range pos.Points {
		first := pos.At(p) == board.Empty
		for _, s := range mirrors {
			if q := s.Map(p, pos.Size()); q != p && q < p {
				first = false
			}
		}
		if first {
			n++
		}
	}
	return n
}

// SameFigure reports whether two fifth moves are mirror images with regard to the stones
// alone, the edges of the board left aside (mode FIGURE). The rules can be read
// either way, so this is for a warning only.
func SameFigure(pos *board.Board, p, q board.Point) bool {
	var stones []Stone
	for at := range pos.Points {
		if c := pos.At(at); c != board.Empty {
			stones = append(stones, Stone{at, c})
		}
	}
	if len(stones) == 0 {
		return false
	}
	origin := stones[0].Point
	for n := range 8 {
		for _, anchor := range stones {
			to := func(x board.Point) offset {
				o := offset{x.Col() - origin.Col(), x.Row() - origin.Row()}.turned(n)
				return offset{anchor.Point.Col() + o.x, anchor.Point.Row() + o.y}
			}
			same := true
			for _, s := range stones {
				o := to(s.Point)
				same = same && pos.At(board.At(o.x, o.y)) == s.Color
			}
			if o := to(p); same && board.At(o.x, o.y) == q {
				return true
			}
		}
	}
	return false
}
