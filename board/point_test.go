package board

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPointNames(t *testing.T) {
	for _, test := range []struct {
		name     string
		col, row int
	}{
		{"A1", 0, 0}, {"H8", 7, 7}, {"I9", 8, 8}, {"J9", 9, 8}, {"O15", 14, 14}, {"A15", 0, 14}, {"O1", 14, 0}, {"S19", 18, 18},
	} {
		p := At(test.col, test.row)
		if p.String() != test.name || p.Col() != test.col || p.Row() != test.row {
			t.Errorf("At(%d, %d) is %s with column %d, row %d, want %s", test.col, test.row, p, p.Col(), p.Row(), test.name)
		}
		for _, name := range []string{test.name, strings.ToLower(test.name)} {
			if q, err := ParsePoint(name); err != nil || q != p {
				t.Errorf("ParsePoint(%q) = %s, %v", name, q, err)
			}
		}
	}
}

func TestPointOutside(t *testing.T) {
	for _, xy := range [][2]int{{-1, 0}, {0, -1}, {19, 0}, {0, 19}, {1 << 40, 3}} {
		if p := At(xy[0], xy[1]); p != NoPoint {
			t.Errorf("At(%d, %d) = %s, want no point", xy[0], xy[1], p)
		}
	}
	if NoPoint.Col() != -1 || NoPoint.Row() != -1 || NoPoint.OnBoard(15) || NoPoint.String() != "-" {
		t.Errorf("NoPoint is column %d, row %d, %q", NoPoint.Col(), NoPoint.Row(), NoPoint)
	}
	for size, want := range map[int]bool{9: false, 13: true, 15: true} {
		if got := MustPoint("J9").OnBoard(size); got != want {
			t.Errorf("J9 on %d lines: %t", size, got)
		}
	}
}

func TestParsePointRefuses(t *testing.T) {
	for _, name := range []string{"", "H", "8", "H0", "H08", "H20", "T1", "@1", "`1", "[1", "H8 ", " H8", "HH8", "H-1", "H+1", "H8x", "8H", "H١", "é1", "H\x00", "-"} {
		if p, err := ParsePoint(name); err == nil || !strings.HasPrefix(err.Error(), "board: point ") {
			t.Errorf("ParsePoint(%q) = %s, %v", name, p, err)
		}
	}
}

func TestPointLess(t *testing.T) {
	ordered := strings.Fields("A1 A2 A15 B1 H8 H10 I1 O15")
	for i, a := range ordered {
		for j, b := range ordered {
			if got := MustPoint(a).Less(MustPoint(b)); got != (i < j) {
				t.Errorf("%s before %s: %t", a, b, got)
			}
		}
	}
}

func TestMustPointPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("MustPoint of no point returned")
		}
	}()
	MustPoint("Z1")
}

func TestPointText(t *testing.T) {
	for _, p := range []Point{NoPoint, At(0, 0), At(18, 18)} {
		text, err := p.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		q := At(3, 3)
		if err := q.UnmarshalText(text); err != nil || q != p {
			t.Errorf("%q read back as %s, %v", text, q, err)
		}
	}
	q := At(3, 3)
	if err := q.UnmarshalText([]byte("Z9")); err == nil || q != At(3, 3) {
		t.Errorf("a wrong name changed the point to %s, %v", q, err)
	}
}

func TestColors(t *testing.T) {
	for _, test := range []struct {
		color, opponent Color
		name            string
		letter          rune
	}{
		{Empty, Empty, "empty", '.'}, {Black, White, "black", 'x'}, {White, Black, "white", 'o'},
	} {
		if test.color.Opponent() != test.opponent || test.color.String() != test.name || test.color.Rune() != test.letter {
			t.Errorf("%d: opponent %s, name %s, letter %c", test.color, test.color.Opponent(), test.color, test.color.Rune())
		}
		if c, ok := ColorOfRune(test.letter); !ok || c != test.color {
			t.Errorf("letter %c is %s, %t", test.letter, c, ok)
		}
		text, _ := test.color.MarshalText()
		var c Color
		if err := c.UnmarshalText(text); err != nil || c != test.color {
			t.Errorf("%q read back as %s, %v", text, c, err)
		}
	}
	for letter, want := range map[rune]Color{'X': Black, 'O': White} {
		if c, ok := ColorOfRune(letter); !ok || c != want {
			t.Errorf("letter %c is %s, %t", letter, c, ok)
		}
	}
	for _, r := range "?0B bw,\x00é" {
		if _, ok := ColorOfRune(r); ok {
			t.Errorf("letter %q is a colour", r)
		}
	}
	c := White
	if err := c.UnmarshalText([]byte("Black")); err == nil || c != White {
		t.Errorf("a wrong name changed the colour to %s, %v", c, err)
	}
}

// Names and points are the same thing, for every point of the largest board.
func FuzzParsePoint(f *testing.F) {
	for _, name := range []string{"H8", "a1", "S19", "T1", "H0", "", "H\xff"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		p, err := ParsePoint(name)
		if err != nil {
			if p != NoPoint {
				t.Errorf("%q: %v, and yet the point %s", name, err, p)
			}
			return
		}
		if p.String() != strings.ToUpper(name) || !p.OnBoard(MaxSize) {
			t.Errorf("%q is %s", name, p)
		}
	})
}

// aPoint draws a point of a board of size lines.
func aPoint(size int) *rapid.Generator[Point] {
	return rapid.Custom(func(t *rapid.T) Point {
		return At(rapid.IntRange(0, size-1).Draw(t, "col"), rapid.IntRange(0, size-1).Draw(t, "row"))
	})
}

// aBoard draws a board with some stones.
func aBoard() *rapid.Generator[Board] {
	return rapid.Custom(func(t *rapid.T) Board {
		b := New(rapid.SampledFrom(Sizes).Draw(t, "size"))
		for p, c := range rapid.MapOf(aPoint(b.Size()), rapid.SampledFrom([]Color{Black, White})).Draw(t, "stones") {
			b.Set(p, c)
		}
		return b
	})
}
