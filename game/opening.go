package game

import (
	"slices"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/rules/opening"
)

// lay is a stage of the opening being played: a press that waits for the eye to see what
// it was for.
type lay struct {
	await
	stones []loose // what lay there, oldest first
	told   bool    // the player has been told what is missing
}

// openStep is where the game stood before a completed stage, to take it back.
type openStep struct {
	state opening.State
	moves int
	turn  turn
}

// breach is one thing the players have been told about the stones that lie there.
type breach struct {
	code    string
	point   board.Point
	pressed bool
}

// person and player turn one word for the two people into the other.
func person(p opening.Player) clock.Side { return clock.Side(p) }
func player(s clock.Side) opening.Player { return opening.Player(s) }

// opens reports whether the opening is not over yet.
func (g *Game) opens() bool { return !g.open.Done() }

// openingLoose is the loose stones as the opening reads them, without those that have to go.
func (g *Game) openingLoose() ([]loose, []opening.Stone) {
	ls := slices.DeleteFunc(g.looseStones(), func(l loose) bool { return slices.Contains(g.sight.rejected, l.point) })
	stones := make([]opening.Stone, len(ls))
	for i, l := range ls {
		stones[i] = opening.Stone{Point: l.point, Color: l.color}
	}
	return ls, stones
}

// tellDue says what has to happen next, when that has changed.
func (g *Game) tellDue() {
	due := g.open.Due()
	if due == g.toldDue {
		return
	}
	g.toldDue = due
	e := Event{Kind: EvOpening, State: due.State, Actor: person(due.Actor), By: person(due.Actor), Color: due.Color, Count: due.Count()}
	if g.open.Done() {
		e.Actor, e.By, e.Color, e.Count = g.clk.Running(), g.clk.Running(), g.toMove(), 1
		g.emit(e)
		return
	}
	e.Legal, e.LegalWhite = g.legal(due)
	e.N, e.What = due.Number, dueText(due, g.colorOf(e.Actor))
	g.emit(e)
}

// legal lists the points for the colour that is due; where both are, Black's and White's.
func (g *Game) legal(due opening.Due) (first, second []board.Point) {
	if due.Color == board.White && !due.MayLayTwo {
		return g.open.Legal(&g.pos, board.White), nil
	}
	first = g.open.Legal(&g.pos, board.Black)
	if due.White > 0 || due.MayLayTwo {
		second = g.open.Legal(&g.pos, board.White)
	}
	if due.Black+due.Offers == 0 && !due.Choosing {
		first, second = second, first
	}
	return first, second
}

// breaches reports what is wrong with what a player has done. pressed says that he has
// pressed upon it; some of it is then an infraction (OPENINGS.md section 0.1).
func (g *Game) breaches(wrong []opening.Breach, by clock.Side, pressed bool) {
	var extra []board.Point
	for _, b := range wrong {
		if !pressed && b.Code == "H10" {
			continue // stones may be moved about until the press
		}
		who := by
		if b.Code == "OP-02" && b.Point != board.NoPoint {
			who = by.Opponent() // a stone while the other's duty lasts
		}
		told := breach{b.Code, b.Point, pressed}
		again := slices.Contains(g.told, told)
		if b.Point == board.NoPoint || pressed || !again {
			g.told = append(g.told, told)
			g.incident(b.Code, b.Point, b.Color, who)
		}
		if pressed && !again && (b.Code == "OP-01" || b.Code == "H10") {
			g.punish(b.Code, who) // once for a stone, however often he presses
		}
		if b.Point != board.NoPoint && b.Code != "OP-11" && b.Code != "OP-06" {
			extra = append(extra, b.Point)
		}
	}
	if len(extra) > 0 && g.phase == Opening && !slices.Equal(extra, g.conduct.toldExtra) {
		g.conduct.toldExtra = extra
		g.emit(Event{Kind: EvRestore, Extra: extra})
	}
}

// watchOpening looks at the loose stones after one has come or gone.
func (g *Game) watchOpening() {
	if g.phase != Opening {
		return
	}
	g.changed = g.now
	_, stones := g.openingLoose()
	wrong := g.open.Watch(&g.pos, stones)
	g.told = slices.DeleteFunc(g.told, func(b breach) bool {
		return b.point != board.NoPoint && g.sight.seen.At(b.point) == board.Empty
	})
	if len(wrong) == 0 && len(g.conduct.toldExtra) > 0 {
		g.conduct.toldExtra = nil
		g.emit(Event{Kind: EvRestored})
	}
	if g.held != nil {
		return
	}
	g.breaches(wrong, person(g.open.Actor()), false)
	if p := g.open.Remaining(stones); p != board.NoPoint && p != g.toldChoice && len(g.open.Offers()) > 1 {
		g.toldChoice = p
		g.emit(Event{Kind: EvChoose, By: person(g.open.Actor()), Point: p})
	}
	if g.sw.mirrorWarning {
		g.warnMirrors(stones)
	}
}

