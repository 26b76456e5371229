package gpio

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"shinpan/clock"
)

// Trial is one part of the table that a person can look at or listen to.
type Trial struct {
	Name string // "the face of p1"
	Asks string // what there is to see or hear when all is well
	// On switches the part on, or plays it; Off ends that. The errors are what could
	// not be reached.
	On  func(ctx context.Context) error
	Off func() error
}

// Trials are all parts of the table, one by one. They are used without Run.
func (t *Table) Trials() []Trial {
	nothing := func() error { return nil }
	var list []Trial
	for _, k := range t.faces {
		if _, onPage := k.face.(deskFace); onPage {
			continue
		}
		list = append(list, Trial{
			Name: fmt.Sprintf("the face of %s", k.side), Asks: "is every segment lit, and every dot?",
			On: func(context.Context) error { return k.face.Show(View{Everything: true, Brightness: 100}) }, Off: nothing,
		})
	}
	for i := range t.lamps {
		l := &t.lamps[i]
		list = append(list, Trial{
			Name: "the lamp " + l.name, Asks: "is it lit, and no other?",
			On: func(context.Context) error { return l.out.Set(true) }, Off: func() error { return l.out.Set(false) },
		})
	}
	if t.parts.Buzzer != nil {
		list = append(list, Trial{
			Name: "the buzzer", Asks: "was there a tone?",
			On: func(ctx context.Context) error { return t.voice().play(ctx, clock.PeriodChange) }, Off: nothing,
		})
	}
	return list
}

// Try lights every face and lamp for a while and sounds the buzzer once, for people to
// look at. The error is everything that could not be reached. It is called without Run.
func (t *Table) Try(ctx context.Context, while time.Duration) error {
	var all error
	for _, trial := range t.Trials() {
		if err := trial.On(ctx); err != nil {
			all = errors.Join(all, fmt.Errorf("%s: %w", trial.Name, err))
		}
	}
	pause(ctx, while)
	for _, trial := range t.Trials() {
		all = errors.Join(all, trial.Off())
	}
	return all
}

// Drawing is what drawing a face once takes.
type Drawing struct {
	Face string
	Took time.Duration // with the waiting for the bus
	Busy time.Duration // of it the processor's, without the interrupts of the bus
}

// Measure draws every face some times, a changed tenth each, and says what that takes. It is
// called without Run.
func (t *Table) Measure(draws int) ([]Drawing, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var list []Drawing
	var all error
	for _, k := range t.faces {
		if _, onPage := k.face.(deskFace); onPage {
			continue
		}
		begin, busy := monotonic(), busyTime()
		for i := range draws {
			v := View{Face: clock.Face{Text: fmt.Sprintf("9.%d", i%10)}, Brightness: 60}
			if err := k.face.Show(v); err != nil {
				all = errors.Join(all, fmt.Errorf("the face of %s: %w", k.side, err))
				break
			}
		}
		n := time.Duration(max(draws, 1))
		list = append(list, Drawing{fmt.Sprintf("the face of %s", k.side), (monotonic() - begin) / n, (busyTime() - busy) / n})
	}
	return list, all
}

// busyTime is the processor's time of this thread.
func busyTime() time.Duration {
	var use unix.Rusage
	_ = unix.Getrusage(unix.RUSAGE_THREAD, &use) // cannot fail on Linux
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
