package vision

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"shinpan/board"
)

// table is a made-up board whose readings a settler is given, 10 frames a second.
type table struct {
	t       *testing.T
	settler *Settler
	frame   int
	cells   []Cell
	blind   bool
	said    []string
}

const testSize = 9

// newTable starts a settler on an empty board.
func newTable(t *testing.T) *table {
	b := &table{t: t, settler: NewSettler(testSize), cells: make([]Cell, testSize*testSize)}
	for i := range b.cells {
		b.cells[i] = opinion(board.Empty, 0.99)
	}
	b.settler.Start(b.reading(), nil)
	return b
}

func opinion(color board.Color, likely float32) Cell {
	rest := (1 - likely) / 2
	c := Cell{Black: rest, White: rest, Empty: rest}
	switch color {
	case board.Black:
		c.Black = likely
	case board.White:
		c.White = likely
	default:
		c.Empty = likely
	}
	return c
}

func (b *table) reading() Reading {
	busy := 0
	for _, c := range b.cells {
		if c.Busy {
			busy++
		}
	}
	return Reading{
		Frame: b.frame, At: time.Duration(b.frame) * 100 * time.Millisecond, Size: testSize,
		Cells: append([]Cell(nil), b.cells...), Moving: float64(busy) / float64(len(b.cells)), Blind: b.blind,
	}
}

// put makes the point look like color from the present frame on.
func (b *table) put(point string, color board.Color, likely float32) *Cell {
	p := board.MustPoint(point)
	c := &b.cells[p.Row()*testSize+p.Col()]
	*c = opinion(color, likely)
	c.Since = b.frame
	return c
}

func (b *table) cover(covered bool, points ...string) {
	for _, name := range points {
		p := board.MustPoint(name)
		b.cells[p.Row()*testSize+p.Col()].Busy = covered
	}
}

// run lets frames pass and notes what is said, as "frame kind what@first-seen".
func (b *table) run(frames int) {
	for range frames {
		for _, s := range b.settler.Step(b.reading()) {
			if s.Kind == HandIn || s.Kind == HandOut {
				continue
			}
			what := s.Point.String()
			if s.Kind == Doubt {
				what = fmt.Sprint(s.Points)
			}
			b.said = append(b.said, fmt.Sprintf("%d %s %s %s@%d", b.frame, s.Kind, s.Color, what, s.Frame))
			if s.At > s.SureAt {
				b.t.Errorf("%v: first seen at %v, after being sure at %v", s, s.At, s.SureAt)
			}
		}
		b.frame++
	}
}

