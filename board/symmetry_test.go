package board

import (
	"testing"

	"pgregory.net/rapid"
)

// The order of OPENINGS.md section 1.2, as offsets (x, y) from H8 of the point J11,
// which lies at (2, 3).
func TestSymmetryOrder(t *testing.T) {
	const x, y = 2, 3
	want := [Symmetries][2]int{{x, y}, {-y, x}, {-x, -y}, {y, -x}, {-x, y}, {x, -y}, {y, x}, {-y, -x}}
	for s := range Symmetry(Symmetries) {
		got := s.Map(At(7+x, 7+y), 15)
		if got.Col()-7 != want[s][0] || got.Row()-7 != want[s][1] {
			t.Errorf("symmetry %d: offset (%d, %d), want %v", s, got.Col()-7, got.Row()-7, want[s])
		}
	}
}

func TestSymmetryOfNothing(t *testing.T) {
	for s := range Symmetry(Symmetries) {
		if got := s.Map(NoPoint, 15); got != NoPoint {
			t.Errorf("symmetry %d of no point is %s", s, got)
		}
	}
}

// The eight are all different, closed, and each undone by its inverse.
func TestSymmetriesAreAGroup(t *testing.T) {
	probe := New(15)
	probe.Set(MustPoint("C1"), Black) // on no axis
	seen := map[Board]Symmetry{}
	for s := range Symmetry(Symmetries) {
		b := s.Apply(&probe)
		if other, twice := seen[b]; twice {
			t.Errorf("symmetries %d and %d are one", other, s)
		}
		seen[b] = s
		if back := s.Inverse().Apply(&b); back != probe {
			t.Errorf("symmetry %d is not undone by %d", s, s.Inverse())
		}
	}
	for b := range seen {
		for s := range Symmetry(Symmetries) {
			if _, ok := seen[s.Apply(&b)]; !ok {
				t.Errorf("symmetry %d leads out of the eight", s)
			}
		}
	}
}

// A symmetry keeps stones, their number, and the distances between points.
func TestSymmetryProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := aBoard().Draw(t, "board")
		s := Symmetry(rapid.IntRange(0, Symmetries-1).Draw(t, "symmetry"))
		m := s.Apply(&b)
		p, q := aPoint(b.Size()).Draw(t, "p"), aPoint(b.Size()).Draw(t, "q")
		sp, sq := s.Map(p, b.Size()), s.Map(q, b.Size())
		if m.At(sp) != b.At(p) {
			t.Fatalf("%s at %s became %s at %s", b.At(p), p, m.At(sp), sp)
		}
		if m.Count(Black) != b.Count(Black) || m.Count(White) != b.Count(White) {
			t.Fatal("stones were lost or made")
		}
		if before, after := distance(p, q), distance(sp, sq); before != after {
			t.Fatalf("%s to %s is %d, %s to %s is %d", p, q, before, sp, sq, after)
		}
	})
}

// distance is the square of the distance of two points.
func distance(p, q Point) int {
	x, y := p.Col()-q.Col(), p.Row()-q.Row()
	return x*x + y*y
}
