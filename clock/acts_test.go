package clock

import (
	"time"

	"pgregory.net/rapid"
)

// anyControl draws controls small enough that a short game reaches every end of a time.
func anyControl() *rapid.Generator[Control] {
	return rapid.Custom(func(t *rapid.T) Control {
		step := rapid.SampledFrom([]time.Duration{5 * sec, 10 * sec, 20 * sec, mnt})
		count := rapid.Int32Range(1, 4)
		c := Control{system: System(rapid.IntRange(int(SuddenDeath), int(Quick)).Draw(t, "system"))}
		switch c.system {
		case Byoyomi, Ing:
			c.main, c.period, c.periods = step.Draw(t, "main"), step.Draw(t, "period"), count.Draw(t, "periods")
		case Canadian:
			c.main, c.period, c.stones = step.Draw(t, "main"), step.Draw(t, "period"), count.Draw(t, "stones")
			c.opening, c.carry = rapid.Int32Range(0, 3).Draw(t, "opening"), rapid.Bool().Draw(t, "carry")
		case Fischer:
			c.main, c.bonus, c.first = step.Draw(t, "main"), step.Draw(t, "bonus"), rapid.Bool().Draw(t, "first")
		case Bronstein, Delay:
			c.main, c.bonus = step.Draw(t, "main"), step.Draw(t, "bonus")
		case Stages:
			c.count, c.first = int8(count.Draw(t, "count")), rapid.Bool().Draw(t, "first")
			for i := range c.stages[:c.count] {
				c.stages[i] = stage{count.Draw(t, "moves"), step.Draw(t, "time"), step.Draw(t, "increment")}
			}
			if rapid.Bool().Draw(t, "sudden") {
				c.stages[c.count-1].moves = 0
			}
		case Title:
			c.main = time.Duration(count.Draw(t, "minutes")) * mnt
		case Quick:
			c.main, c.period, c.extra, c.stones = mnt, step.Draw(t, "period"), step.Draw(t, "extra"), count.Draw(t, "stones")
			c.each = rapid.Bool().Draw(t, "each")
		default:
			c.main = step.Draw(t, "main")
		}
		return c
	})
}

// act is something done to a clock some time after the last.
type act struct {
	after time.Duration
	what  int
	side  Side
	delta time.Duration
}

const (
	actNothing = iota
	actPress
	actPressIdle
	actPause
	actResume
	actAdjust
	actRun
	actReply
	actRefuse
	actUndo
	acts
)

func anyAct() *rapid.Generator[act] {
	return rapid.Custom(func(t *rapid.T) act {
		a := act{
			after: 5 * sec * time.Duration(rapid.IntRange(0, 6).Draw(t, "fives")),
			what:  rapid.IntRange(0, 2*acts-1).Draw(t, "what"),
			side:  Side(rapid.IntRange(1, 2).Draw(t, "side")),
			delta: 5 * sec * time.Duration(rapid.IntRange(-4, 4).Draw(t, "delta")),
		}
		if a.what >= acts {
			a.what = actPress // half of what happens
		}
		if a.after > 0 {
			a.after += time.Duration(rapid.IntRange(-1, 1).Draw(t, "beside"))
		}
		return a
	})
}

func (a act) do(k *Clock, at time.Duration) {
	switch a.what {
	case actPress:
		k.Press(k.Running(), at)
	case actPressIdle:
		k.Press(k.Running().Opponent(), at)
	case actPause:
		k.Pause(at, "dispute")
	case actResume:
		k.Resume(at)
	case actAdjust:
		k.Adjust(a.side, a.delta, at)
	case actRun:
		k.SetRunning(a.side, at)
	case actReply:
		k.BeginReply(at)
	case actRefuse:
		k.RefuseDraw(at)
	case actUndo:
		k.UndoPress(at)
	}
}

// play starts a clock and does the acts, advancing before each; it returns the reports.
func play(k *Clock, list []act) (changes []Change, at time.Duration) {
	_ = k.Start(P1, 0)
	for _, a := range list {
		at += a.after
		changes = append(changes, k.Advance(at)...)
		a.do(k, at)
	}
	return append(changes, k.Advance(at)...), at
}
