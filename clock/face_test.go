package clock

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestWrittenTime(t *testing.T) {
	club := DefaultDisplay()
	six, plain := club, club
	six.Seconds = true
	plain.TenthsBelow = 0
	tests := []struct {
		display Display
		left    time.Duration
		want    string
	}{
		{club, 2 * time.Hour, "2:00"},
		{club, 2*time.Hour - ns, "1:59"},
		{club, 20 * mnt, "0:20"},
		{club, 20*mnt - ns, "19:59"},
		{club, 1137750 * ms, "18:57"},
		{club, 60 * sec, "1:00"},
		{club, 60*sec - ns, "0:59"},
		{club, 10 * sec, "0:10"},
		{club, 10*sec - ns, "9.9"},
		{club, sec, "1.0"},
		{club, sec - ns, "0.9"},
		{club, 100 * ms, "0.1"},
		{club, 100*ms - ns, "0.09"},
		{club, 5 * ms, "0.005"},
		{club, ns, "0.000000001"},
		{club, 0, "0.0"}, // to the very instant, and the flag has not fallen
		{six, 2*time.Hour - ns, "1:59:59"},
		{six, time.Hour, "1:00:00"},
		{six, time.Hour - ns, "59:59"},
		{plain, 10*sec - ns, "0:09"},
		{plain, sec, "0:01"},
		{plain, sec - ns, "0.9"},
		{plain, ns, "0.000000001"},
	}
	for _, tt := range tests {
		if got, _ := tt.display.write(tt.left); got != tt.want {
			t.Errorf("%v left is written %q, want %q", tt.left, got, tt.want)
		}
	}
}

func TestDigits(t *testing.T) {
	tests := []struct {
		text  string
		cells int
		want  Digits
	}{
		{"18:57", 4, Digits{"1857", true, -1}},
		{"0:59", 4, Digits{" 059", true, -1}},
		{"9.4", 4, Digits{"  94", false, 2}},
		{"0.003", 4, Digits{"0003", false, 0}},
		{"0.000000001", 4, Digits{"0000", false, 0}},
		{"1:59:59", 6, Digits{" 15959", true, -1}},
		{"18:57", 6, Digits{"  1857", true, -1}},
		{"120:00", 4, Digits{"9959", true, -1}},
		{"120:00:00", 6, Digits{"995959", true, -1}},
		{"1:00", 0, Digits{"", true, -1}},
	}
	for _, tt := range tests {
		if got := (Face{Text: tt.text}).Digits(tt.cells); got != tt.want {
			t.Errorf("%q on %d digits is %+v, want %+v", tt.text, tt.cells, got, tt.want)
		}
	}
}

// shownTime is what a text says is left, in its finest reading; a bare zero is said by 0:00
// and 0.0 alone.
func shownTime(t fataler, text string, left time.Duration) time.Duration {
	whole, fraction, _ := strings.Cut(text, ".")
	parts := strings.Split(whole, ":")
	total, unit := time.Duration(0), sec
	if len(parts) == 2 && left >= DefaultDisplay().HoursFrom {
		unit = mnt
	}
	for i := len(parts) - 1; i >= 0; i-- {
		n, err := strconv.Atoi(parts[i])
		if err != nil {
			t.Fatalf("%q is no time", text)
		}
		total += time.Duration(n) * unit
		unit *= 60
	}
	if fraction != "" {
		n, err := strconv.Atoi((fraction + "000000000")[:9])
		if err != nil {
			t.Fatalf("%q is no time", text)
		}
		total += time.Duration(n)
	}
	return total
}

type fataler interface {
	Fatalf(format string, args ...any)
}

// TestShownIsNeverMoreThanIsLeft, at any instant of any game; it falls while the side
// thinks; and it is zero only after the flag or when nothing at all is left.
func TestShownIsNeverMoreThanIsLeft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := New(anyControl().Draw(t, "control"))
		_, at := play(&k, rapid.SliceOfN(anyAct(), 0, 20).Draw(t, "acts"))
		last, turn := forever, Face{}
		for range 30 {
			at += time.Duration(rapid.Int64Range(0, int64(3*sec)).Draw(t, "later"))
			f := k.Faces(at)
			for _, side := range []Side{P1, P2} {
				face := f.Of(side)
				shown := shownTime(t, face.Text, face.Left)
				if !k.settled(at).sides[side.seat()].flag && (shown > face.Left || (shown == 0) != (face.Left == 0)) {
					t.Fatalf("%s shows %q with %v left", side, face.Text, face.Left)
				}
			}
			now := f.Of(k.Running())
			if now.Running && now.Overtime == turn.Overtime && now.Periods == turn.Periods && turn.Running && f.At > 0 {
				if shown := shownTime(t, now.Text, now.Left); shown > last {
					t.Fatalf("%s showed %v and now %q while thinking", now.Side, last, now.Text)
				}
			}
			turn, last = now, shownTime(t, now.Text, now.Left)
		}
	})
}

// sameLook compares what can be seen.
func sameLook(a, b Faces) bool {
	for _, f := range []*Faces{&a, &b} {
		f.At, f.NextChange, f.Changes = 0, 0, false
		f.P1.Left, f.P2.Left = 0, 0
	}
	return a == b
}

