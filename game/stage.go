package game

import (
	"slices"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/rules/opening"
)

// endStage makes a completed stage of the opening part of the game.
func (g *Game) endStage(next opening.State, r opening.Result, h *lay) {
	g.steps = append(g.steps, openStep{state: g.open, moves: len(g.moves), turn: h.turn})
	black := person(g.open.Holder(board.Black))
	choosing := g.open.Choosing()
	g.open = next
	g.holder[board.Black], g.holder[board.White] = person(next.Holder(board.Black)), person(next.Holder(board.White))
	g.correctIncrement(h, r)
	if r.Kept {
		g.emit(Event{Kind: EvKeep, By: h.side})
	}
	if len(r.Offers) > 0 {
		g.offered = *h
		g.emit(Event{Kind: EvOffer, By: h.side, N: len(r.Offers), Points: r.Offers})
	}
	if choosing && r.Chosen != g.toldChoice {
		g.emit(Event{Kind: EvChoose, By: h.side, Point: r.Chosen})
	}
	g.toldChoice = board.NoPoint
	g.told = nil
	for i, m := range r.Moves {
		by := *h
		if choosing && i == 0 {
			by.await, by.turn = g.offered.await, g.offered.turn
			by.side = black
		}
		g.openingMove(m, by)
		if g.phase == Over {
			return
		}
	}
	if g.settleFlag(); g.phase == Over {
		return
	}
	for _, p := range r.Left {
		g.reject(p)
	}
	if g.opens() {
		g.tellDue()
		g.watchOpening()
		return
	}
	g.endOpening()
	if len(r.Left) > 0 {
		g.tellRestore()
	}
}

// endOpening goes on to the game as usual.
func (g *Game) endOpening() {
	g.settled = len(g.moves)
	g.clk.Relimit(g.cfg.Control, g.now)
	g.turn.clk.Relimit(g.cfg.Control, g.turn.at)
	if g.phase == Opening {
		g.phase = Play
	} else {
		g.resumeTo = Play
	}
	g.tellDue()
	g.considerEarly()
}

// openingMove makes one stone of a stage the next move of the record.
func (g *Game) openingMove(m opening.Stone, h lay) {
	l := loose{point: m.Point, color: m.Color, seenAt: g.sight.since[m.Point]}
	if l.seenAt == 0 {
		l.seenAt = h.at
	}
	verdict := g.verdict(m.Point, m.Color)
	move := g.enter(l, h.await, verdict)
	if len(g.moves) == 3 {
		g.nameFigure()
	}
	g.judge(verdict, move)
}

// nameFigure says which of the 26 or 52 figures the first three stones are.
func (g *Game) nameFigure() {
	name, ok := opening.FigureOf(&g.pos, nil, g.open.First(), true)
	if !ok && g.script.Wide() {
		name, ok = opening.FigureOf(&g.pos, nil, g.open.First(), false)
	}
	if ok {
		g.named = name
		g.emit(Event{Kind: EvNamed, ID: name.ID, En: name.En, Zh: name.Zh, Ja: name.Ja})
	}
}

// correctIncrement takes back what a press of the opening was given, or adds to it, where
// the event counts the opening's stones and not its presses (CLOCK.md section 4).
func (g *Game) correctIncrement(h *lay, r opening.Result) {
	if g.sw.increment == perPress || h.stale {
		return
	}
	// Only an increment is corrected: what else a press gives back (a fresh period, the
	// next stage) belongs to the press.
	before := h.before
	gift := before.Increment(h.side)
	if gift <= 0 {
		return
	}
	stones := 0
	if g.sw.increment == perStone {
		for _, m := range r.Moves {
			if g.holder[m.Color] == h.side {
				stones++
			}
		}
		if len(r.Offers) > 0 {
			stones = 1
		}
	}
	g.clk.Adjust(h.side, time.Duration(stones-1)*gift, g.now)
	h.after = g.timeOf(h.side)
}

