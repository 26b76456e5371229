package game

import (
	"math/bits"
	"slices"
	"time"

	"shinpan/board"
	"shinpan/clock"
)

// sight is what the eye has said about the board, beside what the moves say.
type sight struct {
	seen     board.Board
	since    map[board.Point]time.Duration // first seen, for stones that are no move yet
	doubts   []board.Point
	rejected []board.Point // loose stones that have to go before anything else
	blind    bool
	hand     bool
	handIn   time.Duration
	handOut  time.Duration
	sightAt  time.Duration // when the eye could last see again
	blindAt  time.Duration // when it could last see no more
}

func (s *sight) reset(size int) {
	s.seen = board.New(size)
	s.since = map[board.Point]time.Duration{}
}

// note changes what is seen on a point.
func (s *sight) note(p board.Point, c board.Color, seenAt time.Duration) {
	s.seen.Set(p, c)
	if c == board.Empty {
		delete(s.since, p)
		s.rejected = without(s.rejected, p)
	} else {
		s.since[p] = seenAt
	}
	s.doubts = without(s.doubts, p)
}

// without is the points less p, in a slice of their own.
func without(ps []board.Point, p board.Point) []board.Point {
	if i := slices.Index(ps, p); i >= 0 {
		return append(ps[:i:i], ps[i+1:]...)
	}
	return ps
}

func (s *sight) doubted(p board.Point) bool { return slices.Contains(s.doubts, p) }

// clear reports whether the eye could see a newly laid stone now.
func (s *sight) clear() bool { return !s.blind && !s.hand && len(s.doubts) == 0 }

// loose is a stone on the board that is no move.
type loose struct {
	point  board.Point
	color  board.Color
	seenAt time.Duration
}

// different calls yield for every point on which the board shows something else than the
// position, row 1 first. It is asked many times a step, so it compares whole lines.
func (g *Game) different(yield func(board.Point) bool) {
	for row := range g.pos.Size() {
		black, white := g.pos.Bits(row)
		seenBlack, seenWhite := g.sight.seen.Bits(row)
		for d := (black ^ seenBlack) | (white ^ seenWhite); d != 0; d &= d - 1 {
			if !yield(board.At(bits.TrailingZeros32(d), row)) {
				return
			}
		}
	}
}

// looseStones lists the stones that lie where the position has none, oldest first.
func (g *Game) looseStones() []loose {
	var out []loose
	for p := range g.different {
		c := g.sight.seen.At(p)
		if c == board.Empty || g.pos.At(p) != board.Empty {
			continue
		}
		at := g.sight.since[p]
		i := len(out)
		for i > 0 && out[i-1].seenAt > at {
			i--
		}
		out = append(out, loose{})
		copy(out[i+1:], out[i:])
		out[i] = loose{point: p, color: c, seenAt: at}
	}
	return out
}

// candidate is the stone that the next press would turn into a move: the first loose
// stone of the colour to move, as long as nothing is missing from the position.
func (g *Game) candidate() (loose, bool) {
	if g.anyMissing() {
		return loose{}, false
	}
	return g.nextStone()
}

// nextStone is the candidate, whether or not the rest of the position is whole.
func (g *Game) nextStone() (loose, bool) {
	if len(g.waiting) > 0 || g.unpressed {
		return loose{}, false
	}
	for _, l := range g.looseStones() {
		if l.color == g.toMove() && !slices.Contains(g.sight.rejected, l.point) {
			return l, true
		}
	}
	return loose{}, false
}

func (g *Game) missingAt(p board.Point) bool {
	c := g.pos.At(p)
	return c != board.Empty && g.sight.seen.At(p) != c && !g.sight.doubted(p)
}

// anyMissing reports whether a stone of the position is not to be seen.
func (g *Game) anyMissing() bool { return g.firstMissing() != board.NoPoint }

func (g *Game) firstMissing() board.Point {
	for p := range g.different {
		if g.missingAt(p) {
			return p
		}
	}
	return board.NoPoint
}

// missingLong reports whether one is missing that is not just being straightened.
func (g *Game) missingLong() bool {
	for p := range g.different {
		if _, lifted := g.conduct.lifted[p]; !lifted && g.missingAt(p) {
			return true
		}
	}
	return false
}

// anyCovered reports whether another stone lies on one of the position.
func (g *Game) anyCovered() bool { return g.firstCovered() != board.NoPoint }

func (g *Game) firstCovered() board.Point {
	for p := range g.different {
		if g.missingAt(p) && g.sight.seen.At(p) != board.Empty {
			return p
		}
	}
	return board.NoPoint
}

// disturbance lists what must be done to the board so that it shows the position:
// stones that are missing, and stones that do not belong there. The stone that would
// be the next move belongs there, and in the opening so do all that may become moves.
func (g *Game) disturbance() (missing, extra []board.Point) {
	for p := range g.different {
		if g.missingAt(p) {
			missing = append(missing, p)
		}
	}
	if g.opens() {
		_, stones := g.openingLoose()
		extra = append(extra, g.sight.rejected...)
		for _, p := range g.open.Offers() {
			if g.relay && g.sight.seen.At(p) != board.Black {
				missing = append(missing, p)
			}
		}
		for _, b := range g.open.Watch(&g.pos, stones) {
			if b.Code != "OP-06" && b.Code != "OP-11" && b.Point != board.NoPoint {
				extra = append(extra, b.Point)
			}
		}
		return missing, extra
	}
	next, hasNext := g.nextStone()
	for _, l := range g.looseStones() {
		if !hasNext || l.point != next.point {
			extra = append(extra, l.point)
		}
	}
	return missing, extra
}

