package game

import (
	"fmt"
	"time"

	"shinpan/board"
)

// sight is what the eye has said about the board, beside what the moves say.
type sight struct {
	seen    board.Board
	since   map[board.Point]time.Duration // first seen, for stones that are no move yet
	doubts  []board.Point
	blind   bool
	hand    bool
	handOut time.Duration
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
	} else {
		s.since[p] = seenAt
	}
	s.clearDoubt(p)
}

func (s *sight) clearDoubt(p board.Point) {
	for i, q := range s.doubts {
		if q == p {
			s.doubts = append(s.doubts[:i:i], s.doubts[i+1:]...)
			return
		}
	}
}

func (s *sight) doubted(p board.Point) bool {
	for _, q := range s.doubts {
		if q == p {
			return true
		}
	}
	return false
}

// clear reports whether the eye could see a newly laid stone now.
func (s *sight) clear() bool { return !s.blind && !s.hand && len(s.doubts) == 0 }

// loose is a stone on the board that is no move.
type loose struct {
	point  board.Point
	color  board.Color
	seenAt time.Duration
}

// looseStones lists the stones that lie where the position has none, oldest first.
func (g *Game) looseStones() []loose {
	var out []loose
	for p := range g.pos.Points {
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
	if len(g.waiting) > 0 || g.anyMissing() {
		return loose{}, false
	}
	for _, l := range g.looseStones() {
		if l.color == g.toMove() {
			return l, true
		}
	}
	return loose{}, false
}

func (g *Game) missingAt(p board.Point) bool {
	c := g.pos.At(p)
	return c != board.Empty && g.sight.seen.At(p) != c && !g.sight.doubted(p)
}

func (g *Game) anyMissing() bool {
	for p := range g.pos.Points {
		if g.missingAt(p) {
			return true
		}
	}
	return false
}

// disturbance lists what must be done to the board so that it shows the position:
// stones that are missing, and stones that do not belong there. The stone that would
// be the next move belongs there.
func (g *Game) disturbance() (missing, extra []board.Point) {
	for p := range g.pos.Points {
		if g.missingAt(p) {
			missing = append(missing, p)
		}
	}
	next, hasNext := g.candidate()
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
	g.sight.note(in.Point, in.Color, in.SeenAt)
	switch want := g.pos.At(in.Point); {
	case want == in.Color:
		g.stoneBack(in)
	case want != board.Empty:
		g.incident("H7", in.Point, in.Color, g.clk.Running())
		g.freezeForBoard("H7")
	case !known:
		g.consider(loose{in.Point, in.Color, in.SeenAt})
	}
}

// consider decides what a new loose stone means.
func (g *Game) consider(l loose) {
	if len(g.waiting) > 0 && g.waiting[0].color == l.color {
		g.stoneAfterPress(l)
		return
	}
	if g.awaited(l.color) {
		return // its turn comes when the presses before it have found their stones
	}
	mover := g.toMove()
	if l.color != mover {
		g.outOfTurn(l)
		return
	}
	if first, ok := g.candidate(); ok && first.point == l.point {
		g.weighCandidate(first)
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
	g.sight.note(in.Point, board.Empty, in.SeenAt)
	switch {
	case g.pos.At(in.Point) != board.Empty:
		g.stoneLifted(in.Point, in.SeenAt)
	case was != board.Empty:
		g.takenBackUnpressed(in.Point, was)
	}
}

// onPosition takes the eye's reading of the entire board and treats every difference
// from what it said before as news. Points it cannot tell stay as they were.
func (g *Game) onPosition(in Input) {
	if len(in.Rows) != g.cfg.Size {
		return
	}
	for p := range g.pos.Points {
		row := in.Rows[g.cfg.Size-1-p.Row()]
		if p.Col() >= len(row) {
			continue
		}
		c, known := board.ColorOfRune(rune(row[p.Col()]))
		if !known || c == g.sight.seen.At(p) {
			continue
		}
		news := Input{Kind: See, At: in.At, SeenAt: in.SeenAt, Point: p, Color: c, Wall: in.Wall}
		if c == board.Empty {
			news.Kind, news.Color = Gone, g.sight.seen.At(p)
		}
		g.stoneNews(news)
	}
}

// stoneNews handles one stone that came or went, whatever the phase.
func (g *Game) stoneNews(in Input) {
	switch {
	case g.phase == Paused:
		g.onSeePaused(in)
	case g.phase != Play:
		g.onSeeIdle(in)
	case in.Kind == Gone:
		g.onGone(in)
	default:
		g.onSee(in)
	}
}

// onShift takes a stone that moved on its own point: straightening is always legal
// (CONDUCT section 1.2).
func (g *Game) onShift(in Input) {
	if g.onBoard(in.Point) && g.sight.seen.At(in.Point) != board.Empty {
		g.emit(Event{Kind: EvStraightened, Point: in.Point, Color: g.sight.seen.At(in.Point), Offset: in.Offset})
	}
}

func (g *Game) onHand(in Input) {
	g.sight.hand = in.Kind == HandIn
	if in.Kind == HandOut {
		g.sight.handOut = in.At
	}
}

// onDoubt remembers points the eye cannot tell. A doubted stone is not missing: nobody
// is accused on a guess.
func (g *Game) onDoubt(in Input) {
	for _, p := range in.Points {
		if g.onBoard(p) && !g.sight.doubted(p) {
			g.sight.doubts = append(g.sight.doubts, p)
		}
	}
	g.raise("doubt", SevWarn, fmt.Sprintf("The eye cannot tell what lies on %s: %s. Look, and move hands or objects away.", pointList(in.Points), in.Reason))
}

func (g *Game) onBlind(in Input) {
	g.sight.blind = true
	for i := range g.waiting {
		g.waiting[i].unseen = true
	}
	g.raise("view", SevError, "The eye cannot see the board ("+in.Reason+"). The clock goes on; moves are filled in when it sees again.")
}

func (g *Game) onSight(Input) {
	g.sight.blind = false
	g.heal("view")
}

func (g *Game) onBoardMoved(Input) {
	g.raise("board_moved", SevWarn, "The board or the camera has moved. The eye is looking for the lines again.")
}

func (g *Game) onBoard(p board.Point) bool { return p.OnBoard(g.cfg.Size) }
