package gpio

import "time"

// narrow is shorter than any contact of two pieces of metal that a hand brings together: a
// lamp's switch nearby makes such pulses on long leads. A first touch may be as short, but
// others follow it, while the contact bounces.
const narrow = 200 * time.Microsecond

// spikes holds a closing back until it is known to be one: it has lasted, or others have
// followed it. A narrow one that stays alone is left out. Nothing is lost by the waiting,
// because an edge keeps its stamp.
type spikes struct{ lines []closing }

// closing is what is held back of a line.
type closing struct {
	held     []sample      // the closing, and its opening if that came at once
	down     bool          // as passed on
	openedAt time.Duration // likewise: what closes soon after is bounce, and left to the debouncer
}

func newSpikes(down []bool) *spikes {
	s := &spikes{lines: make([]closing, len(down))}
	for i, d := range down {
		s.lines[i].down, s.lines[i].openedAt = d, -settle
	}
	return s
}

// take is one thing that a line did; it returns what may be passed on. Of one line they come in
// order.
func (s *spikes) take(x sample) (pass []sample) {
	l := &s.lines[x.button]
	switch {
	case x.moved || x.bent: // the kernel was too late to look, or its stamp is wrong: nobody knows how long it was
		return l.let(x)
	case len(l.held) == 1 && !x.down && x.at-l.held[0].at < narrow:
		l.held = append(l.held, x)
		return nil
	case len(l.held) > 0 || !x.down || l.down || x.at-l.openedAt < settle:
		return l.let(x)
	}
	l.held = []sample{x}
	return nil
}

// let passes on what was held back, and x.
func (l *closing) let(x ...sample) (pass []sample) {
	pass = append(l.held, x...)
	l.held = nil
	for _, x := range pass {
		if l.down = x.down; !x.down {
			l.openedAt = x.at
		}
	}
	return pass
}

// rest is told that all lines' edges up to a moment have been taken. It returns what
// has turned out to be closings, and how many spikes were left out.
func (s *spikes) rest(at time.Duration) (pass []sample, left int) {
	for i := range s.lines {
		l := &s.lines[i]
		switch {
		case len(l.held) == 1 && at-l.held[0].at >= narrow:
			pass = append(pass, l.let()...)
		case len(l.held) == 2 && at-l.held[1].at >= settle:
			l.held = nil
			left++
		}
	}
	return pass, left
}

// holds reports whether something of a line is held back.
func (s *spikes) holds(line int) bool { return len(s.lines[line].held) > 0 }

// waits is when rest should be asked again at the latest.
func (s *spikes) waits() time.Duration {
	limit := wait
	for _, l := range s.lines {
		switch len(l.held) {
		case 1:
			return time.Millisecond
		case 2:
			limit = settle
		}
	}
	return limit
}
