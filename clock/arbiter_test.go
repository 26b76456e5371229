package clock

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestAdjust(t *testing.T) {
	tests := []struct {
		name, spec    string
		at            time.Duration // P1 has thought so long
		side          Side
		delta         time.Duration
		before, after time.Duration
		due           time.Duration // the flag of P1 then
	}{
		{"adds to who thinks", "sd 1m", 20 * sec, P1, 2 * mnt, 40 * sec, 160 * sec, 180 * sec},
		{"adds to who waits", "sd 1m", 20 * sec, P2, 2 * mnt, 60 * sec, 180 * sec, 60 * sec},
		{"takes away", "sd 1m", 20 * sec, P1, -30 * sec, 40 * sec, 10 * sec, 30 * sec},
		{"never below zero", "sd 1m", 20 * sec, P1, -5 * mnt, 40 * sec, 0, 20 * sec},
		{"gives main time again in byoyomi", "byoyomi 10s 2x30s", 50 * sec, P1, mnt, 0, mnt, 130 * sec},
		{"takes no period", "byoyomi 10s 2x30s", 50 * sec, P1, -mnt, 0, 0, 70 * sec},
		{"changes the running block", "canadian 10s 3/30s", 20 * sec, P1, mnt, 20 * sec, 80 * sec, 100 * sec},
		{"changes main time before the block", "canadian 10s 3/30s", 5 * sec, P1, mnt, 5 * sec, 65 * sec, 100 * sec},
		{"changes this move only", "step 30s", 10 * sec, P1, 10 * sec, 20 * sec, 30 * sec, 40 * sec},
		{"whole minutes only", "title 3m", 10 * sec, P1, 90 * sec, 170 * sec, 230 * sec, 240 * sec},
		{"changes the pool for both", "shared 5m", 10 * sec, P2, 10 * sec, 290 * sec, 300 * sec, 310 * sec},
		{"is bounded", "sd 1m", 0, P1, forever, mnt, longest, longest},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := started(t, tt.spec)
			k.Advance(tt.at)
			before, after := k.Adjust(tt.side, tt.delta, tt.at)
			if before != tt.before || after != tt.after {
				t.Errorf("%v to %v, want %v to %v", before, after, tt.before, tt.after)
			}
			last := time.Duration(0)
			for _, c := range k.Advance(tt.due + 1) {
				last = c.At
			}
			if _, running := k.Paused(); last != tt.due || k.Running() != NoSide && !running {
				t.Errorf("out of time at %v, want %v", last, tt.due)
			}
		})
	}
}

