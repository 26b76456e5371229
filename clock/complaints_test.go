package clock

import (
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// What players of other clocks and appliances have complained of. Each test is named after
// the complaint and fails if this clock had the fault.

// Seconds came back: two clocks in two places disagreed.
func TestComplaintClockGetsSecondsBack(t *testing.T) {
	for _, spec := range soakSpecs {
		k := started(t, spec)
		last := k.Faces(0).P1.Left
		for at := time.Duration(0); at < 25*sec; at += 37 * ms {
			switch {
			case at%(2*37*ms) == 0:
				k.Advance(at) // now and then: reading must not depend on it
			case at%(5*37*ms) == 0:
				k.Pause(at, "glitch")
				k.Resume(at)
			}
			now := k.Faces(at).P1
			if now.Left > last && now.Periods == k.Faces(at-37*ms).P1.Periods {
				t.Fatalf("%s: %v left at %v, %v before", spec, now.Left, at, last)
			}
			last = now.Left
		}
	}
}

// At the end of the game zero was shown, or another game's time, and the clock went on.
func TestComplaintZeroAtGameEndAndResumeAfterEnd(t *testing.T) {
	for _, spec := range soakSpecs {
		k := started(t, spec)
		k.Press(P1, 4*sec)
		k.Stop(7 * sec)
		want := k.State(7 * sec)
		if want.P1.Shown == "0:00" || want.P2.Shown == "0:00" {
			t.Errorf("%s: zero shown at the end: %+v", spec, want)
		}
		k.Resume(8 * sec)
		k.SetRunning(P1, 9*sec)
		if k.Press(P1, 10*sec) || k.Press(P2, 10*sec) || k.Start(P1, 10*sec) == nil || k.UndoPress(10*sec) {
			t.Errorf("%s: the clock took something after the end", spec)
		}
		k.Advance(time.Hour)
		if got := k.State(time.Hour); got != want {
			t.Errorf("%s: after the end %+v became %+v", spec, want, got)
		}
	}
}

// After a takeback the clock ran to zero.
func TestComplaintClockRunsToZeroAfterTakeback(t *testing.T) {
	k := started(t, "fischer 3m+2s")
	k.Press(P1, 10*sec)
	k.Press(P2, 15*sec)
	if !k.UndoPress(25 * sec) {
		t.Fatal("nothing to take back")
	}
	s := k.State(25 * sec)
	if s.Running != P2 || s.P1.Main != Seconds(172*sec) || s.P2.Main != Seconds(165*sec) {
		t.Errorf("after the takeback: %+v", s)
	}
	if due, _ := k.Deadline(); due != 190*sec {
		t.Errorf("the flag is due at %v, want 3m10s", due)
	}
	if !k.Press(P2, 190*sec) {
		t.Error("the player who took back could not complete his move")
	}
}

// Any button but the first froze the system.
func TestComplaintAnyButtonFreezes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := New(anyControl().Draw(t, "control"))
		at := time.Duration(0)
		for _, a := range rapid.SliceOfN(anyAct(), 1, 40).Draw(t, "buttons") {
			at += a.after
			k.Advance(at)
			a.do(&k, at)
		}
		if k.ended {
			return
		}
		k.Resume(at)
		_ = k.Start(P1, at)
		at += ReplyTime // both may be being asked for a draw
		if mover := k.Running(); !k.Press(mover, at) {
			if side, _, flagged := k.FirstFlag(); !flagged && !k.paused {
				t.Fatalf("%s cannot press and has no flag (%s)", mover, side)
			}
		}
	})
}

// Play stopped after twenty moves with the clock at zero.
func TestComplaintStopsAfterTwentyMoves(t *testing.T) {
	for _, spec := range []string{"sd 15m", "byoyomi 1m 1x30s", "canadian 1m 5/5m", "fischer 3m+2s", "step 30s", "stages 40/90m,20/30m"} {
		k := started(t, spec)
		rng := rand.New(rand.NewPCG(1, 1))
		for n, at := 1, time.Duration(0); n <= 400; n++ {
			at += time.Duration(rng.Int64N(int64(2 * sec)))
			k.Advance(at)
			if !k.Press(k.Running(), at) {
				t.Fatalf("%s: move %d could not be pressed: %+v", spec, n, k.State(at))
			}
		}
	}
}

