package clock

import (
	"fmt"
	"time"
)

// Kind is what Advance can report.
type Kind uint8

// The kinds, in the order in which they are reported when they fall on one instant.
const (
	ReplyOver       Kind = iota + 1 // the time to answer a draw offer is over
	ExtraBegun                      // Quick: nobody agreed to a draw, the extra phase begins
	GameTimeUp                      // Quick: the game time is over; the move being thought about may be completed
	OvertimeEntered                 // the main time is over; Left: periods left
	PeriodLost                      // a period passed without a press; Left: periods left
	StagePassed                     // by a press: a control is reached; Left: moves to the next
	AskDraw                         // Quick, by a press: both are asked for a draw
	ExtraOver                       // Quick, by a press: all stones are played, the game is drawn
	SharedEmpty                     // Shared: the pool is empty, the clock is paused for the arbiter
	FlagFall                        // the side is out of time
)

var kindNames = [...]string{"none", "reply_over", "extra", "game_time", "overtime", "period",
	"stage", "ask_draw", "extra_over", "shared_empty", "flag"}

// String is the kind's name in reports.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// MarshalText writes the name of String.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Change is something that happened to a side's time, at its exact instant.
type Change struct {
	At   time.Duration
	Side Side
	Kind Kind
	Left int // what is left of what the kind counts
}

// Advance lets time pass to at and reports in order what happened strictly before it
// and was not reported yet, each with its exact instant; nil when nothing did. One
// long step reports what many small ones do. See the package comment for the tie:
// what is due at D is reported by the first Advance with at > D.
func (k *Clock) Advance(at time.Duration) []Change {
	var changes []Change
	if k.queued > 0 {
		changes = append(changes, k.queue[:k.queued]...)
		k.queue, k.queued = [queueLen]Change{}, 0
	}
	for {
		change, ok := k.pop(at)
		if !ok {
			return changes
		}
		changes = append(changes, change)
	}
}

// Deadline is the next instant of which Advance would have something to report, if nobody
// presses. Advance reports it for any later instant, so wake just after it (one
// nanosecond is enough), not at it. ok is false when nothing is due.
func (k *Clock) Deadline() (at time.Duration, ok bool) {
	if k.queued > 0 {
		return k.queue[0].At, true
	}
	change, ok := k.next()
	return change.At, ok
}

// catchUp keeps what happened before at for the next Advance.
func (k *Clock) catchUp(at time.Duration) {
	for at > k.seen {
		change, ok := k.pop(at)
		if !ok {
			return
		}
		k.push(change)
	}
}

func (k *Clock) push(c Change) {
	if k.queued == queueLen {
		copy(k.queue[:], k.queue[1:])
		k.queued--
	}
	k.queue[k.queued] = c
	k.queued++
}

// pop takes the next change before at and applies it.
func (k *Clock) pop(at time.Duration) (Change, bool) {
	c, ok := k.next()
	if !ok || c.At >= at {
		if at > k.seen {
			k.seen, k.rank = at, 0
		}
		return Change{}, false
	}
	k.seen, k.rank = c.At, c.Kind+1
	switch c.Kind {
	case FlagFall:
		k.fall(c.At)
	case ReplyOver:
		k.replying = false
	case SharedEmpty:
		k.fold(c.At)
		k.paused, k.reason = true, "shared time used up"
	}
	return c, true
}

// fall marks the running side as out of time. Only the first flag stops the game.
func (k *Clock) fall(at time.Duration) {
	k.fold(at)
	s := &k.sides[k.running.seat()]
	s.flag, s.flagAt, s.periods = true, at, 0
	if k.first == NoSide {
		k.first = k.running
	}
	if !k.playOn {
		k.end()
	}
}

// next is the earliest change of the running turn that is not reported yet.
func (k *Clock) next() (Change, bool) {
	if !k.ticking() {
		return Change{}, false
	}
	c, s := &k.control, k.sides[k.running.seat()]
	row := &systems[c.system]
	best := Change{At: forever, Side: k.running}
	base := k.since
	if k.replying {
		k.consider(&best, k.since+k.reply, ReplyOver, 0)
	}
	if k.reply > 0 && row.freezes && !s.flag {
		s = c.wait(s, k.reply)
		base += k.reply
	}
	if s.flag {
		return best, best.Kind != 0
	}
	if k.asking {
		k.consider(&best, k.since, ExtraBegun, int(s.stones))
	}
	switch {
	case row.pace == paceQuick:
		k.considerGameTime(&best, &s, base)
	case row.overtime:
		k.considerPeriods(&best, &s, base)
	}
	last := FlagFall
	if c.system == Shared {
		last = SharedEmpty
	}
	if limit := c.limit(&s); limit < forever {
		k.consider(&best, base+limit, last, 0)
	}
	return best, best.Kind != 0
}

// consider keeps the change if it is not reported yet and earlier than the best so far.
func (k *Clock) consider(best *Change, at time.Duration, kind Kind, left int) {
	if at < k.seen || at == k.seen && kind < k.rank || at >= best.At {
		return
	}
	best.At, best.Kind, best.Left = at, kind, left
}

// considerPeriods looks at the end of the main time and the next end of a period but
// the last, which is the flag.
func (k *Clock) considerPeriods(best *Change, s *side, base time.Duration) {
	c := &k.control
	if !c.reachesOvertime(s) {
		return
	}
	if !s.over {
		k.consider(best, base+s.main, OvertimeEntered, int(s.periods))
	}
	if s.periods < 2 {
		return
	}
	end, lost := base+s.main+s.period, int32(1)
	if behind := k.seen - end; behind > 0 {
		more := (behind-1)/c.period + 1
		end, lost = end+more*c.period, lost+int32(min(more, maxCount))
	}
	if end == k.seen && k.rank > PeriodLost {
		end, lost = end+c.period, lost+1
	}
	if lost < s.periods {
		k.consider(best, end, PeriodLost, int(s.periods-lost))
	}
}