// TestOvertimeIsEnteredAgain when the arbiter gave main time to a side in byoyomi.
func TestOvertimeIsEnteredAgain(t *testing.T) {
	k := started(t, "byoyomi 10s 2x30s")
	k.Advance(20 * sec)
	k.Adjust(P1, mnt, 20*sec)
	want := []Change{{80 * sec, P1, OvertimeEntered, 2}, {100 * sec, P1, PeriodLost, 1}, {130 * sec, P1, FlagFall, 0}}
	if got := k.Advance(mnt * 10); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestPenalize(t *testing.T) {
	k := started(t, "sd 10m")
	k.Advance(mnt)
	got, err := k.Penalize(P1, DefaultPenalty(), mnt)
	want := []Adjustment{{P2, 10 * mnt, 12 * mnt}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v: want %v", got, err, want)
	}
	got, err = k.Penalize(P2, Penalty{MaxPenalty, MaxPenalty}, mnt)
	want = []Adjustment{{P1, 9 * mnt, 14 * mnt}, {P2, 12 * mnt, 7 * mnt}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v: want %v", got, err, want)
	}
	for _, wrong := range []Penalty{{MaxPenalty + 1, 0}, {0, MaxPenalty + 1}, {-1, 0}, {0, -1}} {
		if _, err := k.Penalize(P1, wrong, mnt); err == nil {
			t.Errorf("penalty %v was given", wrong)
		}
	}
	if _, err := k.Penalize(NoSide, DefaultPenalty(), mnt); err == nil {
		t.Error("a penalty for nobody was given")
	}
	if _, err := started(t, "shared 1h").Penalize(P1, DefaultPenalty(), 0); err == nil {
		t.Error("a penalty on a common time was given")
	}
}

func TestSetCounter(t *testing.T) {
	k := started(t, "stages 40/90m,sd 15m")
	k.Press(P1, sec)
	if before, after, err := k.SetCounter(P1, Stones, 1, 2*sec); err != nil || before != 39 || after != 1 {
		t.Errorf("stones %d to %d, %v", before, after, err)
	}
	k.Press(P2, 3*sec)
	k.Press(P1, 4*sec)
	if s := k.State(4 * sec).P1; s.Stones != 0 || s.Main != Seconds(105*mnt-2*sec) {
		t.Errorf("after the corrected control: %+v", s)
	}
	if before, _, err := k.SetCounter(P1, Moves, 7, 4*sec); err != nil || before != 2 {
		t.Errorf("moves were %d, %v; want 2", before, err)
	}
	byoyomi := started(t, "byoyomi 0s 3x30s")
	byoyomi.Advance(70 * sec)
	if before, after, err := byoyomi.SetCounter(P1, Periods, 3, 70*sec); err != nil || before != 1 || after != 3 {
		t.Errorf("periods %d to %d, %v", before, after, err)
	}
	byoyomi.Advance(time.Hour)
	if _, at, _ := byoyomi.FirstFlag(); at != 150*sec {
		t.Errorf("with the periods given back the flag fell at %v, want 2m30s", at)
	}
	for _, wrong := range []struct {
		side    Side
		counter Counter
		value   int
	}{{NoSide, Moves, 1}, {P1, Periods, 1}, {P1, Stones, 1}, {P2, Stones, 0}, {P2, Stones, maxCount + 1}, {P2, Moves, -1}, {P2, 9, 1}} {
		if _, _, err := k.SetCounter(wrong.side, wrong.counter, wrong.value, 5*sec); err == nil {
			t.Errorf("%+v was set", wrong)
		}
	}
	if _, _, err := byoyomi.SetCounter(P1, Periods, 2, time.Hour); err == nil {
		t.Error("a period was given to a side whose flag had fallen")
	}
}

// TestSetRunningGivesNobodyAnything: the side that had to stop goes on where it was.
func TestSetRunningGivesNobodyAnything(t *testing.T) {
	k := started(t, "byoyomi 10s 3x30s")
	k.SetRunning(P2, 25*sec)
	k.SetRunning(P1, 30*sec)
	s := k.State(30 * sec)
	if s.Running != P1 || s.P1.Period != Seconds(15*sec) || s.P2.Main != Seconds(5*sec) {
		t.Errorf("%+v", s)
	}
	delay := started(t, "delay 1m+5s")
	delay.SetRunning(P2, 4*sec)
	delay.SetRunning(P1, 4*sec)
	if s := delay.State(6 * sec).P1; s.Main != Seconds(59*sec) {
		t.Errorf("a new delay was given: %+v", s)
	}
}

// TestReplyToDrawOfferFreezesTheMoveTimer (S-613): 30 s, charged to the game's time only.
func TestReplyToDrawOfferFreezesTheMoveTimer(t *testing.T) {
	tests := []struct {
		spec         string
		main, period time.Duration // left 40 s after an offer made at 5 s
	}{
		{"step 30s", 15 * sec, 0},
		{"byoyomi 1m 3x30s", 15 * sec, 30 * sec},
		{"byoyomi 0s 3x30s", 0, 15 * sec},
		{"byoyomi 20s 3x30s", 0, 20 * sec},
		{"sd 1m", 15 * sec, 0},
		{"delay 1m+10s", 25 * sec, 0},
		{"quick 5m 30s 8x30s", 255 * sec, 15 * sec},
	}
	for _, tt := range tests {
		k := started(t, tt.spec)
		k.BeginReply(5 * sec)
		s := k.State(45 * sec).P1
		if s.Main != Seconds(tt.main) || s.Period != Seconds(tt.period) || s.Flag {
			t.Errorf("%s: %+v, want main %v period %v", tt.spec, s, tt.main, tt.period)
		}
		over := false
		for _, c := range k.Advance(45 * sec) {
			over = over || c.Kind == ReplyOver && c.At == 35*sec
		}
		if !over {
			t.Errorf("%s: the end of the 30 s was not reported", tt.spec)
		}
		answered := started(t, tt.spec)
		answered.BeginReply(5 * sec)
		answered.EndReply(10 * sec)
		for _, c := range answered.Advance(20 * sec) {
			if c.Kind == ReplyOver {
				t.Errorf("%s: answered, and yet %v", tt.spec, c)
			}
		}
		if used := answered.Used(P1, 20*sec); used != 20*sec {
			t.Errorf("%s: %v thought in 20 s", tt.spec, used)
		}
	}
}

func TestSharedTime(t *testing.T) {
	k := started(t, "shared 5h")
	k.Press(P1, time.Hour)
	if s := k.State(2 * time.Hour); s.P1.Main != s.P2.Main || s.P1.Main != Seconds(3*time.Hour) {
		t.Errorf("after two hours: %+v", s)
	}
	slow := *k
	if changes := k.Advance(6 * time.Hour); len(changes) != 1 || changes[0] != (Change{5 * time.Hour, P2, SharedEmpty, 0}) {
		t.Errorf("the pool runs empty: %v", changes)
	}
	if reason, ok := k.Paused(); !ok || reason == "" {
		t.Error("the clock does not wait for the arbiter")
	}
	if _, _, flagged := k.FirstFlag(); flagged {
		t.Error("somebody lost by the common time")
	}
	if err := slow.Split(4*time.Hour + 1); err != nil {
		t.Fatal(err)
	}
	s := slow.State(4*time.Hour + 1)
	if s.P1.Main+s.P2.Main != Seconds(time.Hour-1) || s.P2.Main-s.P1.Main > 1 {
		t.Errorf("split: %+v", s)
	}
	slow.Advance(10 * time.Hour)
	if side, at, _ := slow.FirstFlag(); side != P2 || at != 4*time.Hour+30*mnt+1 {
		t.Errorf("after the split the flag of %s at %v", side, at)
	}
	if err := slow.Split(0); err == nil || !strings.Contains(err.Error(), "sd") {
		t.Errorf("split twice: %v", err)
	}
}

// TestQuickMachine is CLOCK.md section 2.2, walked through.
func TestQuickMachine(t *testing.T) {
	k := started(t, "quick 1m 30s 1x20s")
	at := time.Duration(0)
	for range 5 {
		at += 11 * sec
		k.Press(k.Running(), at)
	}
	want := []Change{{60 * sec, P2, GameTimeUp, 0}}
	if got := k.Advance(70 * sec); !reflect.DeepEqual(got, want) {
		t.Fatalf("%v, want %v", got, want)
	}
	if !k.Press(P2, 55*sec+30*sec) {
		t.Fatal("the move could not be completed inside its 30 s")
	}
	until, asking := k.Asking(90 * sec)
	if !asking || until != 115*sec || k.Press(P1, 90*sec) {
		t.Fatalf("asking %v until %v", asking, until)
	}
	refused := *k
	want = []Change{{85 * sec, P2, AskDraw, 0}, {115 * sec, P1, ExtraBegun, 1}}
	if got := k.Advance(116 * sec); !reflect.DeepEqual(got, want) {
		t.Fatalf("%v, want %v", got, want)
	}
	if !k.Press(P1, 135*sec) || !k.Press(P2, 155*sec) {
		t.Fatal("a stone of the extra phase was refused")
	}
	want = []Change{{155 * sec, P2, ExtraOver, 0}}
	if got := k.Advance(156 * sec); !reflect.DeepEqual(got, want) || k.Running() != NoSide {
		t.Errorf("%v, want %v and nobody running", got, want)
	}
	refused.Advance(92 * sec) // the refusal is stamped before it
	refused.RefuseDraw(90 * sec)
	if got := refused.Advance(93 * sec); len(got) != 1 || got[0] != (Change{90 * sec, P1, ExtraBegun, 1}) {
		t.Errorf("refused: %v", got)
	}
	refused.Advance(time.Hour)
	if side, fell, _ := refused.FirstFlag(); side != P1 || fell != 110*sec {
		t.Errorf("refused at 90 s: flag of %s at %v, want p1 at 110 s", side, fell)
	}
}

// TestQuickAskingSurvivesAPause: the countdown is frozen like everything else.
func TestQuickAskingSurvivesAPause(t *testing.T) {
	k := started(t, "quick 10s 30s 8x30s")
	k.Press(P1, 20*sec)
	k.Pause(30*sec, "noise")
	if until, asking := k.Asking(100 * sec); !asking || until != 120*sec {
		t.Errorf("paused: asking %v until %v", asking, until)
	}
	k.Resume(200 * sec)
	if until, asking := k.Asking(200 * sec); !asking || until != 220*sec {
		t.Errorf("resumed: asking %v until %v", asking, until)
	}
	k.Advance(221 * sec)
	if s := k.State(221 * sec).P2; s.Period != Seconds(29*sec) || s.Stones != 8 {
		t.Errorf("in the extra phase: %+v", s)
	}
}

// TestUnreportedIsKept: whoever forgets to advance before an input still hears of the flag
// and the lost periods with the next Advance.
func TestUnreportedIsKept(t *testing.T) {
	k := started(t, "byoyomi 0s 3x30s")
	k.Press(P1, 70*sec)
	k.Press(P2, 1000*sec)
	want := []Change{{30 * sec, P1, PeriodLost, 2}, {60 * sec, P1, PeriodLost, 1},
		{100 * sec, P2, PeriodLost, 2}, {130 * sec, P2, PeriodLost, 1}, {160 * sec, P2, FlagFall, 0}}
	if due, _ := k.Deadline(); due != 30*sec {
		t.Errorf("the oldest is from %v", due)
	}
	if got := k.Advance(1000 * sec); !reflect.DeepEqual(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
}

// TestStartOnce and only for a player.
func TestStartOnce(t *testing.T) {
	k := New(must(t, "sd 1m"))
	if k.Press(P1, 0) || k.Start(NoSide, 0) == nil || k.Start(3, 0) == nil {
		t.Error("the clock took something before the start")
	}
	k.Pause(0, "nothing runs")
	if err := k.Start(P2, sec); err != nil || k.Running() != P2 {
		t.Errorf("start: %v", err)
	}
	if k.Start(P1, 2*sec) == nil {
		t.Error("started twice")
	}
}

func TestUntimedCountsThinking(t *testing.T) {
	var k Clock
	if err := k.Start(P1, 0); err != nil {
		t.Fatal(err)
	}
	k.Press(P1, time.Hour)
	if changes := k.Advance(900 * time.Hour); changes != nil {
		t.Errorf("untimed: %v", changes)
	}
	if a, b := k.Used(P1, 2*time.Hour), k.Used(P2, 2*time.Hour); a != time.Hour || b != time.Hour {
		t.Errorf("used %v and %v, want an hour each", a, b)
	}
}

// TestPressIsNeverBeforeItsTurn: an early stamp counts as the beginning of the turn.
func TestPressIsNeverBeforeItsTurn(t *testing.T) {
	k := started(t, "sd 1m")
	k.Press(P1, 10*sec)
	if !k.Press(P2, 5*sec) {
		t.Fatal("the running side's press was refused")
	}
	if a, b := k.Used(P1, 20*sec), k.Used(P2, 20*sec); a != 20*sec || b != 0 {
		t.Errorf("used %v and %v, want 20s and nothing", a, b)
	}
}
