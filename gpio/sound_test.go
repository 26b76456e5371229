package gpio

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/clock"
)

// counts is how often the buzzer was switched on, and for how long altogether.
func (b *bulb) counts() (beeps int, sounding time.Duration) {
	var since time.Duration
	for _, line := range strings.Split(b.says(), ", ") {
		word, state, _ := strings.Cut(line, " ")
		at, err := time.ParseDuration(word)
		switch {
		case err != nil:
		case state == "true":
			beeps++
			since = at
		default:
			sounding += at - since
		}
	}
	return beeps, sounding
}

func TestSoundsOfAPeriod(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTableBench(t, false)
		defer b.stop()
		k := started(t, "byoyomi 5s 1x12s")
		b.table.Show(State{Clock: k, Sounds: clock.ClubSounds()})
		b.until(16*sec + 500*ms)
		// The period begins at 5 s with two beeps, and is counted from 10 s left, at 7 s, down
		// to 1 s, at 16 s.
		if got := b.buzzer.says(); !strings.HasPrefix(got, "5s true, 5.12s false, 5.22s true, 5.34s false, 7s true, 7.06s false, 8s true,") {
			t.Errorf("heard %s", got)
		}
		if beeps, _ := b.buzzer.counts(); beeps != 12 {
			t.Errorf("%d beeps, want 2 and 10: %s", beeps, b.buzzer.says())
		}
		// The flag is heard when the referee has let it fall, not before.
		b.until(17*sec + 20*ms)
		if beeps, _ := b.buzzer.counts(); beeps != 12 {
			t.Errorf("heard the flag before the referee: %s", b.buzzer.says())
		}
		k.Advance(17*sec + 20*ms)
		b.table.Show(State{Clock: k, Sounds: clock.ClubSounds()})
		b.until(30 * sec)
		if got := b.buzzer.says(); !strings.HasSuffix(got, "17.02s true, 18.52s false") {
			t.Errorf("heard %s", got)
		}
	})
}

func TestATournamentIsSilentButForTheFlag(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTableBench(t, false)
		defer b.stop()
		k := started(t, "byoyomi 61s 1x12s")
		b.table.Show(State{Clock: k, Sounds: clock.TournamentSounds()})
		b.until(73*sec + 100*ms)
		if got := b.buzzer.says(); got != "" {
			t.Errorf("heard %s", got)
		}
		k.Advance(73*sec + 100*ms)
		for range 3 { // the flag stays fallen, and is heard once
			b.table.Show(State{Clock: k, Sounds: clock.TournamentSounds()})
			b.until(b.now() + 5*sec)
		}
		if beeps, sounding := b.buzzer.counts(); beeps != 1 || sounding != 1500*ms {
			t.Errorf("heard %s", b.buzzer.says())
		}
	})
}

// A control is passed by a press: its sound is told, and is not lost where another state
// comes before anybody has looked.
func TestAPassedControlIsHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTableBench(t, false)
		defer b.stop()
		k := started(t, "sd 90m")
		b.table.Show(State{Clock: k, Sounds: clock.ClubSounds()})
		b.until(sec)
		b.table.Show(State{Clock: k, Sounds: clock.ClubSounds(), Passed: true})
		b.table.Show(State{Clock: k, Sounds: clock.ClubSounds()})
		b.until(5 * sec)
		b.table.Show(State{Clock: k, Sounds: clock.TournamentSounds(), Passed: true})
		b.until(10 * sec)
		if got := b.buzzer.says(); got != "1s true, 1.12s false, 1.22s true, 1.34s false" {
			t.Errorf("heard %s", got)
		}
	})
}

func TestSoundsOffIsSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTableBench(t, false)
		defer b.stop()
		k := started(t, "byoyomi 5s 1x12s")
		b.table.Show(State{Clock: k})
		b.until(20 * sec)
		k.Advance(20 * sec)
		b.table.Show(State{Clock: k})
		b.until(25 * sec)
		if got := b.buzzer.says(); got != "" {
			t.Errorf("heard %s", got)
		}
	})
}

// A referee that starts again on a lost game, or begins the next one, does not repeat
// what was heard.
func TestANewStartIsSilent(t *testing.T) {
	k := started(t, "byoyomi 5s 1x12s")
	k.Advance(20 * sec)
	var heard []clock.Sound
	play := func(s clock.Sound) { heard = append(heard, s) }
	var e ear
	e.listen(&State{Clock: k, Sounds: clock.ClubSounds()}, 30*sec, play)
	e.listen(&State{Clock: started(t, "byoyomi 5s 1x12s"), Sounds: clock.ClubSounds()}, 6*sec, play)
	if len(heard) > 0 {
		t.Errorf("heard %v", heard)
	}
	next, due := e.listen(&State{Clock: started(t, "byoyomi 5s 1x12s"), Sounds: clock.ClubSounds()}, 6*sec+500*ms, play)
	if !due || next != 7*sec {
		t.Errorf("the next sound is due at %v (%t), want 7s", next, due)
	}
}

// A passive buzzer swings as long as an active one would sound, and ends low.
func TestPassiveBuzzerSwings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		zero := time.Now()
		b := &bulb{now: func() time.Duration { return time.Since(zero) }}
		if err := (tone{out: b, half: passiveHalf}).play(context.Background(), clock.LastSeconds); err != nil {
			t.Fatal(err)
		}
		beeps, _ := b.counts()
		if took := b.now(); beeps != 120 || took != 60*ms || b.on {
			t.Errorf("%d swings in %v, then on: %t", beeps, took, b.on)
		}
	})
}

func TestEverySoundHasAPattern(t *testing.T) {
	for s := clock.LowTime; s <= clock.FlagSound; s++ {
		if len(patterns[s])%2 != 1 {
			t.Errorf("%v: %v must begin and end with a sound", s, patterns[s])
		}
	}
}

// What the kernel sees of an output: low before everything, written and never read.
func TestOutputsNeverPulse(t *testing.T) {
	var broken error
	l := &kernelLine{t: t, moved: func(bool) {}, fails: &broken}
	out, err := openOutput("GPIO5", func(string) (line, error) { return lineOnly{l}, nil })
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(out.Set(true), out.Set(false), out.Set(true), out.Close()); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(l.trace, " "); got != "Low Low High Low High Low" || !l.closed {
		t.Errorf("the line went %s, closed %t", got, l.closed)
	}
	l = &kernelLine{t: t, moved: func(bool) {}, fails: &broken}
	broken = errors.New("busy")
	_, err = openOutput("GPIO5", func(string) (line, error) { return lineOnly{l}, nil })
	if err == nil || !strings.Contains(err.Error(), "GPIO5") || !strings.Contains(err.Error(), "busy") || !l.closed {
		t.Errorf("a busy line: %v, closed %t", err, l.closed)
	}
}

// lineOnly makes a kernelLine a line that could be waited on.
type lineOnly struct{ *kernelLine }

func (lineOnly) WaitForEdge(time.Duration) bool { return false }