// A byoyomi period was now and then not restored by a move.
func TestComplaintByoyomiNotReset(t *testing.T) {
	k := started(t, "byoyomi 0s 2x30s")
	for n, at := 1, time.Duration(0); n <= 600; n++ {
		at += time.Duration(n%30+1) * sec
		mover := k.Running()
		if !k.Press(mover, at) || k.State(at).Of(mover).Period != Seconds(30*sec) || k.State(at).Of(mover).Periods != 2 {
			t.Fatalf("move %d: %+v", n, k.State(at))
		}
	}
}

// The flag fell before the byoyomi had run out.
func TestComplaintFlaggedBeforeByoyomiRanOut(t *testing.T) {
	k := started(t, "byoyomi 10s 3x1s")
	for at := time.Duration(0); at <= 13*sec; at += 333333333 * ns {
		k.Advance(at)
	}
	k.Advance(13 * sec)
	if side, at, flagged := k.FirstFlag(); flagged {
		t.Errorf("%s flagged at %v, with a nanosecond to go", side, at)
	}
	k.Advance(13*sec + ns)
	if _, at, flagged := k.FirstFlag(); !flagged || at != 13*sec {
		t.Errorf("flag %v at %v, want at 13s", flagged, at)
	}
}

// The flag fell at the end of the main time; the byoyomi was skipped.
func TestComplaintByoyomiSkippedAtEndOfMainTime(t *testing.T) {
	for _, spec := range []string{"byoyomi 10s 3x30s", "canadian 10s 3/30s", "ing 10s 3x30s"} {
		for _, step := range []time.Duration{ns, sec, 20 * sec} {
			k := started(t, spec)
			k.Advance(10 * sec)
			changes := k.Advance(10*sec + step)
			if len(changes) != 1 || changes[0].Kind != OvertimeEntered || changes[0].At != 10*sec || changes[0].Side != P1 {
				t.Errorf("%s, %v after the main time: %v, want overtime entered at 10s", spec, step, changes)
			}
			if s := k.State(10*sec + step).P1; s.Flag || s.Period != Seconds(30*sec-step) {
				t.Errorf("%s, %v after the main time: %+v", spec, step, s)
			}
		}
	}
}

// Nobody noticed the time-out of a player who had gone away.
func TestComplaintTimeoutNotDetectedWithoutAnEvent(t *testing.T) {
	for _, spec := range soakSpecs {
		k := started(t, spec)
		for range 100 {
			due, ok := k.Deadline()
			if !ok {
				break
			}
			k.Advance(due + 1)
		}
		if side, _, flagged := k.FirstFlag(); !flagged || side != P1 {
			t.Errorf("%s: woken only at its deadlines, flag %v of %s", spec, flagged, side)
		}
	}
}

// The move was made exactly at zero and the opponent lost.
func TestComplaintMoveAtZeroAndTheOpponentLoses(t *testing.T) {
	for _, spec := range []string{"sd 10s", "step 10s", "byoyomi 0s 1x10s", "canadian 0s 1/10s", "fischer 10s+2s", "bronstein 10s+2s",
		"delay 8s+2s", "stages 1/10s,sd 10s", "hourglass 10s", "ing 7s 1x3s", "quick 1m 10s 8x10s"} {
		k := started(t, spec)
		k.Advance(10 * sec) // the timer fires first, the press arrives after it
		if !k.Press(P1, 10*sec) {
			t.Errorf("%s: a press stamped at the deadline was refused", spec)
		}
		if k.Advance(10*sec + 1); k.Running() != P2 {
			t.Errorf("%s: %s runs after it", spec, k.Running())
		}
		late := started(t, spec)
		late.Advance(10*sec + 1)
		if side, at, _ := late.FirstFlag(); late.Press(P1, 10*sec+1) || side != P1 || at != 10*sec {
			t.Errorf("%s: without a press %s flagged at %v, want p1 at 10s", spec, side, at)
		}
	}
}

