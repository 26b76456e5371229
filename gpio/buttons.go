package gpio

import (
	"context"
	"time"

	"shinpan/clock"
)

// Press is one actuation of a button.
type Press struct {
	Side clock.Side    // whose button; clock.NoSide is the arbiter's
	At   time.Duration // on the referee's monotonic clock
}

// Buttons is a driver: something that can be pressed.
type Buttons interface {
	// Presses delivers every press in the order of its happening. It is never closed.
	Presses() <-chan Press
	// Run watches the buttons until ctx ends, and returns after everything it
	// started has ended: nil then, the reason where it had to give up before.
	Run(ctx context.Context) error
	// Close gives the lines back. It is called after Run has returned, or without Run.
	Close() error
}

// backlog is how many presses wait for a referee who is busy. People cannot press so
// often within the second that the slowest disk may take.
const backlog = 64
