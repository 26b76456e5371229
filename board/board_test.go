package board

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestBoard(t *testing.T) {
	b := New(15)
	if b.Size() != 15 || b.Count(Empty) != 225 || b.Full() {
		t.Errorf("a new board has %d lines, %d empty points, full %t", b.Size(), b.Count(Empty), b.Full())
	}
	h8, g7 := MustPoint("H8"), MustPoint("G7")
	b.Set(h8, Black)
	b.Set(g7, White)
	if b.At(h8) != Black || b.At(g7) != White || b.Count(Black) != 1 || b.Count(White) != 1 || b.Count(Empty) != 223 {
		t.Errorf("H8 is %s, G7 is %s", b.At(h8), b.At(g7))
	}
	before := b
	b.Set(h8, Empty)
	if before.At(h8) != Black || before == b {
		t.Error("a copied board changed with the original")
	}
	if got := b.At(NoPoint); got != Empty {
		t.Errorf("no point holds %s", got)
	}
	if got := b.At(MustPoint("P1")); got != Empty {
		t.Errorf("a point outside holds %s", got)
	}
}

func TestBoardFull(t *testing.T) {
	b := New(9)
	for p := range b.Points {
		if b.Full() {
			t.Fatalf("full before %s is taken", p)
		}
		b.Set(p, White)
	}
	if !b.Full() || b.Count(White) != 81 {
		t.Errorf("%d stones on 81 points, full %t", b.Count(White), b.Full())
	}
}

func TestValidSize(t *testing.T) {
	for size := -1; size <= 25; size++ {
		want := size == 9 || size == 13 || size == 15 || size == 19
		if ValidSize(size) != want {
			t.Errorf("ValidSize(%d) is %t", size, !want)
		}
	}
}

func TestPointsOrder(t *testing.T) {
	b := New(15)
	var names []string
	for p := range b.Points {
		names = append(names, p.String())
	}
	if len(names) != 225 || names[0] != "A1" || names[1] != "B1" || names[14] != "O1" || names[15] != "A2" || names[224] != "O15" {
		t.Errorf("%d points, %s %s … %s %s … %s", len(names), names[0], names[1], names[14], names[15], names[len(names)-1])
	}
	n := 0
	for range b.Points {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("a loop that was left went on to %d", n)
	}
}

func TestProgrammerErrorsPanic(t *testing.T) {
	b, c := New(15), New(19)
	for name, f := range map[string]func(){
		"New(4)":               func() { New(4) },
		"New(20)":              func() { New(20) },
		"Set outside":          func() { b.Set(MustPoint("P1"), Black) },
		"Set no point":         func() { b.Set(NoPoint, Black) },
		"Diff of unlike sizes": func() { b.Diff(&c) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s returned", name)
				}
			}()
			f()
		}()
	}
}

func TestDiff(t *testing.T) {
	have, want := New(15), New(15)
	have.Set(MustPoint("G7"), White)
	have.Set(MustPoint("H8"), Black)
	want.Set(MustPoint("H8"), White)
	want.Set(MustPoint("A9"), Black)
	got := have.Diff(&want)
	expected := []Difference{
		{MustPoint("G7"), White, Empty}, {MustPoint("H8"), Black, White}, {MustPoint("A9"), Empty, Black},
	}
	if !slices.Equal(got, expected) {
		t.Errorf("differences %v, want %v", got, expected)
	}
	if same := have.Diff(&have); same != nil {
		t.Errorf("a board differs from itself: %v", same)
	}
}

// Laying the differences makes the boards equal, and there are no more of them than needed.
func TestDiffProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := aBoard().Draw(t, "want")
		have := New(want.Size())
		for p, c := range rapid.MapOf(aPoint(want.Size()), rapid.SampledFrom([]Color{Black, White})).Draw(t, "have") {
			have.Set(p, c)
		}
		for _, d := range have.Diff(&want) {
			if d.Have == d.Want || have.At(d.Point) != d.Have {
				t.Fatalf("%+v is no difference", d)
			}
			have.Set(d.Point, d.Want)
		}
		if have != want {
			t.Fatalf("still different:\n%s%s", have.Diagram(nil), want.Diagram(nil))
		}
	})
}
