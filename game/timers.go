package game

import (
	"time"

	"shinpan/board"
	"shinpan/clock"
)

// timer is one thing the game does by itself: when it falls due, if it does at all, and
// what then happens.
type timer struct {
	phases [2]Phase
	due    func(*Game) (time.Duration, bool)
	fire   func(*Game, time.Duration)
}

// never is a moment that does not come.
const never = time.Duration(1) << 62

// timers are all of them. Where two fall due at once the first here comes first.
var timers = []timer{
	{[2]Phase{Play, Opening}, (*Game).liftDue, func(g *Game, _ time.Duration) {
		p, _, _ := g.liftDeadline()
		g.liftedTooLong(p)
	}},
	{[2]Phase{Play}, (*Game).waitDeadline, (*Game).noStoneCame},
	{[2]Phase{Play}, (*Game).unseenDue, (*Game).askUnseen},
	{[2]Phase{Opening}, (*Game).heldDeadline, (*Game).heldTooLong},
	{[2]Phase{Play}, (*Game).backDue, (*Game).backTooLong},
	{[2]Phase{Play, Opening}, (*Game).replyDue, (*Game).replyOver},
	{[2]Phase{Play, Opening}, (*Game).handDue, (*Game).handRests},
	{[2]Phase{Play}, (*Game).autoDue, func(g *Game, _ time.Duration) {
		if l, ok := g.candidate(); ok {
			g.conduct.autoTried = l.point
			g.autoPress(l)
		}
	}},
	{[2]Phase{Opening}, (*Game).autoStageDue, func(g *Game, _ time.Duration) {
		at := g.changed
		g.changed = never // once; what comes next begins a new second
		g.onPressOpening(Input{Kind: Press, Side: g.clk.Running(), At: at})
	}},
	{[2]Phase{Play}, (*Game).reminderDue, (*Game).remind},
	{[2]Phase{Play, Opening}, (*Game).lateDue, (*Game).tooLate},
	{[2]Phase{Dispute}, (*Game).flagDeadline, (*Game).flagCounts},
}

// nextTimer is the game's own next deadline and what to do then.
func (g *Game) nextTimer() (due time.Duration, fire func(*Game, time.Duration)) {
	for i := range timers {
		t := &timers[i]
		if t.phases[0] != g.phase && t.phases[1] != g.phase {
			continue
		}
		if at, ok := t.due(g); ok && (fire == nil || at < due) {
			due, fire = at, t.fire
		}
	}
	return due, fire
}

func (g *Game) liftDue() (time.Duration, bool) {
	_, at, ok := g.liftDeadline()
	return at, ok
}

func (g *Game) backDue() (time.Duration, bool) {
	return g.conduct.backSince + straightenTime, g.conduct.back.point != board.NoPoint && !g.sight.blind
}

func (g *Game) replyDue() (time.Duration, bool) {
	return g.draws.until, g.draws.offer != clock.NoSide && g.draws.until > 0
}

func (g *Game) handDue() (time.Duration, bool) {
	return g.sight.handIn + g.sw.hand, g.sight.hand && !g.conduct.handTold && g.sw.hand > 0
}

// autoDue is when a stone has lain long enough to end the turn by itself.
func (g *Game) autoDue() (time.Duration, bool) {
	if !g.sw.autoPress || len(g.waiting) > 0 {
		return 0, false
	}
	l, ok := g.candidate()
	return max(l.seenAt, g.turn.at) + time.Second, ok && l.point != g.conduct.autoTried
}

// autoStageDue is when a complete stage of the opening has lain long enough to end by itself.
func (g *Game) autoStageDue() (time.Duration, bool) {
	if !g.sw.autoPress || g.held != nil || g.clk.Running() != person(g.open.Actor()) || g.anyMissing() {
		return 0, false
	}
	_, stones := g.openingLoose()
	state := g.open
	_, wrong, missing := state.Press(&g.pos, stones)
	return max(g.changed, g.turn.at) + time.Second, len(wrong)+len(missing) == 0
}

// reminderDue is when a stone has lain unpressed for so long that it was forgotten.
func (g *Game) reminderDue() (time.Duration, bool) {
	if g.sw.autoPress {
		return 0, false
	}
	l, ok := g.candidate()
	return max(l.seenAt, g.turn.at) + reminder, ok && l.point != g.conduct.reminded
}

// remind notes a move that is not pressed. Nobody but the two players may mention it, so
// they are told only where the event wants it (CK-2).
func (g *Game) remind(time.Duration) {
	l, _ := g.candidate()
	g.conduct.reminded = l.point
	e := Event{Kind: EvIncident, Code: "CK-2", Point: l.point, Color: l.color, By: g.clk.Running()}
	if g.sw.hint {
		e.What = "hint"
	}
	g.emit(e)
}
