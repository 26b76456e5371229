package clock

import "time"

// Stretched is the control with the limit of a move (of step, a byoyomi period, Quick) n
// times as long, as an event may grant it in the opening (CLOCK.md section 4). Controls
// without such a limit stay as they are.
func (c Control) Stretched(n int) Control {
	if n <= 1 {
		return c
	}
	switch c.system {
	case Step:
		c.main = min(c.main*time.Duration(n), longest)
	case Byoyomi, Quick:
		c.period = min(c.period*time.Duration(n), longest)
	}
	return c
}

// Relimit goes over to another limit of a move, of the same control otherwise. What a side
// has thought of its move stays thought.
func (k *Clock) Relimit(c Control, at time.Duration) {
	if c.system != k.control.system || c == k.control {
		return
	}
	k.catchUp(at)
	k.fold(at)
	for i := range k.sides {
		s := &k.sides[i]
		if c.system == Step {
			s.main = max(0, s.main+c.main-k.control.main)
		}
		s.period = max(0, s.period+c.period-k.control.period)
	}
	k.control = c
	k.refresh()
}
