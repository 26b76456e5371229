package gpio

import (
	"context"
	"errors"
	"time"

	"shinpan/clock"
)

// Desk is the driver without hardware: the halves of the clock on the page, the keys
// of a keyboard, or a test.
type Desk struct{ presses chan Press }

var _ Buttons = (*Desk)(nil)

// NewDesk returns buttons that are pressed by calling Press.
func NewDesk() *Desk { return &Desk{presses: make(chan Press, backlog)} }

// ErrBusy is a press that could not be taken because the referee has stopped
// listening. The player must press again.
var ErrBusy = errors.New("gpio: desk: too many presses wait: the referee is not listening: press again")

// Press is one press of side's button at the given time; the zero Side is the
// arbiter's. It never waits, and may be called from any goroutine.
func (d *Desk) Press(side clock.Side, at time.Duration) error {
	select {
	case d.presses <- Press{Side: side, At: at}:
		return nil
	default:
		return ErrBusy
	}
}

// Presses delivers what Press was called with.
func (d *Desk) Presses() <-chan Press { return d.presses }

// Run has nothing to watch; it waits for ctx.
func (d *Desk) Run(ctx context.Context) error {
	<-ctx.Done()
	return nil
}

// Close has nothing to give back.
func (d *Desk) Close() error { return nil }
