package render

import (
	"bytes"
	"testing"

	"shinpan/board"
)

// Everything that is told of a film leads from its first position to its last.
func TestEventsLeadToThePosition(t *testing.T) {
	r := NewRecording(3, 8)
	again := NewRecording(3, 8)
	now := map[board.Point]rune{}
	for row, line := range r.Initial {
		for col, c := range line {
			now[board.At(col, r.Size-1-row)] = c
		}
	}
	frames := 0
	for frames < 130 || r.hand != nil {
		p, ok := r.Next()
		if !ok {
			break
		}
		if frames++; frames < 30 {
			if q, _ := again.Next(); !bytes.Equal(p.BGR, q.BGR) {
				t.Fatalf("frame %d of two films of one seed differs", frames-1)
			}
		}
	}
	stones, hand := 0, false
	for i, e := range r.Events {
		if i > 0 && e.Frame < r.Events[i-1].Frame {
			t.Errorf("%v is told after %v", e, r.Events[i-1])
		}
		switch e.Type {
		case "hand_in", "hand_out":
			if hand == (e.Type == "hand_in") {
				t.Errorf("%v: the hand comes or goes twice", e)
			}
			hand = e.Type == "hand_in"
		case "lift":
			now[e.Point] = board.Empty.Rune()
		case "place", "drop", "move", "nudge":
			now[e.Point] = e.Color.Rune()
			stones++
		}
	}
	if stones < 2 || frames < 100 || hand {
		t.Errorf("%d stones in %d frames, a hand at the end: %t", stones, frames, hand)
	}
	for row, line := range r.Rows {
		for col, c := range line {
			if p := board.At(col, r.Size-1-row); now[p] != c {
				t.Errorf("%v: %c at the end, the events leave %c", p, c, now[p])
			}
		}
	}
}

// A frame without a hand that comes after one with a hand shows the board as it was.
func TestHandsLeaveNoTrace(t *testing.T) {
	r := NewRecording(3, 8)
	for _, a := range r.acts {
		if a.first != nil {
			r.happen(a.start())
			grip := a.at((a.start() + a.end()) / 2)
			r.hand = a.person.pose(a.grasp, grip, a.from)
			break
		}
	}
	r.refresh()
	r.touched = r.scene.cam.frame()
	hand := r.hand
	r.hand = nil
	r.showHand()
	before := append([]float32(nil), r.now.light...)
	r.hand = hand
	r.showHand()
	changed := 0
	for i := range before {
		if before[i] != r.now.light[i] {
			changed++
		}
	}
	if changed < 1000 {
		t.Errorf("a hand changed %d values", changed)
	}
	r.hand = nil
	r.showHand()
	for i := range before {
		if before[i] != r.now.light[i] {
			t.Fatal("the hand has left something behind")
		}
	}
}

func BenchmarkFilm(b *testing.B) {
	r := NewRecording(3, 8) // 640×480
	for b.Loop() {
		if _, ok := r.Next(); !ok {
			r = NewRecording(3, 8)
		}
	}
}
