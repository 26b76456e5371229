package clock

import (
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestSplittingAnAdvanceChangesNothing: many small steps report and leave what one long one does.
func TestSplittingAnAdvanceChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyControl().Draw(t, "control")
		list := rapid.SliceOfN(anyAct(), 1, 30).Draw(t, "acts")
		one, two := New(c), New(c)
		want, end := play(&one, list)
		got, at := []Change(nil), time.Duration(0)
		_ = two.Start(P1, 0)
		for _, a := range list {
			for range rapid.IntRange(0, 3).Draw(t, "cuts") {
				cut := time.Duration(rapid.Int64Range(0, int64(a.after)).Draw(t, "cut"))
				got = append(got, two.Advance(at+cut)...)
			}
			at += a.after
			got = append(got, two.Advance(at)...)
			a.do(&two, at)
		}
		got = append(got, two.Advance(at)...)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("reports in steps %v, at once %v", got, want)
		}
		if a, b := one.settled(end), two.settled(end); a != b {
			t.Fatalf("in steps %+v, at once %+v", b, a)
		}
	})
}

// TestReportsAreInOrderAndDue: Deadline says when the next report is due, not before and not
// later, and reports never go back in time.
func TestReportsAreInOrderAndDue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := New(anyControl().Draw(t, "control"))
		_, at := play(&k, rapid.SliceOfN(anyAct(), 0, 20).Draw(t, "acts"))
		k.Resume(at)
		for range 50 {
			due, ok := k.Deadline()
			if !ok {
				break
			}
			if due < at {
				t.Fatalf("deadline %v lies before %v", due, at)
			}
			if early := k.Advance(due); early != nil {
				t.Fatalf("at its deadline %v: %v", due, early)
			}
			got := k.Advance(due + 1)
			if len(got) == 0 || got[0].At != due {
				t.Fatalf("after its deadline %v: %v", due, got)
			}
			at = due
		}
	})
}

// TestTimeIsNeitherCreatedNorDestroyed keeps books on a side's main time: what it began
// with, was given and adjusted, less what it thought, is what it has.
func TestTimeIsNeitherCreatedNorDestroyed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyControl().Filter(func(c Control) bool {
			return systems[c.system].pace == paceMain && c.system != Step || c.system == Delay
		}).Draw(t, "control")
		k := New(c)
		books := [2]time.Duration{k.sides[0].main, k.sides[1].main}
		_ = k.Start(P1, 0)
		at := time.Duration(0)
		for _, a := range rapid.SliceOfN(anyAct(), 1, 40).Draw(t, "acts") {
			if a.what == actUndo || a.what == actReply {
				continue // they have tests of their own
			}
			thinker, turn := k.running, time.Duration(0)
			before := [2]time.Duration{k.Used(P1, at), k.Used(P2, at)}
			if thinker != NoSide {
				turn = k.settled(at).sides[thinker.seat()].turn
			}
			at += a.after
			k.Advance(at)
			thought := k.Used(P1, at) - before[0] + k.Used(P2, at) - before[1]
			if thinker != NoSide {
				bookThinking(c, &books, thinker, turn, thought)
			}
			bookAct(t, &k, a, &books, at)
			now := k.settled(at)
			for i := range books {
				if now.sides[i].main != books[i] {
					t.Fatalf("%v after %+v: p%d has %v, by the books %v", c, a, i+1, now.sides[i].main, books[i])
				}
			}
		}
	})
}

func bookThinking(c Control, books *[2]time.Duration, thinker Side, turn, thought time.Duration) {
	charged := thought
	if c.system == Delay {
		charged = max(0, turn+thought-c.bonus) - max(0, turn-c.bonus)
	}
	books[thinker.seat()] -= charged
	switch c.system {
	case Hourglass:
		books[thinker.Opponent().seat()] += charged
	case Shared:
		books[thinker.Opponent().seat()] -= charged
	}
}

func bookAct(t *rapid.T, k *Clock, a act, books *[2]time.Duration, at time.Duration) {
	if a.what == actAdjust {
		before, after := k.Adjust(a.side, a.delta, at)
		books[a.side.seat()] += after - before
		if k.control.common() {
			books[a.side.Opponent().seat()] += after - before
		}
		return
	}
	c, mover := k.control, k.running
	then := k.settled(at)
	a.do(k, at)
	if a.what != actPress || k.running == mover || mover == NoSide {
		return
	}
	s := then.sides[mover.seat()]
	granted := time.Duration(0)
	switch c.system {
	case Fischer:
		granted = c.bonus
	case Bronstein:
		granted = min(c.bonus, s.turn)
	case Title:
		granted = s.turn - s.turn.Truncate(mnt)
	case Stages:
		granted = c.stages[s.stage].increment
		if s.stones == 1 {
			granted += c.stages[min(int(s.stage)+1, int(c.count)-1)].time
		}
	}
	books[mover.seat()] += granted
}

