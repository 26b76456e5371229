package game

import (
	"time"

	"shinpan/board"
	"shinpan/clock"
)

// conduct is what happened on the board that should not have, as far as it still matters.
type conduct struct {
	// lifted are stones of the position that have left their point and may yet turn
	// out to be straightened, by the time they were last there.
	lifted map[board.Point]time.Duration
	// back is a stone that was taken away again before the press, by when that was.
	back      loose
	backSince time.Duration
	backHeld  bool // it was taken on under the hand that had laid it
	// bound are the points of which the next stone must take one, by a ruling on boundBy.
	bound   []board.Point
	boundBy string
	// foreign is a stone of the side that is not to move, which stopped the clocks.
	foreign loose
	// moved are the last stones that changed their place, to tell a fall from a move.
	moved []displaced
	// fallen is the last stone that was ruled to have fallen.
	fallen     board.Point
	covered    board.Point // where he pressed with a stone lying on another
	early      early       // a press after which no stone came
	bumpedAt   time.Duration
	bumpHand   bool
	handTold   bool
	reminded   board.Point
	autoTried  board.Point // the stone with which the turn was ended without a press
	culprit    clock.Side  // who pays for the time of restoring
	count      [3]int      // infractions
	warnings   []warning
	falseCalls [3]int
	attempts   int // forbidden moves that were blocked
	// told is the last list of things to restore, so that it is said again only when
	// it changes.
	toldMissing, toldExtra []board.Point
}

// early is a press that was given back because no stone was there.
type early struct {
	side clock.Side
	at   time.Duration
}

// displaced is a stone of the position that moved at a time.
type displaced struct {
	point board.Point
	at    time.Duration
}

// disturbed remembers that a stone has changed its place.
func (c *conduct) disturbed(p board.Point, at time.Duration) {
	if len(c.moved) == 8 {
		c.moved = append(c.moved[:0:0], c.moved[1:]...)
	}
	c.moved = append(c.moved, displaced{p, at})
}

// near counts the stones around p that changed their place at about the time at.
func (c *conduct) near(p board.Point, at time.Duration) int {
	n := 0
	for _, d := range c.moved {
		if d.point != p && apart(p, d.point) <= 3 && (d.at-at).Abs() <= together {
			n++
		}
	}
	return n
}

// apart is the distance of two points in lines.
func apart(p, q board.Point) int {
	x, y := p.Col()-q.Col(), p.Row()-q.Row()
	return max(x, -x, y, -y)
}

// boardReason marks a pause that ends by itself when the board shows the position.
const boardReason = "position"

// stoneLifted begins the time in which a lifted stone may be put back as straightened.
// Where the board has just been knocked nobody has lifted it.
func (g *Game) stoneLifted(p board.Point, since time.Duration) {
	g.conduct.disturbed(p, since)
	if g.bumped(g.now) {
		code, by := g.bumpCode()
		g.freezeForBoard(code)
		g.blame(by)
		return
	}
	if g.conduct.lifted == nil {
		g.conduct.lifted = map[board.Point]time.Duration{}
	}
	g.conduct.lifted[p] = since
	g.dropped(since)
}

// stoneBack ends it: the stone lies on its point again. The eye may only see that when
// the hand has gone, so what counts is when it was first seen.
func (g *Game) stoneBack(in Input) {
	since, was := g.conduct.lifted[in.Point]
	if !was {
		return
	}
	delete(g.conduct.lifted, in.Point)
	if in.SeenAt-since <= straightenTime || g.sight.blind {
		g.emit(Event{Kind: EvStraightened, Point: in.Point, Color: in.Color, By: g.clk.Running()})
		return
	}
	by := g.holder[in.Color]
	g.incident("H1", in.Point, in.Color, by)
	g.punish("H1", by)
}

// liftDeadline is when the first lifted stone will have been gone too long: two seconds,
// or one after the hand has left the board with it, because what is straightened is not
// carried away. While the eye is blind it may lie there again unseen.
func (g *Game) liftDeadline() (board.Point, time.Duration, bool) {
	if len(g.conduct.lifted) == 0 || g.sight.blind {
		return board.NoPoint, 0, false
	}
	var first board.Point
	var due time.Duration
	for p := range g.pos.Points {
		since, ok := g.conduct.lifted[p]
		if !ok {
			continue
		}
		at := since + straightenTime
		if !g.sight.hand && g.sight.handOut > since {
			at = min(at, g.sight.handOut+carriedAway)
		}
		if first == board.NoPoint || at < due {
			first, due = p, at
		}
	}
	return first, due, first != board.NoPoint
}

