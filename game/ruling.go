package game

import (
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/rules"
	"shinpan/rules/opening"
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
	g.heal("board_not_empty", "The board is clear.")
	g.phase, g.started = Play, in.At
	g.turn = g.turnAt(in.At)
	g.emit(Event{Kind: EvStart, By: clock.P1, Who: in.Who})
	if g.opens() {
		g.phase, g.toldDue = Opening, opening.Due{}
		g.tellDue()
	}
}

// weighCandidate looks at a stone that lies there unpressed. A five ends the game
// without a press; in training a foul is shown before it counts.
func (g *Game) weighCandidate(l loose) {
	kind := rules.Classify(g.ruleset(), &g.pos, l.point, l.color)
	switch {
	case kind == rules.Five && !g.cfg.rulesOnClaim() && g.free(l.point):
		g.commitUnpressed(l)
	case g.cfg.Mode == Training && kind != rules.OK && kind != rules.Five:
		v := rules.Judge(g.ruleset(), &g.pos, l.point, l.color)
		g.emit(Event{Kind: EvFoul, What: "warning", Point: l.point, Color: l.color, By: g.holder[l.color], Foul: kind.Code(), Proof: &v})
	}
}

// commitUnpressed makes a stone a move that needs no press because it ends the game.
func (g *Game) commitUnpressed(l loose) {
	a := await{side: g.holder[l.color], color: l.color, at: g.now, turn: g.turn}
	used := g.clk.Used(a.side, g.now)
	a.spent, a.after = used-g.usedMark[a.side], g.timeOf(a.side)
	g.commit(l, a)
}

// commit makes the stone the next move and rules it.
func (g *Game) commit(l loose, a await) {
	verdict := g.verdict(l.point, l.color)
	g.lapseFouls(l.color)
	g.declineBy(a.side, "played on")
	g.conduct.bound, g.conduct.back = nil, loose{}
	m := g.enter(l, a, verdict)
	g.judge(verdict, m)
	g.showThreat(m)
}

// verdict judges a stone. The proof is worked out only where there is something to prove.
func (g *Game) verdict(p board.Point, c board.Color) rules.Verdict {
	if rules.Classify(g.ruleset(), &g.pos, p, c) == rules.OK {
		return rules.Verdict{Point: p, Color: c, Set: g.ruleset()}
	}
	return rules.Judge(g.ruleset(), &g.pos, p, c)
}

// enter writes a stone into the record and the position.
func (g *Game) enter(l loose, a await, verdict rules.Verdict) Move {
	m := Move{
		N: len(g.moves) + 1, By: a.side, Color: l.color, Point: l.point,
		SeenAt: Seconds(l.seenAt), PressedAt: Seconds(a.at), Spent: Seconds(a.spent),
		Left: Seconds(a.after.Main), Periods: a.after.Periods,
	}
	if verdict.Foul() {
		m.Foul = verdict.Kind.Code()
	}
	g.moves, g.turns = append(g.moves, m), append(g.turns, a.turn)
	g.pos.Set(l.point, l.color)
	delete(g.sight.since, l.point)
	g.emit(Event{
		Kind: EvMove, N: m.N, By: m.By, Color: m.Color, Point: m.Point,
		SeenAt: secs(l.seenAt), PressedAt: secs(a.at), Spent: secs(a.spent),
	})
	return m
}

// judge rules the move just made, in the order of CONDUCT section 5.
func (g *Game) judge(v rules.Verdict, m Move) {
	switch {
	case v.Win():
		e := Event{Kind: EvFive, By: m.By, Color: m.Color, Point: m.Point, Line: winningLine(v), Proof: &v}
		e.Margin = g.margin(m)
		g.emit(e)
		if g.cfg.rulesOnClaim() {
			g.fives = append(g.fives, judged{v, m.N})
			g.drawByBoard()
			return
		}
		g.winByLine(v, m.By)
	case v.Foul():
		g.rule(v, m)
	default:
		g.drawByBoard()
	}
}

