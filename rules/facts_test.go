package rules_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"shinpan/board"
	"shinpan/rules"
)

// place makes a board of 15 lines from two lists of points.
func place(black, white string) board.Board {
	b := board.New(board.DefaultSize)
	for _, p := range strings.Fields(black) {
		b.Set(board.MustPoint(p), board.Black)
	}
	for _, p := range strings.Fields(white) {
		b.Set(board.MustPoint(p), board.White)
	}
	return b
}

func named(list []board.Point) string {
	words := make([]string, 0, len(list))
	for _, p := range list {
		words = append(words, p.String())
	}
	return strings.Join(words, " ")
}

func TestFives(t *testing.T) {
	for _, c := range []struct {
		name         string
		set          rules.Set
		black, white string
		color        board.Color
		fives, parry string
		straight     string // moves that make a straight four
		simple       string // moves that make another four
	}{
		{name: "four of Black", set: rules.Renju, black: "D8 E8 F8 G8", color: board.Black, fives: "C8 H8"},
		{name: "the same for White", set: rules.Renju, black: "D8 E8 F8 G8", color: board.White, parry: "C8 H8"},
		{name: "six is no five for Black", set: rules.Renju, black: "D8 E8 F8 G8 I8", color: board.Black, fives: "C8"},
		{name: "six is a five for White", set: rules.Renju, white: "D8 E8 F8 G8 I8", color: board.White, fives: "C8 H8"},
		{name: "six in freestyle", set: rules.Freestyle, black: "D8 E8 F8 G8 I8", color: board.Black, fives: "C8 H8"},
		{name: "six in standard", set: rules.Standard, white: "D8 E8 F8 G8 I8", color: board.White, fives: "C8"},
		{name: "three of Black", set: rules.Renju, black: "D8 E8 F8", color: board.Black, straight: "C8 G8", simple: "B8 H8"},
		{name: "three at the edge", set: rules.Renju, black: "A1 B1 C1", color: board.Black, simple: "D1 E1"},
		{name: "three of White stopped", set: rules.Renju, white: "D8 E8 F8", black: "C8", color: board.White, simple: "G8 H8"},
		{name: "double-four is not offered", set: rules.Renju, black: "D8 E8 G8 H5 H6 H7", white: "C8 H4", color: board.Black, simple: "F8 H9"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := place(c.black, c.white)
			f := rules.FactsOf(c.set, &b, c.color)
			var straight, simple []board.Point
			for _, four := range f.Fours {
				if four.Open {
					straight = append(straight, four.Point)
				} else {
					simple = append(simple, four.Point)
				}
			}
			got := []string{named(f.Fives), named(f.Parries)}
			if want := []string{c.fives, c.parry}; !reflect.DeepEqual(got, want) {
				t.Errorf("fives and parries %q, want %q", got, want)
			}
			if c.straight+c.simple == "" {
				return
			}
			if got, want := [2]string{named(straight), named(simple)}, [2]string{c.straight, c.simple}; got != want {
				t.Errorf("straight and simple fours %q, want %q", got, want)
			}
		})
	}
}

// TestStrong holds the strong moves to positions set up for each kind.
func TestStrong(t *testing.T) {
	// H8 is a double-three for Black; M13 beside it stops White's diagonal at that end.
	const trap = "F8 G8 H6 H7"
	for _, c := range []struct {
		name         string
		black, white string
		color        board.Color
		want         string // point, why, fives, forbidden
	}{
		{"straight four kills", "", "D12 E12 F12", board.White, "C12 kills B12 G12 []"},
		{"two fours on one line kill", "", "B12 D12 F12 H12", board.White, "E12 kills C12 G12 []"},
		{"catch", trap + " M13", "I9 J10 K11", board.White, "L12 catch H8 [H8=33]"},
		{"kill and catch", trap + " M13", "I9 J10 K11 M12 N12", board.White, "L12 kill_and_catch H8 [H8=33]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := place(c.black, c.white)
			var all []string
			for _, s := range rules.FactsOf(rules.Renju, &b, c.color).Strong {
				forbidden := "[]"
				if len(s.Forbidden) > 0 {
					forbidden = "[" + rules.FormatVerdicts(s.Forbidden) + "]"
				}
				all = append(all, fmt.Sprintf("%s %s %s %s", s.Point, s.Why, named(s.Fives), forbidden))
			}
			if !strings.Contains("|"+strings.Join(all, "|")+"|", "|"+c.want+"|") {
				t.Errorf("want %q among %q", c.want, all)
			}
		})
	}
}

