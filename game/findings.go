package game

import (
	"fmt"

	"shinpan/board"
	"shinpan/clock"
)

// The arbiter's findings about the conduct of the players, each an order of its own name:
// what nobody but a person can see. What follows stands in CONDUCT.md and in the profile.

// onDisturb is a player who disturbs the other: noise, talk, clinking stones (H12).
func (g *Game) onDisturb(in Input) {
	if in.Side == clock.NoSide {
		return
	}
	g.found("H12", in)
	g.punish("H12", in.Side)
}

// onBump names the culprit of a knock: the position is restored on his time (P1).
func (g *Game) onBump(in Input) {
	if in.Side == clock.NoSide {
		return
	}
	g.found("P1", in)
	if missing, extra := g.disturbance(); len(missing)+len(extra) > 0 {
		g.freezeForBoard("P1")
	}
	g.blame(in.Side)
}

// onIrreparable is a position that cannot be restored: whoever is to blame has lost, and
// where nobody is the game is void and played again (P1, P2; RIF 8).
func (g *Game) onIrreparable(in Input) {
	if in.Side == clock.NoSide {
		g.found("P2", in)
		g.over(clock.NoSide, ByVoid, g.now)
		return
	}
	g.found("P1", in)
	g.over(in.Side.Opponent(), ByArbiter, g.now)
}

// onScatter is a position destroyed on purpose (P3).
func (g *Game) onScatter(in Input) {
	if in.Side == clock.NoSide {
		return
	}
	g.found("P3", in)
	g.punish("P3", in.Side)
}

// onRewind goes back to the position after move N, with the clocks from the log (P4). What
// was entered into the record stays in the history of events.
func (g *Game) onRewind(in Input) {
	if g.settleFlag(); g.phase == Over || in.N < 0 || in.N >= len(g.moves) {
		return
	}
	g.found("P4", in)
	for len(g.moves) > in.N && g.takeBackOne(in) {
	}
	if g.phase == Play || g.phase == Opening {
		g.freezeForBoard("P4")
	}
	g.checkRestored()
}

// onRewindOver goes back although the result is on the board, unless both have signed it.
func (g *Game) onRewindOver(in Input) {
	if in.N < 0 || in.N >= len(g.moves) {
		return
	}
	if g.onOverrule(in); g.phase == Paused {
		g.onRewind(in)
	}
}

// onLongAgo is an illegal position of long ago that both agree on and nobody can prove:
// RIF has the game played again, otherwise the arbiter decides (P5).
func (g *Game) onLongAgo(in Input) {
	g.found("P5", in)
	if g.sentence("P5") == replayed {
		g.over(clock.NoSide, ByVoid, g.now)
		return
	}
	g.freeze("dispute", "P5")
}

// onWrongOpening is a wrong figure found after the opening: its checks have lapsed, and the
// game goes on (P7). Before its end the stage can still be taken back.
func (g *Game) onWrongOpening(in Input) {
	if g.opens() {
		g.refuse(in, "the opening is not over: take the stage back")
		return
	}
	g.found("P7", in)
}

// colorsMayRestart is how many moves there may be before mixed-up colours stay so (P8).
const colorsMayRestart = 4

// onMixedColors is a game that the wrong player began: before stone 4 it begins again,
// later it is played on as it is (P8).
func (g *Game) onMixedColors(in Input) {
	g.found("P8", in)
	if len(g.moves) < colorsMayRestart {
		g.over(clock.NoSide, ByVoid, g.now)
	}
}

// onClockFault is a clock that is plainly wrong: both stand, in nobody's time, until the
// arbiter has set them and resumes (CK-6; CLOCK.md section 6, RIF 14.5).
func (g *Game) onClockFault(in Input) {
	g.found("CK-6", in)
	g.freeze("clock fault", "CK-6")
}

// onLeave is a player who has left: his seat while on move, the hall without leave, or the
// game without a word (V3, S-608, S-801). His clock runs on.
func (g *Game) onLeave(in Input) {
	switch {
	case in.Side == clock.NoSide:
	case in.What == "seat" && in.Side != g.clk.Running():
		g.refuse(in, "only who is on move must keep his seat")
	case in.What == "seat" || in.What == "hall":
		g.emit(Event{Kind: EvFinding, Code: "V3", What: "left_" + in.What, By: in.Side, Who: in.Who, Reason: in.Reason})
		g.punish("V3", in.Side)
	case in.What == "game":
		g.emit(Event{Kind: EvFinding, What: "left_game", By: in.Side, Who: in.Who, Reason: in.Reason})
		g.over(in.Side.Opponent(), ByArbiter, g.now)
	}
}

// onDefy is a player who refuses what the rules ask of him: to correct, to record, to
// obey, or when the game is over to sign (V6).
func (g *Game) onDefy(in Input) {
	if in.Side == clock.NoSide || g.final() {
		return
	}
	g.emit(Event{Kind: EvFinding, Code: "V6", What: "defied_" + orElse(in.What, "rules"), By: in.Side, Who: in.Who, Reason: in.Reason})
	if g.phase != Over {
		g.punish("V6", in.Side)
		return
	}
	if g.sentence("V6") == lost {
		g.changeResult(Outcome{Winner: in.Side.Opponent().String(), Reason: ByArbiter}, in)
	}
}

// onSign is a player's signature below the result. When both have signed it stands, and no
// breach found later changes it (CONDUCT sections 3 and 4).
func (g *Game) onSign(in Input) {
	if in.Side == clock.NoSide || g.signed[in.Side] {
		return
	}
	g.signed[in.Side] = true
	g.emit(Event{Kind: EvFinding, What: "signed", By: in.Side, Who: in.Who})
}

// final reports whether both have signed the result.
func (g *Game) final() bool { return g.signed[clock.P1] && g.signed[clock.P2] }

// found is an incident that the arbiter has found.
func (g *Game) found(code string, in Input) {
	g.emit(Event{Kind: EvIncident, Code: code, Point: board.NoPoint, By: in.Side, Who: in.Who, Reason: in.Reason})
}

// changeResult is the arbiter's other ruling on a game that is over: the first one stays in
// the history, and with it whatever was signed is void.
func (g *Game) changeResult(o Outcome, in Input) {
	before := g.outcome.words()
	o.At = Seconds(g.now)
	if winner := o.side(); winner != clock.NoSide {
		o.Color = g.colorOf(winner)
	}
	g.outcome, g.signed = &o, [3]bool{}
	g.emit(Event{Kind: EvCorrect, What: "result", Who: in.Who, Reason: in.Reason, Before: before, After: o.words()})
	g.emit(Event{Kind: EvOver, Winner: o.Winner, Color: o.Color, Reason: string(o.Reason), BothLost: o.BothLost})
}

// side is the winner.
func (o Outcome) side() (s clock.Side) {
	_ = s.UnmarshalText([]byte(o.Winner)) // what it does not know is nobody
	return s
}

// words is the outcome for people.
func (o Outcome) words() string {
	winner := o.Winner
	if o.BothLost {
		winner = "both lost"
	}
	return fmt.Sprintf("%s %s", winner, o.Reason)
}