// TestNextChangeIsExact: nothing that can be seen changes before it, and something does at it.
func TestNextChangeIsExact(t *testing.T) {
	displays := []Display{DefaultDisplay(), {HoursFrom: 30 * sec, TenthsBelow: 0, MarkFor: 3 * sec, ReliefBelow: 17 * sec},
		{HoursFrom: 90*sec + 300*ms, TenthsBelow: 12345 * ms, Seconds: true}}
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(displays).Draw(t, "display")
		k := New(anyControl().Draw(t, "control"))
		_, at := play(&k, rapid.SliceOfN(anyAct(), 0, 20).Draw(t, "acts"))
		at += time.Duration(rapid.Int64Range(0, int64(sec)).Draw(t, "later"))
		for range 40 {
			now := k.FacesWith(d, at)
			if !now.Changes {
				if later := k.FacesWith(d, at+100*time.Hour); !sameLook(now, later) {
					t.Fatalf("%+v was to stay and is %+v", now, later)
				}
				return
			}
			if now.NextChange <= at {
				t.Fatalf("at %v the next change was at %v", at, now.NextChange)
			}
			between := time.Duration(rapid.Int64Range(int64(at), int64(now.NextChange-1)).Draw(t, "between"))
			for _, still := range []time.Duration{between, now.NextChange - 1} {
				if same := k.FacesWith(d, still); !sameLook(now, same) {
					t.Fatalf("from %v to change at %v, but at %v\n%+v\n%+v", at, now.NextChange, still, now, same)
				}
			}
			at = now.NextChange
		}
	})
}

// TestEveryNextChangeIsSeen: redraws are not wasted while nothing but digits change.
func TestEveryNextChangeIsSeen(t *testing.T) {
	for _, spec := range soakSpecs {
		k := started(t, spec)
		at, redraws := time.Duration(0), 0
		for at < 10*mnt && redraws < 100000 && k.Running() != NoSide {
			now := k.Faces(at)
			if !now.Changes {
				break
			}
			if sameLook(now, k.Faces(now.NextChange)) {
				t.Errorf("%s: nothing to see at %v: %+v", spec, now.NextChange, now)
			}
			at = now.NextChange
			redraws++
			k.Advance(at)
		}
		if redraws < 10 {
			t.Errorf("%s: %d redraws in ten minutes", spec, redraws)
		}
	}
}

// TestPeriodChangeIsMarked for as long as the display wants, and not after a press.
func TestPeriodChangeIsMarked(t *testing.T) {
	k := started(t, "byoyomi 1m 3x30s")
	for _, tt := range []struct {
		at   time.Duration
		want bool
	}{
		{60 * sec, false}, {60*sec + ns, true}, {62*sec - ns, true}, {62 * sec, false},
		{90 * sec, false}, {90*sec + ns, true}, {92 * sec, false},
	} {
		if got := k.Faces(tt.at).P1.PeriodMark; got != tt.want {
			t.Errorf("at %v the period is marked %v, want %v", tt.at, got, tt.want)
		}
	}
	k.Press(P1, 95*sec)
	k.Press(P2, 96*sec)
	if k.Faces(97 * sec).P1.PeriodMark {
		t.Error("a period that a press began is marked")
	}
}

// TestSecondTime: the delay beside the main time, the game time beside the limit of a move.
func TestSecondTime(t *testing.T) {
	delay, quick := started(t, "delay 5m+3s"), started(t, "quick 5m 30s 8x30s")
	if f := delay.Faces(1500 * ms).P1; f.Text != "5:00" || f.Second != "1.5" {
		t.Errorf("in the delay: %q and %q, want 5:00 and 1.5", f.Text, f.Second)
	}
	if f := delay.Faces(4 * sec).P1; f.Text != "4:59" || f.Second != "" {
		t.Errorf("after the delay: %q and %q, want 4:59 alone", f.Text, f.Second)
	}
	if f := quick.Faces(12 * sec).P1; f.Text != "0:18" || f.Second != "4:48" {
		t.Errorf("quick: %q and %q, want 0:18 and 4:48", f.Text, f.Second)
	}
}

// TestRelief: with five minutes or less and in overtime, not where moves bring half a minute.
func TestRelief(t *testing.T) {
	for _, tt := range []struct {
		spec string
		at   time.Duration
		want bool
	}{
		{"sd 10m", 5*mnt - ns, false}, {"sd 10m", 5 * mnt, true},
		{"fischer 10m+30s", 6 * mnt, false}, {"fischer 10m+29s", 6 * mnt, true},
		{"byoyomi 6m 1x10m", 7 * mnt, true}, {"step 30s", sec, false},
		{"stages 9/10m+30s", 6 * mnt, false}, {"quick 5m 30s 8x30s", sec, false},
	} {
		if got := started(t, tt.spec).Faces(tt.at).P1.Relief; got != tt.want {
			t.Errorf("%s after %v: relief %v, want %v", tt.spec, tt.at, got, tt.want)
		}
	}
}

// TestCountdown to the end of the time for an answer, frozen by a pause.
func TestCountdown(t *testing.T) {
	k := started(t, "sd 10m")
	k.BeginReply(10 * sec)
	k.Pause(15*sec, "noise")
	for _, at := range []time.Duration{15 * sec, mnt} {
		if got := k.Faces(at).Countdown; got != "0:25" {
			t.Errorf("at %v the countdown is %q, want 0:25", at, got)
		}
	}
	k.Resume(mnt)
	if got := k.Faces(80 * sec).Countdown; got != "5.0" {
		t.Errorf("after the pause the countdown is %q, want 5.0", got)
	}
	if got := k.Faces(85 * sec).Countdown; got != "" {
		t.Errorf("after the end the countdown is %q", got)
	}
}
