package gpio

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shinpan/clock"
)

// everything is a view that lights every segment of the time.
var everything = View{Face: clock.Face{Text: "88:88", Periods: 88}, Brightness: 100}

// Try lights every face and lamp for a while and sounds the buzzer once, for people to
// look at. The error is everything that could not be reached. It is called without Run.
func (t *Table) Try(ctx context.Context, while time.Duration) error {
	var all error
	for _, k := range t.faces {
		if err := k.face.Show(everything); err != nil {
			all = errors.Join(all, fmt.Errorf("face of %s: %w", k.side, err))
		}
	}
	for _, l := range t.lamps {
		all = errors.Join(all, l.out.Set(true))
	}
	if t.parts.Buzzer != nil {
		all = errors.Join(all, t.voice().play(ctx, clock.LastSeconds))
	}
	pause(ctx, while)
	for _, l := range t.lamps {
		all = errors.Join(all, l.out.Set(false))
	}
	return all
}
