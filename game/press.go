package game

import (
	"slices"
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
	// turn is the turn that the press ended.
	turn turn
}

// onStartPress starts the game: the second player starts the first one's clock
// (CLOCK.md section 4).
func (g *Game) onStartPress(in Input) {
	if in.Side == clock.P2 {
		g.sign(clock.P2)
		g.onStart(in)
	}
}

// onPress takes a press of a clock button. It orders the moves and completes them; the
// stone says where (ARCHITECTURE.md).
func (g *Game) onPress(in Input) { g.press(in, false) }

// press is onPress; settled says that the time since its stamp is nobody's.
func (g *Game) press(in Input, settled bool) {
	if in.Side == clock.NoSide {
		return
	}
	if in.Side != g.clk.Running() {
		g.idlePress(in)
		return
	}
	g.sign(in.Side)
	if g.returnRun(in) {
		return
	}
	switch {
	case g.anyCovered():
		// Pressed with a stone lying on another (H7): no move, and an infraction.
		p := g.firstCovered()
		g.incident("H7", p, g.sight.seen.At(p), in.Side)
		if g.conduct.covered != p {
			g.conduct.covered = p // once for a stone, however often he presses
			g.punish("H7", in.Side)
		}
		return
	case len(g.waiting) == 0 && g.missingLong():
		g.tellRestoreAgain()
		return
	}
	g.conduct.early = early{}
	a := await{side: in.Side, color: g.toMove(), at: in.At, before: g.clk, unseen: g.sight.blind, turn: g.turn}
	if !g.clk.Press(in.Side, in.At) {
		return
	}
	if settled {
		g.clk.Pause(in.At, "settling")
		g.clk.Resume(g.now)
	}
	g.pressed[in.Side] = in.At
	used := g.clk.Used(in.Side, g.now)
	a.spent, g.usedMark[in.Side] = used-g.usedMark[in.Side], used
	a.after = g.timeOf(in.Side)
	g.turn = g.turnAt(in.At)
	if settled {
		g.turn.at = g.now
	}
	g.replyGoesOn()
	if g.unpressed {
		g.completeStanding(a)
		return
	}
	stone, there := g.candidate()
	if g.draws.passing == in.Side && !there {
		g.enterPass(a)
		return
	}
	g.draws.passing = clock.NoSide // he has laid a stone instead
	if there && stone.seenAt > in.At+pressSkew {
		there = false
	}
	g.waiting = append(g.waiting, a)
	if there {
		g.completeMove(stone)
	}
}

// completeStanding completes a move that stood already without its press.
func (g *Game) completeStanding(a await) {
	g.unpressed = false
	m := &g.moves[len(g.moves)-1]
	m.PressedAt, m.Spent = Seconds(a.at), Seconds(a.spent)
	m.Left, m.Periods = Seconds(a.after.Main), a.after.Periods
	g.considerEarly()
}

// idlePress takes a press by the side whose clock stands (CK-3). Nothing follows from it
// but a note; a second one is an infraction.
func (g *Game) idlePress(in Input) {
	switch {
	case in.Side == clock.NoSide || g.excused[in.Side]:
		g.excused[in.Side] = false
		return
	case g.pressed[in.Side] != 0 && in.At-g.pressed[in.Side] < bounce:
		return // the button bounced, or was pressed twice
	}
	g.incident("CK-3", board.NoPoint, board.Empty, in.Side)
	g.punish("CK-3", in.Side)
}

// completeMove turns the oldest waiting press and the stone it was for into a move.
func (g *Game) completeMove(l loose) {
	a := g.waiting[0]
	g.waiting = g.waiting[1:]
	second, two := g.secondStone(l)
	two = two && !g.awaited(l.color) // it is for a press that waits too
	switch {
	case two && second.seenAt-l.seenAt < twoStonesApart && !a.unseen:
		g.bothBack(l, second, a)
		return
	case !g.free(l.point):
		g.unbound(l, a)
		return
	case g.blocked(l, a):
		return
	}
	g.commit(l, a)
	g.movesFound()
	g.settleFlag()
	if g.phase != Play {
		return
	}
	if two {
		// Two stones for one press: the first stands, the other goes back (H10).
		g.incident("H10", second.point, second.color, a.side)
		g.punish("H10", a.side)
		g.freezeForBoard("H10")
		return
	}
	g.considerEarly()
}

// bothBack rules two stones laid at once: both go back, and the mover plays one of the
// two points (CONDUCT H10).
func (g *Game) bothBack(one, two loose, a await) {
	g.incident("H10", two.point, two.color, a.side)
	g.returnTurn(a)
	g.reject(one.point)
	g.reject(two.point)
	g.bind("H10", one.point, two.point)
	g.punish("H10", a.side)
	g.freezeForBoard("H10")
}

// bind says where the next stone must go, and which incident has decided that.
func (g *Game) bind(code string, at ...board.Point) { g.conduct.boundBy, g.conduct.bound = code, at }

// free reports whether the next stone may be laid on p as far as binding goes.
func (g *Game) free(p board.Point) bool {
	return len(g.conduct.bound) == 0 || slices.Contains(g.conduct.bound, p)
}

