package game

import (
	"strconv"

	"shinpan/clock"
)

// The arbiter's orders to the clock beside its time: its counters, whose time runs, and a
// press that should not have been (CLOCK.md sections 1 and 8).

// onCounter sets one of a side's counters: What is moves, stones or periods, N the number.
func (g *Game) onCounter(in Input) {
	var counter clock.Counter
	if in.Side == clock.NoSide || counter.UnmarshalText([]byte(in.What)) != nil {
		return
	}
	before, after, err := g.clk.SetCounter(in.Side, counter, in.N, g.now)
	if err != nil {
		return // no such counter in this control, or a number it cannot have
	}
	g.emit(Event{
		Kind: EvCorrect, By: in.Side, What: counter.String(), Who: in.Who, Reason: in.Reason,
		Before: strconv.Itoa(before), After: strconv.Itoa(after),
	})
}

// onTurn lets the other side's time run. The move stays with the side whose turn it is on
// the board: see press.
func (g *Game) onTurn(in Input) {
	was := g.clk.Running()
	opening := g.phase == Paused && g.resumeTo != Play // there the protocol says whose turn it is
	if in.Side == clock.NoSide || in.Side == was || len(g.waiting) > 0 || g.unpressed || opening {
		return
	}
	g.clk.SetRunning(in.Side, g.now)
	g.turn = g.turnAt(g.now) // what is taken back later goes back to here
	g.emit(Event{
		Kind: EvCorrect, By: in.Side, What: "turn", Who: in.Who, Reason: in.Reason,
		Before: was.String(), After: g.clk.Running().String(),
	})
}

// onUnpress takes the last press back: the presser's time runs as if it had never stopped.
// A move it has completed stands, and waits to be pressed again.
func (g *Game) onUnpress(in Input) {
	was := g.clk.Running()
	switch {
	case len(g.waiting) == 1:
		g.giveTurnBack(g.waiting[0])
	case len(g.waiting) == 0 && len(g.moves) > 0 && !g.unpressed && g.clk.UndoPress(g.now):
		last := g.moves[len(g.moves)-1]
		g.unpressed = true
		g.usedMark[last.By] -= last.Spent.Duration()
		g.turn = g.turns[len(g.turns)-1]
		g.pressed[last.By] = 0
	default:
		return
	}
	g.emit(Event{
		Kind: EvCorrect, By: g.clk.Running(), What: "press", Who: in.Who, Reason: in.Reason,
		Before: was.String(), After: g.clk.Running().String(),
	})
}

// returnRun lets the clock of the side to move run, where the arbiter had the other one run:
// that side's press is no move.
func (g *Game) returnRun(in Input) bool {
	mover := g.holder[g.toMove()]
	if in.Side == mover || g.unpressed || len(g.waiting) > 0 {
		return false
	}
	g.clk.SetRunning(mover, g.now)
	g.turn = g.turnAt(g.now)
	return true
}
