package clock

import (
	"fmt"
	"time"
)

// Clock is a two-faced clock. It is a value: a copy is another clock that goes on by
// itself from the same state. The zero Clock is untimed.
//
// Every method that changes something at an instant first lets the time up to it
// pass; what then happened is kept for the next Advance.
type Clock struct {
	control  Control
	sides    [2]side // as of since
	running  Side
	since    time.Duration // the running turn, or what is not yet charged of it, began
	lead     time.Duration // paused: how long after the resume the turn begins
	reply    time.Duration // what is left of the time to answer a draw offer, from since
	seen     time.Duration // changes before it are reported
	rank     Kind          // changes of a lower kind at seen are reported too
	replying bool          // its end is not reported yet
	paused   bool
	reason   string
	started  bool
	ended    bool
	asking   bool // Quick: both are asked for a draw until since
	extra    bool // Quick: the extra phase
	playOn   bool
	first    Side
	queue    [queueLen]Change // happened, not yet reported
	queued   int8
	undo     undo
}

// queueLen bounds what is kept for the next Advance; if it overflows the
// oldest is dropped. A caller that advances before every input never has more than two.
const queueLen = 8

// New is a clock for the control, both sides with their full time, not started.
func New(c Control) Clock {
	return Clock{control: c, sides: [2]side{c.fresh(), c.fresh()}}
}

// Control is the control the clock plays by.
func (k *Clock) Control() Control { return k.control }

// PlayOn chooses what the first flag does: by default it stops both sides for good; with
// PlayOn the game goes on until somebody notices (the flag policy "claim", CLOCK.md
// section 5). The flagged side then thinks and presses without time and
// without increments, and the other side may flag too.
func (k *Clock) PlayOn(on bool) { k.playOn = on }

// Start starts the side's time.
func (k *Clock) Start(side Side, at time.Duration) error {
	switch {
	case !side.valid():
		return fmt.Errorf("clock: start %s: want p1 or p2", side)
	case k.ended:
		return fmt.Errorf("clock: start %s: the game is over", side)
	case k.started:
		return fmt.Errorf("clock: start %s: the clock was started before", side)
	}
	k.started, k.running = true, side
	k.begin(at)
	return nil
}

// begin lets the running side's time run from at on.
func (k *Clock) begin(at time.Duration) {
	k.since, k.seen, k.rank, k.reply, k.replying = at, at, 0, 0, false
}

// Press completes the running side's move: it is charged its thinking time up to the stamp,
// given what its system gives, and the other side's time runs. ok is false, and
// nothing is changed, for the idle side, while paused, after the flag, before the
// start and after the end (CLOCK.md section 1). A stamp before the last Advance
// counts as stamped, but never as before the beginning of the turn; once Advance
// has reported the flag it is final.
func (k *Clock) Press(side Side, at time.Duration) (ok bool) {
	k.catchUp(at)
	if !side.valid() || k.running != side || k.paused || k.asking && at < k.since {
		return false
	}
	at = max(at, k.since)
	k.fold(at)
	k.remember(at)
	k.complete(at)
	return true
}

// complete ends the running side's move at the instant up to which it is charged.
func (k *Clock) complete(at time.Duration) {
	s := &k.sides[k.running.seat()]
	if !s.flag {
		var kind Kind
		if *s, kind = systems[k.control.system].press(&k.control, *s); kind != 0 {
			k.push(Change{At: at, Side: k.running, Kind: kind, Left: int(s.stones)})
		}
	}
	s.turn = 0
	s.moves++
	expired := s.over && !s.flag
	mover := k.running
	k.running = mover.Opponent()
	k.begin(at)
	if k.control.system == Quick {
		k.completeQuick(mover, at, expired)
	}
}