// TestCompletedMoveRestoresThePeriod: in byoyomi and with a limit for each move.
func TestCompletedMoveRestoresThePeriod(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyControl().Filter(func(c Control) bool { return c.system == Byoyomi || c.system == Step }).Draw(t, "control")
		k := New(c)
		_ = k.Start(P1, 0)
		at := time.Duration(0)
		for _, a := range rapid.SliceOfN(anyAct(), 1, 30).Draw(t, "acts") {
			at += a.after
			mover := k.Running()
			if mover == NoSide || !k.Press(mover, at) {
				continue
			}
			s := k.State(at).Of(mover)
			if left := max(s.Period, s.Main); c.system == Step && left != Seconds(c.main) {
				t.Fatalf("after a move %v are left for the next, want %v", left, c.main)
			}
			if c.system == Byoyomi && s.Period != Seconds(c.period) {
				t.Fatalf("after a move the period is %v, want %v", s.Period, c.period)
			}
		}
	})
}

// TestPausingChangesNothing: a pause of any length at any moment shifts what follows and
// changes nothing else.
func TestPausingChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := New(anyControl().Draw(t, "control"))
		_, at := play(&k, rapid.SliceOfN(anyAct(), 0, 20).Draw(t, "acts"))
		k.Resume(at)
		paused := k
		before := time.Duration(rapid.Int64Range(0, int64(mnt)).Draw(t, "before"))
		after := time.Duration(rapid.Int64Range(0, int64(mnt)).Draw(t, "after"))
		tea := time.Duration(rapid.Int64Range(0, int64(100*mnt)).Draw(t, "tea"))

		want := k.Advance(at + before + after)
		got := paused.Advance(at + before)
		if _, stands := paused.Paused(); stands {
			t.Skip("the shared time ran out before the pause")
		}
		paused.Pause(at+before, "tea")
		frozen := paused.State(at + before)
		if brewed := paused.State(at + before + tea); brewed != frozen {
			t.Fatalf("during the pause %+v became %+v", frozen, brewed)
		}
		if reported := paused.Advance(at + before + tea); reported != nil {
			t.Fatalf("during the pause: %v", reported)
		}
		if _, due := paused.Deadline(); due {
			t.Fatal("something is due during a pause")
		}
		paused.Resume(at + before + tea)
		for _, c := range paused.Advance(at + before + tea + after) {
			c.At -= tea
			got = append(got, c)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("with a pause %v, without %v", got, want)
		}
		if a, b := k.State(at+before+after), paused.State(at+before+tea+after); a != b {
			t.Fatalf("with a pause %+v, without %+v", b, a)
		}
	})
}

// TestFlagsAreFinal: after the flag nothing anybody does changes anything.
func TestFlagsAreFinal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := New(anyControl().Draw(t, "control"))
		_, at := play(&k, rapid.SliceOfN(anyAct(), 0, 20).Draw(t, "acts"))
		at += 100 * time.Hour
		k.Resume(at)
		at += 100 * time.Hour
		k.Advance(at)
		side, fell, flagged := k.FirstFlag()
		if !flagged {
			t.Skip("nobody can lose by time here")
		}
		want := k.State(at)
		for _, a := range rapid.SliceOfN(anyAct(), 1, 20).Draw(t, "more") {
			at += a.after
			k.Advance(at)
			a.do(&k, at)
			if inTime := k.Press(side, at) || k.Press(side.Opponent(), at); inTime {
				t.Fatal("a press counted after the flag")
			}
		}
		if s, f, _ := k.FirstFlag(); s != side || f != fell {
			t.Fatalf("the first flag moved from %s at %v to %s at %v", side, fell, s, f)
		}
		if got := k.State(at); got != want {
			t.Fatalf("after the flag %+v became %+v", want, got)
		}
	})
}