// The clock ran on below zero, and flagged again and again.
func TestComplaintClockPassesZero(t *testing.T) {
	for _, spec := range soakSpecs {
		for _, playOn := range []bool{false, true} {
			k := started(t, spec)
			k.PlayOn(playOn)
			flags := 0
			for _, at := range []time.Duration{time.Hour, 10 * time.Hour, 11 * time.Hour, 500 * time.Hour} {
				for _, c := range k.Advance(at) {
					if c.Kind == FlagFall {
						flags++
					}
				}
				if s := k.State(at).P1; s.Main < 0 || s.Period < 0 || s.Periods < 0 || s.Stones < 0 {
					t.Errorf("%s: below zero: %+v", spec, s)
				}
			}
			if flags != 1 {
				t.Errorf("%s: flagged %d times", spec, flags)
			}
		}
	}
}

// Canadian stones got out of step during a pause.
func TestComplaintStonesNotCountedWhilePaused(t *testing.T) {
	k := started(t, "canadian 0s 10/5m")
	k.Press(P1, sec)
	k.Pause(2*sec, "position disturbed")
	if k.Press(P2, 3*sec) || k.State(3*sec).P2.Stones != 10 {
		t.Errorf("a press during the pause counted: %+v", k.State(3*sec))
	}
	before, after, err := k.SetCounter(P2, Stones, 9, 4*sec)
	if err != nil || before != 10 || after != 9 {
		t.Errorf("the arbiter set stones %d to %d: %v", before, after, err)
	}
	k.Resume(5 * sec)
	if !k.Press(P2, 6*sec) || k.State(6*sec).P2.Stones != 8 {
		t.Errorf("after the pause: %+v", k.State(6*sec))
	}
}

// A flag with minutes left: a timer of the game before.
func TestComplaintFlaggedByTimerOfPreviousGame(t *testing.T) {
	old := started(t, "sd 10s")
	due, _ := old.Deadline()
	next := New(must(t, "sd 10s"))
	if err := next.Start(P1, 5*sec); err != nil {
		t.Fatal(err)
	}
	if changes := next.Advance(due + 1); changes != nil {
		t.Errorf("the old game's deadline did %v to the new one", changes)
	}
}

// A new game kept the old one's time.
func TestComplaintNewGameKeepsOldTime(t *testing.T) {
	for _, spec := range soakSpecs {
		k := started(t, spec)
		k.Press(P1, 3*sec)
		k.Adjust(P2, sec, 4*sec)
		fresh, again := New(k.Control()), New(must(t, spec))
		if fresh != again {
			t.Errorf("%s: a new clock of an old one's control is %+v", spec, fresh)
		}
	}
}

// Correcting one side mixed up the other; time could not be given to one side.
func TestComplaintCannotAddTimeToOneSide(t *testing.T) {
	for _, spec := range soakSpecs {
		k := started(t, spec)
		k.Press(P1, 3*sec)
		other := k.State(4 * sec).P1
		before, after := k.Adjust(P2, 2*mnt, 4*sec)
		if after-before != 2*mnt {
			t.Errorf("%s: two minutes made %v to %v", spec, before, after)
		}
		if now := k.State(4 * sec).P1; now != other && !k.control.common() {
			t.Errorf("%s: the other side went from %+v to %+v", spec, other, now)
		}
	}
}

// A second press of pause was a reset.
func TestComplaintSecondPauseResets(t *testing.T) {
	k := started(t, "byoyomi 10s 3x30s")
	k.Pause(25*sec, "phone")
	want := k.State(25 * sec)
	k.Pause(30*sec, "dispute")
	got := k.State(40 * sec)
	if got.Paused != "dispute" {
		t.Errorf("the reason is %q, want the later one", got.Paused)
	}
	if got.Paused = want.Paused; got != want {
		t.Errorf("a second pause made %+v of %+v", got, want)
	}
	k.Resume(50 * sec)
	if s := k.State(51 * sec).P1; s.Period != Seconds(14*sec) {
		t.Errorf("a second after the resume %+v, want 14s in the period", s)
	}
}

// A cheap switch bounced, and the second edge was a second press.
func TestComplaintBouncingSwitchPressesTwice(t *testing.T) {
	for _, spec := range soakSpecs {
		k := started(t, spec)
		k.Press(P1, 3*sec)
		want := k.State(4 * sec)
		for bounce := ms; bounce < 400*ms; bounce += 7 * ms {
			if k.Press(P1, 3*sec+bounce) {
				t.Fatalf("%s: the bounce after %v counted", spec, bounce)
			}
		}
		if got := k.State(4 * sec); got != want {
			t.Errorf("%s: bouncing made %+v of %+v", spec, got, want)
		}
	}
}
