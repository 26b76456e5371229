package gpio

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

const ms = time.Millisecond

// step is what a button does at a moment, and the press that follows from it.
type step struct {
	button int
	does   string // "close", "open", "moves" there and back, or "same": looked at again
	at     time.Duration
	press  time.Duration // -1: none
}

const none = time.Duration(-1)

func (s step) tell(d *debouncer) time.Duration {
	var press bool
	var when time.Duration
	switch s.does {
	case "moves":
		press, when = d.blip(s.button, s.at)
	case "same":
		press, when = d.see(s.button, d.buttons[s.button].down, s.at)
	default:
		press, when = d.see(s.button, s.does == "close", s.at)
	}
	if !press {
		return none
	}
	return when
}

func TestDebounce(t *testing.T) {
	const p1, p2, arbiter = 0, 1, 2
	tests := []struct {
		name  string
		steps []step
	}{
		{"a press, at its first edge", []step{
			{p1, "close", 0, 0}, {p1, "open", 90 * ms, none}}},
		{"too short for its level to be read", []step{
			{p1, "moves", 5 * ms, 5 * ms}, {p1, "moves", 6 * ms, none}, {p1, "moves", 400 * ms, 400 * ms}}},
		{"bounce of 20 ms on closing and on opening", []step{
			{p1, "close", 100 * ms, 100 * ms}, {p1, "open", 101 * ms, none}, {p1, "close", 105 * ms, none},
			{p1, "open", 118 * ms, none}, {p1, "close", 120 * ms, none}, {p1, "same", 150 * ms, none},
			{p1, "open", 300 * ms, none}, {p1, "close", 304 * ms, none}, {p1, "open", 320 * ms, none}}},
		{"held for a minute, let go with bounce", []step{
			{p1, "close", 0, 0}, {p1, "same", time.Minute, none}, {p1, "open", time.Minute + ms, none},
			{p1, "close", time.Minute + 5*ms, none}, {p1, "open", time.Minute + 9*ms, none}}},
		{"the same side again, before and after it came to rest", []step{
			{p1, "close", 0, 0}, {p1, "open", 50 * ms, none},
			{p1, "close", 349 * ms, none}, {p1, "same", 390 * ms, none}, {p1, "open", 400 * ms, none},
			{p1, "close", 700 * ms, 700 * ms}}},
		{"fast play: the other side has pressed, so a short rest is enough", []step{
			{p1, "close", 0, 0}, {p1, "open", 40 * ms, none},
			{p2, "close", 60 * ms, 60 * ms}, {p1, "close", 70 * ms, 70 * ms}, {p1, "open", 90 * ms, none},
			{p2, "open", 95 * ms, none}, {p2, "close", 125 * ms, 125 * ms}}},
		{"let go only after the other side has pressed: the bounce of that is no press", []step{
			{p1, "close", 0, 0}, {p2, "close", 200 * ms, 200 * ms}, {p1, "same", 220 * ms, none},
			{p1, "open", 260 * ms, none}, {p1, "close", 263 * ms, none}, {p1, "open", 264 * ms, none},
			{p1, "close", 293 * ms, none}, {p1, "open", 294 * ms, none}, {p1, "close", 330 * ms, 330 * ms}}},
		{"the same, told late by a busy machine", []step{
			{p1, "close", 0, 0}, {p1, "open", 60 * ms, none}, {p2, "close", 70 * ms, 70 * ms},
			{p1, "moves", 160 * ms, none}, {p1, "moves", 260 * ms, none}, {p1, "same", 300 * ms, none},
			{p1, "close", 310 * ms, 310 * ms}}},
		{"a press that begins with such an edge counts from there", []step{
			{p1, "close", 0, 0}, {p1, "open", 60 * ms, none}, {p2, "close", 70 * ms, 70 * ms},
			{p1, "moves", 160 * ms, none}, {p1, "close", 163 * ms, none}, {p1, "moves", 170 * ms, none},
			{p1, "same", 199 * ms, none}, {p1, "same", 200 * ms, 160 * ms}, {p1, "same", 230 * ms, none}}},
		{"a press right out of the bounce of letting go stays closed", []step{
			{p1, "close", 0, 0}, {p2, "close", 50 * ms, 50 * ms}, {p1, "open", 60 * ms, none},
			{p1, "close", 80 * ms, none}, {p1, "same", 110 * ms, 80 * ms}}},
		{"the arbiter's button is one more", []step{
			{arbiter, "close", 0, 0}, {arbiter, "open", 100 * ms, none}, {arbiter, "close", 200 * ms, none},
			{arbiter, "open", 210 * ms, none}, {arbiter, "close", 510 * ms, 510 * ms}}},
		{"both at once are two presses", []step{
			{p1, "close", 0, 0}, {p2, "close", 0, 0}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := newDebouncer(3, 300*ms)
			for i, s := range test.steps {
				if got := s.tell(d); got != s.press {
					t.Errorf("step %d, %+v: press at %s", i, s, got)
				}
			}
		})
	}
}

func TestDebounceHeldAtStart(t *testing.T) {
	d := newDebouncer(1, 300*ms)
	d.hold(0)
	for _, s := range []step{
		{0, "same", 0, none}, {0, "open", 100 * ms, none}, {0, "close", 300 * ms, none},
		{0, "open", 310 * ms, none}, {0, "close", 610 * ms, 610 * ms},
	} {
		if got := s.tell(d); got != s.press {
			t.Errorf("%+v: press at %s", s, got)
		}
	}
}

// Whatever two contacts do: nobody presses twice without having let go and either rested
// or been passed; and who closes his contact in his turn and keeps it closed has pressed,
// at a time not after he did.
func TestDebounceProperties(t *testing.T) {
	const quiet = 300 * ms
	rapid.Check(t, func(t *rapid.T) {
		d := newDebouncer(2, quiet)
		var at time.Duration
		var open [2]time.Duration
		var down, pressed [2]bool
		turn := [2]bool{true, true} // before the first press both may
		tell := func(s step) bool {
			when := s.tell(d)
			if when == none {
				return false
			}
			switch {
			case s.does == "open":
				t.Fatalf("opening at %s is a press", s.at)
			case when > s.at || s.at-when > time.Second:
				t.Fatalf("a press at %s is told at %s", when, s.at)
			case pressed[s.button] && !turn[s.button] && s.at-open[s.button] < quiet:
				t.Fatalf("press of %d at %s out of turn, %s after opening", s.button, when, s.at-open[s.button])
			}
			pressed[s.button], turn[s.button], turn[1-s.button] = true, false, true
			return true
		}
		for range rapid.IntRange(1, 60).Draw(t, "edges") {
			i := rapid.IntRange(0, 1).Draw(t, "side")
			gap := time.Duration(rapid.IntRange(1, 400).Draw(t, "ms")) * ms
			down[i] = !down[i]
			mine := turn[i]
			if !down[i] {
				tell(step{button: i, does: "open", at: at})
				open[i] = at
			} else {
				got := tell(step{button: i, does: "close", at: at})
				if gap > settle {
					got = tell(step{button: i, does: "same", at: at + settle}) || got
				}
				if mine && gap > settle && !got {
					t.Fatalf("closed at %s in his turn for %s: no press of %d", at, gap, i)
				}
			}
			at += gap
		}
	})
}