// warnMirrors tells the arbiter of fifth moves that are mirror images of the bare figure.
func (g *Game) warnMirrors(stones []opening.Stone) {
	if g.open.Due().Offers == 0 {
		return
	}
	for i, a := range stones {
		for _, b := range stones[:i] {
			if !opening.Equivalent(&g.pos, a.Point, b.Point) && opening.SameFigure(&g.pos, a.Point, b.Point) {
				g.raise("mirror", SevInfo, "The fifth moves on "+pointList([]board.Point{b.Point, a.Point})+" mirror each other if the edges are left aside.")
			}
		}
	}
}

// onSeeOpening takes a stone that has come to lie on the board during the opening.
func (g *Game) onSeeOpening(in Input) {
	if !g.onBoard(in.Point) || in.Color == board.Empty {
		return
	}
	g.sight.note(in.Point, in.Color, in.SeenAt)
	switch want := g.pos.At(in.Point); {
	case want == in.Color:
		g.stoneBack(in)
		g.madeWhole()
	case want != board.Empty:
		code := "H7"
		if g.open.Due().Offers > 0 && in.Color == board.Black {
			code = "OP-07"
		}
		g.incident(code, in.Point, in.Color, g.clk.Running())
		g.tellRestore()
	case g.carried(in):
	default:
		g.completeHeld(in)
		g.retryEarly(in)
		g.watchOpening()
	}
}

// onGoneOpening takes a stone that has left its point during the opening. Offers and
// stones that are not pressed yet may be moved about freely.
func (g *Game) onGoneOpening(in Input) {
	if !g.onBoard(in.Point) {
		return
	}
	was := g.sight.seen.At(in.Point)
	g.sight.note(in.Point, board.Empty, in.SeenAt)
	switch {
	case g.pos.At(in.Point) != board.Empty && g.open.Choosing():
		g.incident("OP-10", in.Point, was, g.clk.Running())
		g.tellRestore()
	case g.pos.At(in.Point) != board.Empty:
		g.stoneLifted(in.Point, in.SeenAt)
	default:
		g.completeHeld(in)
		g.retryEarly(in)
		g.watchOpening()
	}
}

// retryEarly looks again at a press that was given back: if everything due was seen to lie
// there at the time, the eye was only slow and the press counts as it was stamped.
func (g *Game) retryEarly(news Input) {
	e := g.conduct.early
	if news.SeenAt > e.at+pressSkew || g.phase != Opening || g.held != nil || e.side == clock.NoSide || e.side != g.clk.Running() {
		return
	}
	ls, stones := g.openingLoose()
	for _, l := range ls {
		if l.seenAt > e.at+pressSkew {
			return
		}
	}
	state := g.open
	if _, wrong, missing := state.Press(&g.pos, stones); len(wrong)+len(missing) == 0 {
		g.onPressOpening(Input{Kind: Press, Side: e.side, At: e.at})
	}
}

// madeWhole says that what had to be put right while the clocks ran is right again.
func (g *Game) madeWhole() {
	if len(g.conduct.toldMissing)+len(g.conduct.toldExtra) == 0 {
		return
	}
	if missing, extra := g.disturbance(); len(missing)+len(extra) == 0 {
		g.conduct.toldMissing, g.conduct.toldExtra = nil, nil
		g.emit(Event{Kind: EvRestored})
	}
}

