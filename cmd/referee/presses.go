package main

import (
	"time"

	"shinpan/clock"
	"shinpan/game"
)

// heldUp reports whether the loop gets its turn long after a deadline: then everybody in this
// process was held up, and who brings the presses may have his turn after this one.
func (o *owner) heldUp() bool {
	due, ok := o.game.Deadline()
	return ok && o.tb.now()-due > 2*afterDeadline
}

// letPressesCome waits, once for each deadline, before the game is told of a time beyond it:
// a press that the kernel stamped before may still be on its way through this process.
func (o *owner) letPressesCome(until time.Duration) {
	due, ok := o.game.Deadline()
	if !ok || until <= due || due == o.awaited || !o.tb.waits() {
		return
	}
	o.awaited = due
	time.Sleep(afterDeadline)
}

// takeWaiting takes what the inbox holds from before a stamp, and returns the rest. Presses are
// there, each with its own stamp. Where a slow disk has held the loop up, select would take
// anything first that is ready, and a flag would fall over a press that was made in time.
func (o *owner) takeWaiting(until time.Duration) (later []game.Input) {
	for range len(o.ahead) + mostAhead { // a flood has no end
		in, ok := o.next()
		switch {
		case !ok:
			return later
		case in.At < until:
			o.takeOne(in)
		default:
			later = append(later, in)
		}
	}
	return later
}

// leftAhead is ready where inputs that were looked at still wait for their turn.
func (o *owner) leftAhead() <-chan struct{} {
	if len(o.ahead) == 0 {
		return nil
	}
	return ready
}

// ready is a channel that always is.
var ready = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// mostAhead bounds what is taken out of the inbox to be looked at. A full inbox refuses.
const mostAhead = 64

// next is an input that waits: one that was looked at already, or one of the inbox.
func (o *owner) next() (in game.Input, ok bool) {
	if len(o.ahead) > 0 {
		in, o.ahead = o.ahead[0], o.ahead[1:]
		return in, true
	}
	select {
	case in = <-o.inbox:
		return in, true
	default:
		return in, false
	}
}

// sameTouch is within what two buttons close that one touch has closed: their wires are one,
// or one hand lies on both. Nobody answers a move so quickly.
const sameTouch = 2 * time.Millisecond

// takeOne takes an input of the inbox. A press by the side whose time stands may be half of a
// touch that has closed both buttons: then the other half, which counts, is about to come,
// and nobody is to be blamed for this one.
func (o *owner) takeOne(in game.Input) {
	k := o.game.Clock()
	running := k.Running()
	if in.Kind != game.Press || running == clock.NoSide || in.Side != running.Opponent() || !o.tb.waits() {
		o.take(in)
		return
	}
	time.Sleep(sameTouch + time.Millisecond)
	for more := true; more && len(o.ahead) < mostAhead; {
		select {
		case later := <-o.inbox:
			o.ahead = append(o.ahead, later)
		default:
			more = false
		}
	}
	for _, other := range o.ahead {
		if other.Kind == game.Press && other.Side == running && (other.At-in.At).Abs() < sameTouch {
			o.leaveOut(in)
			return
		}
	}
	o.take(in)
}

// oneTouch reports whether a press only repeats the one that has just begun its side's turn.
func (o *owner) oneTouch(in game.Input) bool {
	if in.Kind != game.Press || in.Side == clock.NoSide || o.turnedBy != in.Side.Opponent() {
		return false
	}
	gap := in.At - o.turnedAt
	return gap >= 0 && gap < sameTouch
}

// leaveOut tells of a press that is not given to the game.
func (o *owner) leaveOut(in game.Input) {
	o.log.Warn("a press was left out: both buttons closed together", "side", in.Side.String(), "game_at", in.At)
}
