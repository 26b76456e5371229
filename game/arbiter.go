package game

import (
	"shinpan/board"
	"shinpan/clock"
)

func (g *Game) onPause(in Input) {
	g.freeze(orElse(in.Reason, "arbiter"), "")
}

// onResume lets the clock run again, provided that the board shows the position: a
// clock restarted over a wrong board is the next dispute.
func (g *Game) onResume(in Input) {
	if g.pausedFor == sealedReason {
		g.refuse(in, "a sealed move waits: open the envelope")
		return
	}
	if g.pausedFor == adjournReason {
		g.adjourned = adjournment{} // called off
	}
	if missing, extra := g.disturbance(); !g.sight.blind && len(missing)+len(extra) > 0 {
		// The order is remembered: the clock runs as soon as the board is right.
		g.pausedFor = boardReason
		g.conduct.toldMissing, g.conduct.toldExtra = nil, nil
		g.tellRestore()
		return
	}
	g.unfreeze(in.Who)
	g.afterPause()
}

func (g *Game) onAdjust(in Input) {
	if in.Side == clock.NoSide {
		return
	}
	before, after := g.clk.Adjust(in.Side, in.Delta, g.now)
	g.adjusted[in.Side] += after - before
	g.emit(Event{
		Kind: EvCorrect, By: in.Side, What: "clock", Who: in.Who, Reason: in.Reason,
		Before: before.String(), After: after.String(),
	})
}

// onCorrect makes the arbiter's word about one point the position. While a press waits for
// its stone, or a stone lies between points, it names the move.
func (g *Game) onCorrect(in Input) {
	if !g.onBoard(in.Point) {
		return
	}
	before := g.pos.At(in.Point)
	free := before == board.Empty && in.Color != board.Empty
	switch {
	case g.phase == Paused && g.pausedFor == betweenReason && free && in.Color == g.conduct.back.color:
		g.pointNamed(in.Point)
	case (g.phase == Play || g.phase == Paused) && len(g.waiting) > 0 && free && in.Color == g.waiting[0].color:
		if g.sight.seen.At(in.Point) != in.Color {
			g.sight.note(in.Point, in.Color, g.waiting[0].at)
		}
		g.completeMove(loose{in.Point, in.Color, g.waiting[0].at})
	default:
		g.pos.Set(in.Point, in.Color)
		delete(g.conduct.lifted, in.Point)
		g.sight.rejected = without(g.sight.rejected, in.Point)
		if in.Color == board.Empty && g.sight.seen.At(in.Point) != board.Empty {
			g.reject(in.Point)
		}
	}
	g.emit(Event{
		Kind: EvCorrect, What: "board", Point: in.Point, Who: in.Who, Reason: in.Reason,
		Before: before.String(), After: in.Color.String(),
	})
	if g.phase == Paused {
		g.checkRestored()
	}
}

// onTakeBack undoes the last move, or the last stage of the opening. The stone is still
// on the board and has to be taken away; the clocks go back to the beginning of that
// turn (CONDUCT P4).
func (g *Game) onTakeBack(in Input) {
	if g.settleFlag(); g.phase == Over || !g.takeBackOne(in) {
		return
	}
	if g.phase == Play || g.phase == Opening {
		g.freezeForBoard("takeback")
	}
	g.checkRestored()
}

// takeBackOne undoes the last move or stage, if there is one.
func (g *Game) takeBackOne(in Input) bool {
	switch n := len(g.steps); {
	case n > 0 && (g.opens() || len(g.moves) <= g.settled):
		g.takeBackStage(in)
	case len(g.moves) == 0:
		return false
	default:
		g.voidSeal(in)
		last := g.undoLast()
		g.emit(Event{
			Kind: EvCorrect, What: "move", N: last.N, By: last.By, Point: last.Point, Who: in.Who, Reason: in.Reason,
			Before: last.Color.String(), After: board.Empty.String(),
		})
	}
	return true
}

