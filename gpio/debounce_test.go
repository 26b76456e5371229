package gpio

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

const ms = time.Millisecond

// step is a level of a button at a moment and whether it is a press.
type step struct {
	button int
	down   bool
	at     time.Duration
	press  bool
}

func TestDebounce(t *testing.T) {
	const p1, p2, arbiter = 0, 1, 2
	tests := []struct {
		name  string
		steps []step
	}{
		{"a press, at its first edge", []step{
			{p1, true, 0, true}, {p1, false, 90 * ms, false}}},
		{"bounce of 20 ms on closing and on opening", []step{
			{p1, true, 100 * ms, true}, {p1, false, 101 * ms, false}, {p1, true, 105 * ms, false},
			{p1, false, 118 * ms, false}, {p1, true, 120 * ms, false},
			{p1, false, 300 * ms, false}, {p1, true, 304 * ms, false}, {p1, false, 320 * ms, false}}},
		{"held for a minute, let go with bounce", []step{
			{p1, true, 0, true}, {p1, true, time.Minute, false}, {p1, false, time.Minute + ms, false},
			{p1, true, time.Minute + 5*ms, false}, {p1, false, time.Minute + 9*ms, false}}},
		{"the same side again, before and after it came to rest", []step{
			{p1, true, 0, true}, {p1, false, 50 * ms, false},
			{p1, true, 349 * ms, false}, {p1, false, 350 * ms, false},
			{p1, true, 650 * ms, true}}},
		{"fast play: the other side has pressed, so a short rest is enough", []step{
			{p1, true, 0, true}, {p1, false, 40 * ms, false},
			{p2, true, 60 * ms, true}, {p1, true, 70 * ms, true}, {p1, false, 90 * ms, false},
			{p2, false, 95 * ms, false}, {p2, true, 125 * ms, true}}},
		{"let go only after the other side has pressed: the bounce of that is no press", []step{
			{p1, true, 0, true}, {p2, true, 200 * ms, true},
			{p1, false, 260 * ms, false}, {p1, true, 263 * ms, false}, {p1, false, 264 * ms, false},
			{p1, true, 293 * ms, false}, {p1, false, 294 * ms, false}, {p1, true, 324 * ms, true}}},
		{"the arbiter's button is one more", []step{
			{arbiter, true, 0, true}, {arbiter, false, 100 * ms, false}, {arbiter, true, 200 * ms, false},
			{arbiter, false, 210 * ms, false}, {arbiter, true, 510 * ms, true}}},
		{"both at once are two presses", []step{
			{p1, true, 0, true}, {p2, true, 0, true}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := newDebouncer(3, 300*ms)
			for i, s := range test.steps {
				if got := d.see(s.button, s.down, s.at); got != s.press {
					t.Errorf("step %d, %+v: press %t", i, s, got)
				}
			}
		})
	}
}

func TestDebounceHeldAtStart(t *testing.T) {
	d := newDebouncer(1, 300*ms)
	d.hold(0)
	for _, s := range []step{
		{0, true, 0, false}, {0, false, 100 * ms, false}, {0, true, 300 * ms, false},
		{0, false, 310 * ms, false}, {0, true, 610 * ms, true},
	} {
		if got := d.see(s.button, s.down, s.at); got != s.press {
			t.Errorf("%+v: press %t", s, got)
		}
	}
}

// Whatever two contacts do: no side presses twice without having been open for settle
// in between, and none twice within quiet unless the other pressed in between.
func TestDebounceProperties(t *testing.T) {
	const quiet = 300 * ms
	rapid.Check(t, func(t *rapid.T) {
		d := newDebouncer(2, quiet)
		var at time.Duration
		var open, last [2]time.Duration
		var pressed [2]bool
		other := [2]bool{true, true}
		down := [2]bool{}
		for range rapid.IntRange(1, 60).Draw(t, "edges") {
			at += time.Duration(rapid.IntRange(0, 400).Draw(t, "ms")) * ms
			i := rapid.IntRange(0, 1).Draw(t, "side")
			down[i] = !down[i]
			press := d.see(i, down[i], at)
			switch {
			case !down[i]:
				open[i] = at
				if press {
					t.Fatalf("opening at %s is a press", at)
				}
			case press:
				rest := at - open[i]
				if pressed[i] && rest < settle {
					t.Fatalf("press of %d at %s after %s of rest", i, at, rest)
				}
				if pressed[i] && !other[i] && at-last[i] < quiet {
					t.Fatalf("press of %d at %s, %s after the last", i, at, at-last[i])
				}
				pressed[i], last[i], other[i], other[1-i] = true, at, false, true
			case !pressed[i]:
				t.Fatalf("first press of %d at %s is lost", i, at)
			case at-open[i] >= quiet:
				t.Fatalf("press of %d at %s after %s of rest is lost", i, at, at-open[i])
			}
		}
	})
}
