package rules_test

import (
	"strings"
	"testing"

	"shinpan/board"
	"shinpan/rules"
)

// TestExplain holds the words to positions in which one thing decides. Each line of
// want must be a line of the tree, without its limbs.
func TestExplain(t *testing.T) {
	for _, c := range []struct {
		name         string
		black, white string
		point        string
		color        board.Color
		set          rules.Set
		want         string
	}{
		{"five", "D8 E8 F8 G8", "", "H8", board.Black, rules.Renju,
			"H8 wins for Black: 5 in a row D8 E8 F8 G8 H8"},
		{"five and six", "D8 E8 F8 G8 H1 H2 H3 H4 H5 H6 H7", "", "H8", board.Black, rules.Renju,
			"H8 wins for Black: 5 in a row D8 E8 F8 G8 H8"},
		{"overline", "C8 D8 E8 F8 G8", "", "H8", board.Black, rules.Renju,
			"H8 is forbidden for Black: overline, 6 in a row C8 D8 E8 F8 G8 H8"},
		{"X.XXX.X", "D8 F8 H8 J8", "", "G8", board.Black, rules.Renju,
			"G8 is forbidden for Black: double-four, it makes 2 fours\nfour D8 F8 G8 H8, row: five at E8\nfour F8 G8 H8 J8, row: five at I8"},
		{"straight four", "F8 G8 I8", "", "H8", board.Black, rules.Renju,
			"H8 is legal for Black: one straight four, no real three\nstraight four F8 G8 H8 I8, row: five at E8 or J8"},
		{"one three", "F8 G8", "", "H8", board.Black, rules.Renju,
			"H8 is legal for Black: no four, one real three\nthree F8 G8 H8, row: counts"},
		{"nothing", "F8", "", "H8", board.Black, rules.Renju,
			"H8 is legal for Black: no four, no real three"},
		{"White", "", "F8", "H8", board.White, rules.Renju, "H8 is no five for White"},
		{"White's six", "", "C8 D8 E8 F8 G8", "H8", board.White, rules.Renju,
			"H8 wins for White: 6 in a row C8 D8 E8 F8 G8 H8"},
		{"no fouls in freestyle", "F8 G8 H6 H7", "", "H8", board.Black, rules.Freestyle, "H8 is no five for Black"},
		{"three stopped", "F8 G8", "E8", "H8", board.Black, rules.Renju,
			"no three, F8 G8 H8, row: I8 makes four in a row but no straight four: White is on E8"},
		{"three at the edge", "A8 B8", "", "C8", board.Black, rules.Renju,
			"no three, A8 B8 C8, row: D8 makes four in a row but no straight four: the board ends there"},
		{"three between sixes", "C8 F8 G8 K8", "", "H8", board.Black, rules.Renju,
			"no three, F8 G8 H8, row: E8 makes four in a row but no straight four: D8 would make six or more"},
		{"four that would be six", "C8 D8 F8 G8", "", "H8", board.Black, rules.Renju,
			"no four, D8 F8 G8 H8, row: E8 would make six or more, not five"},
		// The rule questions on which programs go wrong.
		{"the extension makes a five elsewhere", "E7 E9 G9 H9 I9 G10 H11", "", "E8", board.Black, rules.Renju,
			"E8 is legal for Black: no four, one real three\n" +
				"three E7 E8 E9, column: counts"},
		{"the four is closed at one end", "L4 I7 J7 H8 L8 M9", "O11", "K7", board.Black, rules.Renju,
			"K7 is legal for Black: no four, one real three\n" +
				"three K7 L8 M9, rising: does not count\n" +
				"four H8 I7 J6 L4, falling: five at K5"},
		{"the five is exact on another line only", "H9 I10 J11 I12 L12 M12 N12 L13", "", "J12", board.Black, rules.Renju,
			"J12 is legal for Black"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := place(c.black, c.white)
			text := rules.Judge(c.set, &b, board.MustPoint(c.point), c.color).Explain()
			plain := "\n" + strings.NewReplacer("├─ ", "", "└─ ", "", "│  ", "").Replace(text)
			for line := range strings.SplitSeq(c.want, "\n") {
				if !strings.Contains(plain, "\n"+line) && !strings.Contains(plain, " "+line) {
					t.Errorf("no line %q in\n%s", line, text)
				}
			}
		})
	}
}
