package rules

import "shinpan/board"

// Facts is what a side could do next, for the page and for training: nothing in it
// decides a game. Points are in the order of board.Points.
type Facts struct {
	Set   Set         `json:"rules"`
	Color board.Color `json:"color"` // the side to move
	// Fives are the points at which the side wins at once: it has a four.
	Fives []board.Point `json:"fives,omitempty"`
	// Parries are the points at which the opponent would win at once.
	Parries []board.Point `json:"parries,omitempty"`
	// Fours are the legal moves that threaten a five, the absolute forcing moves (SEEDS S-210).
	Fours []Forcing `json:"fours,omitempty"`
	// Forbidden are the points Black may not play, when Black is to move under renju.
	Forbidden []Special `json:"forbidden,omitempty"`
	// Strong are the moves after which the opponent has no good answer on the board.
	Strong []Strong `json:"strong,omitempty"`
}

// Forcing is a move that makes a four.
type Forcing struct {
	Point board.Point   `json:"point"`
	Fives []board.Point `json:"fives"`    // where it threatens five, one or more
	Open  bool          `json:"straight"` // it makes a straight four
}

// Strong is a move that leaves the opponent no good answer, and why.
type Strong struct {
	Point     board.Point   `json:"point"`
	Why       StrongWhy     `json:"why"`
	Fives     []board.Point `json:"fives,omitempty"`     // where it threatens five
	Forbidden []Special     `json:"forbidden,omitempty"` // answers Black is forbidden
}

// StrongWhy names a kind of strong move.
type StrongWhy string

// The kinds of strong moves (SEEDS S-211, S-212).
const (
	// Kills threatens five at two or more points (一子多杀).
	Kills StrongWhy = "kills"
	// Catch threatens five at one point that Black is forbidden to take (追下).
	Catch StrongWhy = "catch"
	// TwoForbidden threatens a five or a straight four at two or more points that
	// Black is forbidden to take (一子双禁).
	TwoForbidden StrongWhy = "two_forbidden"
	// KillAndCatch makes a four and a three, and Black is forbidden one of the points
	// it threatens (一杀一禁).
	KillAndCatch StrongWhy = "kill_and_catch"
)

// FactsOf collects the facts for c to move on b.
func FactsOf(set Set, b *board.Board, c board.Color) Facts {
	f := Facts{Set: set, Color: c, Fives: fivesOf(set, b, c), Parries: fivesOf(set, b, c.Opponent())}
	if set.HasFouls(c) {
		for _, special := range Forbidden(b) {
			if special.Kind.Foul() {
				f.Forbidden = append(f.Forbidden, special)
			}
		}
	}
	work := *b
	for p := range b.Points {
		if b.At(p) != board.Empty {
			continue
		}
		if kind := Classify(set, b, p, c); kind != OK {
			continue
		}
		work.Set(p, c)
		made := threatsOf(set, &work, p, c)
		if len(made.fives) > 0 {
			f.Fours = append(f.Fours, Forcing{Point: p, Fives: made.fives, Open: made.open})
		}
		if f.canWait(p) {
			f.Strong = append(f.Strong, made.strong(set, &work, p, c)...)
		}
		work.Set(p, board.Empty)
	}
	return f
}

// canWait reports whether the opponent has no five left once the side has played p.
func (f Facts) canWait(p board.Point) bool {
	return len(f.Parries) == 0 || len(f.Parries) == 1 && f.Parries[0] == p
}

// fivesOf lists the points at which c wins at once.
func fivesOf(set Set, b *board.Board, c board.Color) []board.Point {
	var list []board.Point
	for p := range b.Points {
		if b.At(p) == board.Empty && classifyRow(set, b, p, c) == Five {
			list = append(list, p)
		}
	}
	return list
}

// threats is what a stone threatens to make next.
type threats struct {
	fives     []board.Point // with it, one more makes five here
	straights []board.Point // with it, one more makes a straight four here
	open      bool          // it made a straight four itself
}

// threatsOf finds the threats of the stone that c has just put on p.
func threatsOf(set Set, b *board.Board, p board.Point, c board.Color) threats {
	var t threats
	for d := range directions {
		fives := completionsOn(set, b, p, d, c)
		if openFour(fives, d) {
			t.open = true
		}
		t.fives = append(t.fives, fives...)
		if len(fives) > 0 {
			continue
		}
		for n := -3; n <= 3; n++ {
			q := walk(p, d, n)
			if n == 0 || !q.OnBoard(b.Size()) || b.At(q) != board.Empty {
				continue
			}
			b.Set(q, c)
			if openFour(completionsOn(set, b, p, d, c), d) {
				t.straights = append(t.straights, q)
			}
			b.Set(q, board.Empty)
		}
	}
	return t
}

// completionsOn lists, in order along direction d, the points that make a winning row
// of c through its stone on p.
func completionsOn(set Set, b *board.Board, p board.Point, d int, c board.Color) []board.Point {
	var list []board.Point
	for _, sign := range [2]int{-1, 1} {
		n := follow(b, p, d, sign, c) + 1 // the first point after p's own row
		q := walk(p, d, sign*n)
		if !q.OnBoard(b.Size()) || b.At(q) != board.Empty {
			continue
		}
		length := 1 + follow(b, q, d, 1, c) + follow(b, q, d, -1, c)
		if set.WinsWith(length, c) {
			list = append(list, q)
		}
	}
	return list
}

// openFour reports whether two completions are the ends of four stones in a row.
func openFour(fives []board.Point, d int) bool {
	return len(fives) == 2 && walk(fives[0], d, 5) == fives[1]
}

// strong says what makes the move on p strong, if anything does.
func (t threats) strong(set Set, b *board.Board, p board.Point, c board.Color) []Strong {
	var list []Strong
	add := func(why StrongWhy, forbidden []Special) {
		list = append(list, Strong{Point: p, Why: why, Fives: t.fives, Forbidden: forbidden})
	}
	if len(t.fives) >= 2 {
		add(Kills, nil)
	}
	if !set.HasFouls(c.Opponent()) {
		return list
	}
	fives := forbiddenAmong(set, b, t.fives, c.Opponent())
	all := append(fives[:len(fives):len(fives)], forbiddenAmong(set, b, t.straights, c.Opponent())...)
	if len(t.fives) == 1 && len(fives) == 1 {
		add(Catch, fives)
	}
	if len(all) >= 2 {
		add(TwoForbidden, all)
	}
	if len(t.fives) > 0 && len(t.straights) > 0 && len(all) > 0 {
		add(KillAndCatch, all)
	}
	return list
}

// forbiddenAmong are those of the points that c may not play.
func forbiddenAmong(set Set, b *board.Board, points []board.Point, c board.Color) []Special {
	var list []Special
	for _, p := range points {
		if kind := Classify(set, b, p, c); kind.Foul() {
			list = append(list, Special{p, kind})
		}
	}
	return list
}