// TestLatePressIsChargedByItsStamp: that time was advanced beyond it makes no difference,
// unless the flag was reported.
func TestLatePressIsChargedByItsStamp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := New(anyControl().Draw(t, "control"))
		_, at := play(&k, rapid.SliceOfN(anyAct(), 0, 20).Draw(t, "acts"))
		k.Resume(at)
		late := k
		stamp := at + time.Duration(rapid.Int64Range(0, int64(mnt)).Draw(t, "think"))
		late.Advance(stamp + time.Duration(rapid.Int64Range(0, int64(10*sec)).Draw(t, "delay")))
		if late.Running() == NoSide || late.paused {
			t.Skip("the flag was reported")
		}
		a, b := k.Press(k.Running(), stamp), late.Press(late.Running(), stamp)
		if a != b {
			t.Fatalf("pressed at once %v, late %v", a, b)
		}
		for _, side := range []Side{P1, P2} {
			for _, after := range []time.Duration{0, 1, sec, mnt, 10 * mnt} {
				if x, y := k.State(stamp+after).Of(side), late.State(stamp+after).Of(side); x != y {
					t.Fatalf("%v later %s has %+v, pressed late %+v", after, side, x, y)
				}
			}
		}
	})
}

// TestUndoneMoveWasNeverPressed: after UndoPress everything is as if the presser had
// thought on, pauses left out.
func TestUndoneMoveWasNeverPressed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := New(anyControl().Draw(t, "control"))
		_, at := play(&k, rapid.SliceOfN(anyAct(), 0, 20).Draw(t, "acts"))
		k.Resume(at)
		k.EndReply(at)
		think, rival, pause := 5*sec, 5*sec, time.Duration(0)
		think += time.Duration(rapid.Int64Range(-int64(sec), int64(sec)).Draw(t, "think"))
		rival += time.Duration(rapid.Int64Range(-int64(sec), int64(sec)).Draw(t, "rival"))
		if rapid.Bool().Draw(t, "pause") {
			pause = mnt
		}
		never := k
		pressed := at + think
		if mover := k.Running(); !k.Press(mover, pressed) || k.Running() != mover.Opponent() || k.asking {
			t.Skip("no move was completed")
		}
		k.Pause(pressed+rival/2, "the arbiter comes")
		k.Resume(pressed + rival/2 + pause)
		k.Advance(pressed + pause + rival)
		if !k.UndoPress(pressed + pause + rival) {
			if _, _, flagged := k.FirstFlag(); flagged || k.ended {
				t.Skip("the rival's flag fell")
			}
			t.Fatal("the press could not be taken back")
		}
		if k.UndoPress(pressed + pause + rival) {
			t.Fatal("one press was taken back twice")
		}
		for _, after := range []time.Duration{0, 1, sec, 20 * sec, 10 * mnt} {
			a, b := never.State(pressed+rival+after), k.State(pressed+pause+rival+after)
			if a != b {
				t.Fatalf("%v later %+v, never pressed %+v", after, b, a)
			}
		}
	})
}

// TestBronsteinIsDelayWithTheDelayInHand: identical if it starts with M+d (CLOCK.md section 2).
func TestBronsteinIsDelayWithTheDelayInHand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const d = 5 * sec
		delay := New(Control{system: Delay, main: mnt, bonus: d})
		bronstein := New(Control{system: Bronstein, main: mnt + d, bonus: d})
		_, at := play(&delay, nil)
		play(&bronstein, nil)
		for range 40 {
			at += time.Duration(rapid.Int64Range(0, int64(10*sec)).Draw(t, "think"))
			mover := delay.Running()
			if a, b := delay.Press(mover, at), bronstein.Press(mover, at); a != b {
				t.Fatalf("at %v: delay %v, bronstein %v", at, a, b)
			}
			x, y := delay.State(at).P1.Main, bronstein.State(at).P1.Main
			if delay.Running() == P2 && x+Seconds(d) != y {
				t.Fatalf("at %v: delay has %v and %v in hand, bronstein %v", at, x, d, y)
			}
		}
	})
}

// TestControlsReadBack: String is a SPEC of the same control.
func TestControlsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyControl().Draw(t, "control")
		for i := range c.stages {
			if i < int(c.count)-1 && c.stages[i].moves == 0 {
				c.stages[i].moves = 1
			}
		}
		back, err := ParseControl(c.String())
		if err != nil || back != c {
			t.Fatalf("%q read back as %+v, %v; was %+v", c.String(), back, err, c)
		}
	})
}
