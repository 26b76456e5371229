package rules

import (
	"fmt"
	"strings"

	"shinpan/board"
)

// Explain tells the verdict and its proof as a tree for people, a line a fact:
//
//	H8 is forbidden for Black: double-three
//	├─ three I8 J8 H8 …
//
// It ends with a line feed.
func (v Verdict) Explain() string {
	t := tree{}
	t.text.WriteString(v.sentence())
	t.text.WriteByte('\n')
	t.branches(v.branches(), "")
	return t.text.String()
}

// ExplainOn is Explain under a diagram of the board the stone was judged on: the stone is
// '#', points that decide (completions and extensions) are '*'.
func (v Verdict) ExplainOn(b *board.Board) string {
	mark := map[board.Point]rune{}
	for _, f := range v.Fours {
		for _, p := range f.Completions {
			mark[p] = '*'
		}
	}
	for _, three := range v.Threes {
		for _, e := range three.Extensions {
			mark[e.Point] = '*'
		}
	}
	mark[v.Point] = '#'
	return b.Diagram(mark) + "\n" + v.Explain()
}

// sentence is the verdict in words.
func (v Verdict) sentence() string {
	who := "Black"
	if v.Color == board.White {
		who = "White"
	}
	switch v.Kind {
	case Five:
		return fmt.Sprintf("%s wins for %s: %s", v.Point, who, rowWords(v.Lines))
	case Overline:
		return fmt.Sprintf("%s is forbidden for %s: overline, %s", v.Point, who, rowWords(v.Lines))
	case DoubleFour:
		return fmt.Sprintf("%s is forbidden for %s: double-four, it makes %d fours", v.Point, who, len(v.Fours))
	case DoubleThree:
		return fmt.Sprintf("%s is forbidden for %s: double-three, it makes %d real threes", v.Point, who, v.RealThrees())
	}
	if !v.Set.HasFouls(v.Color) {
		return fmt.Sprintf("%s is no five for %s", v.Point, who)
	}
	return fmt.Sprintf("%s is legal for %s: %s", v.Point, who, v.account())
}

// account says how much a legal stone makes.
func (v Verdict) account() string {
	fours, threes := len(v.Fours), v.RealThrees()
	four := "no four"
	if fours == 1 {
		four = "one four"
		if v.Fours[0].Straight() {
			four = "one straight four"
		}
	}
	three := "no real three"
	if threes == 1 {
		three = "one real three"
	}
	return four + ", " + three
}

func rowWords(rows [][]board.Point) string {
	words := make([]string, 0, len(rows))
	for _, row := range rows {
		words = append(words, fmt.Sprintf("%d in a row %s", len(row), points(row)))
	}
	return strings.Join(words, " and ")
}

// branch is one line of the tree and what hangs from it.
type branch struct {
	text string
	sub  []branch
}

func (v Verdict) branches() []branch {
	var out []branch
	for _, f := range v.Fours {
		out = append(out, branch{text: f.words()})
	}
	for _, t := range v.Threes {
		out = append(out, t.branch())
	}
	for _, l := range v.Lookalikes {
		out = append(out, branch{text: fmt.Sprintf("no %s, %s, %s: %s", l.Looks, points(l.Stones), l.Line, l.Reason)})
	}
	return out
}

func (f Four) words() string {
	name := "four"
	if f.Straight() {
		name = "straight four"
	}
	ends := make([]string, 0, 2)
	for _, p := range f.Completions {
		ends = append(ends, p.String())
	}
	return fmt.Sprintf("%s %s, %s: five at %s", name, points(f.Stones), f.Line, strings.Join(ends, " or "))
}

func (t Three) branch() branch {
	b := branch{text: fmt.Sprintf("three %s, %s: counts", points(t.Stones), t.Line)}
	if !t.Real {
		b.text = fmt.Sprintf("three %s, %s: does not count", points(t.Stones), t.Line)
	}
	for _, e := range t.Extensions {
		b.sub = append(b.sub, e.branch())
	}
	return b
}

func (e Extension) branch() branch {
	ends := fmt.Sprintf("five at %s or %s", e.Four.Completions[0], e.Four.Completions[1])
	made := fmt.Sprintf("%s makes the straight four %s (%s)", e.Point, points(e.Four.Stones), ends)
	if !e.Legal() {
		reason := e.Verdict.sentence()
		if e.Verdict.Win() {
			reason += ", so it makes no straight four"
		}
		return branch{text: made + ", but " + reason, sub: e.Verdict.branches()}
	}
	return branch{text: made + " and is legal: " + e.Verdict.innocence(), sub: e.Verdict.disputed()}
}

// innocence says why an extension is no foul.
func (v Verdict) innocence() string {
	switch {
	case len(v.Threes) == 0:
		return "no second four, no two threes"
	case v.RealThrees() == 1:
		return fmt.Sprintf("no second four, and of %d threes only one counts", len(v.Threes))
	}
	return fmt.Sprintf("no second four, and of %d threes none counts", len(v.Threes))
}

// disputed keeps of a legal extension's proof the threes that do not count: they are
// why it is legal although it looks forbidden.
func (v Verdict) disputed() []branch {
	var out []branch
	for _, t := range v.Threes {
		if !t.Real {
			out = append(out, t.branch())
		}
	}
	return out
}

// tree draws branches with their limbs.
type tree struct{ text strings.Builder }

func (t *tree) branches(list []branch, indent string) {
	for i, b := range list {
		limb, below := "├─ ", "│  "
		if i == len(list)-1 {
			limb, below = "└─ ", "   "
		}
		t.text.WriteString(indent + limb + b.text + "\n")
		t.branches(b.sub, indent+below)
	}
}