// TestTwoForbidden: a white three whose both ends Black may not take.
func TestTwoForbidden(t *testing.T) {
	// H8 and D8 are both double-threes for Black; White's E8 F8 with G8 makes a three
	// that threatens a straight four at either.
	b := place("H6 H7 I9 J10 D6 D7 C9 B10", "E8 F8")
	var found []rules.Strong
	for _, s := range rules.FactsOf(rules.Renju, &b, board.White).Strong {
		if s.Why == rules.TwoForbidden && s.Point == board.MustPoint("G8") {
			found = append(found, s)
		}
	}
	if len(found) != 1 || rules.FormatVerdicts(found[0].Forbidden) != "D8=33,H8=33" {
		t.Errorf("got %+v, want one with D8 and H8", found)
	}
}

func TestVCF(t *testing.T) {
	for _, c := range []struct {
		name         string
		set          rules.Set
		black, white string
		color        board.Color
		want         string
	}{
		{"a five is there", rules.Renju, "D8 E8 F8 G8", "C8", board.Black, "H8"},
		{"straight four", rules.Renju, "D8 E8 F8", "", board.Black, "C8"},
		{"nothing", rules.Renju, "D8 E8", "", board.Black, ""},
		{"four-four is Black's foul", rules.Renju, "D8 E8 F8 G5 G6 G7", "C8 G4", board.Black, ""},
		{"four-four wins for White", rules.Renju, "C8 G4", "D8 E8 F8 G5 G6 G7", board.White, "G8"},
		{"four-four wins without fouls", rules.Freestyle, "D8 E8 F8 G5 G6 G7", "C8 G4", board.Black, "G8"},
		{"catch ends it", rules.Renju, "F8 G8 H6 H7 M13", "I9 J10 K11", board.White, "G7"},
		{"own defence first", rules.Renju, "D8 E8 F8", "A1 B1 C1 D1", board.Black, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := place(c.black, c.white)
			line := rules.VCF(c.set, &b, c.color, 10_000)
			if got := named(line); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			replay(t, c.set, b, c.color, line)
		})
	}
}

// TestVCFCorpus replays every win found on real games: each move must force, each
// answer must be the only one.
func TestVCFCorpus(t *testing.T) {
	found := 0
	for i, b := range classes(t, "game-rapfi") {
		if i%20 != 0 {
			continue
		}
		for _, c := range []board.Color{board.Black, board.White} {
			if line := rules.VCF(rules.Renju, &b, c, 300); line != nil {
				found++
				replay(t, rules.Renju, b, c, line)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d wins by fours: too few to test anything", found)
	}
}

// replay checks a line of fours: every move of c is legal and threatens five at the
// answer alone, until the last, which wins or threatens more than can be answered.
func replay(t *testing.T, set rules.Set, b board.Board, c board.Color, line []board.Point) {
	t.Helper()
	for i, p := range line {
		side := c
		if i%2 == 1 {
			side = c.Opponent()
		}
		kind := rules.Classify(set, &b, p, side)
		if last := i == len(line)-1; kind == rules.Five && last && side == c {
			return
		}
		if kind != rules.OK {
			t.Fatalf("move %d of %s: %s is %s\n%s", i+1, named(line), p, kind, b.Diagram(nil))
		}
		b.Set(p, side)
		if side != c {
			continue
		}
		f := rules.FactsOf(set, &b, c.Opponent())
		if len(f.Fives) > 0 {
			t.Fatalf("move %d of %s: the opponent has a five at %s\n%s", i+1, named(line), named(f.Fives), b.Diagram(nil))
		}
		if i < len(line)-1 {
			if named(f.Parries) != line[i+1].String() {
				t.Fatalf("move %d of %s threatens %s", i+1, named(line), named(f.Parries))
			}
			continue
		}
		caught := len(f.Parries) == 1 && rules.Classify(set, &b, f.Parries[0], c.Opponent()).Foul()
		if len(f.Parries) < 2 && !caught {
			t.Fatalf("%s does not win: only %s is threatened\n%s", named(line), named(f.Parries), b.Diagram(nil))
		}
	}
}
