package rules_test

import (
	"encoding/json"
	"strings"
	"testing"

	"shinpan/board"
	"shinpan/rules"
)

func TestWinsWith(t *testing.T) {
	for _, c := range []struct {
		set          rules.Set
		black, white string // of rows of 4, 5 and 6: which win
	}{
		{rules.Renju, "5", "56"},
		{rules.Standard, "5", "5"},
		{rules.Freestyle, "56", "56"},
	} {
		for _, side := range []struct {
			color board.Color
			want  string
		}{{board.Black, c.black}, {board.White, c.white}} {
			got := ""
			for n := 4; n <= 6; n++ {
				if c.set.WinsWith(n, side.color) {
					got += string(rune('0' + n))
				}
			}
			if got != side.want {
				t.Errorf("%s, %s: rows of %q win, want %q", c.set, side.color, got, side.want)
			}
		}
		if got, want := c.set.HasFouls(board.Black), c.set == rules.Renju; got != want {
			t.Errorf("%s: fouls for Black: %v", c.set, got)
		}
		if c.set.HasFouls(board.White) {
			t.Errorf("%s: White has fouls", c.set)
		}
	}
	if !rules.Set("no such").HasFouls(board.Black) {
		t.Error("an unknown set must be the strict one")
	}
}

// TestWhiteOverline: White's six wins under renju, is nothing under standard, and the
// verdict shows the whole row.
func TestWhiteOverline(t *testing.T) {
	b := place("", "C8 D8 E8 G8 H8")
	for set, want := range map[rules.Set]string{rules.Renju: "five C8 D8 E8 F8 G8 H8", rules.Standard: "ok ", rules.Freestyle: "five C8 D8 E8 F8 G8 H8"} {
		v := rules.Judge(set, &b, board.MustPoint("F8"), board.White)
		row := ""
		if len(v.Lines) > 0 {
			row = named(v.Lines[0])
		}
		if got := v.Kind.String() + " " + row; got != want {
			t.Errorf("%s: %q, want %q", set, got, want)
		}
		if v.Win() != (v.Kind == rules.Five) || v.Foul() {
			t.Errorf("%s: win %v, foul %v", set, v.Win(), v.Foul())
		}
	}
}

func TestKindText(t *testing.T) {
	for k, want := range map[rules.Kind][2]string{
		rules.OK: {"ok", "-"}, rules.Five: {"five", "5"}, rules.Overline: {"overline", "6"},
		rules.DoubleFour: {"44", "44"}, rules.DoubleThree: {"33", "33"},
	} {
		if got := [2]string{k.String(), k.Code()}; got != want {
			t.Errorf("kind %d: %q, want %q", k, got, want)
		}
		for _, text := range want {
			var back rules.Kind
			if err := back.UnmarshalText([]byte(text)); err != nil || back != k {
				t.Errorf("%q reads as %v, %v", text, back, err)
			}
		}
	}
}

// TestVerdictJSON: what is published of a verdict can be read back whole.
func TestVerdictJSON(t *testing.T) {
	v := rules.Judge(rules.Renju, &twoAndAFalseOne, board.MustPoint("D4"), board.Black)
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var back rules.Verdict
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if back.Explain() != v.Explain() {
		t.Errorf("read back:\n%s\nwas:\n%s", back.Explain(), v.Explain())
	}
	if !strings.HasPrefix(string(text), `{"point":"D4","color":"black","rules":"renju","kind":"33",`) {
		t.Errorf("order of fields: %.80s", text)
	}
}

// TestNothingToJudge: points that are no points have no verdict, and nothing panics.
func TestNothingToJudge(t *testing.T) {
	b := board.New(9)
	for _, p := range []board.Point{board.NoPoint, board.MustPoint("J1"), board.MustPoint("A10"), 0xffff} {
		for _, c := range []board.Color{board.Empty, board.Black, board.White, 7} {
			if k := rules.Classify(rules.Renju, &b, p, c); k != rules.OK {
				t.Errorf("Classify %v %v: %s", p, c, k)
			}
			if v := rules.Judge(rules.Renju, &b, p, c); v.Kind != rules.OK {
				t.Errorf("Judge %v %v: %s", p, c, v.Kind)
			}
		}
	}
}