// margin is how long before its side's flag a stone was first seen, after it if negative;
// nil where that is no question of a moment.
func (g *Game) margin(m Move) *Seconds {
	if g.flag != nil {
		return secs(g.flag.at - m.SeenAt.Duration())
	}
	state := g.clk.State(m.SeenAt.Duration())
	side := state.Of(m.By)
	if g.clk.Running() != m.By || side.Periods > 1 || side.Periods == 0 && side.Period > 0 || side.Stones > 0 || g.cfg.Control.System() == clock.Untimed {
		return nil
	}
	return secs(time.Duration(side.Main + side.Period))
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

func (g *Game) winByLine(v rules.Verdict, by clock.Side) { g.over(by, lineReason(v), g.now) }

// lineReason is the reason of a win by a row.
func lineReason(v rules.Verdict) Reason {
	if len(winningLine(v)) > 5 {
		return ByOverline
	}
	return ByFive
}

// rule applies the game's handling of forbidden moves.
func (g *Game) rule(v rules.Verdict, m Move) {
	g.emit(Event{Kind: EvFoul, By: m.By, Color: m.Color, Point: m.Point, N: m.N, Foul: v.Kind.Code(), Proof: &v})
	if g.cfg.foulRule() == FoulAutoLoss {
		g.over(g.holder[m.Color.Opponent()], ByFoul, g.now)
		return
	}
	g.fouls = append(g.fouls, judged{v, m.N})
	g.drawByBoard()
}

// blocked stops a forbidden move where the event does not let it be played: the stone is
// taken back, Black's clock runs on, and the attempt is counted (CONDUCT F13).
func (g *Game) blocked(l loose, a await) bool {
	if g.cfg.foulRule() != FoulBlock {
		return false
	}
	v := rules.Judge(g.ruleset(), &g.pos, l.point, l.color)
	if !v.Foul() {
		return false
	}
	g.returnTurn(a)
	g.reject(l.point)
	g.conduct.attempts++
	g.emit(Event{
		Kind: EvFoul, What: "blocked", By: a.side, Color: l.color, Point: l.point,
		Foul: v.Kind.Code(), Count: g.conduct.attempts, Proof: &v,
	})
	g.tellRestore()
	return true
}

// lapseFouls forgets the forbidden moves that White has answered with a move of his own.
// An overline stays claimable until the game ends, unless the event has it
// otherwise (SEEDS C2).
func (g *Game) lapseFouls(mover board.Color) {
	if mover != board.White {
		return
	}
	kept := g.fouls[:0:0]
	for _, f := range g.fouls {
		if f.verdict.Kind == rules.Overline && g.sw.overlineUntilEnd {
			kept = append(kept, f)
			continue
		}
		g.lapsed = append(g.lapsed, lapse{f, len(g.moves) + 1})
		g.emit(Event{Kind: EvLapsed, Point: f.verdict.Point, Foul: f.verdict.Kind.Code()})
	}
	g.fouls = kept
}

// over ends the game. winner is NoSide for a draw.
func (g *Game) over(winner clock.Side, reason Reason, at time.Duration) {
	g.end(Outcome{Winner: winner.String(), Reason: reason}, at)
}

// end ends the game at an instant.
func (g *Game) end(o Outcome, at time.Duration) {
	if g.phase == Over {
		return
	}
	g.revive = g.clk
	g.revive.Pause(at, "over")
	g.clk.Stop(at)
	g.phase, g.pausedFor = Over, ""
	g.draws.offer, g.draws.until = clock.NoSide, 0
	o.At = Seconds(at)
	if winner := o.side(); winner != clock.NoSide {
		o.Color = g.colorOf(winner)
	}
	g.outcome = &o
	g.emit(Event{At: Seconds(at), Kind: EvOver, Winner: o.Winner, Color: o.Color, Reason: string(o.Reason), BothLost: o.BothLost})
}

// lapse is a foul that White has answered with the move by.
type lapse struct {
	judged
	by int
}

// unlapse makes claimable again what lapsed by a move that has been taken back.
func (g *Game) unlapse(by int) {
	kept := g.lapsed[:0:0]
	for _, l := range g.lapsed {
		if l.by == by {
			g.fouls = append(g.fouls, l.judged)
			continue
		}
		kept = append(kept, l)
	}
	g.lapsed = kept
}

// irrevocable are the ends that nobody can take back: what the players have said, and what
// leaves nothing to play (CONDUCT section 4).
var irrevocable = map[Reason]bool{ByResign: true, ByDrawAgreed: true, ByDrawFull: true, ByDrawFlags: true}

// onOverrule takes the end of the game back: it stands as it stood, paused until the arbiter
// resumes it. The arbiter may always overrule the appliance (CONDUCT, profiles), until both
// have signed.
func (g *Game) onOverrule(in Input) {
	switch {
	case g.outcome == nil:
		return
	case g.final():
		g.refuse(in, "both have signed the result")
		return
	case irrevocable[g.outcome.Reason] || g.revive.Running() == clock.NoSide:
		g.refuse(in, "the game cannot go on after "+reasonWords[g.outcome.Reason]+"; the arbiter may rule another result")
		return
	}
	before := g.outcome.words()
	g.outcome, g.clk, g.signed = nil, g.revive, [3]bool{}
	g.staleWaits()
	g.phase, g.pausedFor, g.resumeTo, g.frozenAt = Paused, "overruled", Play, g.now
	if g.opens() {
		g.resumeTo = Opening
	}
	g.emit(Event{Kind: EvCorrect, What: "result", Who: in.Who, Reason: in.Reason, Before: before, After: "-"})
	g.tellRestore()
}
