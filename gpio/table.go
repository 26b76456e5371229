package gpio

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"shinpan/clock"
)

// State is what the table is to show: the clock itself, so that the table can tell by
// itself when a digit changes.
type State struct {
	Clock  clock.Clock
	Sounds clock.Sounds // what may be heard; the flag's is played once the referee has seen it fall
	Passed bool         // a control was passed by the press just made: no forecast has its sound
	Alert  bool         // a person at the table must do something
	Ready  bool         // presses are taken: a game is under way or waits for its start
}

// Parts are the displays, lamps and the buzzer of a table. What is nil is not there.
type Parts struct {
	P1, P2       Face
	Turn1, Turn2 Output // whose time runs
	Alert, Ready Output
	Buzzer       Output
	Passive      bool // the buzzer has no voice of its own
	Display      clock.Display
	Now          func() time.Duration // the referee's monotonic clock
	Still        bool                 // time does not pass by itself: draw only what is shown
	Log          *slog.Logger         // nil for silence
}

// Table shows the clock on the table: both faces from one instant, lamps, sounds. Make
// one with NewTable or OpenTable. It never holds up whoever calls Show.
type Table struct {
	parts  Parts
	log    *slog.Logger
	states chan State
	faults faultLine
	faces  []*faceKeeper
	lamps  []lamp
	sounds chan clock.Sound
}

// lamp is an output with what it says.
type lamp struct {
	name  string // its key in [gpio], without "lamp_"
	out   Output
	on    func(State, clock.Faces) bool
	known bool // lit is what it shows
	lit   bool
}

// NewTable is a table of these parts.
func NewTable(p Parts) *Table {
	t := &Table{parts: p, log: p.Log, states: make(chan State, 1), faults: make(faultLine, faultRoom),
		sounds: make(chan clock.Sound, 1)}
	if t.log == nil {
		t.log = slog.New(slog.DiscardHandler)
	}
	for i, face := range []Face{p.P1, p.P2} {
		if face != nil {
			t.faces = append(t.faces, newFaceKeeper([]clock.Side{clock.P1, clock.P2}[i], face, t.tell))
		}
	}
	for _, l := range []lamp{
		{name: "p1", out: p.Turn1, on: func(_ State, f clock.Faces) bool { return f.P1.Running }},
		{name: "p2", out: p.Turn2, on: func(_ State, f clock.Faces) bool { return f.P2.Running }},
		{name: "alert", out: p.Alert, on: func(s State, _ clock.Faces) bool { return s.Alert }},
		{name: "ready", out: p.Ready, on: func(s State, _ clock.Faces) bool { return s.Ready }},
	} {
		if l.out != nil {
			t.lamps = append(t.lamps, l)
		}
	}
	return t
}

func (t *Table) tell(f Fault) { tell(t.log, t.faults, f) }

// Faults tells of lost and found parts. Nobody has to read it.
func (t *Table) Faults() <-chan Fault { return t.faults }

// Show makes s what is shown. It never waits; of several the newest wins. It belongs to
// one goroutine.
func (t *Table) Show(s State) {
	select {
	case unseen := <-t.states:
		s.Passed = s.Passed || unseen.Passed
	default:
	}
	t.states <- s
}

// Run shows until ctx ends, and returns after everything it started has ended.
func (t *Table) Run(ctx context.Context) error {
	var running sync.WaitGroup
	defer running.Wait()
	for _, k := range t.faces {
		running.Go(func() { k.run(ctx) })
	}
	if t.parts.Buzzer != nil {
		running.Go(func() { t.buzz(ctx) })
	}
	select { // until the first state there is nothing to show
	case s := <-t.states:
		t.follow(ctx, s)
	case <-ctx.Done():
	}
	return nil
}

// lampRetry is when lamps are set again that could not be.
const lampRetry = time.Second

// follow draws whenever something on the faces changes, by time or by a new state.
func (t *Table) follow(ctx context.Context, s State) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	heard := ear{}
	lampsBroken := false
	for {
		at := t.parts.Now()
		f := facesAt(&s.Clock, t.parts.Display, at)
		for _, k := range t.faces {
			k.show(viewOf(f, k.side, t.parts.Display))
		}
		lampsBroken = t.light(s, f, lampsBroken)
		next, due := heard.listen(&s, at, t.play)
		if f.Changes && (!due || f.NextChange < next) {
			next, due = f.NextChange, true
		}
		sleep := time.Hour
		if due && !t.parts.Still {
			sleep = max(next-t.parts.Now(), 0)
		}
		if lampsBroken {
			sleep = min(sleep, lampRetry)
		}
		timer.Reset(sleep)
		select {
		case s = <-t.states:
			if s.Passed && s.Sounds.Change {
				t.play(clock.PeriodChange)
			}
		case <-timer.C:
		case <-ctx.Done():
			return
		}
	}
}

// facesAt is both faces at an instant. The flag is not taken from the clock's forecast but
// shown once the referee has seen it fall, a blink later: a press stamped before the
// deadline may still be on its way, and a flag once shown is not taken back.
func facesAt(k *clock.Clock, d clock.Display, at time.Duration) clock.Faces {
	f := k.FacesWith(d, at)
	if _, _, fallen := k.FirstFlag(); !fallen {
		f.P1.Flag, f.P2.Flag = false, false
	}
	return f
}

// light sets the lamps that are to change, and tells when that fails or works again.
func (t *Table) light(s State, f clock.Faces, broken bool) (stillBroken bool) {
	var all error
	for i := range t.lamps {
		l := &t.lamps[i]
		on := l.on(s, f)
		if l.known && l.lit == on {
			continue
		}
		err := l.out.Set(on)
		l.known, l.lit = err == nil, on
		all = errors.Join(all, err)
	}
	switch {
	case all != nil && !broken:
		t.tell(Fault{Code: "gpio_lamps", Text: "A lamp cannot be switched: " + all.Error() + ". The game goes on without it."})
	case all == nil && broken:
		t.tell(Fault{Code: "gpio_lamps", Text: "The lamps can be switched again.", Healed: true})
	}
	return all != nil
}

// play leaves a sound to the buzzer. One that is still busy lets it go, except for the
// flag's, which drives out what waits.
func (t *Table) play(s clock.Sound) {
	if s == clock.FlagSound {
		select {
		case <-t.sounds:
		default:
		}
	}
	select {
	case t.sounds <- s:
	default:
	}
}

func (t *Table) voice() tone {
	if t.parts.Passive {
		return tone{out: t.parts.Buzzer, half: passiveHalf}
	}
	return tone{out: t.parts.Buzzer}
}

// buzz plays one sound after the other.
func (t *Table) buzz(ctx context.Context) {
	voice := t.voice()
	broken := false
	for {
		select {
		case s := <-t.sounds:
			err := voice.play(ctx, s)
			switch {
			case err != nil && !broken:
				t.tell(Fault{Code: "gpio_buzzer", Text: "The buzzer cannot be switched: " + err.Error() + ". Watch the faces."})
			case err == nil && broken:
				t.tell(Fault{Code: "gpio_buzzer", Text: "The buzzer works again.", Healed: true})
			}
			broken = err != nil
		case <-ctx.Done():
			return
		}
	}
}

// Close switches everything off and gives the lines back. It is called after Run has
// returned, or without Run.
func (t *Table) Close() error {
	var all error
	for _, k := range t.faces {
		all = errors.Join(all, k.face.Close())
	}
	for _, l := range t.lamps {
		all = errors.Join(all, l.out.Close())
	}
	if t.parts.Buzzer != nil {
		all = errors.Join(all, t.parts.Buzzer.Close())
	}
	return all
}
