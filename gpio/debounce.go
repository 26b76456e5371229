package gpio

import "time"

// settle is how long a contact must have been open to have come to rest. Cheap
// switches bounce for up to 20 ms, when they are let go too.
const settle = 30 * time.Millisecond

// debouncer tells presses from bounce. It is told the level of every button whenever
// one may have changed, and is never asked about time. The first closing of a resting
// contact is the press; then that button is locked until it rests again. It rests when
// it has been open for quiet, or, once the other side has pressed, for settle: then the
// turn is back, and in fast play the next press may follow at once.
type debouncer struct {
	quiet   time.Duration
	buttons []contact
}

// contact is what is known of one button.
type contact struct {
	down   bool          // closed when last seen
	locked bool          // has pressed and not come to rest
	passed bool          // another button has pressed since
	openAt time.Duration // when it was last seen to open, or to be opened by bounce
}

// newDebouncer expects every button open. A button that is held while the program
// starts must be declared with hold.
func newDebouncer(buttons int, quiet time.Duration) *debouncer {
	return &debouncer{quiet: max(quiet, settle), buttons: make([]contact, buttons)}
}

// hold says that button is down already: its press was not for us.
func (d *debouncer) hold(button int) {
	d.buttons[button].down = true
	d.buttons[button].locked = true
}

// see takes the level of button at a moment and reports whether that was a press.
// Moments of one button do not go back.
func (d *debouncer) see(button int, down bool, at time.Duration) bool {
	b := &d.buttons[button]
	if !down {
		if b.down {
			b.down, b.openAt = false, at
		}
		return false
	}
	if b.down {
		return false
	}
	b.down = true
	rest := d.quiet
	if b.passed {
		rest = settle
	}
	if b.locked && at-b.openAt < rest {
		return false
	}
	b.locked, b.passed = true, false
	for i := range d.buttons {
		if i != button {
			d.buttons[i].passed = true
		}
	}
	return true
}