// Increment is what the side's next completed move adds whatever it takes: the Fischer
// increment, or that of the side's stage; zero in every other system and after its flag.
func (k *Clock) Increment(side Side) time.Duration {
	if !side.valid() || k.sides[side.seat()].flag {
		return 0
	}
	switch s := &k.sides[side.seat()]; k.control.system {
	case Fischer:
		return k.control.bonus
	case Stages:
		return k.control.stages[s.stage].increment
	}
	return 0
}

// Pause freezes both sides, the move timer and the delay included. Pausing a
// paused clock only changes the reason.
func (k *Clock) Pause(at time.Duration, reason string) {
	if !k.paused {
		k.catchUp(at)
	}
	if k.running == NoSide {
		return
	}
	if !k.paused {
		k.fold(at)
		k.lead = 0
		if k.asking {
			k.lead = max(0, k.since-at)
		}
		k.paused = true
	}
	k.reason = reason
}

// Resume lets time run on exactly from where Pause froze it.
func (k *Clock) Resume(at time.Duration) {
	if !k.paused {
		return
	}
	k.paused, k.reason = false, ""
	k.since, k.seen, k.rank, k.lead = at+k.lead, at, 0, 0
}

// Paused is the reason of the running pause; ok is false when there is none.
func (k *Clock) Paused() (reason string, ok bool) { return k.reason, k.paused }

// Running is the side whose time runs, or would run when resumed; NoSide before the
// start, after the flag and after the end.
func (k *Clock) Running() Side { return k.running }

// Stop ends the game: both sides freeze for good.
func (k *Clock) Stop(at time.Duration) {
	k.catchUp(at)
	k.fold(at)
	k.end()
}

func (k *Clock) end() {
	k.running, k.paused, k.reason, k.asking, k.ended = NoSide, false, "", false, true
	k.reply, k.replying = 0, false
}

// FirstFlag is the side that ran out of time first and the exact deadline it missed.
func (k *Clock) FirstFlag() (side Side, at time.Duration, ok bool) {
	if k.first == NoSide {
		return NoSide, 0, false
	}
	return k.first, k.sides[k.first.seat()].flagAt, true
}

// Used is how long the side has thought in the game, pauses excluded.
func (k *Clock) Used(side Side, at time.Duration) time.Duration {
	if !side.valid() {
		return 0
	}
	if side == k.running && k.ticking() {
		s := k.after(k.elapsed(at))
		return s.used
	}
	return k.sides[side.seat()].used
}

func (k *Clock) ticking() bool { return k.running != NoSide && !k.paused }

// elapsed is how much of the time from since to at the running side can be charged: not
// more than it has.
func (k *Clock) elapsed(at time.Duration) time.Duration {
	return min(max(0, at-k.since), k.limit())
}

// limit is the running side's limit, counted from since.
func (k *Clock) limit() time.Duration {
	s := &k.sides[k.running.seat()]
	if k.reply > 0 && systems[k.control.system].freezes && !s.flag {
		waited := k.control.wait(*s, k.reply)
		return k.reply + k.control.limit(&waited)
	}
	return k.control.limit(s)
}

// after is the running side when e of the time from since on has passed.
func (k *Clock) after(e time.Duration) side {
	s := k.sides[k.running.seat()]
	if k.reply > 0 && systems[k.control.system].freezes {
		waited := min(e, k.reply)
		s = k.control.wait(s, waited)
		e -= waited
	}
	return k.control.think(s, e)
}

// fold charges the time up to at, so that what follows starts from there.
func (k *Clock) fold(at time.Duration) {
	if !k.ticking() || at <= k.since {
		return
	}
	e := k.elapsed(at)
	now := k.after(e)
	mine, other := &k.sides[k.running.seat()], &k.sides[k.running.Opponent().seat()]
	switch {
	case k.control.system == Hourglass:
		other.main += mine.main - now.main
	case k.control.common():
		other.main, other.over = now.main, now.over
	}
	*mine = now
	k.reply -= min(k.reply, e)
	k.since += e
	k.asking = false
}