// onSwap announces a swap; it counts with the press that follows.
func (g *Game) onSwap(in Input) {
	if g.said(in, g.open.Swap(player(in.Side))) {
		g.emit(Event{Kind: EvSwap, By: in.Side})
		g.holder[board.Black], g.holder[board.White] = person(g.open.Holder(board.Black)), person(g.open.Holder(board.White))
		g.tellDue()
		g.watchOpening()
	}
}

func (g *Game) onKeep(in Input) {
	if g.said(in, g.open.Keep(player(in.Side))) {
		g.emit(Event{Kind: EvKeep, By: in.Side})
		g.tellDue()
	}
}

func (g *Game) onDeclare(in Input) {
	if g.said(in, g.open.Declare(player(in.Side), in.N, &g.pos)) {
		g.emit(Event{Kind: EvDeclare, By: in.Side, N: in.N})
		g.tellDue()
		g.watchOpening()
	}
}

func (g *Game) onChoose(in Input) {
	if g.said(in, g.open.Choose(player(in.Side), in.Point)) && in.Point != g.toldChoice {
		g.toldChoice = in.Point
		g.emit(Event{Kind: EvChoose, By: in.Side, Point: in.Point})
	}
}

// said reports whether what a player has said may stand; if not, it says why not.
func (g *Game) said(in Input, wrong []opening.Breach) bool {
	if in.Side == clock.NoSide {
		return false
	}
	for _, b := range wrong {
		g.incident(b.Code, b.Point, b.Color, in.Side)
	}
	return len(wrong) == 0
}

// voidInPlay answers what belongs to the opening once that is over.
func (g *Game) voidInPlay(in Input) {
	code := map[InputKind]string{Swap: "OP-08", Keep: "OP-08", Declare: "OP-12", Choose: "OP-02"}[in.Kind]
	if in.Side != clock.NoSide && len(g.steps) > 0 {
		g.incident(code, board.NoPoint, board.Empty, in.Side)
	}
}

// onPassOpening answers a pass during the opening: it is void (OP-09).
func (g *Game) onPassOpening(in Input) {
	if in.Side != clock.NoSide {
		g.incident("OP-09", board.NoPoint, board.Empty, in.Side)
	}
}

// onOfferDrawOpening answers a draw offer during the opening: there is none before its
// end (OPENINGS.md section 0).
func (g *Game) onOfferDrawOpening(in Input) {
	if in.Side != clock.NoSide {
		g.refuse(in, "no draw may be offered before the opening is over")
	}
}

// takeBackStage undoes the last completed stage of the opening.
func (g *Game) takeBackStage(in Input) {
	last := g.steps[len(g.steps)-1]
	g.steps = g.steps[:len(g.steps)-1]
	for len(g.moves) > last.moves {
		m := g.moves[len(g.moves)-1]
		g.dropLast()
		g.emit(Event{
			Kind: EvCorrect, What: "move", N: m.N, By: m.By, Point: m.Point, Who: in.Who, Reason: in.Reason,
			Before: m.Color.String(), After: board.Empty.String(),
		})
	}
	if len(g.moves) < 3 {
		g.named = opening.Name{}
	}
	g.conduct.turnUndone()
	g.open, g.held, g.toldDue, g.toldChoice, g.told = last.state, nil, opening.Due{}, board.NoPoint, nil
	g.holder[board.Black], g.holder[board.White] = person(g.open.Holder(board.Black)), person(g.open.Holder(board.White))
	if g.phase == Play {
		g.phase = Opening
	}
	if g.resumeTo == Play {
		g.resumeTo = Opening
	}
	// To choose again he needs the offers on the board again.
	g.relay = g.open.Choosing()
	g.sight.rejected = slices.DeleteFunc(g.sight.rejected, g.open.Offered)
	g.rewind(last.turn)
	g.tellDue()
}
