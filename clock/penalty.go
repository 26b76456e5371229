package clock

import (
	"fmt"
	"time"
)

// Penalty is a penalty in time: for pressing before placing up to five minutes for the
// opponent, and if the arbiter wants up to five minutes off the offender (S-708).
type Penalty struct {
	ToOpponent   time.Duration
	FromOffender time.Duration
}

// MaxPenalty bounds each half of a Penalty.
const MaxPenalty = 5 * time.Minute

// DefaultPenalty is two minutes for the opponent, nothing off the offender (CLOCK.md
// section 3, CK-1).
func DefaultPenalty() Penalty { return Penalty{ToOpponent: 2 * time.Minute} }

// Adjustment is one correction of a side's time.
type Adjustment struct {
	Side          Side
	Before, After time.Duration
}

// Penalize gives the penalty and tells what it changed: first the opponent, then the
// offender if something was taken off him. On a common time the first undoes the
// second, so there the arbiter finds another penalty.
func (k *Clock) Penalize(offender Side, p Penalty, at time.Duration) ([]Adjustment, error) {
	switch {
	case !offender.valid():
		return nil, fmt.Errorf("clock: penalty for %s: want p1 or p2", offender)
	case p.ToOpponent < 0 || p.ToOpponent > MaxPenalty || p.FromOffender < 0 || p.FromOffender > MaxPenalty:
		return nil, fmt.Errorf("clock: penalty of +%s and -%s: want each from 0 to %s", p.ToOpponent, p.FromOffender, MaxPenalty)
	case k.control.common():
		return nil, fmt.Errorf("clock: penalty: %s has one time for both players", k.control)
	}
	var done []Adjustment
	for _, part := range [...]struct {
		side  Side
		delta time.Duration
	}{{offender.Opponent(), p.ToOpponent}, {offender, -p.FromOffender}} {
		if part.delta != 0 {
			before, after := k.Adjust(part.side, part.delta, at)
			done = append(done, Adjustment{part.side, before, after})
		}
	}
	return done, nil
}
