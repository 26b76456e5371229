package game

import (
	"fmt"
	"time"

	"shinpan/board"
	"shinpan/clock"
)

// await is a press whose stone the eye has not confirmed yet.
type await struct {
	side  clock.Side
	color board.Color
	at    time.Duration
	spent time.Duration
	// after is the presser's time just after the press, for the record.
	after clock.SideState
	// before is the clock as it was just before the press, to give the turn back
	// exactly if it turns out that no stone was laid; stale says that the clocks
	// have been stopped since, so that it cannot be used.
	before clock.Clock
	stale  bool
	// unseen says that the eye was blind at some time since the press: when it first
	// saw the stone says nothing about when the stone was laid.
	unseen bool
}

// onStartPress starts the game: the second player starts the first one's clock
// (CLOCK.md section 4).
func (g *Game) onStartPress(in Input) {
	if in.Side == clock.P2 {
		g.onStart(in)
	}
}

// onPress takes a press of a clock button. It orders the moves and completes them; the
// stone says where (ARCHITECTURE.md).
func (g *Game) onPress(in Input) {
	before := g.clk
	if in.Side != g.clk.Running() || !g.clk.Press(in.Side, in.At) {
		if in.Side != clock.NoSide {
			g.incident("CK-3", board.NoPoint, board.Empty, in.Side)
		}
		return
	}
	a := await{side: in.Side, color: g.toMove(), at: in.At, before: before, unseen: g.sight.blind}
	used := g.clk.Used(in.Side, g.now)
	a.spent, g.usedMark[in.Side] = used-g.usedMark[in.Side], used
	a.after = g.timeOf(in.Side)
	stone, there := g.candidate()
	if there && stone.seenAt > in.At+pressSkew {
		there = false
	}
	g.waiting = append(g.waiting, a)
	if there {
		g.completeMove(stone)
	}
}

// completeMove turns the oldest waiting press and the stone it was for into a move.
func (g *Game) completeMove(l loose) {
	a := g.waiting[0]
	g.waiting = g.waiting[1:]
	second, two := g.secondStone(l)
	if two && g.awaited(l.color) {
		// Both were laid while nobody could see: the presses give the order of the
		// moves, but which stone was first is a guess.
		two = false
		g.raise("order", SevWarn, fmt.Sprintf("%s and %s were laid unseen: check which came first.", l.point, second.point))
	}
	g.commit(l, a)
	if g.phase != Play {
		return
	}
	if two {
		// Two stones for one press: the first stands, the other goes back (H10).
		g.incident("H10", second.point, second.color, a.side)
		g.infraction(a.side, "V2")
		g.freezeForBoard("H10")
		return
	}
	g.considerEarly()
}

// awaited reports whether a press waits for a stone of the colour.
func (g *Game) awaited(c board.Color) bool {
	for _, a := range g.waiting {
		if a.color == c {
			return true
		}
	}
	return false
}

// secondStone finds another loose stone of the mover's colour beside the one that
// becomes the move.
func (g *Game) secondStone(first loose) (loose, bool) {
	for _, l := range g.looseStones() {
		if l.color == first.color && l.point != first.point && !g.sight.doubted(l.point) {
			return l, true
		}
	}
	return loose{}, false
}

// considerEarly looks at a stone that was already lying there when its turn came.
func (g *Game) considerEarly() {
	for _, l := range g.looseStones() {
		if len(g.waiting) > 0 && l.color == g.waiting[0].color {
			g.stoneAfterPress(l)
			return
		}
		if len(g.waiting) == 0 && l.color == g.toMove() {
			g.weighCandidate(l)
			return
		}
	}
}

// stoneAfterPress joins a stone with the press that came before the eye was sure. A
// stone first seen clearly later than the press was laid after it: the player pressed
// before placing (CK-1).
func (g *Game) stoneAfterPress(l loose) {
	a := g.waiting[0]
	if l.seenAt <= a.at+pressSkew || a.stale || a.unseen || len(g.waiting) > 1 {
		g.completeMove(l)
		return
	}
	g.incident("CK-1", l.point, l.color, a.side)
	g.infraction(a.side, "V1")
	g.giveTurnBack(a)
	g.weighCandidate(l)
}

// noStoneCame rules a press after which the eye, seeing well, has found no stone: the
// turn goes back to the presser and the interval is charged to him. Nobody is
// punished for it (a pass is declared, not pressed).
func (g *Game) noStoneCame(time.Duration) {
	a := g.waiting[0]
	g.incident("CK-1", board.NoPoint, board.Empty, a.side)
	g.giveTurnBack(a)
}

// giveTurnBack makes a press undone.
func (g *Game) giveTurnBack(a await) {
	g.waiting = nil
	g.usedMark[a.side] -= a.spent
	if a.stale {
		g.clk.SetRunning(a.side, g.now)
		return
	}
	g.clk = a.before
	g.passClock(g.now)
}

// waitDeadline is when the oldest waiting press will have waited long enough; ok is
// false while there is none or the eye could not have seen the stone.
func (g *Game) waitDeadline() (time.Duration, bool) {
	if len(g.waiting) != 1 || g.phase != Play || !g.sight.clear() {
		return 0, false
	}
	return max(g.waiting[0].at, g.sight.handOut) + sightGrace, true
}

// outOfTurn rules a stone of the side that is not to move.
func (g *Game) outOfTurn(l loose) {
	side := g.holder[l.color]
	g.incident("H9", l.point, l.color, side)
	if _, placed := g.candidate(); placed {
		// The mover's own stone lies there unpressed: his press will put things in order.
		return
	}
	g.infraction(side, "V2")
	g.freezeForBoard("H9")
}
