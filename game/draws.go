package game

import (
	"fmt"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/rules"
)

// draws is what has been offered and passed.
type draws struct {
	offer   clock.Side // whose offer is open
	until   time.Duration
	made    [3]int
	agreed  [3]bool    // SEED-QUICK: who agrees when both are asked
	passing clock.Side // has declared a pass and not pressed yet
}

// refuse tells why what a player has asked for cannot be.
func (g *Game) refuse(in Input, reason string) {
	g.emit(Event{Kind: EvRefused, By: in.Side, What: string(in.Kind), Reason: reason})
}

// onOfferDraw takes a draw offer (CLOCK.md section 7).
func (g *Game) onOfferDraw(in Input) {
	d := &g.draws
	switch {
	case in.Side == clock.NoSide:
		return
	case d.offer != clock.NoSide:
		g.refuse(in, "an offer is open already")
		return
	case g.sw.offerLimit > 0 && d.made[in.Side] >= g.sw.offerLimit:
		g.refuse(in, fmt.Sprintf("no more than %d offers in a game", g.sw.offerLimit))
		return
	case g.sw.offerWithMove && !g.withMove(in.Side):
		g.refuse(in, "a draw is offered together with one's own move")
		return
	}
	d.offer = in.Side
	d.made[in.Side]++
	e := Event{Kind: EvDrawOffer, By: in.Side, Count: d.made[in.Side]}
	if limit := g.sw.offerLimit; limit > 0 {
		left := limit - d.made[in.Side]
		e.Left = &left
	}
	g.emit(e)
	if g.sw.reply > 0 {
		d.until = g.now + g.sw.reply
		g.clk.BeginReply(g.now)
	}
}

// withMove reports whether a side has just moved, or is about to press its stone.
func (g *Game) withMove(side clock.Side) bool {
	if side == g.clk.Running() {
		_, laid := g.candidate()
		return laid
	}
	n := len(g.moves)
	return len(g.waiting) > 0 || n > 0 && g.moves[n-1].By == side
}

// replyGoesOn keeps the move timer standing for the rest of the reply when the offerer
// completes his move meanwhile.
func (g *Game) replyGoesOn() {
	if g.draws.offer != clock.NoSide && g.draws.until > g.now && g.clk.Running() == g.draws.offer.Opponent() {
		g.clk.BeginReply(g.now)
	}
}

// endOffer closes the open offer.
func (g *Game) endOffer() {
	g.draws.offer = clock.NoSide
	if g.draws.until > 0 {
		g.draws.until = 0
		g.clk.EndReply(g.now)
	}
}

// declineBy closes an offer that the other side has not taken.
func (g *Game) declineBy(side clock.Side, how string) {
	if g.draws.offer != clock.NoSide && side == g.draws.offer.Opponent() {
		g.endOffer()
		g.emit(Event{Kind: EvDrawDeclined, By: side, Reason: how})
	}
}

// replyOver takes silence for a refusal.
func (g *Game) replyOver(time.Duration) { g.declineBy(g.draws.offer.Opponent(), "silence") }

func (g *Game) onAcceptDraw(in Input) {
	if _, asked := g.clk.Asking(g.now); asked && in.Side != clock.NoSide {
		g.draws.agreed[in.Side] = true
		if g.draws.agreed[clock.P1] && g.draws.agreed[clock.P2] {
			g.over(clock.NoSide, ByDrawAgreed, g.now)
		}
		return
	}
	if g.draws.offer != clock.NoSide && in.Side == g.draws.offer.Opponent() {
		g.over(clock.NoSide, ByDrawAgreed, g.now)
	}
}

func (g *Game) onDeclineDraw(in Input) {
	if _, asked := g.clk.Asking(g.now); asked && in.Side != clock.NoSide {
		g.clk.RefuseDraw(g.now)
		g.emit(Event{Kind: EvDrawDeclined, By: in.Side})
		return
	}
	g.declineBy(in.Side, "")
}

// onPass is a move without a stone, declared by the side to move (RIF 5, CONDUCT section
// 4). It is complete when it is declared; by the Chinese rules it must be pressed
// like any other move (H15).
func (g *Game) onPass(in Input) {
	if len(g.waiting) > 0 || g.unpressed || in.Side != g.clk.Running() || in.Side == clock.NoSide {
		return
	}
	if _, laid := g.candidate(); laid {
		g.refuse(in, "a stone lies on the board")
		return
	}
	if g.cfg.Profile == "CHN" {
		g.draws.passing = in.Side
		return
	}
	g.pass(in)
}

// pass completes a pass and starts the other side's clock.
func (g *Game) pass(in Input) {
	a := await{side: in.Side, color: g.toMove(), at: in.At, turn: g.turn}
	if !g.clk.Press(in.Side, in.At) {
		return
	}
	used := g.clk.Used(in.Side, g.now)
	a.spent, g.usedMark[in.Side] = used-g.usedMark[in.Side], used
	a.after = g.timeOf(in.Side)
	g.turn = g.turnAt(in.At)
	g.excused[in.Side] = true
	g.sign(in.Side)
	g.enterPass(a)
}

// enterPass writes the pass into the record. Two in a row are a draw.
func (g *Game) enterPass(a await) {
	g.draws.passing = clock.NoSide
	g.lapseFouls(a.color)
	g.declineBy(a.side, "played on")
	g.moves = append(g.moves, Move{
		N: len(g.moves) + 1, By: a.side, Color: a.color, Pass: true, PressedAt: Seconds(a.at),
		Spent: Seconds(a.spent), Left: Seconds(a.after.Main), Periods: a.after.Periods,
	})
	g.turns = append(g.turns, a.turn)
	g.emit(Event{Kind: EvPass, N: len(g.moves), By: a.side, Color: a.color, Spent: secs(a.spent)})
	if n := len(g.moves); n >= 2 && g.moves[n-2].Pass {
		g.over(clock.NoSide, ByDrawPassed, g.now)
		return
	}
	g.considerEarly()
}

