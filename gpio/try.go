package gpio

import (
	"context"
	"errors"
	"fmt"
	"time"

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
