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
	g.emit(Event{
		Kind: EvCorrect, By: in.Side, What: "clock", Who: in.Who, Reason: in.Reason,
		Before: before.String(), After: after.String(),
	})
}

// onCorrect makes the arbiter's word about one point the position.
func (g *Game) onCorrect(in Input) {
	if !g.onBoard(in.Point) {
		return
	}
	before := g.pos.At(in.Point)
	g.pos.Set(in.Point, in.Color)
	delete(g.conduct.lifted, in.Point)
	g.emit(Event{
		Kind: EvCorrect, What: "board", Point: in.Point, Who: in.Who, Reason: in.Reason,
		Before: before.String(), After: in.Color.String(),
	})
	if g.phase == Paused {
		g.checkRestored()
	}
}

// onTakeBack undoes the last move. The stone is still on the board and has to be
// taken away; the clock goes back to the side that made the move.
func (g *Game) onTakeBack(in Input) {
	if len(g.moves) == 0 {
		return
	}
	last := g.undoLast()
	g.emit(Event{
		Kind: EvCorrect, What: "move", N: last.N, By: last.By, Point: last.Point, Who: in.Who, Reason: in.Reason,
		Before: last.Color.String(), After: board.Empty.String(),
	})
	if g.phase == Play {
		g.freezeForBoard("takeback")
	}
	g.checkRestored()
}

// undoLast removes the last move from the position and gives its side the turn.
func (g *Game) undoLast() Move {
	last := g.moves[len(g.moves)-1]
	g.moves = g.moves[:len(g.moves)-1]
	if !last.Pass {
		g.pos.Set(last.Point, board.Empty)
	}
	g.waiting = nil
	g.fouls = dropMove(g.fouls, last.N)
	g.fives = dropMove(g.fives, last.N)
	g.clk.SetRunning(last.By, g.now)
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

func (g *Game) onInfract(in Input) { g.infraction(in.Side, orElse(in.Code, "V2")) }

func (g *Game) onRule(in Input) {
	g.over(in.Side, ByArbiter, g.now)
}

// onRecover follows a power cut or a crash: the game stands as it stood, and the
// arbiter starts the clock again when he has looked at the board (CONDUCT P6).
func (g *Game) onRecover(Input) {
	if g.phase == Play {
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

func (g *Game) onHeal(in Input) { g.heal(in.Code) }

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
func (g *Game) heal(code string) {
	for i := range g.alerts {
		if g.alerts[i].Code == code {
			g.alerts = append(g.alerts[:i:i], g.alerts[i+1:]...)
			healed := true
			g.emit(Event{Kind: EvAlert, Code: code, Severity: SevInfo, Healed: &healed})
			return
		}
	}
}

func (g *Game) onResign(in Input) {
	if in.Side != clock.NoSide {
		g.over(in.Side.Opponent(), ByResign, max(in.At, 0))
	}
}

// onPass is a move without a stone, declared by the side to move (RIF 5, CONDUCT
// section 4). Two in a row are a draw.
func (g *Game) onPass(in Input) {
	if len(g.waiting) > 0 || in.Side != g.clk.Running() || !g.clk.Press(in.Side, in.At) {
		return
	}
	color := g.toMove()
	g.lapseFouls(color)
	used := g.clk.Used(in.Side, g.now)
	spent := used - g.usedMark[in.Side]
	g.usedMark[in.Side] = used
	side := g.timeOf(in.Side)
	g.moves = append(g.moves, Move{
		N: len(g.moves) + 1, By: in.Side, Color: color, Pass: true, PressedAt: Seconds(in.At),
		Spent: Seconds(spent), Left: Seconds(side.Main), Periods: side.Periods,
	})
	g.emit(Event{Kind: EvPass, N: len(g.moves), By: in.Side, Color: color, Spent: secs(spent)})
	if n := len(g.moves); n >= 2 && g.moves[n-2].Pass {
		g.over(clock.NoSide, ByDrawPassed, g.now)
	}
}

func (g *Game) onOfferDraw(in Input) {
	if in.Side != clock.NoSide && g.offer == clock.NoSide {
		g.offer = in.Side
		g.emit(Event{Kind: EvDrawOffer, By: in.Side})
	}
}

func (g *Game) onAcceptDraw(in Input) {
	if g.offer != clock.NoSide && in.Side == g.offer.Opponent() {
		g.over(clock.NoSide, ByDrawAgreed, g.now)
	}
}

func (g *Game) onDeclineDraw(in Input) {
	if g.offer != clock.NoSide && in.Side == g.offer.Opponent() {
		g.offer = clock.NoSide
		g.emit(Event{Kind: EvDrawDeclined, By: in.Side})
	}
}

// onClaim rules what a player claims: a forbidden move, his own five, the other's flag.
func (g *Game) onClaim(in Input) {
	switch in.What {
	case "foul":
		g.claimFoul(in)
	case "five":
		for _, f := range g.fives {
			if f.verdict.Color == g.colorOf(in.Side) {
				g.ruleClaim(in, f.verdict.Point, true)
				g.winByLine(f.verdict, in.Side)
				return
			}
		}
		g.ruleClaim(in, in.Point, false)
	case "flag":
		first, _, fell := g.clk.FirstFlag()
		upheld := fell && first == in.Side.Opponent()
		g.ruleClaim(in, board.NoPoint, upheld)
		if upheld {
			g.over(in.Side, ByFlag, g.now)
		}
	}
}

// claimFoul examines the named stone, or the last one where none is named (CONDUCT F9).
func (g *Game) claimFoul(in Input) {
	white := g.holder[board.White]
	point := in.Point
	if point == board.NoPoint && len(g.moves) > 0 {
		point = g.moves[len(g.moves)-1].Point
	}
	for _, f := range g.fouls {
		if f.verdict.Point == point && in.Side == white {
			g.ruleClaim(in, point, true)
			g.over(white, ByFoul, g.now)
			return
		}
	}
	g.ruleClaim(in, point, false)
}

func (g *Game) ruleClaim(in Input, p board.Point, upheld bool) {
	e := Event{Kind: EvClaim, By: in.Side, What: in.What, Point: p, Upheld: &upheld}
	for _, j := range append(g.fouls[:len(g.fouls):len(g.fouls)], g.fives...) {
		if upheld && j.verdict.Point == p {
			v := j.verdict
			e.Proof = &v
		}
	}
	g.emit(e)
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
