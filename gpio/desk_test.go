package gpio

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/clock"
)

func TestDesk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := NewDesk()
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error)
		go func() { done <- d.Run(ctx) }()
		want := []Press{by(clock.P1, time.Second), by(clock.P2, 2*time.Second), by(clock.NoSide, 3*time.Second)}
		for _, p := range want {
			if err := d.Press(p); err != nil {
				t.Fatal(err)
			}
		}
		for _, p := range want {
			if got := <-d.Presses(); got != p {
				t.Errorf("got %+v, want %+v", got, p)
			}
		}
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
		if err := d.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
}

// A referee who has stopped must not stop the page that presses.
func TestDeskNobodyListens(t *testing.T) {
	d := NewDesk()
	for i := range backlog {
		if err := d.Press(by(clock.P1, time.Duration(i))); err != nil {
			t.Fatalf("press %d: %v", i, err)
		}
	}
	if err := d.Press(by(clock.P1, time.Hour)); !errors.Is(err, ErrBusy) {
		t.Errorf("one too many: %v", err)
	}
}
