package game

import (
	"fmt"
	"slices"
	"time"

	"shinpan/board"
	"shinpan/clock"
)

// Moves made while the eye could not see (FIELD 6.8). Their presses stand in order; when
// sight returns the stones are joined with them where that can be done in one way only.
// Otherwise the referee asks, and the arbiter names the stone that came first.

// orderUnknown reports whether several stones may be the one that the oldest press was for,
// and then asks. Stones laid unseen by one side for several presses all come into sight at
// once; one that lay there before was laid before.
func (g *Game) orderUnknown(l loose) bool {
	presses := 0
	for _, a := range g.waiting {
		if a.color == l.color && a.unseen {
			presses++
		}
	}
	if presses < 2 || l.seenAt < g.sight.blindAt {
		return false
	}
	var there []board.Point
	for _, s := range g.looseStones() {
		if s.color == l.color && s.seenAt >= g.sight.blindAt && !slices.Contains(g.sight.rejected, s.point) {
			there = append(there, s.point)
		}
	}
	if len(there) < presses {
		return true // the others have not come into sight yet
	}
	slices.SortFunc(there, func(p, q board.Point) int {
		if p.Less(q) {
			return -1
		}
		return 1
	})
	g.raise("order", SevWarn, fmt.Sprintf("%s laid %s while nobody could see: which came first? The arbiter sets that point.",
		title(l.color.String()), pointList(there)))
	return true
}

// unseenDue is when several presses have waited in vain although the eye sees well: their
// stones were not laid, or have been taken away unseen. One press alone is given back.
func (g *Game) unseenDue() (time.Duration, bool) {
	if len(g.waiting) < 2 || !g.sight.clear() || g.alerted("order") || g.alerted("unseen") {
		return 0, false
	}
	return max(g.waiting[len(g.waiting)-1].at, g.sight.handOut, g.sight.sightAt) + sightGrace, true
}

// askUnseen asks for the stone of the oldest press.
func (g *Game) askUnseen(time.Duration) {
	a := g.waiting[0]
	g.raise("unseen", SevWarn, fmt.Sprintf("%s pressed at %s s and no stone of that move is to be seen, with %d presses after it. The arbiter sets its point.",
		title(a.color.String()), Seconds(a.at), len(g.waiting)-1))
}

// movesFound ends the questions that a move has answered.
func (g *Game) movesFound() {
	g.heal("order", "The order of the moves is known.")
	g.heal("unseen", "The move has its stone.")
}

// forgetPresses gives up the presses that wait for their stones.
func (g *Game) forgetPresses() {
	g.waiting, g.draws.passing = nil, clock.NoSide
	g.heal("order", "Those presses count no more.")
	g.heal("unseen", "Those presses count no more.")
}

// alerted reports whether an alert stands.
func (g *Game) alerted(code string) bool {
	return slices.ContainsFunc(g.alerts, func(a Alert) bool { return a.Code == code })
}
