package rules

import (
	"fmt"

	"shinpan/board"
)

// Judge says what a stone of color c on p is under a rule set, and proves it. b is the
// board without that stone; one that already lies on p is ignored. The proof follows
// from the board by counting stones, not from the tables behind Classify, so that the two
// check each other.
func Judge(set Set, b *board.Board, p board.Point, c board.Color) Verdict {
	v := Verdict{Point: p, Color: c, Set: set}
	if !p.OnBoard(b.Size()) || c == board.Empty {
		return v
	}
	with := *b
	with.Set(p, c)
	v.prove(&with, everything)
	return v
}

// depth is how much of a proof is wanted.
type depth bool

const (
	everything depth = true  // all that the stone makes
	whatCounts depth = false // only what decides whether the stone is legal
)

// prove fills in v for the stone that lies on b. It leaves b as it was.
func (v *Verdict) prove(b *board.Board, much depth) {
	var overlines [][]board.Point
	for d := range directions {
		row := rowThrough(b, v.Point, d)
		switch {
		case v.Set.WinsWith(len(row), v.Color):
			v.Lines = append(v.Lines, row)
		case len(row) > 5 && v.Set.HasFouls(v.Color):
			overlines = append(overlines, row)
		}
	}
	switch {
	case len(v.Lines) > 0:
		v.Kind = Five
	case len(overlines) > 0:
		v.Kind, v.Lines = Overline, overlines
	case v.Set.HasFouls(v.Color):
		v.proveFouls(b, much)
	}
}

// proveFouls collects the fours and threes of a black stone and decides by them.
func (v *Verdict) proveFouls(b *board.Board, much depth) {
	for d := range directions {
		l := along(b, v.Point, d)
		fours := l.fours()
		v.Fours = append(v.Fours, fours...)
		three, isThree := l.three()
		switch {
		case isThree:
			v.Threes = append(v.Threes, three)
		case len(fours) == 0 && much == everything:
			v.Lookalikes = append(v.Lookalikes, l.lookalikes()...)
		}
	}
	// One three alone, or threes beside a double-four, decide nothing: within a proof
	// they would only make it longer.
	if much == whatCounts && (len(v.Fours) >= 2 || len(v.Threes) < 2) {
		v.Threes = nil
	}
	for i := range v.Threes {
		v.Threes[i].judge(b, v.Set, v.Color)
	}
	switch {
	case len(v.Fours) >= 2:
		v.Kind = DoubleFour
	case v.RealThrees() >= 2:
		v.Kind = DoubleThree
	}
}

// judge asks of each extension whether it is legal, with the three's stone on b, until one is.
func (t *Three) judge(b *board.Board, set Set, c board.Color) {
	for i := range t.Extensions {
		e := &t.Extensions[i]
		e.Verdict = Verdict{Point: e.Point, Color: c, Set: set}
		b.Set(e.Point, c)
		e.Verdict.prove(b, whatCounts)
		b.Set(e.Point, board.Empty)
		if e.Legal() {
			t.Real = true
			t.Extensions = t.Extensions[:i+1]
			return
		}
	}
}

// rowThrough is the unbroken row of the stone on p in direction d, in order along the line.
func rowThrough(b *board.Board, p board.Point, d int) []board.Point {
	c := b.At(p)
	first, last := -follow(b, p, d, -1, c), follow(b, p, d, 1, c)
	row := make([]board.Point, 0, last-first+1)
	for n := first; n <= last; n++ {
		row = append(row, walk(p, d, n))
	}
	return row
}

// sightline is one line through a stone, seen from the stone: place 0 is the stone itself.
type sightline struct {
	b *board.Board
	p board.Point
	d int
}

func along(b *board.Board, p board.Point, d int) sightline { return sightline{b, p, d} }

func (l sightline) point(n int) board.Point { return walk(l.p, l.d, n) }

func (l sightline) black(n int) bool { return l.b.At(l.point(n)) == board.Black }

// open reports whether Black could play on place n.
func (l sightline) open(n int) bool {
	p := l.point(n)
	return p.OnBoard(l.b.Size()) && l.b.At(p) == board.Empty
}

// split sorts the places first … last into black stones and open points. ok is false
// when White or the edge is among them.
func (l sightline) split(first, last int) (stones, open []board.Point, ok bool) {
	for n := first; n <= last; n++ {
		switch {
		case l.black(n):
			stones = append(stones, l.point(n))
		case l.open(n):
			open = append(open, l.point(n))
		default:
			return nil, nil, false
		}
	}
	return stones, open, true
}

// fours are the different fours of the stone on this line: sets of four stones that
// one point makes exactly five.
func (l sightline) fours() []Four {
	var fours []Four
	for first := -4; first <= 0; first++ { // the five would lie on first … first+4
		stones, open, ok := l.split(first, first+4)
		if !ok || len(stones) != 4 || l.black(first-1) || l.black(first+5) {
			continue
		}
		if n := len(fours); n > 0 && samePoints(fours[n-1].Stones, stones) {
			fours[n-1].Completions = append(fours[n-1].Completions, open[0])
			continue
		}
		fours = append(fours, Four{Line: Directions[l.d], Stones: stones, Completions: open})
	}
	return fours
}

// three is the three of the stone on this line with its extensions not yet judged.
func (l sightline) three() (Three, bool) {
	t := Three{Line: Directions[l.d]}
	for first := -3; first <= 0; first++ { // the straight four would lie on first … first+3
		stones, open, ok := l.split(first, first+3)
		if !ok || len(stones) != 3 || !l.straight(first) {
			continue
		}
		if t.Stones == nil {
			t.Stones = stones
		}
		four := Four{Line: Directions[l.d], Completions: []board.Point{l.point(first - 1), l.point(first + 4)}}
		for n := first; n < first+4; n++ {
			four.Stones = append(four.Stones, l.point(n))
		}
		t.Extensions = append(t.Extensions, Extension{Point: open[0], Four: four})
	}
	return t, len(t.Extensions) > 0
}

// straight reports whether four stones on first … first+3 would be a straight four:
// both ends open, and no stone beyond either that would make six of the five.
func (l sightline) straight(first int) bool {
	return l.end(first-1, first-2) == "" && l.end(first+4, first+5) == ""
}

// end says why a four cannot be completed on place n, beyond which lies place next; "" when it can.
func (l sightline) end(n, next int) string {
	p := l.point(n)
	switch {
	case !p.OnBoard(l.b.Size()):
		return "the board ends there"
	case l.b.At(p) == board.White:
		return fmt.Sprintf("White is on %s", p)
	case l.black(n):
		return fmt.Sprintf("Black is on %s already", p)
	case l.black(next):
		return fmt.Sprintf("%s would make six or more", p)
	}
	return ""
}

func samePoints(a, b []board.Point) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
