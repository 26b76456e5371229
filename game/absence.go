package game

import (
	"time"

	"shinpan/clock"
)

// absence is who has not come yet (CLOCK.md section 6).
type absence struct {
	away [3]bool
	// used is what both had used when both were away, to charge them alike.
	used [3]time.Duration
}

// both reports whether nobody is there.
func (a *absence) both() bool { return a.away[clock.P1] && a.away[clock.P2] }

// onAbsent notes that a player has not come, or both where no side is named. Nobody but a
// person can see that. The clocks run on the organiser's word all the same.
func (g *Game) onAbsent(in Input) {
	for _, side := range sides {
		if g.absent.away[side] || in.Side != clock.NoSide && in.Side != side {
			continue
		}
		g.absent.away[side] = true
		g.signs[side] = false
		g.emit(Event{Kind: EvFinding, What: "absent", By: side, Who: in.Who, Reason: in.Reason})
		for _, s := range sides {
			g.absent.used[s] = g.clk.Used(s, g.now)
		}
	}
}

// onArrive notes that a player has come.
func (g *Game) onArrive(in Input) {
	if in.Side != clock.NoSide {
		g.sign(in.Side)
	}
}

// sign is a sign of a player: he is there. While both were away one clock ran, and its time
// is charged to both (RIF 15).
func (g *Game) sign(side clock.Side) {
	g.signs[side] = true
	if !g.absent.away[side] {
		return
	}
	both := g.absent.both()
	g.absent.away[side] = false
	g.emit(Event{Kind: EvFinding, What: "arrived", By: side})
	if !both {
		return
	}
	for _, s := range sides {
		ran := g.clk.Used(s, g.now) - g.absent.used[s]
		if ran <= 0 {
			continue
		}
		before, after := g.clk.Adjust(s.Opponent(), -ran, g.now)
		g.adjusted[s.Opponent()] += after - before
		g.emit(Event{
			Kind: EvCorrect, By: s.Opponent(), What: "clock", Reason: "both were late",
			Before: before.String(), After: after.String(),
		})
	}
}

// lateDue is when a player of whom there has been no sign has lost (CLOCK.md section 6).
func (g *Game) lateDue() (time.Duration, bool) {
	side := g.clk.Running()
	return max(g.started, g.turn.at) + g.sw.lateLimit, g.sw.lateLimit > 0 && side != clock.NoSide && !g.signs[side]
}

// tooLate ends the game at the late limit. Where nobody has come both have lost.
func (g *Game) tooLate(at time.Duration) {
	if g.absent.both() {
		g.end(Outcome{Winner: clock.NoSide.String(), Reason: ByFlag, BothLost: true}, at)
		return
	}
	g.over(g.clk.Running().Opponent(), ByFlag, at)
}

// sides are both.
var sides = [...]clock.Side{clock.P1, clock.P2}
