package clock

import (
	"testing"
	"time"
)

// What players complained of in what a clock showed and sounded.

// Spurious times flashed up: the two faces came from different instants.
func TestComplaintSpuriousTimesFlash(t *testing.T) {
	for _, spec := range soakSpecs {
		k := started(t, spec)
		for at := 100 * ms; at < 5*sec; at += 100 * ms {
			k.Press(k.Running(), at)
			f, s := k.Faces(at), k.State(at)
			if f.P1.Text != s.P1.Shown || f.P2.Text != s.P2.Shown || f.P1.Running == f.P2.Running {
				t.Fatalf("%s: at %v the faces %+v do not belong to %+v", spec, at, f, s)
			}
		}
	}
}

// With the clock standing the other way round the wrong side's time ran.
func TestComplaintWrongSideWhenClockOnTheRight(t *testing.T) {
	for _, spec := range soakSpecs {
		k := started(t, spec)
		k.Press(P1, 4*sec)
		f := k.Faces(5 * sec)
		for _, p1Left := range []bool{true, false} {
			left, right := f.Seated(p1Left)
			if !p1Left {
				left, right = right, left
			}
			if left != f.P1 || right != f.P2 || left.Running || !right.Running {
				t.Errorf("%s, p1 on the left %v: %+v %+v", spec, p1Left, left, right)
			}
		}
	}
}

// Reloading the page reset the byoyomi.
func TestComplaintByoyomiResetByLooking(t *testing.T) {
	k := started(t, "byoyomi 10s 3x30s")
	before := k
	for at := time.Duration(0); at < 80*sec; at += sec {
		k.State(at)
		k.Faces(at)
		k.Used(P1, at)
		k.Deadline()
		k.NextCue(at, ClubSounds())
	}
	if k != before {
		t.Error("looking at the clock changed it")
	}
}

// Lost with three seconds on the display.
func TestComplaintLostWithSecondsShowing(t *testing.T) {
	for _, spec := range soakSpecs {
		k := started(t, spec)
		for !k.ended {
			due, ok := k.Deadline()
			if !ok {
				break
			}
			f := k.Faces(due).P1
			k.Advance(due + 1)
			if _, _, flagged := k.FirstFlag(); flagged && f.Text != "0.0" {
				t.Errorf("%s: flagged while %q was shown", spec, f.Text)
			}
			if f := k.Faces(due + 1).P1; k.ended && f.Text != "0:00" {
				t.Errorf("%s: %q shown after the flag", spec, f.Text)
			}
		}
	}
}

// The display stuck at nought of a period, the next one not begun.
func TestComplaintDisplayStuckAtEndOfPeriod(t *testing.T) {
	k := started(t, "byoyomi 0s 3x30s")
	for _, at := range []time.Duration{30*sec + ns, 30*sec + 50*ms, 60*sec + ns, 61 * sec} {
		f := k.Faces(at).P1
		lost := int((at - 1) / (30 * sec))
		if want := 30*sec - (at - time.Duration(lost)*30*sec); f.Left != want || f.Periods != 3-lost || f.Text[:3] == "0:0" {
			t.Errorf("at %v: %q, %d periods, %v left: want %v", at, f.Text, f.Periods, f.Left, want)
		}
	}
}

// No warning of low time; and where there is one, it cannot be switched off for a tournament.
func TestComplaintNoLowTimeWarning(t *testing.T) {
	k := started(t, "sd 15m")
	if cue, ok := k.NextCue(0, ClubSounds()); !ok || cue != (Cue{5 * mnt, P1, LowTime, 10 * mnt}) {
		t.Errorf("first sound %+v, want low time at 5m", cue)
	}
	if cue, ok := k.NextCue(0, TournamentSounds()); !ok || cue != (Cue{15 * mnt, P1, FlagSound, 0}) {
		t.Errorf("first sound of a tournament %+v, want the flag", cue)
	}
	if cue, ok := k.NextCue(0, Sounds{}); ok {
		t.Errorf("silence sounds %+v", cue)
	}
}

// Tenths distract, and lights are too bright.
func TestComplaintTenthsDistract(t *testing.T) {
	k := started(t, "sd 15m")
	d := DefaultDisplay()
	d.TenthsBelow, d.Brightness = 0, 5
	if f := k.FacesWith(d, 15*mnt-4500*ms); f.P1.Text != "0:04" || f.NextChange != 15*mnt-4*sec+ns {
		t.Errorf("tenths off: %q, next change %v", f.P1.Text, f.NextChange)
	}
}

// It was not clear who had flagged first.
func TestComplaintUnclearWhoFlaggedFirst(t *testing.T) {
	k := started(t, "fischer 10s+2s")
	k.PlayOn(true)
	k.Advance(11 * sec)
	if !k.Press(P1, 12*sec) {
		t.Fatal("playing on, the flagged side must be able to press")
	}
	k.Advance(time.Minute)
	f, s := k.Faces(time.Minute), k.State(time.Minute)
	if !s.P1.Flag || !s.P2.Flag {
		t.Fatalf("both are out of time: %+v", s)
	}
	if !f.P1.Flag || f.P2.Flag {
		t.Errorf("flag shown by p1 %v, p2 %v: want the first only", f.P1.Flag, f.P2.Flag)
	}
	if side, at, _ := k.FirstFlag(); side != P1 || at != 10*sec {
		t.Errorf("first flag of %s at %v, want p1 at 10s", side, at)
	}
	if s.P1.Main != 0 {
		t.Errorf("an increment after the flag: %+v", s.P1)
	}
}

// Added time appeared only with the next move.
func TestComplaintAddedTimeAppearsOnlyOnNextMove(t *testing.T) {
	k := started(t, "stages 2/1m,sd 30m")
	for i, at := 0, time.Duration(0); i < 4; i++ {
		at += sec
		k.Press(k.Running(), at)
	}
	if s := k.State(4 * sec); s.P1.Main != Seconds(60*sec-2*sec+30*mnt) || s.P1.Shown != "0:30" {
		t.Errorf("after the control: %+v", s.P1)
	}
}
