package rules_test

import (
	"encoding/json"
	"fmt"

	"shinpan/board"
	"shinpan/rules"
)

// diagram reads a board of nine lines from its rows, the highest first.
func diagram(rows ...string) board.Board {
	b, err := board.ParseRows(rows)
	if err != nil {
		panic(err)
	}
	return b
}

// twoAndAFalseOne has three threes through D4, of which the one in the column does not
// count: its only extension D6 would be a double-four.
var twoAndAFalseOne = diagram(
	". . . . . . . . .",
	". . . . . . . . .",
	". . . x . . . . .",
	"o x x . x . . . .",
	". . x x . . . . .",
	". . . . x x . . .",
	". . . . . . o . .",
	". . . . . . . . .",
	". o . . . . . . .",
)

// A double-three with a third three that does not count, and why.
func ExampleVerdict_ExplainOn() {
	v := rules.Judge(rules.Renju, &twoAndAFalseOne, board.MustPoint("D4"), board.Black)
	fmt.Print(v.ExplainOn(&twoAndAFalseOne))
	// Output:
	// A B C D E F G H I
	//   9 . . . . . . . . .  9
	//   8 . . . . . . . . .  8
	//   7 . . . x . . . . .  7
	//   6 o x x * x . . . .  6
	//   5 . . x x . . . . .  5
	//   4 . . * # x x * . .  4
	//   3 . . . . * . o . .  3
	//   2 . . . . . . . . .  2
	//   1 . o . . . . . . .  1
	//     A B C D E F G H I
	//
	// D4 is forbidden for Black: double-three, it makes 2 real threes
	// ├─ three D4 E4 F4, row: counts
	// │  ├─ C4 makes the straight four C4 D4 E4 F4 (five at B4 or G4), but C4 is forbidden for Black: double-three, it makes 2 real threes
	// │  │  ├─ straight four C4 D4 E4 F4, row: five at B4 or G4
	// │  │  ├─ three C4 C5 C6, column: counts
	// │  │  │  └─ C3 makes the straight four C3 C4 C5 C6 (five at C2 or C7) and is legal: no second four, no two threes
	// │  │  └─ three C4 D5 E6, rising: counts
	// │  │     └─ B3 makes the straight four B3 C4 D5 E6 (five at A2 or F7) and is legal: no second four, no two threes
	// │  └─ G4 makes the straight four D4 E4 F4 G4 (five at C4 or H4) and is legal: no second four, no two threes
	// ├─ three D4 D5 D7, column: does not count
	// │  └─ D6 makes the straight four D4 D5 D6 D7 (five at D3 or D8), but D6 is forbidden for Black: double-four, it makes 2 fours
	// │     ├─ four B6 C6 D6 E6, row: five at F6
	// │     └─ straight four D4 D5 D6 D7, column: five at D3 or D8
	// └─ three B6 C5 D4, falling: counts
	//    └─ E3 makes the straight four B6 C5 D4 E3 (five at A7 or F2) and is legal: no second four, no two threes
}

func ExampleJudge() {
	b := diagram(
		". . . . . . . . .",
		". . . . . . . . .",
		". . . . . . . . .",
		". . . x . . . . .",
		". . . x . x . . .",
		". . . x . . . . .",
		". x x . x . . . .",
		". . . . . . . . .",
		". . . . . . . . .",
	)
	v := rules.Judge(rules.Renju, &b, board.MustPoint("D3"), board.Black)
	text, _ := json.MarshalIndent(v, "", " ")
	fmt.Println(v.Kind, v.Foul())
	fmt.Println(string(text))
	// Output:
	// 44 true
	// {
	//  "point": "D3",
	//  "color": "black",
	//  "rules": "renju",
	//  "kind": "44",
	//  "fours": [
	//   {
	//    "line": "row",
	//    "stones": [
	//     "B3",
	//     "C3",
	//     "D3",
	//     "E3"
	//    ],
	//    "completions": [
	//     "A3",
	//     "F3"
	//    ]
	//   },
	//   {
	//    "line": "column",
	//    "stones": [
	//     "D3",
	//     "D4",
	//     "D5",
	//     "D6"
	//    ],
	//    "completions": [
	//     "D2",
	//     "D7"
	//    ]
	//   }
	//  ]
	// }
}

func ExampleForbidden() {
	fmt.Println(rules.FormatVerdicts(rules.Forbidden(&twoAndAFalseOne)))
	// Output:
	// B5=33,C4=33,C8=33,D4=33,E3=33,E5=33,F5=33,G4=33
}

// A Position follows the moves of a search.
func ExamplePosition() {
	b := board.New(board.DefaultSize)
	s := rules.NewPosition(&b)
	for i, name := range []string{"H8", "A1", "J8", "C1", "I7", "E1", "I10", "G1"} {
		c := board.Black
		if i%2 == 1 {
			c = board.White
		}
		s.Play(board.MustPoint(name), c)
	}
	fork := board.MustPoint("I8")
	fmt.Println(s.Classify(rules.Renju, fork, board.Black))
	s.Undo()
	s.Undo()
	fmt.Println(s.Classify(rules.Renju, fork, board.Black))
	// Output:
	// 33
	// ok
}
