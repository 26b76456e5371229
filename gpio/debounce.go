package gpio

import "time"

// settle is how long a contact takes to come to rest, closing or opening. Cheap switches
// bounce for up to 20 ms.
const settle = 30 * time.Millisecond

// debouncer tells presses from bounce. It is told what every button does, and is never
// asked about time.
//
// The first closing of a contact at rest is the press, at once; then the button is locked
// until it has been open for quiet. In fast play the turn comes back sooner than that:
// once the other side has pressed, a closing is believed after a rest of settle, if the
// contact is seen closed; and without that rest, when it has stayed closed for settle,
// which the bounce of letting go never does. Such a press counts from its first edge.
//
// Why so careful there: a program that is held up sees the bounce of letting go late, as
// if it had come after a rest. A press that is none would end the wrong turn.
type debouncer struct {
	quiet   time.Duration
	buttons []contact
}

// contact is what is known of one button.
type contact struct {
	down    bool          // closed when last seen
	locked  bool          // has pressed and not come to rest
	passed  bool          // another button has pressed since
	openAt  time.Duration // when it was last seen to open
	closeAt time.Duration // when it was last seen to close
	doubt   bool          // it has closed since passed, and was not believed
	doubtAt time.Duration // the first edge of that
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

// see takes the level of button at a moment, and again some time after it last changed.
// It reports whether there was a press, and when. Moments of one button do not go back.
func (d *debouncer) see(button int, down bool, at time.Duration) (press bool, when time.Duration) {
	b := &d.buttons[button]
	switch {
	case !down && b.down:
		b.down, b.openAt = false, at
		// Too long for bounce; what was in doubt is over, and nobody looked in time.
		b.doubt = b.doubt && at-b.closeAt < settle
	case down && !b.down:
		rest := at - b.openAt
		b.down, b.closeAt = true, at
		if !b.locked || rest >= d.quiet || b.passed && rest >= settle && !b.inDoubt(at) {
			return d.press(button), at
		}
		b.suspect(at)
	case down && b.doubt && at-b.closeAt >= settle:
		when = b.doubtAt
		return d.press(button), when
	}
	return false, 0
}

// blip takes edges of a button whose level is the same before and after them: it has
// moved and come back within the time the program needed to look. Of an open one that
// may be a very short press, or bounce seen late: it is a press only after the long rest.
func (d *debouncer) blip(button int, at time.Duration) (press bool, when time.Duration) {
	b := &d.buttons[button]
	if b.down {
		b.closeAt = at
		return false, 0
	}
	believed := !b.locked || at-b.openAt >= d.quiet
	if !believed {
		b.suspect(at)
	}
	b.openAt = at
	if believed {
		return d.press(button), at
	}
	return false, 0
}

// suspect notes a closing that may be a press, with the first edge of its bounce.
func (b *contact) suspect(at time.Duration) {
	if b.passed && !b.inDoubt(at) {
		b.doubt, b.doubtAt = true, at
	}
}

// inDoubt reports whether a closing belongs to the bounce that is in doubt already.
func (b *contact) inDoubt(at time.Duration) bool {
	return b.doubt && at-max(b.openAt, b.doubtAt) < settle
}

// press locks the button and gives the others their turn; it is always true.
func (d *debouncer) press(button int) bool {
	for i := range d.buttons {
		d.buttons[i].passed = d.buttons[i].passed || i != button
	}
	b := &d.buttons[button]
	b.locked, b.passed, b.doubt = true, false, false
	return true
}
