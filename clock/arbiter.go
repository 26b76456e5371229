package clock

import (
	"errors"
	"fmt"
	"time"
)

// Adjust adds delta to a side's time, or takes it away, and tells the time
// before and after. It changes the main time; in Canadian overtime the block, in
// the extra phase of Quick the limit of the move. No time falls below zero, and in
// Title only whole minutes count. After the flag or the end nothing changes.
func (k *Clock) Adjust(side Side, delta, at time.Duration) (before, after time.Duration) {
	if !side.valid() {
		return 0, 0
	}
	k.catchUp(at)
	k.fold(at)
	s := &k.sides[side.seat()]
	target := &s.main
	if k.control.system == Canadian && s.over || k.extra {
		target = &s.period
	}
	before = *target
	if k.ended || s.flag || k.control.system == Untimed {
		return before, before
	}
	delta = min(max(delta, -longest), longest)
	if k.control.system == Title {
		delta -= delta % time.Minute
	}
	after = min(max(0, before+delta), max(before, longest))
	*target = after
	if s.main > 0 {
		s.over = s.over && k.control.system == Canadian
	}
	if k.control.common() {
		other := &k.sides[side.Opponent().seat()]
		other.main, other.over = s.main, s.over
	}
	k.refresh()
	return before, after
}

// refresh makes the changes from since on due again after a correction.
func (k *Clock) refresh() {
	k.undo = undo{}
	if k.since >= k.seen {
		k.seen, k.rank = k.since, 0
	}
}

// SetRunning lets the side's time run instead of the other's. Nobody has completed a
// move, so nobody gains anything; the time up to at stays charged to who had it.
func (k *Clock) SetRunning(side Side, at time.Duration) {
	k.catchUp(at)
	if !side.valid() || k.running == NoSide || k.running == side {
		return
	}
	k.fold(at)
	k.running = side
	k.undo = undo{}
	k.begin(max(at, k.since))
}

// Counter is something a clock counts and an arbiter can set.
type Counter uint8

// The counters.
const (
	Moves   Counter = iota // moves completed, the tie-break and record count
	Stones                 // stones or moves to be played before the next control
	Periods                // byoyomi periods or extensions left, the running one included
)

var counterNames = [...]string{"moves", "stones", "periods"}

// String is the counter's name.
func (c Counter) String() string {
	if int(c) < len(counterNames) {
		return counterNames[c]
	}
	return fmt.Sprintf("counter(%d)", uint8(c))
}

// UnmarshalText reads the name of String.
func (c *Counter) UnmarshalText(text []byte) error {
	for i, name := range counterNames {
		if string(text) == name {
			*c = Counter(i)
			return nil
		}
	}
	return fmt.Errorf("clock: counter %q: want moves, stones or periods", text)
}

// SetCounter sets one of a side's counters and tells it before and after. Counters move by
// presses only, so never during a pause: what was played then is entered here.
func (k *Clock) SetCounter(side Side, counter Counter, value int, at time.Duration) (before, after int, err error) {
	if !side.valid() {
		return 0, 0, fmt.Errorf("clock: set %s of %s: want p1 or p2", counter, side)
	}
	k.catchUp(at)
	k.fold(at)
	s := &k.sides[side.seat()]
	var target *int32
	least := 0
	switch counter {
	case Moves:
		target = &s.moves
	case Stones:
		target, least = &s.stones, 1
	case Periods:
		target, least = &s.periods, 1
	default:
		return 0, 0, fmt.Errorf("clock: set %s: want moves, stones or periods", counter)
	}
	before = int(*target)
	switch {
	case k.ended || s.flag:
		return before, before, errors.New("clock: set " + counter.String() + ": the side's time is over")
	case counter != Moves && before == 0:
		return before, before, fmt.Errorf("clock: set %s: %s counts none now", counter, k.control)
	case value < least || value > maxCount:
		return before, before, fmt.Errorf("clock: set %s: want %d to %d, got %d", counter, least, maxCount, value)
	}
	*target = int32(value)
	k.refresh()
	return before, value, nil
}

// BeginReply starts the time to answer a draw offer. Until it is over, or the running side
// presses, the move timer (step, byoyomi period, delay, limit of the move)
// stands still; the game's time goes on (S-613).
func (k *Clock) BeginReply(at time.Duration) {
	k.catchUp(at)
	if !k.ticking() || k.asking && at < k.since {
		return
	}
	k.fold(at)
	k.reply, k.replying = ReplyTime, true
}

// EndReply ends it early: the offer was answered.
func (k *Clock) EndReply(at time.Duration) {
	k.catchUp(at)
	k.fold(at)
	k.reply, k.replying = 0, false
}

// Split ends a shared time for boards that are slow: the arbiter gives them clocks, and
// each side gets half of what remains, as sudden death.
func (k *Clock) Split(at time.Duration) error {
	if k.control.system != Shared {
		return fmt.Errorf("clock: split: %s is not a shared time", k.control)
	}
	k.catchUp(at)
	if k.ended {
		return errors.New("clock: split: the game is over")
	}
	k.fold(at)
	pool := k.sides[0].main
	k.control = Control{system: SuddenDeath, main: pool / 2}
	k.sides[0].main, k.sides[1].main = pool/2, pool-pool/2
	k.refresh()
	return nil
}
