package game

import (
	"slices"
	"time"

	"shinpan/board"
	"shinpan/clock"
)

// freezeForBoard stops both clocks until the board shows the position again.
func (g *Game) freezeForBoard(code string) {
	if g.phase == Over {
		return
	}
	g.freeze(boardReason, code)
	g.tellRestore()
}

// freeze stops both clocks. code names what happened, for people.
func (g *Game) freeze(reason, code string) {
	if g.phase == Paused || g.phase == Over || g.phase == Setup || g.phase == Dispute {
		return
	}
	g.clk.Pause(g.now, reason)
	g.staleWaits()
	g.resumeTo, g.phase, g.pausedFor, g.frozenAt, g.played = g.phase, Paused, reason, g.now, nil
	g.emit(Event{Kind: EvFreeze, Reason: reason, Code: code})
}

// staleWaits marks the presses that wait for their stones: the clocks have stood since, so
// they cannot be put back to how they were before.
func (g *Game) staleWaits() {
	for i := range g.waiting {
		g.waiting[i].stale = true
	}
	if g.held != nil {
		g.held.stale = true
	}
}

// unfreeze lets the clock run on where it stood.
func (g *Game) unfreeze(who string) {
	g.clk.Resume(g.now)
	g.phase, g.pausedFor = g.resumeTo, ""
	g.conduct.toldMissing, g.conduct.toldExtra = nil, nil
	g.conduct.foreign, g.conduct.fallen, g.relay = loose{}, board.NoPoint, false
	g.collect()
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

// tellRestoreAgain says it although it has been said, because somebody went on without.
func (g *Game) tellRestoreAgain() {
	g.conduct.toldMissing, g.conduct.toldExtra = nil, nil
	g.tellRestore()
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
	if g.phase == Paused && g.pausedFor == boardReason {
		g.unfreeze("")
		g.afterPause()
	}
}

// afterPause looks at stones that were laid while the clocks stood.
func (g *Game) afterPause() {
	if g.phase == Opening {
		g.completeHeld(Input{Kind: Resume})
		g.watchOpening()
		return
	}
	g.considerEarly()
}

// turnUndone forgets what was ruled for the next stone of a turn that never was.
func (c *conduct) turnUndone() {
	c.bound, c.boundBy, c.early = nil, "", early{}
	c.back, c.foreign, c.fallen, c.covered = loose{}, loose{}, board.NoPoint, board.NoPoint
}

// rewind gives the clocks back what they had when the turn began, and the turn to who
// had it (CONDUCT P4). Corrections and penalties since stay. A flag that has fallen
// stays down: then only the turn changes.
func (g *Game) rewind(t turn) {
	if _, _, fell := g.clk.FirstFlag(); fell || t.clk.Running() == clock.NoSide {
		if by := t.clk.Running(); by != clock.NoSide {
			g.clk.SetRunning(by, g.now)
			g.turn = g.turnAt(g.now)
		}
		return
	}
	g.clk = t.clk
	g.clk.Pause(t.at, "rewind")
	for _, side := range [...]clock.Side{clock.P1, clock.P2} {
		if missed := g.adjusted[side] - t.adjusted[side]; missed != 0 {
			g.clk.Adjust(side, missed, g.now)
		}
	}
	g.usedMark = t.used
	if g.phase == Paused {
		g.clk.Pause(g.now, g.pausedFor)
	} else {
		g.clk.Resume(g.now)
	}
	g.turn = t
	g.turn.clk, g.turn.at, g.turn.adjusted = g.clk, g.now, g.adjusted
}

// refund gives the side whose clock was running the time since its turn began (CLOCK.md
// section 3, CK-5).
func (g *Game) refund() {
	by := g.clk.Running()
	before := g.timeOf(by).Main
	g.rewind(g.turn)
	if after := g.timeOf(by).Main; after != before {
		g.emit(Event{Kind: EvCorrect, By: by, What: "clock", Reason: "CK-5", Before: before.String(), After: after.String()})
	}
}

// laidOver is a stone laid and pressed while the clocks stood over a disturbed board.
type laidOver struct {
	side  clock.Side
	stone loose
	at    time.Duration
}

// playOver follows players who do not restore the board but play on. When each of them
// has laid a stone and pressed, both have accepted the board as it lies: that is a
// correction, and the two stones are moves. Nothing else would ever end the pause.
func (g *Game) playOver(in Input) {
	want := g.clk.Running()
	if len(g.played)%2 == 1 {
		want = want.Opponent()
	}
	if in.Side != want || len(g.waiting) > 0 || g.opens() || g.unpressed {
		return
	}
	for _, l := range g.looseStones() {
		if l.color != g.colorOf(in.Side) || l.seenAt <= g.frozenAt {
			continue
		}
		g.played = append(g.played, laidOver{in.Side, l, in.At})
		if len(g.played) == 2 {
			g.acceptBoard()
		}
		return
	}
}

// acceptBoard takes the board as it lies, less the stones played since, for the position.
func (g *Game) acceptBoard() {
	played := g.played
	g.played = nil
	for p := range g.pos.Points {
		seen, was := g.sight.seen.At(p), g.pos.At(p)
		if seen == was || g.sight.doubted(p) || p == played[0].stone.point || p == played[1].stone.point {
			continue
		}
		g.pos.Set(p, seen)
		g.emit(Event{
			Kind: EvCorrect, What: "board", Point: p, Who: "players", Reason: "both played on",
			Before: was.String(), After: seen.String(),
		})
	}
	g.conduct.lifted, g.sight.rejected, g.conduct.bound = nil, nil, nil
	g.raise("played_on", SevWarn, "The players have played on over a board that was not restored. The arbiter may correct it.")
	g.unfreeze("players")
	for _, m := range played {
		side := g.clk.Running()
		if g.phase != Play || side != m.side || !g.clk.Press(side, g.now) {
			return
		}
		a := await{side: side, color: m.stone.color, at: m.at, after: g.timeOf(side), turn: g.turn}
		g.turn = g.turnAt(g.now)
		g.commit(m.stone, a)
	}
}
