package clock

import "time"

// SEED-QUICK (CLOCK.md section 2.2): a game time over which nobody loses, and a limit
// for every move. When the game time is up the move being thought about is
// completed, both are asked whether they agree to a draw, and if they do not each
// plays a number of stones at a limit of its own.

// ReplyTime is how long a player has to answer a draw offer (S-613).
const ReplyTime = 30 * time.Second

// completeQuick moves the machine on after a press.
func (k *Clock) completeQuick(mover Side, at time.Duration, gameTimeUp bool) {
	switch {
	case !k.extra && gameTimeUp:
		k.extra, k.asking = true, true
		for i := range k.sides {
			k.sides[i].stones, k.sides[i].period = k.control.stones, k.control.extra
		}
		k.since = at + ReplyTime
		k.push(Change{At: at, Side: mover, Kind: AskDraw})
	case k.extra && k.sides[0].stones == 0 && k.sides[1].stones == 0:
		k.push(Change{At: at, Side: mover, Kind: ExtraOver})
		k.end()
	}
}

// Asking says whether both players are being asked for a draw at the instant, and until
// when if nothing is paused. When both agree, Stop the clock; silence means no.
func (k *Clock) Asking(at time.Duration) (until time.Duration, ok bool) {
	switch {
	case !k.asking:
		return 0, false
	case k.paused:
		return at + k.lead, true
	}
	return k.since, at <= k.since
}

// RefuseDraw ends the question early: a player does not agree, the extra phase begins.
func (k *Clock) RefuseDraw(at time.Duration) {
	if _, ok := k.Asking(at); !ok || k.paused {
		return
	}
	k.begin(min(k.since, at))
}

// considerGameTime looks at the end of the game time. It ends a move, not the game, and
// means nothing at the instant of the flag.
func (k *Clock) considerGameTime(best *Change, s *side, base time.Duration) {
	if !k.extra && !s.over && s.main < s.period {
		k.consider(best, base+s.main, GameTimeUp, 0)
	}
}
