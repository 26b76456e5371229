package gpio

import "time"

// sample is the level of a button at a moment; moved, when it has moved and is back.
type sample struct {
	button      int
	down, moved bool
	at          time.Duration
	bent        bool // at is not as it was stamped
}

// judge decides for a driver what its lines' doings mean: presses, and faults of buttons.
// It belongs to one goroutine.
type judge struct {
	buttons []ButtonWiring
	bounce  *debouncer
	health  *health
}

// newJudge is told which buttons are down at the start.
func newJudge(buttons []ButtonWiring, quiet time.Duration, down []bool, at time.Duration) *judge {
	j := &judge{buttons: buttons, bounce: newDebouncer(len(buttons), quiet), health: newHealth(buttons)}
	for i, d := range down {
		if d {
			j.bounce.hold(i)
			j.health.see(i, true, at)
		}
	}
	return j
}

// take is one thing that a line did.
func (j *judge) take(s sample) (p Press, pressed bool) {
	var when time.Duration
	if s.moved {
		j.health.see(s.button, !s.down, s.at)
		j.health.see(s.button, s.down, s.at)
		pressed, when = j.bounce.blip(s.button, s.at)
	} else {
		j.health.see(s.button, s.down, s.at)
		pressed, when = j.bounce.see(s.button, s.down, s.at)
	}
	return Press{Button: j.buttons[s.button].Button, At: when}, pressed
}
