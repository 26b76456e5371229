package clock

import "time"

// Sound is something the clock has to say aloud. The clock says when; whoever has a
// buzzer plays it.
type Sound uint8

// The sounds.
const (
	LowTime      Sound = iota + 1 // the main time has come down to a mark; Left says which
	LastSeconds                   // a second of the last ten of a byoyomi period or a move's limit
	PeriodChange                  // overtime entered, a period lost, a control passed
	FlagSound                     // out of time
)

var soundNames = [...]string{"none", "low", "count", "change", "flag"}

// String is "low", "count", "change" or "flag".
func (s Sound) String() string {
	if int(s) < len(soundNames) {
		return soundNames[s]
	}
	return "sound"
}

// Sounds says which sounds are wanted; the zero value is silence.
type Sounds struct {
	Low    bool // at 10:00, 5:00 and 1:00 (CLOCK.md section 8)
	Count  bool // the last ten seconds of a period
	Change bool
	Flag   bool
}

// ClubSounds is everything; TournamentSounds only the flag, as nothing may disturb or help
// the players.
func ClubSounds() Sounds { return Sounds{Low: true, Count: true, Change: true, Flag: true} }

// TournamentSounds is the flag only.
func TournamentSounds() Sounds { return Sounds{Flag: true} }

// Cue is a sound due at an instant.
type Cue struct {
	At    time.Duration
	Side  Side
	Sound Sound
	Left  time.Duration // of the time that is running out
}

// lowMarks are when the low-time sound is due.
var lowMarks = [...]time.Duration{10 * time.Minute, 5 * time.Minute, time.Minute}

// countFrom is how much of a period is counted down aloud.
const countFrom = 10 * time.Second

// NextCue is the first wanted sound after the instant, if nobody presses; ok is false when
// there is none. Ask again after each cue, and after whatever changes the clock.
func (k *Clock) NextCue(after time.Duration, want Sounds) (cue Cue, ok bool) {
	now := k.settled(after)
	for now.ticking() {
		change, due := now.next()
		if !due {
			change.At = forever
		}
		// Within one stretch between two changes everything only counts down.
		cue = now.nextWarning(after, want)
		if own, wanted := change.Cue(want); wanted && change.At > after && change.At < cue.At {
			cue = now.loudest(own, want)
		}
		if cue.At <= change.At && cue.At < forever {
			return cue, true
		}
		if !due {
			break
		}
		// The next stretch begins just after the change: at the instant itself the old
		// period still counts.
		now.pop(change.At + 1)
		now.fold(change.At + 1)
	}
	return Cue{}, false
}

// loudest is the cue itself, or the flag's when that is due at the very same instant.
func (k *Clock) loudest(cue Cue, want Sounds) Cue {
	later := *k
	later.pop(cue.At + 1)
	if change, ok := later.next(); ok && change.At == cue.At {
		if own, wanted := change.Cue(want); wanted {
			return own
		}
	}
	return cue
}

// nextWarning is the next low-time mark or counted second of the running side, as far as
// it thinks on within its present time.
func (k *Clock) nextWarning(after time.Duration, want Sounds) Cue {
	s, c := &k.sides[k.running.seat()], &k.control
	best := Cue{At: forever, Side: k.running}
	if s.flag || k.asking {
		return best
	}
	counted := k.inOvertime(s) || c.system == Step || c.system == Quick
	left := s.main
	if counted && c.system != Step {
		left = s.period
	}
	begin := k.since + c.delayLeft(s)
	if k.reply > 0 && systems[c.system].freezes {
		begin = k.since // main time goes on without the delay, a counted time stands still
		if counted {
			begin += k.reply
		}
	}
	consider := func(sound Sound, left, mark time.Duration) {
		if at := begin + left - mark; left >= mark && at > after && at < best.At {
			best.At, best.Sound, best.Left = at, sound, mark
		}
	}
	if counted && want.Count {
		for mark := countFrom; mark > 0; mark -= time.Second {
			consider(LastSeconds, left, mark)
		}
	}
	if !counted && want.Low {
		for _, mark := range lowMarks {
			consider(LowTime, left, mark)
		}
	}
	return best
}

func (w Sounds) has(s Sound) bool {
	switch s {
	case PeriodChange:
		return w.Change
	case FlagSound:
		return w.Flag
	}
	return false
}

// soundOf is the sound that goes with a change, 0 for none.
func soundOf(k Kind) Sound {
	switch k {
	case FlagFall:
		return FlagSound
	case OvertimeEntered, PeriodLost, StagePassed, GameTimeUp, ExtraBegun, AskDraw, SharedEmpty:
		return PeriodChange
	}
	return 0
}

// Cue is the sound that goes with a change that Advance reported, if it is wanted: stages
// are passed by a press, so NextCue cannot foresee them.
func (c Change) Cue(want Sounds) (cue Cue, ok bool) {
	sound := soundOf(c.Kind)
	return Cue{At: c.At, Side: c.Side, Sound: sound}, want.has(sound)
}
