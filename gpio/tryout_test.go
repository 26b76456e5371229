package gpio

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/clock"
)

// newTryout must be called within a bubble.
func newTryout(t *testing.T, down ...bool) (*Tryout, *wires) {
	w := &wires{queue: make(chan edge, 100), down: make([]bool, 2), begin: time.Now()}
	copy(w.down, down)
	opts := Options{Buttons: pins("L", "R"), Quiet: 300 * ms, Now: func() time.Duration { return time.Since(w.begin) }}
	try, err := openTryout(opts, func([]string, time.Duration) (edges, error) { return w, nil }, nil)
	if err != nil {
		t.Fatal(err)
	}
	return try, w
}

func TestTryoutMeasuresAContact(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		try, w := newTryout(t)
		go func() {
			time.Sleep(time.Second)
			for i := range 3 { // 5 edges in 4.5 ms, then still
				w.edge(1, true, time.Second+time.Duration(i)*2*ms)
				w.edge(1, false, time.Second+time.Duration(i)*2*ms+ms)
			}
			w.edge(1, true, time.Second+7*ms)
			time.Sleep(400 * ms)
			w.edge(1, false, 1400*ms)
			w.edge(1, true, 1401*ms)
			w.edge(1, false, 1402*ms)
			time.Sleep(100 * ms) // a switch that closes once more is not another press
			w.edge(1, true, 1500*ms)
			w.edge(1, false, 1501*ms)
			time.Sleep(900 * ms)
			w.edge(0, true, 2300*ms) // heard late, never let go
			time.Sleep(time.Minute)
			w.edge(0, false, 62*time.Second)
			w.edge(0, false, 62*time.Second) // and one that the kernel was too late for
		}()
		got, err := try.Await(t.Context())
		want := Contact{Button: Button{Turn, clock.P2}, Edges: 7, Bounce: 7 * ms, Opening: 5, Held: 400 * ms, Stamped: true}
		if err != nil || got != want {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
		if got.String() != "felt, 7 edges in 7.0 ms of bounce, heard after 0.0 ms" {
			t.Errorf("told as %q", got)
		}
		got, err = try.Await(t.Context())
		want = Contact{Button: Button{Turn, clock.P1}, Edges: 1, Delay: 100 * ms, Stamped: true}
		if err != nil || got != want || got.String() != "felt, no bounce, heard after 100.0 ms" {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
		if got, err = try.Await(t.Context()); err != nil || got.Side != clock.P1 {
			t.Errorf("the short one: %+v, %v", got, err)
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		if _, err := try.Await(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("nobody pressed: %v", err)
		}
		if err := try.Close(); err != nil || !w.shut {
			t.Errorf("Close: %v", err)
		}
	})
}

func TestTryoutKnowsWhoIsDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		try, w := newTryout(t, false, true)
		if down := try.Down(); len(down) != 1 || down[0].Side != clock.P2 {
			t.Errorf("down: %v", down)
		}
		w.fail(errors.New("gone"))
		if _, err := try.Await(t.Context()); err == nil {
			t.Error("lines that are gone were waited on")
		}
	})
}

// Where the kernel cannot stamp, periph's driver watches for the person.
func TestTryoutThroughPeriph(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pinOf := map[string]*heldLine{}
		find := func(pin string) (line, error) {
			pinOf[pin] = &heldLine{fakePin(pin)}
			if pin == "R" {
				return *pinOf[pin], nil
			}
			return pinOf[pin].Pin, nil
		}
		try, err := openTryout(Options{Buttons: pins("L", "R"), Quiet: 300 * ms}, func([]string, time.Duration) (edges, error) { return nil, errNoStamps }, find)
		if err != nil {
			t.Fatal(err)
		}
		if down := try.Down(); len(down) != 1 || down[0].Side != clock.P2 {
			t.Errorf("down: %v", down)
		}
		go func() { time.Sleep(time.Second); pinOf["L"].EdgesChan <- false }()
		got, err := try.Await(t.Context())
		if err != nil || got.Side != clock.P1 || got.Stamped || got.String() != "felt" {
			t.Errorf("%+v, %v", got, err)
		}
		if err := try.Close(); err != nil {
			t.Error(err)
		}
		if _, err := openTryout(Options{Buttons: pins("L", "R")}, func([]string, time.Duration) (edges, error) { return nil, errors.New("busy") }, nil); err == nil {
			t.Error("a busy line was tried")
		}
	})
}

// The pull turned down for a moment presses every button that is open: it is heard, or the line
// gives no edges, or something holds it up.
func TestEchoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		try, w := newTryout(t)
		w.stiff, w.mute = []bool{false, true}, nil
		got, err := try.Echoes(t.Context())
		left, right := Button{Turn, clock.P1}, Button{Turn, clock.P2}
		if want := []Echo{{left, true, true, 0}, {right, false, false, 0}}; err != nil || !slices.Equal(got, want) {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
		w.stiff, w.mute = nil, []bool{true}
		got, err = try.Echoes(t.Context())
		if want := []Echo{{left, true, false, 0}, {right, true, true, 0}}; err != nil || !slices.Equal(got, want) {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
		go func() { time.Sleep(time.Second); w.edge(0, true, time.Since(w.begin)) }()
		if c, err := try.Await(t.Context()); err != nil || c.Side != clock.P1 {
			t.Errorf("a press after it: %+v, %v", c, err)
		}
		w.fail(errors.New("gone"))
		if _, err := try.Echoes(t.Context()); err == nil {
			t.Error("lines that are gone echoed")
		}
	})
}