func (b *table) expect(want ...string) {
	b.t.Helper()
	if got := strings.Join(b.said, "\n"); got != strings.Join(want, "\n") {
		b.t.Errorf("said\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

func TestOneStone(t *testing.T) {
	b := newTable(t)
	b.run(5)
	b.put("E5", board.Black, 0.99)
	b.run(10)
	b.expect("6 place black E5@5")
	if got := b.settler.Rows()[4]; got != "....x...." {
		t.Errorf("row 5 is %q", got)
	}
}

func TestAStoneUnderAHandWaits(t *testing.T) {
	b := newTable(t)
	b.put("E5", board.Black, 0.99)
	b.cover(true, "E5")
	b.run(30)
	b.expect()
	if b.settler.Settled() {
		t.Error("settled under a hand")
	}
	b.cover(false, "E5")
	b.run(3)
	b.expect("31 place black E5@0")
	if !b.settler.Settled() {
		t.Error("not settled after the hand has left")
	}
}

func TestOneFramesOpinionIsNone(t *testing.T) {
	b := newTable(t)
	for range 20 {
		b.put("E5", board.White, 0.99)
		b.run(1)
		b.put("E5", board.Empty, 0.99)
		b.run(1)
	}
	b.expect()
}

func TestAStoneCarriedElsewhereIsLiftedFirst(t *testing.T) {
	b := newTable(t)
	b.put("C3", board.Black, 0.99)
	b.run(5)
	b.said = nil
	// The arm still covers C3 when the stone can already be seen on G7.
	b.put("G7", board.Black, 0.99)
	b.put("C3", board.Empty, 0.99)
	b.cover(true, "C3")
	b.run(3)
	b.cover(false, "C3")
	b.cells[board.MustPoint("C3").Row()*testSize+2].Since = 6
	b.run(5)
	b.expect("9 lift black C3@6", "9 place black G7@5")
}

func TestARestingArmHoldsNoStoneForEver(t *testing.T) {
	b := newTable(t)
	b.put("C3", board.Black, 0.99)
	b.run(5)
	b.said = nil
	b.cover(true, "C3")
	b.put("G7", board.Black, 0.99)
	b.run(10)
	b.expect("10 place black G7@5")
}

func TestAStoneOfTheOtherColourIsLiftAndPlace(t *testing.T) {
	b := newTable(t)
	b.put("C3", board.Black, 0.99)
	b.run(5)
	b.said = nil
	b.put("C3", board.White, 0.99)
	b.run(5)
	b.expect("6 lift black C3@5", "6 place white C3@5")
}

func TestShift(t *testing.T) {
	b := newTable(t)
	b.put("C3", board.Black, 0.99)
	b.run(5)
	b.said = nil
	b.put("C3", board.Black, 0.99).DX = 0.05
	b.run(5)
	b.expect()
	b.put("C3", board.Black, 0.99).DX = 0.30
	b.run(5)
	b.expect("11 shift black C3@10")
}

// TestAFallingStoneIsDatedByWhatItPushed: it fell when the others began to move, although
// the eye saw it at rest only later; a stone further away, or placed long after, did not.
func TestAFallingStoneIsDatedByWhatItPushed(t *testing.T) {
	b := newTable(t)
	b.put("C3", board.Black, 0.99)
	b.run(5)
	b.said = nil
	b.put("C3", board.Black, 0.99).DX = 0.30
	b.run(2)
	b.put("D3", board.White, 0.99)
	b.put("G7", board.White, 0.99)
	b.run(6)
	b.put("C4", board.White, 0.99)
	b.run(3)
	b.expect("6 shift black C3@5", "8 place white D3@5", "8 place white G7@7", "14 place white C4@13")
}

// TestWhatLiesOverTheBoardIsDoubted, once, however long it lies there; sight that is lost is
// told otherwise.
func TestWhatLiesOverTheBoardIsDoubted(t *testing.T) {
	b := newTable(t)
	b.run(5)
	b.cover(true, "A1", "B1")
	b.run(300)
	b.cover(false, "A1", "B1")
	b.run(50)
	b.expect("105 doubt empty [A1 B1]@105")
	b.blind = true
	b.cover(true, "A1", "B1")
	b.run(300)
	b.expect("105 doubt empty [A1 B1]@105")
}

func TestDoubtIsSaidOnce(t *testing.T) {
	b := newTable(t)
	b.run(1)
	b.put("B2", board.Black, 0.5)
	b.put("H8", board.White, 0.5)
	b.run(50)
	b.expect("16 doubt empty [B2 H8]@16")
	b.cover(true, "B2", "H8")
	b.run(5)
	b.cover(false, "B2", "H8")
	b.run(40)
	b.expect("16 doubt empty [B2 H8]@16")
	if !b.settler.Settled() {
		t.Error("a doubt that was told keeps the board unsettled for ever")
	}
	b.put("B2", board.Black, 0.99)
	b.run(3)
	b.expect("16 doubt empty [B2 H8]@16", "97 place black B2@96")
}

func TestUnknownPointsAreAskedMarksAndSettleAsAPosition(t *testing.T) {
	b := newTable(t)
	b.put("A9", board.Black, 0.5)
	s := b.settler.Start(b.reading(), nil)
	if s.Kind != Position || s.Rows[0] != "?........" {
		t.Fatalf("start says %v %q", s.Kind, s.Rows)
	}
	b.run(1)
	b.put("A9", board.White, 0.99)
	b.run(3)
	b.expect("2 position empty -@2")
	if got := b.settler.Rows()[0]; got != "o........" {
		t.Errorf("row 9 is %q", got)
	}
}

func TestBelievedPointsFillWhatCannotBeRead(t *testing.T) {
	b := newTable(t)
	b.put("A9", board.Black, 0.5)
	believed := board.New(testSize)
	believed.Set(board.MustPoint("A9"), board.White)
	believed.Set(board.MustPoint("B9"), board.White) // the eye sees that it is empty
	if s := b.settler.Start(b.reading(), &believed); s.Rows[0] != "o........" {
		t.Errorf("the position is %q", s.Rows[0])
	}
}

// TestSettledIsTheWholeState: a settler started from the beliefs of a settled one says
// what that one says, whatever is played afterwards.
func TestSettledIsTheWholeState(t *testing.T) {
	colors := []board.Color{board.Empty, board.Black, board.White}
	rapid.Check(t, func(rt *rapid.T) {
		b := newTable(t)
		play := func(n int) {
			for range n {
				p := board.At(rapid.IntRange(0, 2).Draw(rt, "col"), rapid.IntRange(0, 2).Draw(rt, "row"))
				c := b.put(p.String(), rapid.SampledFrom(colors).Draw(rt, "color"), rapid.SampledFrom([]float32{0.5, 0.99}).Draw(rt, "likely"))
				c.Busy = rapid.Bool().Draw(rt, "busy")
				b.run(rapid.IntRange(1, 20).Draw(rt, "frames"))
			}
		}
		play(6)
		for i := range b.cells {
			b.cells[i].Busy = false
		}
		for range 40 {
			if b.settler.Settled() {
				break
			}
			b.run(1)
		}
		if !b.settler.Settled() {
			rt.Fatal("a board left alone does not settle")
		}
		believed := b.settler.Board()
		twin := NewSettler(testSize)
		r := b.reading()
		for i, t := range b.settler.tracks {
			if t.doubted {
				continue // the reading is as unsure as then
			}
			r.Cells[i] = opinion(t.color, 0.99)
			b.cells[i] = r.Cells[i]
		}
		twin.Start(r, &believed)
		b.settler.Rebase(r)
		twin.Rebase(r)
		for range 6 {
			p := board.At(rapid.IntRange(0, 2).Draw(rt, "col"), rapid.IntRange(0, 2).Draw(rt, "row"))
			b.put(p.String(), rapid.SampledFrom(colors).Draw(rt, "color"), rapid.SampledFrom([]float32{0.5, 0.99}).Draw(rt, "likely"))
			for range rapid.IntRange(1, 20).Draw(rt, "frames") {
				one := fmt.Sprint(withoutHands(b.settler.Step(b.reading())))
				two := fmt.Sprint(withoutHands(twin.Step(b.reading())))
				if one != two {
					rt.Fatalf("frame %d: uninterrupted %s, restarted %s", b.frame, one, two)
				}
				b.frame++
			}
		}
	})
}

func withoutHands(in []Sighting) (out []Sighting) {
	for _, s := range in {
		if s.Kind != HandIn && s.Kind != HandOut {
			out = append(out, s)
		}
	}
	return out
}

// TestSettlerTakesAnyReading: wrong sizes and frames out of order say nothing wrong and
// do not panic.
func TestSettlerTakesAnyReading(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := NewSettler(testSize)
		for range rapid.IntRange(0, 30).Draw(rt, "frames") {
			n := rapid.SampledFrom([]int{0, 1, testSize * testSize, 225}).Draw(rt, "cells")
			r := Reading{Frame: rapid.Int().Draw(rt, "frame"), At: time.Duration(rapid.Int64().Draw(rt, "at")), Cells: make([]Cell, n)}
			for i := range r.Cells {
				r.Cells[i] = Cell{Black: rapid.Float32().Draw(rt, "black"), Since: rapid.Int().Draw(rt, "since")}
			}
			if !s.Started() && n == testSize*testSize {
				s.Start(r, nil)
			}
			s.Step(r)
		}
		if s.Started() && len(s.Rows()) != testSize {
			rt.Fatal("rows are missing")
		}
	})
}
