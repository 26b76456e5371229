package board

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTextOrder(t *testing.T) {
	b := New(15)
	b.Set(MustPoint("A1"), Black)
	b.Set(MustPoint("O1"), White)
	b.Set(MustPoint("A2"), White)
	b.Set(MustPoint("O15"), Black)
	want := "x" + strings.Repeat(".", 13) + "o" + "o" + strings.Repeat(".", 225-17) + "x"
	if got := b.Text(); got != want {
		t.Errorf("text\n%s, want\n%s", got, want)
	}
	rows := b.Rows()
	if rows[0] != strings.Repeat(".", 14)+"x" || rows[14] != "x"+strings.Repeat(".", 13)+"o" {
		t.Errorf("rows %q: want row 15 first", rows)
	}
}

func TestParseTextRefuses(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"empty":     {"", "board: text has 0 characters: want 225"},
		"short":     {strings.Repeat(".", 224), "board: text has 224 characters: want 225"},
		"letter":    {strings.Repeat(".", 100) + "b" + strings.Repeat(".", 124), `board: character 101 is 'b': want '.', 'x' or 'o'`},
		"not ASCII": {strings.Repeat(".", 223) + "é", `board: character 224 is`},
		"NUL":       {strings.Repeat(".", 224) + "\x00", `board: character 225 is '\x00'`},
	} {
		if _, err := ParseText(test.text); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
}

func TestParseRows(t *testing.T) {
	rows := slices.Repeat([]string{"........."}, 9)
	rows[0] = " x . . . o . . . x "
	b, err := ParseRows(rows)
	if err != nil {
		t.Fatal(err)
	}
	if b.At(MustPoint("A9")) != Black || b.At(MustPoint("E9")) != White || b.At(MustPoint("I9")) != Black || b.Count(Empty) != 78 {
		t.Errorf("read\n%s", b.Diagram(nil))
	}
	for name, test := range map[string]struct {
		rows []string
		want string
	}{
		"none":          {nil, "board: diagram has 0 rows: want 15"},
		"a row too few": {rows[:8], "board: diagram has 8 rows: want 15"},
		"a short row":   {append(slices.Clone(rows[:8]), "..x"), "board: diagram row 1 has 3 points: want 9"},
		"a letter":      {append(slices.Clone(rows[:8]), "...#....."), "board: diagram row 1, column D: '#': want"},
		"not ASCII":     {append(slices.Clone(rows[:8]), ".......é"), "board: diagram row 1, column H: "},
	} {
		if _, err := ParseRows(test.rows); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
	}
}

func TestDiagram(t *testing.T) {
	b := New(9)
	b.Set(MustPoint("A1"), Black)
	b.Set(MustPoint("I9"), White)
	got := b.Diagram(map[Point]rune{MustPoint("C3"): '1', MustPoint("I9"): '2'})
	want := `    A B C D E F G H I
  9 . . . . . . . . 2  9
  8 . . . . . . . . .  8
  7 . . . . . . . . .  7
  6 . . . . . . . . .  6
  5 . . . . . . . . .  5
  4 . . . . . . . . .  4
  3 . . 1 . . . . . .  3
  2 . . . . . . . . .  2
  1 x . . . . . . . .  1
    A B C D E F G H I
`
	if got != want {
		t.Errorf("diagram\n%s, want\n%s", got, want)
	}
}

func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := aBoard().Draw(t, "board")
		if got, err := ParseText(b.Text()); err != nil || got != b {
			t.Fatalf("text read back as\n%s, %v", got.Diagram(nil), err)
		}
		if got, err := ParseRows(b.Rows()); err != nil || got != b {
			t.Fatalf("rows read back as\n%s, %v", got.Diagram(nil), err)
		}
	})
}

func FuzzParseText(f *testing.F) {
	f.Add(strings.Repeat(".", 225))
	f.Add(strings.Repeat("xo.", 27))
	f.Add("x\xff")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ParseText(text)
		if err == nil && !strings.EqualFold(b.Text(), text) {
			t.Errorf("%q read as %q", text, b.Text())
		}
	})
}

func FuzzParseRows(f *testing.F) {
	f.Add(strings.Repeat(".........\n", 9))
	f.Add("\n\n\n\n\n\n\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		rows := strings.Split(text, "\n")
		b, err := ParseRows(rows)
		if err != nil {
			return
		}
		for i, row := range b.Rows() {
			if was := strings.ReplaceAll(strings.TrimSpace(rows[i]), " ", ""); !strings.EqualFold(row, was) {
				t.Errorf("row %q read as %q", rows[i], row)
			}
		}
	})
}