// onPressOpening ends a stage, if everything that is due lies there.
func (g *Game) onPressOpening(in Input) {
	actor := person(g.open.Actor())
	if in.Side != clock.NoSide {
		g.sign(in.Side)
	}
	if in.Side != g.clk.Running() {
		if g.held == nil && g.open.Due().State == "swap" && in.Side == actor.Opponent() {
			g.swapUnpressed(in, actor)
			return
		}
		if slices.ContainsFunc(g.told, func(b breach) bool { return b.code == "OP-02" }) && in.Side != clock.NoSide {
			// He has laid a stone while the other's duty lasted, and now presses.
			g.incident("OP-02", board.NoPoint, board.Empty, in.Side)
			g.punish("OP-02", in.Side)
			return
		}
		g.idlePress(in)
		return
	}
	if g.held != nil {
		return // the stage before is not complete yet: the eye decides
	}
	if g.anyMissing() || g.anyCovered() {
		g.tellRestoreAgain()
		return
	}
	g.conduct.early = early{}
	ls, stones := g.openingLoose()
	state := g.open
	r, wrong, missing := state.Press(&g.pos, stones)
	if len(wrong) > 0 {
		g.breaches(wrong, in.Side, true)
		return
	}
	h := &lay{await: await{side: in.Side, at: in.At, before: g.clk, unseen: g.sight.blind, turn: g.turn}, stones: ls}
	if !g.clk.Press(in.Side, in.At) {
		return
	}
	used := g.clk.Used(in.Side, g.now)
	h.spent = used - g.usedMark[in.Side]
	g.usedMark[in.Side] = used
	h.after = g.timeOf(in.Side)
	g.turn = g.turnAt(in.At)
	if len(missing) > 0 {
		g.held = h
		if code := missing[0].Code; code != "CK-1" && g.sight.clear() {
			// It costs nothing and helps at once; if the eye was only slow the press counts.
			h.told = true
			g.breaches(missing, in.Side, true)
		}
		return
	}
	g.endStage(state, r, h)
}

// swapUnpressed completes a swap that was announced and not pressed, when the other acts
// upon it: the time until now is the swapper's.
func (g *Game) swapUnpressed(in Input, swapper clock.Side) {
	g.onPressOpening(Input{Kind: Press, At: in.At, Side: swapper})
	if g.clk.Running() == in.Side && g.phase == Opening {
		g.onPressOpening(in)
	}
}

// completeHeld looks again at a press that waits for stones: only what was seen to lie
// there at the time of the press counts for it.
func (g *Game) completeHeld(news Input) {
	h := g.held
	if h == nil || news.Kind == Gone && news.SeenAt > h.at+pressSkew && !h.unseen && !h.stale {
		return // an offer that was cleared after the press is not cleared for it
	}
	ls, _ := g.openingLoose()
	var there []loose
	var stones []opening.Stone
	late := board.NoPoint
	for _, l := range ls {
		if l.seenAt > h.at+pressSkew && !h.unseen && !h.stale {
			late = l.point
			continue
		}
		there = append(there, l)
		stones = append(stones, opening.Stone{Point: l.point, Color: l.color})
	}
	state := g.open
	r, wrong, missing := state.Press(&g.pos, stones)
	switch {
	case len(wrong) > 0:
		g.releaseHeld()
		g.breaches(wrong, h.side, true)
	case len(missing) == 0:
		h.stones = there
		g.held = nil
		g.endStage(state, r, h)
	case late != board.NoPoint:
		if r, ok := state.NothingCame(); ok {
			g.held = nil
			g.endStage(state, r, h)
			return
		}
		g.releaseHeld()
		if missing[0].Code == "CK-1" {
			g.pressFirst(late, g.sight.seen.At(late), h.side)
			return
		}
		if !h.told {
			g.breaches(missing, h.side, true)
		}
	}
}

// releaseHeld gives the turn back to whoever pressed too early.
func (g *Game) releaseHeld() {
	h := g.held
	g.held = nil
	g.returnTurn(h.await)
}

// heldTooLong ends the wait: the eye sees well and what is due is not there.
func (g *Game) heldTooLong(time.Duration) {
	h := g.held
	ls, stones := g.openingLoose()
	state := g.open
	_, wrong, missing := state.Press(&g.pos, stones)
	if r, ok := state.NothingCame(); ok {
		g.held, h.stones = nil, ls
		g.endStage(state, r, h)
		return
	}
	g.releaseHeld()
	g.conduct.early = early{h.side, h.at}
	for _, b := range append(wrong, missing...) {
		if !h.told {
			g.incident(b.Code, b.Point, b.Color, h.side)
		}
	}
	g.watchOpening()
}

// heldDeadline is when a press of the opening will have waited long enough.
func (g *Game) heldDeadline() (time.Duration, bool) {
	if g.held == nil || g.phase != Opening || !g.sight.clear() {
		return 0, false
	}
	return max(g.held.at, g.sight.handOut, g.sight.sightAt) + sightGrace, true
}
