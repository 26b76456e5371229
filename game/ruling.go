package game

import (
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/rules"
)

// onStart starts the first player's clock on an empty board.
func (g *Game) onStart(in Input) {
	if stones := g.looseStones(); len(stones) > 0 {
		g.raise("board_not_empty", SevWarn, "The game cannot start: stones lie on "+pointList(points(stones))+". Clear the board.")
		return
	}
	if err := g.clk.Start(clock.P1, in.At); err != nil {
		g.raise("clock", SevError, err.Error())
		return
	}
	g.heal("board_not_empty")
	g.phase = Play
	g.emit(Event{Kind: EvStart, By: clock.P1, Who: in.Who})
}

// weighCandidate looks at a stone that lies there unpressed. A five ends the game
// without a press; in training a foul is shown before it counts.
func (g *Game) weighCandidate(l loose) {
	kind := rules.Classify(g.ruleset(), &g.pos, l.point, l.color)
	switch {
	case kind == rules.Five && !g.cfg.rulesOnClaim():
		a := await{side: g.holder[l.color], color: l.color, at: g.now}
		used := g.clk.Used(a.side, g.now)
		a.spent, a.after = used-g.usedMark[a.side], g.timeOf(a.side)
		g.commit(l, a)
	case g.cfg.Mode == Training && kind != rules.OK && kind != rules.Five:
		v := rules.Judge(g.ruleset(), &g.pos, l.point, l.color)
		g.emit(Event{Kind: EvFoul, What: "warning", Point: l.point, Color: l.color, By: g.holder[l.color], Foul: kind.Code(), Proof: &v})
	}
}

// commit makes the stone the next move and rules it.
func (g *Game) commit(l loose, a await) {
	verdict := rules.Judge(g.ruleset(), &g.pos, l.point, l.color)
	g.lapseFouls(l.color)
	if g.offer != clock.NoSide && g.offer != a.side {
		g.offer = clock.NoSide
		g.emit(Event{Kind: EvDrawDeclined, By: a.side})
	}
	m := Move{
		N: len(g.moves) + 1, By: a.side, Color: l.color, Point: l.point,
		SeenAt: Seconds(l.seenAt), PressedAt: Seconds(a.at), Spent: Seconds(a.spent),
		Left: Seconds(a.after.Main), Periods: a.after.Periods,
	}
	if verdict.Foul() {
		m.Foul = verdict.Kind.Code()
	}
	g.moves = append(g.moves, m)
	g.pos.Set(l.point, l.color)
	delete(g.sight.since, l.point)
	g.emit(Event{
		Kind: EvMove, N: m.N, By: m.By, Color: m.Color, Point: m.Point,
		SeenAt: secs(l.seenAt), PressedAt: secs(a.at), Spent: secs(a.spent),
	})
	g.judge(verdict, m)
}

// judge rules the move just made, in the order of CONDUCT section 5.
func (g *Game) judge(v rules.Verdict, m Move) {
	switch {
	case v.Win():
		g.emit(Event{Kind: EvFive, By: m.By, Color: m.Color, Point: m.Point, Line: winningLine(v), Proof: &v})
		if g.cfg.rulesOnClaim() {
			g.fives = append(g.fives, judged{v, m.N})
			return
		}
		g.winByLine(v, m.By)
	case v.Foul():
		g.rule(v, m)
	case g.pos.Full():
		g.over(clock.NoSide, ByDrawFull, g.now)
	}
}

// winningLine is the row that wins; the longest where one stone completes several.
func winningLine(v rules.Verdict) []board.Point {
	var best []board.Point
	for _, line := range v.Lines {
		if len(line) > len(best) {
			best = line
		}
	}
	return best
}

func (g *Game) winByLine(v rules.Verdict, by clock.Side) {
	reason := ByFive
	if len(winningLine(v)) > 5 {
		reason = ByOverline
	}
	g.over(by, reason, g.now)
}

// rule applies the game's handling of forbidden moves.
func (g *Game) rule(v rules.Verdict, m Move) {
	g.emit(Event{Kind: EvFoul, By: m.By, Color: m.Color, Point: m.Point, N: m.N, Foul: v.Kind.Code(), Proof: &v})
	switch g.cfg.foulRule() {
	case FoulAutoLoss:
		g.over(g.holder[m.Color.Opponent()], ByFoul, g.now)
	case FoulClaim:
		g.fouls = append(g.fouls, judged{v, m.N})
	case FoulBlock:
		g.undoLast()
		g.freezeForBoard("blocked")
	}
}

// lapseFouls forgets double-fours and double-threes that White has answered with a
// move of his own. An overline stays claimable until the game ends (SEEDS C2).
func (g *Game) lapseFouls(mover board.Color) {
	if mover != board.White {
		return
	}
	kept := g.fouls[:0:0]
	for _, f := range g.fouls {
		if f.verdict.Kind == rules.Overline {
			kept = append(kept, f)
			continue
		}
		g.emit(Event{Kind: EvLapsed, Point: f.verdict.Point, Foul: f.verdict.Kind.Code()})
	}
	g.fouls = kept
}

// onClockChange reports what the clock says: a period used up, a flag fallen.
func (g *Game) onClockChange(c clock.Change) {
	g.now = max(g.now, c.At)
	switch c.Kind {
	case clock.FlagFall:
		g.emit(Event{At: Seconds(c.At), Kind: EvFlag, By: c.Side})
		g.over(c.Side.Opponent(), ByFlag, c.At)
	case clock.ExtraOver:
		g.over(clock.NoSide, ByDrawFull, c.At)
	default:
		left := c.Left
		g.emit(Event{At: Seconds(c.At), Kind: EvPeriod, By: c.Side, What: c.Kind.String(), Left: &left})
	}
}

// over ends the game. winner is NoSide for a draw.
func (g *Game) over(winner clock.Side, reason Reason, at time.Duration) {
	if g.phase == Over {
		return
	}
	g.clk.Stop(at)
	g.phase, g.pausedFor = Over, ""
	g.waiting = nil
	o := Outcome{Winner: winner.String(), Reason: reason, At: Seconds(at)}
	if winner != clock.NoSide {
		o.Color = g.colorOf(winner)
	}
	g.outcome = &o
	g.emit(Event{At: Seconds(at), Kind: EvOver, Winner: o.Winner, Color: o.Color, Reason: string(reason)})
}
