package gpio

import (
	"context"
	"log/slog"
	"time"

	"golang.org/x/sys/unix"

	"shinpan/clock"
)

// Role is what a button is for.
type Role int

// The buttons of a table. All but the arbiter's belong to a side.
const (
	Turn    Role = iota // ends the player's turn: the big one
	Arbiter             // stops both clocks
	Claim               // the player claims what there is to claim
	Draw                // the player offers a draw, or agrees to the one offered
	Choice              // the player takes the other colour while the opening lets him choose
)

var roleWords = map[Role]string{Turn: "", Arbiter: "arbiter", Claim: "claim", Draw: "draw", Choice: "swap"}

// Button is one button of the table.
type Button struct {
	Role Role
	Side clock.Side // whose; the arbiter's has none
}

// Name is the button's key in [gpio], and the end of its faults' codes: "p1", "claim_p2".
func (b Button) Name() string {
	switch {
	case b.Role == Turn:
		return b.Side.String()
	case b.Side == clock.NoSide:
		return roleWords[b.Role]
	}
	return roleWords[b.Role] + "_" + b.Side.String()
}

// Press is one actuation of a button.
type Press struct {
	Button
	At time.Duration // on CLOCK_MONOTONIC, when the contact closed
}

// Buttons is a driver: something that can be pressed.
type Buttons interface {
	// Presses delivers every press in the order of its happening. It is never closed.
	Presses() <-chan Press
	// Faults tells of bad buttons, and of good ones again. Nobody has to read it.
	Faults() <-chan Fault
	// Driver says in a few words who watches the buttons, and how they are stamped.
	Driver() string
	// Run watches the buttons until ctx ends, and returns after everything it
	// started has ended: nil then, the reason where it had to give up before.
	Run(ctx context.Context) error
	// Close gives the lines back. It is called after Run has returned, or without Run.
	Close() error
}

// ButtonWiring is where a button is; an empty pin is not wired.
type ButtonWiring struct {
	Button
	Pin string // by name like "GPIO17", by number like "17", or with its chip: "gpiochip0-GPIO17"
}

// Options are the wires of real buttons, each between its pin and ground.
type Options struct {
	Buttons []ButtonWiring
	Quiet   time.Duration // open for this long, a button is at rest
	// Filter is how long the kernel waits for a line to be still before it tells of an
	// edge; 0 for an unfiltered line, which is right for all but the noisiest wires. It
	// comes to nothing where periph watches.
	Filter time.Duration
	Now    func() time.Duration // nil for CLOCK_MONOTONIC; tests have their own
	Log    *slog.Logger         // nil for silence
}

// wired are the buttons that have a pin.
func (o Options) wired() []ButtonWiring {
	var list []ButtonWiring
	for _, b := range o.Buttons {
		if b.Pin != "" {
			list = append(list, b)
		}
	}
	return list
}

// complete fills in what may be left out.
func (o Options) complete() Options {
	if o.Now == nil {
		o.Now = monotonic
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// monotonic is CLOCK_MONOTONIC, the clock of the kernel's own stamps.
func monotonic() time.Duration {
	var ts unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts) // cannot fail on Linux
	return time.Duration(ts.Nano())
}

// backlog is how many presses wait for a referee who is busy. People cannot press so
// often within the second that the slowest disk may take.
const backlog = 64