// liftedTooLong rules an illegal lift (CONDUCT H1): the clocks stop until the position
// is whole again. Who lifts a stone is taken to be its owner, whoever's turn it is: most
// are a move regretted just after it was pressed.
func (g *Game) liftedTooLong(p board.Point) {
	delete(g.conduct.lifted, p)
	if !g.missingAt(p) {
		return
	}
	if n := len(g.moves); g.cfg.Mode == Training && g.phase == Play && n > g.settled && g.moves[n-1].Point == p {
		g.takeBackInTraining()
		return
	}
	by := g.holder[g.pos.At(p)]
	g.incident("H1", p, g.pos.At(p), by)
	g.punish("H1", by)
	g.freezeForBoard("H1")
}

// takeBackInTraining lets a player take back the last move by lifting it: the clocks are
// as they were, and it is his turn again.
func (g *Game) takeBackInTraining() {
	last := g.undoLast()
	g.emit(Event{
		Kind: EvCorrect, What: "move", N: last.N, By: last.By, Point: last.Point, Who: "players", Reason: "training",
		Before: last.Color.String(), After: board.Empty.String(),
	})
	g.considerEarly()
}

// carried rules a stone that was lifted and put down elsewhere: the point on which it
// was first committed stands (H2). Moved by one line beside a stone that has just been
// laid, or by a falling one, it was brushed: it is put back, and nothing else (H5).
// It reports whether the stone is one that was carried.
func (g *Game) carried(in Input) bool {
	from := board.NoPoint
	for p := range g.conduct.lifted {
		nearer := from == board.NoPoint || apart(p, in.Point) < apart(from, in.Point) ||
			apart(p, in.Point) == apart(from, in.Point) && p.Less(from)
		if g.pos.At(p) == in.Color && g.missingAt(p) && nearer {
			from = p
		}
	}
	if from == board.NoPoint {
		return false
	}
	delete(g.conduct.lifted, from)
	g.reject(in.Point)
	if g.conduct.fallen != board.NoPoint {
		g.freezeForBoard("H4")
		return true
	}
	if apart(from, in.Point) == 1 && g.justLaidNear(from, in) {
		g.incidentMoved("H5", from, in.Point, in.Color, g.clk.Running())
		g.freezeForBoard("H5")
		return true
	}
	by := g.holder[in.Color]
	g.incident("H1", from, in.Color, by)
	g.incidentMoved("H2", from, in.Point, in.Color, by)
	g.punish("H2", by)
	g.freezeForBoard("H2")
	return true
}

// justLaidNear reports whether the mover's own new stone came to lie beside a displaced
// one at about the same time.
func (g *Game) justLaidNear(p board.Point, in Input) bool {
	for _, l := range g.looseStones() {
		if l.point != in.Point && apart(l.point, p) <= 2 && (l.seenAt-in.SeenAt).Abs() <= together {
			return true
		}
	}
	return false
}

// dropped rules a stone that fell on the board: a new one, and around it at the same time
// others that were pushed (H4). It is no move unless its player leaves it and presses.
func (g *Game) dropped(at time.Duration) {
	for _, l := range g.looseStones() {
		if (l.seenAt-at).Abs() > together || l.point == g.conduct.fallen || g.conduct.near(l.point, l.seenAt) < 2 {
			continue
		}
		g.conduct.fallen = l.point
		by := g.clk.Running()
		g.incident("H4", l.point, l.color, by)
		g.punish("H4", by)
		return
	}
}

// takenBack follows a stone that has left the board before it was pressed. A stone moved
// under a hand that has not left the board was never released: it is no move yet,
// unless touching commits (H3). Otherwise the move was made (H14).
func (g *Game) takenBack(l loose, since time.Duration) {
	if l.point == g.conduct.fallen {
		g.conduct.fallen = board.NoPoint // what fell is no move
		return
	}
	if g.cfg.Mode == Training || len(g.waiting) > 0 {
		return
	}
	held := g.sight.hand && g.sight.handIn < l.seenAt
	switch {
	case held && !g.sw.commitAtTouch:
		return
	case held && !g.sw.restingPoint:
		g.stands("H3", l, board.NoPoint)
		return
	}
	g.conduct.back, g.conduct.backSince, g.conduct.backHeld = l, since, held
}

// handBack looks at a stone that may be the one just taken away: on its point again it was
// straightened, on another the first point stands. One that goes on to the next point
// as soon as it has touched the first slid while it was laid: there it rests (H5).
func (g *Game) handBack(in Input) bool {
	b := g.conduct.back
	if b.point == board.NoPoint || b.color != in.Color {
		return false
	}
	g.conduct.back = loose{}
	slid := apart(in.Point, b.point) == 1 && g.conduct.backSince-b.seenAt <= slide && in.SeenAt-g.conduct.backSince <= slide
	if slid && (g.sw.restingPoint || !g.sw.commitAtTouch) {
		g.incidentMoved("H5", b.point, in.Point, in.Color, g.clk.Running())
		return false
	}
	if in.Point == b.point {
		g.sight.since[in.Point] = b.seenAt
		g.emit(Event{Kind: EvStraightened, Point: in.Point, Color: in.Color, By: g.clk.Running()})
		return true
	}
	g.stands(g.conduct.takenAs("H2"), b, in.Point)
	return true
}