// drawByBoard ends the game on a full board, and deals with a position in which neither
// side can make five any more (SEEDS C6). A silent referee does not wait for a claim that
// only he knows of: it can still be made afterwards (onClaimDrawn).
func (g *Game) drawByBoard() {
	if g.pos.Full() {
		g.over(clock.NoSide, ByDrawFull, g.now)
		return
	}
	if g.sw.dead == rules.DeadOff || len(g.fouls) > 0 && !g.cfg.rulesOnClaim() || !rules.Dead(g.ruleset(), &g.pos) {
		return
	}
	if g.sw.dead == rules.DeadAutomatic {
		g.over(clock.NoSide, ByDrawDead, g.now)
		return
	}
	g.raise("dead_position", SevInfo, "Neither side can make five any more: the players may agree to a draw, or the arbiter may declare it.")
}

// fallen is a flag whose consequence waits: a stone laid just before it may not have
// been seen yet.
type fallen struct {
	side clock.Side
	at   time.Duration
}

// onClockChange reports what the clock says: a period used up, a flag fallen.
func (g *Game) onClockChange(c clock.Change) {
	g.now = max(g.now, c.At)
	switch c.Kind {
	case clock.FlagFall:
		g.emit(Event{At: Seconds(c.At), Kind: EvFlag, By: c.Side})
		g.flagFell(c)
	case clock.ReplyOver:
		if g.draws.until > c.At {
			g.clk.BeginReply(c.At) // the event gives more time than the clock's own half minute
		}
	case clock.ExtraOver:
		g.over(clock.NoSide, ByDrawFull, c.At)
	case clock.SharedEmpty:
		g.freeze("the shared time is used up", "")
	default:
		left := c.Left
		g.emit(Event{At: Seconds(c.At), Kind: EvPeriod, By: c.Side, What: c.Kind.String(), Left: &left})
	}
}

// flagFell rules a flag (CLOCK.md section 5). By claim the game goes on until a player
// notices, and is drawn when both have fallen. Otherwise the side has lost, unless a five
// laid in time is still on its way to the eye, or the press that started its clock may
// yet turn out to have been none.
func (g *Game) flagFell(c clock.Change) {
	switch {
	case g.sw.claimFlags:
		if state := g.timeOf(c.Side.Opponent()); state.Flag {
			g.over(clock.NoSide, ByDrawFlags, c.At)
		}
	case g.pressOpen(c.Side.Opponent()):
		g.flag = &fallen{c.Side, c.At}
	case g.phase == Play && !g.cfg.rulesOnClaim() && len(g.waiting) == 0 && !g.unpressed && g.hasFive(g.colorOf(c.Side)):
		g.phase, g.flag = Dispute, &fallen{c.Side, c.At}
	default:
		g.over(c.Side.Opponent(), ByFlag, c.At)
	}
}

// pressOpen reports whether a press of the side still waits for what it was for, alone.
func (g *Game) pressOpen(side clock.Side) bool {
	return g.held != nil && g.held.side == side || len(g.waiting) == 1 && g.waiting[0].side == side
}

// settleFlag lets a flag count that had to wait for a press, now that the press counts.
func (g *Game) settleFlag() {
	if g.flag != nil && g.phase != Dispute && g.phase != Over {
		g.over(g.flag.side.Opponent(), ByFlag, g.flag.at)
	}
}

// hasFive reports whether one stone of the colour would make five.
func (g *Game) hasFive(c board.Color) bool {
	for p := range g.pos.Points {
		if g.pos.At(p) == board.Empty && rules.Classify(g.ruleset(), &g.pos, p, c) == rules.Five {
			return true
		}
	}
	return false
}

// onSeeFlagged takes a stone seen after the flag: one that was first seen before it, as far
// as the eye can tell times apart, and makes five has won.
func (g *Game) onSeeFlagged(in Input) {
	if !g.onBoard(in.Point) || in.Color == board.Empty {
		return
	}
	g.sight.note(in.Point, in.Color, in.SeenAt)
	f := g.flag
	if f == nil || g.pos.At(in.Point) != board.Empty || in.Color != g.colorOf(f.side) || in.SeenAt > f.at+flagMargin ||
		rules.Classify(g.ruleset(), &g.pos, in.Point, in.Color) != rules.Five {
		return
	}
	a := await{side: f.side, color: in.Color, at: in.SeenAt, after: g.timeOf(f.side), turn: g.turn}
	g.commit(loose{in.Point, in.Color, in.SeenAt}, a)
	g.flag = nil
}

// flagDeadline is when a flag counts at last: at once if the eye sees well, and
// otherwise when it has had its time, or ten seconds are over.
func (g *Game) flagDeadline() (time.Duration, bool) {
	switch f := g.flag; {
	case f == nil || g.phase != Dispute:
		return 0, false
	case !g.sight.clear():
		return f.at + 10*time.Second, true
	case g.sight.handOut > f.at-sightGrace && g.sight.handOut < f.at+8*time.Second:
		return g.sight.handOut + sightGrace, true
	default:
		return f.at + flagMargin, true
	}
}

func (g *Game) flagCounts(time.Duration) { g.over(g.flag.side.Opponent(), ByFlag, g.flag.at) }
