package game

import (
	"slices"
	"time"

	"shinpan/board"
	"shinpan/clock"
)

// conduct is the ledger of what happened on the board that should not have.
type conduct struct {
	// lifted are stones of the position that have left their point and may yet turn
	// out to be straightened, by the time they were last there.
	lifted map[board.Point]time.Duration
	count  [3]int
	// told is the last list of things to restore, so that it is said again only when
	// it changes.
	toldMissing, toldExtra []board.Point
}

func (c *conduct) infractions() [2]int { return [2]int{c.count[clock.P1], c.count[clock.P2]} }

// boardReason marks a pause that ends by itself when the board shows the position.
const boardReason = "position"

// stoneLifted begins the time in which a lifted stone may be put back as straightened.
func (g *Game) stoneLifted(p board.Point, since time.Duration) {
	if g.conduct.lifted == nil {
		g.conduct.lifted = map[board.Point]time.Duration{}
	}
	g.conduct.lifted[p] = since
}

// stoneBack ends it: the stone lies on its point again in time.
func (g *Game) stoneBack(in Input) {
	if _, was := g.conduct.lifted[in.Point]; was {
		delete(g.conduct.lifted, in.Point)
		g.emit(Event{Kind: EvStraightened, Point: in.Point, Color: in.Color, By: g.clk.Running()})
	}
}

// liftDeadline is when the first lifted stone will have been gone too long.
func (g *Game) liftDeadline() (board.Point, time.Duration, bool) {
	var first board.Point
	var due time.Duration
	for p := range g.pos.Points {
		since, ok := g.conduct.lifted[p]
		if ok && (first == board.NoPoint || since+straightenTime < due) {
			first, due = p, since+straightenTime
		}
	}
	return first, due, first != board.NoPoint
}

// liftedTooLong rules an illegal lift (CONDUCT H1): the clocks stop until the position
// is whole again. The side whose clock runs is the one at the board.
func (g *Game) liftedTooLong(p board.Point) {
	delete(g.conduct.lifted, p)
	if !g.missingAt(p) {
		return
	}
	by := g.clk.Running()
	g.incident("H1", p, g.pos.At(p), by)
	if g.cfg.Profile == "SP" {
		g.over(by.Opponent(), ByLift, g.now)
		return
	}
	g.infraction(by, "V2")
	g.freezeForBoard("H1")
}

// takenBackUnpressed notes a stone that left the board before it became a move (H14).
func (g *Game) takenBackUnpressed(p board.Point, c board.Color) {
	if g.cfg.Mode != Training {
		g.incident("H14", p, c, g.holder[c])
	}
}

func (g *Game) incident(code string, p board.Point, c board.Color, by clock.Side) {
	g.emit(Event{Kind: EvIncident, Code: code, Point: p, Color: c, By: by})
}

// infraction enters one into the ledger. Two by the same player lose the game
// (S-804), but a loss by the ledger is the arbiter's to declare.
func (g *Game) infraction(side clock.Side, code string) {
	if side == clock.NoSide {
		return
	}
	g.conduct.count[side]++
	g.emit(Event{Kind: EvInfraction, By: side, Code: code, Count: g.conduct.count[side]})
	if g.conduct.count[side] >= 2 {
		g.raise("infractions", SevWarn, sideWords(side)+" has two infractions: the rules say the game is lost. The arbiter decides.")
	}
}

// freezeForBoard stops both clocks until the board shows the position again.
func (g *Game) freezeForBoard(code string) {
	g.freeze(boardReason, code)
	g.tellRestore()
}

// freeze stops both clocks. code names what happened, for people.
func (g *Game) freeze(reason, code string) {
	if g.phase == Paused || g.phase == Over {
		return
	}
	g.clk.Pause(g.now, reason)
	for i := range g.waiting {
		g.waiting[i].stale = true
	}
	g.resumeTo, g.phase, g.pausedFor = g.phase, Paused, reason
	g.emit(Event{Kind: EvFreeze, Reason: reason, Code: code})
}

// unfreeze lets the clock run on where it stood.
func (g *Game) unfreeze(who string) {
	g.clk.Resume(g.now)
	g.phase, g.pausedFor = g.resumeTo, ""
	g.conduct.toldMissing, g.conduct.toldExtra = nil, nil
	g.emit(Event{Kind: EvResume, By: g.clk.Running(), Who: who})
}

// tellRestore says what is missing and what is too much, when that has changed.
func (g *Game) tellRestore() {
	missing, extra := g.disturbance()
	if len(missing)+len(extra) == 0 ||
		slices.Equal(missing, g.conduct.toldMissing) && slices.Equal(extra, g.conduct.toldExtra) {
		return
	}
	g.conduct.toldMissing, g.conduct.toldExtra = missing, extra
	g.emit(Event{Kind: EvRestore, Missing: missing, Extra: extra})
}

// checkRestored lets the game go on when a disturbed position is whole again. A pause
// for any other reason is ended by the arbiter.
func (g *Game) checkRestored() {
	missing, extra := g.disturbance()
	if len(missing)+len(extra) > 0 {
		g.tellRestore()
		return
	}
	if len(g.conduct.toldMissing)+len(g.conduct.toldExtra) > 0 {
		g.conduct.toldMissing, g.conduct.toldExtra = nil, nil
		g.emit(Event{Kind: EvRestored})
	}
	if g.pausedFor == boardReason {
		g.unfreeze("")
		g.afterPause()
	}
}

// afterPause looks at a stone that was laid while the clocks stood.
func (g *Game) afterPause() {
	if l, ok := g.candidate(); ok {
		g.weighCandidate(l)
	}
}

// nextTimer is the game's own next deadline and what to do then.
func (g *Game) nextTimer() (due time.Duration, fire func(*Game, time.Duration)) {
	if g.phase != Play {
		return 0, nil
	}
	if p, at, ok := g.liftDeadline(); ok {
		due, fire = at, func(g *Game, _ time.Duration) { g.liftedTooLong(p) }
	}
	if at, ok := g.waitDeadline(); ok && (fire == nil || at < due) {
		due, fire = at, (*Game).noStoneCame
	}
	return due, fire
}
