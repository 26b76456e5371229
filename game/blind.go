package game

import (
	"fmt"
	"slices"

	"shinpan/board"
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