// takenAs is the incident of a stone taken away before the press: where touching commits and
// it never left the hand it is H3, otherwise what it would be of a released stone.
func (c *conduct) takenAs(released string) string {
	if c.backHeld {
		return "H3"
	}
	return released
}

// backTooLong rules a stone that was taken away before the press and not put back (H14).
func (g *Game) backTooLong(time.Duration) {
	b := g.conduct.back
	g.conduct.back = loose{}
	g.stands(g.conduct.takenAs("H14"), b, board.NoPoint)
}

// stands makes a stone that has left its point the move it was: it must be put back, and
// the press is still to come.
func (g *Game) stands(code string, l loose, other board.Point) {
	side := g.clk.Running()
	if g.pos.At(l.point) != board.Empty || l.color != g.toMove() || !g.free(l.point) {
		return
	}
	g.incidentMoved(code, l.point, other, l.color, side)
	if g.punish(code, side); g.phase != Play {
		return
	}
	g.commit(l, await{side: side, color: l.color, turn: g.turn})
	if g.phase != Play {
		return
	}
	g.unpressed = true
	g.freezeForBoard(code)
}

// liesBetween stops the clocks for a stone that lies between points: the mover says which
// he means, and the arbiter sets it there (H6).
func (g *Game) liesBetween(l loose, offset float64) {
	g.emit(Event{Kind: EvIncident, Code: "H6", Point: l.point, Color: l.color, By: g.clk.Running(), Offset: offset})
	g.conduct.back = l
	g.freeze(betweenReason, "H6")
}

// betweenReason marks a pause in which the mover has to name his point.
const betweenReason = "between"

// pointNamed makes the named point the move of a stone that lies between points.
func (g *Game) pointNamed(p board.Point) {
	l := g.conduct.back
	g.conduct.back = loose{}
	if l.point != p {
		g.sight.note(l.point, board.Empty, g.now)
		g.sight.note(p, l.color, l.seenAt)
	}
	side := g.clk.Running()
	g.commit(loose{p, l.color, l.seenAt}, await{side: side, color: l.color, turn: g.turn})
	if g.phase != Over {
		g.unpressed = true
	}
}

// outOfTurn rules a stone of the side that is not to move (H9).
func (g *Game) outOfTurn(l loose) {
	side := g.holder[l.color]
	if g.unpressed && side == g.clk.Running() {
		// His move stands already: this one is a second stone.
		g.incident("H10", l.point, l.color, side)
		g.punish("H10", side)
		g.freezeForBoard("H10")
		return
	}
	g.incident("H9", l.point, l.color, side)
	if _, placed := g.candidate(); placed || g.unpressed {
		// The mover's own stone lies there unpressed: his press will put things in order.
		return
	}
	g.conduct.foreign = l
	g.punish("H9", side)
	g.freezeForBoard("H9")
}

// onPressPaused takes a press while the clocks stand. After a stone of the wrong side
// it says who laid it; over a board that nobody restores it says that they play on.
func (g *Game) onPressPaused(in Input) {
	l := g.conduct.foreign
	switch {
	case in.Side == clock.NoSide || g.pausedFor != boardReason:
	case l.point != board.NoPoint && in.Side == g.clk.Running():
		g.wrongColor(l, in.Side)
	case l.point != board.NoPoint:
		g.conduct.foreign = loose{}
		g.incident("CK-5", l.point, l.color, in.Side)
		if g.sentence("H9") == free {
			g.punish("CK-5", in.Side)
		}
		if g.losesByInfractions(in.Side); g.phase != Over {
			g.refund()
		}
	case g.cfg.Mode != Tournament:
		g.playOver(in)
	}
}

// wrongColor rules a stone of the opponent's colour that the mover himself has laid and
// pressed: it is changed for one of his own on the same point (H8). What the opponent
// was given for it is taken back.
func (g *Game) wrongColor(l loose, by clock.Side) {
	g.conduct.foreign = loose{}
	other := by.Opponent()
	if g.sentence("H9") == infringe {
		g.cancelInfraction(other, "the stone was not his")
	}
	g.incident("H8", l.point, l.color, by)
	g.bind("H8", l.point)
	g.punish("H8", by)
}
