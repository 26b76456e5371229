package rules

import "shinpan/board"

// Verdict is the rules' answer to one stone, with the proof. It is the same in JSON,
// on the page and in the topics.
type Verdict struct {
	Point board.Point `json:"point"`
	Color board.Color `json:"color"`
	Set   Set         `json:"rules"`
	Kind  Kind        `json:"kind"`

	// Lines are the rows that decide: for Five every row that wins, for Overline
	// every row of six or more. Each lists its stones along the line.
	Lines [][]board.Point `json:"lines,omitempty"`
	// Fours and Threes are what the stone makes as Black under renju: all fours, and
	// all threes with the reason each counts or not. Both are empty for a Five or an
	// Overline, which decide by themselves, and for stones that have no fouls.
	Fours  []Four  `json:"fours,omitempty"`
	Threes []Three `json:"threes,omitempty"`
	// Lookalikes are shapes that people take for a four or a three and that are none.
	Lookalikes []Lookalike `json:"lookalikes,omitempty"`
}

// Four is four black stones that one more makes exactly five.
type Four struct {
	Line        string        `json:"line"`        // the direction, as Directions names it
	Stones      []board.Point `json:"stones"`      // the four, in order along the line
	Completions []board.Point `json:"completions"` // where the fifth goes: one, or two of a straight four
}

// Straight reports whether two points complete the four.
func (f Four) Straight() bool { return len(f.Completions) == 2 }

// Three is three black stones that one more makes a straight four.
type Three struct {
	Line   string        `json:"line"`
	Stones []board.Point `json:"stones"`
	// Real says that it counts: some extension is legal.
	Real bool `json:"real"`
	// Extensions are the moves that make the straight four, judged in order up to the
	// first legal one; one is enough.
	Extensions []Extension `json:"extensions"`
}

// Extension is one way to turn a three into a straight four.
type Extension struct {
	Point board.Point `json:"point"`
	Four  Four        `json:"four"` // what it would make
	// Verdict is the judgement on the extension with the first stone on the board. The
	// extension is legal when its kind is OK. Its proof leaves out threes that cannot
	// decide: a single one, and any beside two fours.
	Verdict Verdict `json:"verdict"`
}

// Legal reports whether Black may play the extension.
func (e Extension) Legal() bool { return e.Verdict.Kind == OK }

// Lookalike is a shape that is not what it looks like.
type Lookalike struct {
	Line   string        `json:"line"`
	Looks  string        `json:"looks"`  // "four" or "three"
	Stones []board.Point `json:"stones"` // the stones of the shape
	Point  board.Point   `json:"point"`  // the move that would be expected to complete it
	Reason string        `json:"reason"` // why that does not do
}

// Win reports whether the stone wins the game.
func (v Verdict) Win() bool { return v.Kind == Five }

// Foul reports whether the stone is a forbidden move.
func (v Verdict) Foul() bool { return v.Kind.Foul() }

// Directions names the four directions: "row" (A1, B1 …), "column" (A1, A2 …),
// "rising" (A1, B2 …) and "falling" (A15, B14 …), the diagonals as seen by Black.
var Directions = [directions]string{
	alongRow: "row", alongCol: "column", risingUp: "rising", fallingTo: "falling",
}

// RealThrees counts the threes that count.
func (v Verdict) RealThrees() int {
	n := 0
	for _, t := range v.Threes {
		if t.Real {
			n++
		}
	}
	return n
}