// unbound gives back a move to another point than the one that binds.
func (g *Game) unbound(l loose, a await) {
	e := Event{Kind: EvIncident, Code: g.conduct.boundBy, Point: l.point, Color: l.color, By: a.side}
	if e.Code == sealedReason {
		e.Code, e.What = sealedCode, sealedReason
	}
	g.emit(e)
	g.returnTurn(a)
	g.reject(l.point)
	g.freezeForBoard(e.Code)
}

// reject marks a loose stone as one that has to go.
func (g *Game) reject(p board.Point) {
	if !slices.Contains(g.sight.rejected, p) {
		g.sight.rejected = append(g.sight.rejected, p)
	}
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
		if l.color == first.color && l.point != first.point && !g.sight.doubted(l.point) && !slices.Contains(g.sight.rejected, l.point) {
			return l, true
		}
	}
	return loose{}, false
}

// considerEarly looks at a stone that was already lying there when its turn came.
func (g *Game) considerEarly() {
	if g.phase == Play && g.unpressed && g.sw.autoPress && !g.anyMissing() {
		g.press(Input{Kind: Press, Side: g.clk.Running(), At: g.now}, false)
		return
	}
	if g.phase != Play || g.unpressed {
		return
	}
	for _, l := range g.looseStones() {
		switch {
		case slices.Contains(g.sight.rejected, l.point):
		case len(g.waiting) > 0 && l.color == g.waiting[0].color:
			g.stoneAfterPress(l)
			return
		case len(g.waiting) == 0 && l.color == g.toMove() && !g.anyMissing():
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
	if g.orderUnknown(l) {
		return
	}
	if l.seenAt <= a.at+pressSkew || a.stale || a.unseen || len(g.waiting) > 1 {
		g.completeMove(l)
		return
	}
	g.giveTurnBack(a)
	g.pressFirst(l.point, l.color, a.side)
	if g.phase == Play {
		g.weighCandidate(l)
	}
}

// pressFirst rules a press before the stone was laid: an infraction, and time for the
// opponent (CLOCK.md section 3, CK-1). The presser's clock runs again already.
func (g *Game) pressFirst(p board.Point, c board.Color, by clock.Side) {
	g.incident("CK-1", p, c, by)
	g.punish("CK-1", by)
	if g.phase != Over {
		g.penalize(by)
	}
}

// noStoneCame rules a press after which the eye, seeing well, has found no stone: the
// turn goes back to the presser and the interval is charged to him. The button may have
// been pressed by mistake (a pass is declared, not pressed), so nobody is punished for
// it as long as nothing is laid. What the eye sees next decides: a stone of his own was
// laid after the press, whenever that was, and only RIF's profile lets it pass.
func (g *Game) noStoneCame(time.Duration) {
	a := g.waiting[0]
	g.conduct.early = early{a.side, a.at}
	g.incident("CK-1", board.NoPoint, board.Empty, a.side)
	g.giveTurnBack(a)
	g.considerEarly()
}

// giveTurnBack makes a press undone, with all that wait.
func (g *Game) giveTurnBack(a await) {
	g.forgetPresses()
	g.returnTurn(a)
}

// returnTurn lets the clock run as if the press had never been.
func (g *Game) returnTurn(a await) {
	g.usedMark[a.side] -= a.spent
	g.turn = a.turn
	g.pressed[a.side] = 0
	switch {
	case a.stale && g.flag != nil && g.flag.side == a.side.Opponent():
		// The clocks have stood since and a flag has ended them: nobody's time.
		g.clk = a.before
		g.clk.Pause(a.at, g.pausedFor)
		if g.phase != Paused {
			g.clk.Resume(g.now)
		}
		g.raiseFlag(a.side.Opponent(), true)
		return
	case a.stale:
		g.clk.SetRunning(a.side, g.now)
		return
	}
	paused, reason := g.phase == Paused, g.pausedFor
	down := g.timeOf(a.side.Opponent()).Flag
	g.clk = a.before
	g.raiseFlag(a.side.Opponent(), down)
	g.passClock(g.now)
	if paused {
		g.clk.Pause(g.now, reason)
	}
}

// raiseFlag puts a flag up again that fell on time which was the presser's.
func (g *Game) raiseFlag(side clock.Side, down bool) {
	if !down || g.timeOf(side).Flag {
		return
	}
	g.flag = nil
	g.emit(Event{Kind: EvCorrect, What: "flag", By: side, Reason: "CK-1", Before: "fallen", After: "up"})
}

// waitDeadline is when the oldest waiting press will have waited long enough; ok is
// false while there is none or the eye could not have seen the stone.
func (g *Game) waitDeadline() (time.Duration, bool) {
	if len(g.waiting) != 1 || g.phase != Play || !g.sight.clear() {
		return 0, false
	}
	return max(g.waiting[0].at, g.sight.handOut, g.sight.sightAt) + sightGrace, true
}

// autoPress ends the turn without a press where the event plays so: the stone has lain
// there for a second, and that second is nobody's (CLOCK.md section 3.7).
func (g *Game) autoPress(l loose) {
	laid := max(l.seenAt, g.turn.at)
	g.press(Input{Kind: Press, Side: g.clk.Running(), At: laid}, true)
}