// undoLast removes the last move from the position and gives its side the turn.
func (g *Game) undoLast() Move {
	t := g.turns[len(g.turns)-1]
	last := g.dropLast()
	g.forgetPresses()
	g.conduct.turnUndone()
	g.rewind(t)
	return last
}

// dropLast removes the last move from the record and the position.
func (g *Game) dropLast() Move {
	last := g.moves[len(g.moves)-1]
	g.moves, g.turns = g.moves[:len(g.moves)-1], g.turns[:len(g.turns)-1]
	if !last.Pass {
		if g.pos.At(last.Point) == last.Color {
			g.pos.Set(last.Point, board.Empty)
		}
		if g.sight.seen.At(last.Point) != board.Empty {
			g.reject(last.Point)
		}
	}
	g.unpressed = false
	g.fouls = dropMove(g.fouls, last.N)
	g.fives = dropMove(g.fives, last.N)
	g.unlapse(last.N)
	return last
}

func dropMove(js []judged, n int) []judged {
	kept := js[:0:0]
	for _, j := range js {
		if j.move != n {
			kept = append(kept, j)
		}
	}
	return kept
}

// onRule ends the game with the arbiter's result.
func (g *Game) onRule(in Input) { g.end(ruled(in), g.now) }

// onRuleAgain is another result for a game that is over, until both have signed.
func (g *Game) onRuleAgain(in Input) {
	if g.final() {
		g.refuse(in, "both have signed the result")
		return
	}
	g.changeResult(ruled(in), in)
}

// ruled is the arbiter's result: Side has won, nobody has, or both have lost (What "both").
func ruled(in Input) Outcome {
	o := Outcome{Winner: in.Side.String(), Reason: ByArbiter}
	switch {
	case in.Side != clock.NoSide:
	case Reason(in.Reason) == ByVoid:
		o.Reason = ByVoid // to be played again (CONDUCT P2)
	case in.What == "both":
		o.BothLost = true // both may be declared losers (CONDUCT section 7)
	}
	return o
}

// onRecover follows a power cut or a crash: the game stands as it stood, and the
// arbiter starts the clock again when he has looked at the board (CONDUCT P6).
func (g *Game) onRecover(Input) {
	if g.phase == Play || g.phase == Opening {
		g.incident("P6", board.NoPoint, board.Empty, clock.NoSide)
		g.freeze("restart", "P6")
	}
}

func (g *Game) onFail(in Input) {
	severity := in.What
	if severity != SevInfo && severity != SevWarn {
		severity = SevError
	}
	g.raise(in.Code, severity, orElse(in.Reason, "A part has failed: "+in.Code))
}

func (g *Game) onHeal(in Input) { g.heal(in.Code, in.Reason) }

// raise adds an alert, or says it anew with another text.
func (g *Game) raise(code, severity, text string) {
	for i := range g.alerts {
		if g.alerts[i].Code == code {
			if g.alerts[i].Text == text {
				return
			}
			g.alerts = append(g.alerts[:i:i], g.alerts[i+1:]...)
			break
		}
	}
	g.alerts = append(g.alerts, Alert{Code: code, Severity: severity, Text: text, Since: Seconds(g.now)})
	healed := false
	g.emit(Event{Kind: EvAlert, Code: code, Severity: severity, Healed: &healed, Reason: text})
}

// heal ends an alert.
func (g *Game) heal(code, how string) {
	for i := range g.alerts {
		if g.alerts[i].Code == code {
			how = orElse(how, "Solved: "+g.alerts[i].Text)
			g.alerts = append(g.alerts[:i:i], g.alerts[i+1:]...)
			healed := true
			g.emit(Event{Kind: EvAlert, Code: code, Severity: SevInfo, Healed: &healed, Reason: how})
			return
		}
	}
}

func (g *Game) onResign(in Input) {
	if in.Side != clock.NoSide {
		g.over(in.Side.Opponent(), ByResign, max(in.At, 0))
	}
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func points(ls []loose) []board.Point {
	ps := make([]board.Point, len(ls))
	for i, l := range ls {
		ps[i] = l.point
	}
	return ps
}
