package clock

import "time"

// undo is what the last press found: enough to take it back.
type undo struct {
	sides [2]side // charged up to the press, before it gave anything
	side  Side
	at    time.Duration
	extra bool
}

func (k *Clock) remember(at time.Duration) {
	k.undo = undo{sides: k.sides, side: k.running, at: at, extra: k.extra}
}

// UndoPress takes the last press back: the presser's clock runs as if it had never stopped,
// the time since is his, and the opponent has what he had (CLOCK.md section 3,
// CK-1 and CK-5). ok is false, and nothing is changed, when there is no press to
// take back: none yet, one taken back already, a correction since, or a flag.
func (k *Clock) UndoPress(at time.Duration) (ok bool) {
	k.catchUp(at)
	if k.undo.side == NoSide || k.running != k.undo.side.Opponent() {
		return false
	}
	paused := k.paused
	k.fold(at)
	rival := k.running.seat()
	falseInterval := k.sides[rival].used - k.undo.sides[rival].used
	k.dropFrom(k.undo.at)
	k.sides, k.running, k.extra = k.undo.sides, k.undo.side, k.undo.extra
	k.asking, k.lead, k.undo = false, 0, undo{}
	k.begin(at - falseInterval)
	if paused {
		k.paused = false
		k.catchUp(at)
		k.fold(at)
		k.paused = k.running != NoSide
	}
	return true
}

// dropFrom forgets what happened at or after the instant and was not reported.
func (k *Clock) dropFrom(at time.Duration) {
	kept := int8(0)
	for _, c := range k.queue[:k.queued] {
		if c.At < at {
			k.queue[kept] = c
			kept++
		}
	}
	clear(k.queue[kept:])
	k.queued = kept
}
