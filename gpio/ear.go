package gpio

import (
	"time"

	"shinpan/clock"
)

// ear knows which sounds have been played.
type ear struct {
	upTo    time.Duration // sounds due until then have been
	begun   bool
	flagged bool // the fallen flag has been heard
}

// tooLate is when a sound is no longer worth playing.
const tooLate = 500 * time.Millisecond

// listen plays what is due at the moment and was not yet played, and says when the next
// sound is. The flag's is not taken from the clock's forecast: a press stamped before the
// deadline may still be on its way. It sounds when the referee has let the flag fall.
func (e *ear) listen(s *State, at time.Duration, play func(clock.Sound)) (next time.Duration, due bool) {
	_, _, fallen := s.Clock.FirstFlag()
	if !e.begun || e.upTo > at { // the start, or the zero of a new game
		e.begun, e.upTo, e.flagged = true, at, fallen
	}
	if fallen && !e.flagged && s.Sounds.Flag {
		play(clock.FlagSound)
	}
	e.flagged = fallen
	want := s.Sounds
	want.Flag = false
	for {
		cue, ok := s.Clock.NextCue(e.upTo, want)
		if !ok || cue.At > at {
			e.upTo = at
			return cue.At, ok
		}
		if at-cue.At < tooLate {
			play(cue.Sound)
		}
		e.upTo = cue.At
	}
}
