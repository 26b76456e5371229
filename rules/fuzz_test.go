package rules_test

import (
	"testing"

	"shinpan/board"
	"shinpan/rules"
)

// FuzzForbidden compares the judge and its proofs with the reference on any board.
func FuzzForbidden(f *testing.F) {
	f.Add([]byte("xxo.x"), uint8(2))
	text := twoAndAFalseOne.Text()
	f.Add([]byte(text), uint8(0))
	f.Fuzz(func(t *testing.T, cells []byte, size uint8) {
		b := board.New(board.Sizes[int(size)%len(board.Sizes)])
		i := 0
		for p := range b.Points {
			if i < len(cells) {
				switch cells[i] {
				case 'x', 1:
					b.Set(p, board.Black)
				case 'o', 2:
					b.Set(p, board.White)
				}
			}
			i++
		}
		list := rules.Forbidden(&b)
		if got, want := rules.FormatVerdicts(list), refMap(&b); got != want {
			t.Fatalf("%sgot  %s\nwant %s", b.Diagram(nil), got, want)
		}
		for _, s := range list {
			if v := rules.Judge(rules.Renju, &b, s.Point, board.Black); v.Kind != s.Kind || v.Explain() == "" {
				t.Fatalf("%sproof of %s says %s, map says %s", b.Diagram(nil), s.Point, v.Kind, s.Kind)
			}
		}
	})
}

// FuzzText: names that come from outside are read or refused, and what is read is
// written again as it was.
func FuzzText(f *testing.F) {
	for _, s := range []string{"renju", "standard", "freestyle", "33", "five", "", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var set rules.Set
		if set.UnmarshalText([]byte(s)) == nil && string(set) != s {
			t.Errorf("rule set %q reads as %q", s, set)
		}
		var kind rules.Kind
		if kind.UnmarshalText([]byte(s)) == nil && kind.String() != s && kind.Code() != s {
			t.Errorf("kind %q reads as %q", s, kind)
		}
	})
}
