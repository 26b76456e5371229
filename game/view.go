package game

import (
	"fmt"
	"time"

	"shinpan/board"
	"shinpan/clock"
)

// onPosition takes the eye's reading of the entire board and treats every difference
// from what it said before as news. Points it cannot tell stay as they were. In the
// middle of a game nobody has been seen to do what the reading shows, so nobody is
// accused of it: the board is compared with the record and restored (H13).
func (g *Game) onPosition(in Input) {
	if len(in.Rows) != g.cfg.Size {
		return
	}
	var found []board.Point
	for p := range g.pos.Points {
		line := in.Rows[g.cfg.Size-1-p.Row()]
		if p.Col() >= len(line) {
			continue
		}
		c, known := board.ColorOfRune(rune(line[p.Col()]))
		if !known || c == g.sight.seen.At(p) {
			continue
		}
		news := Input{Kind: See, At: in.At, SeenAt: in.SeenAt, Point: p, Color: c, Wall: in.Wall}
		if c == board.Empty {
			news.Kind, news.Color = Gone, g.sight.seen.At(p)
		}
		if g.phase == Play && !g.explains(news) || g.phase == Opening && g.contradicts(news) {
			found = append(found, p)
			g.sight.note(p, c, in.SeenAt)
			continue
		}
		g.stoneNews(news)
	}
	if len(found) == 0 {
		if !g.anyMissing() {
			g.heal("board_moved", "The board has been found again.") // every stone has been found on its point again
		}
		return
	}
	if g.phase != Play && g.phase != Opening {
		return
	}
	code, by := "H13", clock.NoSide
	if g.bumped(in.At) {
		code, by = g.bumpCode()
	}
	g.incident(code, found[0], g.pos.At(found[0]), by)
	g.freezeForBoard(code)
	g.blame(by)
}

// contradicts reports whether a change in the opening is about a stone that is part of the
// game already; what is not may be moved about.
func (g *Game) contradicts(news Input) bool {
	want := g.pos.At(news.Point)
	return want != board.Empty && (news.Kind == Gone || want != news.Color)
}

// explains reports whether a change that a whole reading shows is what the game waits for.
func (g *Game) explains(news Input) bool {
	if news.Kind == Gone {
		return g.pos.At(news.Point) == board.Empty
	}
	if want := g.pos.At(news.Point); want != board.Empty {
		return want == news.Color
	}
	if g.awaited(news.Color) {
		return true
	}
	_, placed := g.candidate()
	return !placed && news.Color == g.toMove() && !g.unpressed
}

// onShift takes a stone that moved on its own point: straightening is always legal
// (CONDUCT section 1.2). Only a stone that is not pressed yet can come to lie between
// points that way (H6).
func (g *Game) onShift(in Input) {
	if !g.onBoard(in.Point) || g.sight.seen.At(in.Point) == board.Empty {
		return
	}
	g.conduct.disturbed(in.Point, in.SeenAt)
	if first, ok := g.candidate(); g.phase == Play && ok && first.point == in.Point && in.Offset >= between {
		g.liesBetween(first, in.Offset)
		return
	}
	g.emit(Event{Kind: EvStraightened, Point: in.Point, Color: g.sight.seen.At(in.Point), Offset: in.Offset})
	if g.phase == Play {
		g.dropped(in.SeenAt)
	}
}

func (g *Game) onHand(in Input) {
	g.sight.hand = in.Kind == HandIn
	if in.Kind == HandOut {
		g.sight.handOut = in.At
		g.conduct.handTold = false
	} else {
		g.sight.handIn = in.At
	}
}

// handRests is a hand that has been over the board for long (H11). Only the side to move
// may reach over the board at all.
func (g *Game) handRests(time.Duration) {
	g.conduct.handTold = true
	by := g.clk.Running()
	g.incident("H11", board.NoPoint, board.Empty, by)
	g.punish("H11", by)
}

// onDoubt remembers points the eye cannot tell. A doubted stone is not missing: nobody
// is accused on a guess.
func (g *Game) onDoubt(in Input) {
	for _, p := range in.Points {
		if g.onBoard(p) && !g.sight.doubted(p) {
			g.sight.doubts = append(g.sight.doubts, p)
		}
	}
	g.raise(doubtAlert, SevWarn, fmt.Sprintf("The eye cannot tell what lies on %s: %s. Look, and move hands or objects away.", pointList(in.Points), in.Reason))
}

func (g *Game) onBlind(in Input) {
	if !g.sight.blind {
		g.sight.blindAt = in.At
	}
	g.sight.blind = true
	// Nobody sees whether the hand is still there: no time of resting is counted.
	g.sight.hand, g.conduct.handTold = false, false
	for i := range g.waiting {
		g.waiting[i].unseen = true
	}
	if g.held != nil {
		g.held.unseen = true
	}
	g.raise("view", SevError, "The eye cannot see the board"+bracketed(in.Reason)+". The clock goes on; moves are filled in when it sees again.")
}

func (g *Game) onSight(in Input) {
	g.sight.blind, g.sight.sightAt = false, in.At
	for p := range g.conduct.lifted {
		g.conduct.lifted[p] = in.At // nobody has seen whether it was put back
	}
	g.heal("view", "The eye sees the board again.")
}

// onBoardMoved takes a knock at the board or the camera (P1, P2). As long as every stone
// lies on its point there is nothing to rule; what is displaced in the next
// seconds is due to it.
func (g *Game) onBoardMoved(in Input) {
	g.raise("board_moved", SevWarn, "The board or the camera has moved. The eye is looking for the lines again.")
	// A hand reported with the movement itself may be no hand: the lines move too.
	g.conduct.bumpedAt, g.conduct.bumpHand = in.At, g.sight.hand && g.sight.handIn < in.SeenAt
	if g.phase != Play && g.phase != Opening {
		return
	}
	code, by := g.bumpCode()
	g.incident(code, board.NoPoint, board.Empty, by)
	if len(g.conduct.lifted) > 0 {
		g.conduct.lifted = nil
		g.freezeForBoard(code)
		g.blame(by)
	}
}

// bumped reports whether the board has moved so shortly before that what is displaced
// now is due to that.
func (g *Game) bumped(at time.Duration) bool {
	return g.conduct.bumpedAt != 0 && at-g.conduct.bumpedAt <= bumpTime
}

// bumpCode says whose fault a knock is: a player's if a hand was over the board, and
// only the side to move has any business there; otherwise nobody's.
func (g *Game) bumpCode() (string, clock.Side) {
	if g.conduct.bumpHand {
		return "P1", g.clk.Running()
	}
	return "P2", clock.NoSide
}
