package gpio

import (
	"context"
	"errors"
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

// Press is one press of a button. It never waits, and may be called from any goroutine.
func (d *Desk) Press(p Press) error {
	select {
	case d.presses <- p:
		return nil
	default:
		return ErrBusy
	}
}

// Driver says who watches.
func (d *Desk) Driver() string { return "the buttons are on the page" }

// Faults has none.
func (d *Desk) Faults() <-chan Fault { return nil }

// Presses delivers what Press was called with.
func (d *Desk) Presses() <-chan Press { return d.presses }

// Run has nothing to watch; it waits for ctx.
func (d *Desk) Run(ctx context.Context) error {
	<-ctx.Done()
	return nil
}

// Close has nothing to give back.
func (d *Desk) Close() error { return nil }
