package game

import (
	"shinpan/board"
	"shinpan/clock"
	"shinpan/rules"
)

// onClaim rules what a player claims: a forbidden move, his own five, the other's flag.
// The time of the ruling is nobody's: it is made on the spot.
func (g *Game) onClaim(in Input) {
	if in.Side == clock.NoSide {
		return
	}
	if in.What == ClaimAny {
		in = g.whatIsThere(in)
	}
	switch in.What {
	case "foul":
		g.claimFoul(in)
	case "five":
		g.claimFive(in)
	case "draw":
		g.claimDraw(in)
	case "flag":
		first, _, fell := g.clk.FirstFlag()
		upheld := fell && first == in.Side.Opponent()
		g.ruleClaim(in, board.NoPoint, upheld, nil)
		if upheld {
			g.over(in.Side, ByFlag, g.now)
		}
	}
}

// claimDraw rules a claim that neither side can make five any more (SEEDS C6). By RIF that is
// drawn by agreement only, so that the claim is an offer there (CONDUCT section 4).
func (g *Game) claimDraw(in Input) {
	dead := !g.opens() && g.sw.dead != rules.DeadOff && rules.Dead(g.ruleset(), &g.pos)
	g.ruleClaim(in, board.NoPoint, dead, nil)
	switch {
	case !dead:
	case g.cfg.Profile == "RIF":
		g.onOfferDraw(in)
	default:
		g.over(clock.NoSide, ByDrawDead, g.now)
	}
}

// whatIsThere names what a player may mean who only hits his claim button: the other's
// fallen flag, his own five, a forbidden move, in the order in which they would decide the
// game. Where there is nothing, White's is ruled as the claim of a forbidden move, which may
// cost him something, and Black's as the claim of a five.
func (g *Game) whatIsThere(in Input) Input {
	_, own := g.unpressedFive(in.Side)
	for _, f := range g.fives {
		own = own || f.verdict.Color == g.colorOf(in.Side)
	}
	first, _, fell := g.clk.FirstFlag()
	switch {
	case fell && first == in.Side.Opponent():
		in.What = "flag"
	case own || in.Side != g.holder[board.White]:
		in.What = "five"
	default:
		in.What = "foul"
		l, laid := g.candidate()
		if n := len(g.fouls); n > 0 && !(laid && rules.Classify(g.ruleset(), &g.pos, l.point, l.color).Foul()) {
			in.Point = g.fouls[n-1].verdict.Point
		}
	}
	return in
}

// unpressedFive is the stone of a side that lies there unpressed and makes five.
func (g *Game) unpressedFive(side clock.Side) (loose, bool) {
	l, ok := g.candidate()
	return l, ok && !g.opens() && g.holder[l.color] == side && g.free(l.point) &&
		rules.Classify(g.ruleset(), &g.pos, l.point, l.color) == rules.Five
}

// drawnByBoard are the draws that the position decides by itself.
var drawnByBoard = map[Reason]bool{ByDrawFull: true, ByDrawDead: true}

// onClaimDrawn rules a claim after the position has made a draw. The last move was answered
// by none, so what could be claimed of it still can, until both have signed; and a silent
// referee must not give it away by leaving the game open.
func (g *Game) onClaimDrawn(in Input) {
	if in.Side == clock.NoSide || !drawnByBoard[g.outcome.Reason] || g.final() {
		return
	}
	if in.What == ClaimAny {
		in = g.whatIsThere(in)
	}
	var won []judged
	reason := ByFoul
	switch in.What {
	case "foul":
		if in.Side == g.holder[board.White] {
			won = g.fouls
		}
	case "five":
		won = g.fives
	}
	for _, j := range won {
		v := j.verdict
		if in.Point != board.NoPoint && in.Point != v.Point || in.What == "five" && v.Color != g.colorOf(in.Side) {
			continue
		}
		g.ruleClaim(in, v.Point, true, &v)
		if in.What == "five" {
			reason = lineReason(v)
		}
		g.changeResult(Outcome{Winner: in.Side.String(), Reason: reason}, in)
		return
	}
	g.ruleClaim(in, in.Point, false, nil)
}

// claimFive rules a declared five: on the board, made now or earlier, while the
// declarer's own time is not over (CONDUCT F15, CLOCK.md section 5). It needs no press.
func (g *Game) claimFive(in Input) {
	_, _, fell := g.clk.FirstFlag()
	if state := g.timeOf(in.Side); fell && state.Flag {
		g.ruleClaim(in, in.Point, false, nil)
		return
	}
	if l, ok := g.unpressedFive(in.Side); ok {
		v := rules.Judge(g.ruleset(), &g.pos, l.point, l.color)
		g.commitUnpressed(l)
		g.ruleClaim(in, l.point, true, &v)
		g.winByLine(v, in.Side)
		return
	}
	for _, f := range g.fives {
		if f.verdict.Color == g.colorOf(in.Side) {
			g.ruleClaim(in, f.verdict.Point, true, &f.verdict)
			g.winByLine(f.verdict, in.Side)
			return
		}
	}
	g.ruleClaim(in, in.Point, false, nil)
}

// claimFoul examines the named stone, or the last one where none is named (CONDUCT F9).
// A stone that lies there unpressed has been made and counts (F1).
func (g *Game) claimFoul(in Input) {
	white := g.holder[board.White]
	l, unpressed := g.candidate()
	unpressed = unpressed && !g.opens() && l.color == board.Black
	point := in.Point
	switch {
	case point == board.NoPoint && unpressed:
		point = l.point
	case point == board.NoPoint && len(g.moves) > 0:
		point = g.moves[len(g.moves)-1].Point
	}
	if in.Side == white && unpressed && l.point == point && rules.Classify(g.ruleset(), &g.pos, l.point, l.color).Foul() {
		g.commitUnpressed(l)
	}
	for _, f := range g.fouls {
		if f.verdict.Point == point && in.Side == white {
			g.ruleClaim(in, point, true, &f.verdict)
			g.over(white, ByFoul, g.now)
			return
		}
	}
	if g.phase == Over {
		return // the unpressed stone has lost by itself
	}
	g.ruleClaim(in, point, false, nil)
	g.falseClaim(in.Side)
}

// falseClaim applies what a claim of no forbidden move costs (CONDUCT F7).
func (g *Game) falseClaim(side clock.Side) {
	g.conduct.falseCalls[side]++
	switch {
	case g.sw.falseClaim == "infraction", g.sw.falseClaim == "warn" && g.conduct.falseCalls[side] > 1:
		g.infraction(side, "V2")
	case g.sw.falseClaim == "warn":
		g.emit(Event{Kind: EvWarning, By: side, Code: "F7"})
	case g.sw.falseClaim == "lose_turn" && g.phase == Play && side == g.clk.Running() && len(g.waiting) == 0 && !g.unpressed:
		g.pass(Input{Side: side, At: g.now, Reason: "false claim"})
	}
}

func (g *Game) ruleClaim(in Input, p board.Point, upheld bool, proof *rules.Verdict) {
	g.emit(Event{Kind: EvClaim, By: in.Side, What: in.What, Point: p, Upheld: &upheld, Proof: proof})
}
