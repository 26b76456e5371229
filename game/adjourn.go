package game

import (
	"shinpan/board"
	"shinpan/clock"
	"shinpan/rules"
)

// The forced interruption with a sealed move (封棋, CLOCK.md section 6): the arbiter records
// the position and both confirm it, in nobody's time; who is on move thinks about his next
// move on his own time, writes it down in secret and hands the envelope in; both clocks
// stand. At the resumption the envelope is opened and he must play what he wrote.

// The reasons of the two pauses.
const (
	adjournReason = "adjournment"
	sealedReason  = "sealed"
)

// adjournment is how far an interruption has come.
type adjournment struct {
	confirmed [3]bool
	sealing   bool       // who is on move writes it down, unless he plays it
	sealed    clock.Side // whose envelope the arbiter holds
}

// adjournedNow names how far the interruption has come, for the page.
func (g *Game) adjournedNow() string {
	switch {
	case g.phase == Paused && g.pausedFor == adjournReason:
		return "confirming"
	case g.adjourned.sealing && g.phase != Over:
		return "sealing"
	case g.phase == Paused && g.pausedFor == sealedReason:
		return sealedReason
	}
	return ""
}

// onAdjourn stops both clocks to record the position.
func (g *Game) onAdjourn(in Input) {
	if len(g.waiting) > 0 || g.unpressed || g.opens() {
		g.refuse(in, "a move has to be completed first")
		return
	}
	g.adjourned = adjournment{}
	g.freeze(adjournReason, "")
	g.tellAdjourn("adjourned", g.clk.Running(), in)
}

func (g *Game) tellAdjourn(what string, by clock.Side, in Input) {
	g.emit(Event{Kind: EvAdjourn, What: what, By: by, Who: in.Who, Reason: in.Reason})
}

// onConfirm is a player's word that position and times are right, as after a power cut (P6).
// When both have given it in an interruption, who is on move writes his next one down, on his
// own time.
func (g *Game) onConfirm(in Input) {
	a := &g.adjourned
	switch {
	case in.Side == clock.NoSide:
		return
	case g.pausedFor != adjournReason:
		g.emit(Event{Kind: EvFinding, What: "confirmed", By: in.Side, Who: in.Who})
		return
	case a.confirmed[in.Side]:
		return
	}
	a.confirmed[in.Side] = true
	g.tellAdjourn("confirmed", in.Side, in)
	if !a.confirmed[in.Side.Opponent()] {
		return
	}
	g.unfreeze(in.Who)
	if g.phase == Play {
		a.sealing = true
		g.tellAdjourn("sealing", g.clk.Running(), in)
	}
}

// onSeal is the envelope in the arbiter's hand: both clocks stand until it is opened.
func (g *Game) onSeal(in Input) {
	a := &g.adjourned
	if !a.sealing || in.Side != clock.NoSide && in.Side != g.clk.Running() {
		return
	}
	if _, laid := g.candidate(); laid || len(g.waiting) > 0 || g.unpressed {
		g.refuse(in, "a move has to be completed first")
		return
	}
	a.sealed, a.sealing = g.clk.Running(), false
	g.freeze(sealedReason, "")
	g.tellAdjourn(sealedReason, a.sealed, in)
}

// onUnseal opens the envelope: its player must play the point that is written there, and
// has lost with one that cannot be played. The clock runs when the board is right.
func (g *Game) onUnseal(in Input) {
	side := g.adjourned.sealed
	if g.pausedFor != sealedReason || side == clock.NoSide {
		return
	}
	if missing, extra := g.disturbance(); !g.sight.blind && len(missing)+len(extra) > 0 {
		g.tellRestoreAgain()
		g.refuse(in, "the board has to be restored before the envelope is opened")
		return
	}
	g.adjourned = adjournment{}
	g.emit(Event{Kind: EvAdjourn, What: "opened", By: side, Point: in.Point, Who: in.Who, Reason: in.Reason})
	if !g.onBoard(in.Point) || g.pos.At(in.Point) != board.Empty || g.cannotPlay(in.Point) {
		g.over(side.Opponent(), ByArbiter, g.now)
		return
	}
	g.bind(sealedReason, in.Point)
	g.unfreeze(in.Who)
	g.afterPause()
}

// sealedCode is the incident of playing another move than the sealed one: the first point
// stands (H2).
const sealedCode = "H2"

// voidSeal ends an interruption because the move before it is taken back: whatever has been
// sealed was an answer to that.
func (g *Game) voidSeal(in Input) {
	by := g.adjourned.sealed
	if g.adjourned.sealing {
		by = g.clk.Running()
	}
	g.adjourned = adjournment{}
	if by != clock.NoSide {
		g.tellAdjourn("void", by, in)
	}
	if g.pausedFor == sealedReason || g.pausedFor == adjournReason {
		g.pausedFor = "takeback"
	}
}

// cannotPlay reports whether the event does not let the point be played at all.
func (g *Game) cannotPlay(p board.Point) bool {
	return g.cfg.foulRule() == FoulBlock && rules.Classify(g.ruleset(), &g.pos, p, g.toMove()).Foul()
}
