package gpio

import (
	"context"
	"fmt"
	"time"

	"shinpan/clock"
)

// faceKeeper keeps one display right: it draws the newest view, again now and then, and
// goes on trying when the display is lost. Its goroutine is the only one that waits for
// the bus, so that one bad wire holds up neither the other face nor the clock.
type faceKeeper struct {
	side  clock.Side
	face  Face
	views chan View
	tell  func(Fault)
	lost  bool
}

const (
	// faceAgain is when an unchanged view is drawn again: a display that has been
	// replugged is right, and one that is gone is missed, within this.
	faceAgain = 500 * time.Millisecond
	// A lost display is tried again after retryFirst, then half as often each time.
	retryFirst = 100 * time.Millisecond
	retryMax   = 2 * time.Second
	// lostAfter failures in a row, it is told: one alone is a spark on the wire.
	lostAfter = 2
)

func newFaceKeeper(side clock.Side, face Face, tell func(Fault)) *faceKeeper {
	return &faceKeeper{side: side, face: face, views: make(chan View, 1), tell: tell}
}

// show makes v the view to draw. It never waits, and belongs to one goroutine.
func (k *faceKeeper) show(v View) {
	select {
	case <-k.views:
	default:
	}
	k.views <- v
}

// run draws until ctx ends.
func (k *faceKeeper) run(ctx context.Context) {
	var shown View
	select {
	case shown = <-k.views:
	case <-ctx.Done():
		return
	}
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	failures := 0
	for {
		err := k.face.Show(shown)
		wait := faceAgain
		if err == nil {
			failures = 0
		} else {
			wait = min(retryFirst<<min(failures, 10), retryMax)
			failures++
		}
		k.report(err, failures)
		timer.Reset(wait)
		if !k.await(ctx, &shown, timer.C, failures > 0) {
			return
		}
	}
}

// await returns true when it is time to draw: something else is to be shown, or the timer
// says so. While the display is lost only the timer does, or a running clock would make a
// retry of every digit.
func (k *faceKeeper) await(ctx context.Context, shown *View, timer <-chan time.Time, failing bool) bool {
	for {
		select {
		case v := <-k.views:
			if v == *shown {
				continue
			}
			*shown = v
			if !failing {
				return true
			}
		case <-timer:
			return true
		case <-ctx.Done():
			return false
		}
	}
}

// report tells once when the display is lost, and once when it is back.
func (k *faceKeeper) report(err error, failures int) {
	code := fmt.Sprintf("gpio_face_%s", k.side)
	switch {
	case err != nil && failures >= lostAfter && !k.lost:
		k.lost = true
		k.tell(Fault{Code: code, Text: fmt.Sprintf("The face of %s is lost: %v. The clock runs on; look at the wires of that display.", k.side, err)})
	case err == nil && k.lost:
		k.lost = false
		k.tell(Fault{Code: code, Text: fmt.Sprintf("The face of %s is back.", k.side), Healed: true})
	}
}