// onSee takes a stone that has come to lie on the board while the game is on.
func (g *Game) onSee(in Input) {
	if !g.onBoard(in.Point) || in.Color == board.Empty {
		return
	}
	known := g.sight.seen.At(in.Point) == in.Color
	covered := !known && g.sight.seen.At(in.Point) != board.Empty
	g.sight.note(in.Point, in.Color, in.SeenAt)
	switch want := g.pos.At(in.Point); {
	case want == in.Color:
		g.stoneBack(in)
		if covered {
			g.conduct.covered = board.NoPoint
			g.madeWhole()
		}
		g.considerEarly()
	case want != board.Empty:
		// On an occupied point: no move. The mover's own clock runs on (H7).
		g.incident("H7", in.Point, in.Color, g.clk.Running())
		g.tellRestore()
	case known:
	case g.handBack(in), g.carried(in):
	default:
		g.sign(g.holder[in.Color])
		g.consider(loose{in.Point, in.Color, in.SeenAt}, in.Offset)
	}
}

// consider decides what a new loose stone means.
func (g *Game) consider(l loose, offset float64) {
	g.dropped(l.seenAt)
	if g.phase != Play {
		return
	}
	if len(g.waiting) > 0 && g.waiting[0].color == l.color {
		g.stoneAfterPress(l)
		return
	}
	if g.awaited(l.color) {
		return // its turn comes when the presses before it have found their stones
	}
	if g.unpressed || l.color != g.toMove() {
		g.outOfTurn(l)
		return
	}
	if first, ok := g.candidate(); ok && first.point == l.point {
		if g.afterEarlyPress(l); g.phase != Play || len(g.moves) > 0 && g.moves[len(g.moves)-1].Point == l.point {
			return
		}
		if offset >= between {
			g.liesBetween(first, offset)
			return
		}
		g.weighCandidate(first)
	}
}

// afterEarlyPress decides about a press that was given back, when the stone comes after all.
// If the eye was only slow the press counts as it was stamped; if the stone was laid later
// he has pressed before placing.
func (g *Game) afterEarlyPress(l loose) {
	e := g.conduct.early
	if e.side == clock.NoSide || e.side != g.clk.Running() {
		return
	}
	g.conduct.early = early{}
	switch {
	case l.seenAt <= e.at+pressSkew:
		g.press(Input{Kind: Press, Side: e.side, At: e.at}, false)
	case g.sw.strictPress:
		g.pressFirst(l.point, l.color, e.side)
	}
}

// onSeePaused keeps track of stones while the clocks stand, and lets the game go on by
// itself when a disturbed position is whole again.
func (g *Game) onSeePaused(in Input) {
	if !g.onBoard(in.Point) {
		return
	}
	color := in.Color
	if in.Kind == Gone {
		color = board.Empty
	}
	g.sight.note(in.Point, color, in.SeenAt)
	delete(g.conduct.lifted, in.Point)
	g.checkRestored()
}

// onSeeIdle keeps track of stones before and after the game.
func (g *Game) onSeeIdle(in Input) {
	if !g.onBoard(in.Point) {
		return
	}
	color := in.Color
	if in.Kind == Gone {
		color = board.Empty
	}
	g.sight.note(in.Point, color, in.SeenAt)
}

// onGone takes a stone that has left its point while the game is on.
func (g *Game) onGone(in Input) {
	if !g.onBoard(in.Point) {
		return
	}
	was := g.sight.seen.At(in.Point)
	first, pending := g.candidate()
	since := g.sight.since[in.Point]
	g.sight.note(in.Point, board.Empty, in.SeenAt)
	switch {
	case g.pos.At(in.Point) != board.Empty:
		g.stoneLifted(in.Point, in.SeenAt)
	case pending && first.point == in.Point:
		g.takenBack(loose{in.Point, was, since}, in.SeenAt)
	case was != board.Empty:
		g.madeWhole()
	}
}

// stoneNews handles one stone that came or went, whatever the phase.
func (g *Game) stoneNews(in Input) {
	gone := in.Kind == Gone
	switch {
	case g.phase == Paused:
		g.onSeePaused(in)
	case g.phase == Opening && gone:
		g.onGoneOpening(in)
	case g.phase == Opening:
		g.onSeeOpening(in)
	case g.phase == Dispute && !gone:
		g.onSeeFlagged(in)
	case g.phase != Play:
		g.onSeeIdle(in)
	case gone:
		g.onGone(in)
	default:
		g.onSee(in)
	}
}

func (g *Game) onBoard(p board.Point) bool { return p.OnBoard(g.cfg.Size) }
