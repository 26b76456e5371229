package record

import (
	"fmt"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
)

// Sheet is the score sheet of one game, ready to be written in any format.
type Sheet struct {
	ID      string
	Event   string
	Round   string
	Table   string
	Date    string // "2026-11-30"
	Black   string // who holds the colours at the end
	White   string
	Size    int
	Rules   string
	Opening string // the opening protocol
	Figure  string // the name of the first three stones, such as "Kagetsu"
	Mode    string
	Control clock.Control
	Setup   []Move // stones laid out before the first move
	Moves   []SheetMove
	Result  string // "1-0", "0-1", "1/2-1/2", "0-0" (both have lost), "*"
	// Reason is why the game ended, one of game's reasons, or empty.
	Reason string
	Match  string   // the game's place in a match, in words
	Notes  []string // what was said before the first move
}

// SheetMove is one move of a Sheet: a stone, or a pass where Point is NoPoint and
// Unseen is not set.
type SheetMove struct {
	Color  board.Color
	Point  board.Point
	Unseen bool          // a stone was laid that the eye has not seen and nobody has filled in
	Spent  time.Duration // thinking time
	Clock  *TimeLeft     // nil where no clock ran
	Notes  []string      // what the referee said after the move
}

// TimeLeft is the mover's clock after a move.
type TimeLeft struct {
	Left     time.Duration // of the main time; in overtime of the period or block
	Overtime bool
	// Count is what SGF calls the moves left in overtime: stones of a Canadian block,
	// periods of byoyomi.
	Count int
}

// noteworthy are the events whose words belong into the record.
var noteworthy = map[game.EventKind]bool{
	game.EvFive: true, game.EvFoul: true, game.EvClaim: true, game.EvLapsed: true,
	game.EvIncident: true, game.EvInfraction: true, game.EvStraightened: true,
	game.EvFreeze: true, game.EvResume: true, game.EvRestore: true, game.EvRestored: true,
	game.EvFlag: true, game.EvPeriod: true, game.EvDrawOffer: true, game.EvDrawDeclined: true,
	game.EvCorrect: true, game.EvOver: true, game.EvSwap: true, game.EvKeep: true, game.EvDeclare: true,
	game.EvOffer: true, game.EvChoose: true, game.EvNamed: true, game.EvPenalty: true, game.EvWarning: true,
	game.EvFinding: true, game.EvAdjourn: true, game.EvColors: true,
}

// FromGame makes the sheet of a game: its settings, the moves that stand, the outcome
// (nil while it runs) and everything the referee has said. While the game runs, what he
// has told to the arbiter alone is left out; afterwards it is no secret any more.
func FromGame(cfg game.Config, moves []game.Move, outcome *game.Outcome, events []game.Event) Sheet {
	s := Sheet{
		ID: cfg.ID, Event: cfg.Event, Round: cfg.Round, Table: cfg.Table, Date: cfg.Date,
		Size: cfg.Size, Rules: string(cfg.Rules), Opening: cfg.Opening, Mode: string(cfg.Mode),
		Control: cfg.Control, Result: "*", Match: matchOf(cfg.Match),
	}
	s.Black, s.White = cfg.P1, cfg.P2
	if blackSide(moves) == clock.P2 {
		s.Black, s.White = s.White, s.Black
	}
	for _, m := range moves {
		s.Moves = append(s.Moves, SheetMove{
			Color: m.Color, Point: m.Point, Unseen: m.Unseen && m.Point == board.NoPoint,
			Spent: m.Spent.Duration(),
		})
	}
	if outcome != nil {
		s.Result, s.Reason = resultOf(outcome), string(outcome.Reason)
	}
	s.annotate(events, outcome != nil)
	return s
}

// blackSide is who holds Black at the end.
func blackSide(moves []game.Move) clock.Side {
	if len(moves) == 0 {
		return clock.P1
	}
	last := moves[len(moves)-1]
	if last.Color == board.Black {
		return last.By
	}
	return last.By.Opponent()
}

// matchOf says which game of a match this is and how the match stood before it.
func matchOf(m *game.Match) string {
	if m == nil {
		return ""
	}
	text := fmt.Sprintf("game %d", m.Number())
	if m.Games > 0 {
		text += fmt.Sprintf(" of %d", m.Games)
	}
	if len(m.Played) > 0 {
		a, b, _, _ := m.Points()
		text += fmt.Sprintf("; before it %s %g, %s %g", m.A, float64(a)/2, m.B, float64(b)/2)
	}
	return text
}

func resultOf(o *game.Outcome) string {
	switch o.Color {
	case board.Black:
		return "1-0"
	case board.White:
		return "0-1"
	}
	if o.BothLost {
		return "0-0"
	}
	return "1/2-1/2"
}

// spoken is what was said at one point of the game, and the mover's clock there.
type spoken struct {
	notes []string
	clock *TimeLeft
}

// annotate adds to each move what was said while it was the last one; index 0 is the
// time before the first. A move that was taken back leaves its words with the one
// before it.
func (s *Sheet) annotate(events []game.Event, all bool) {
	said := []spoken{{}}
	for i := range events {
		e := &events[i]
		if e.Kind == game.EvMove || e.Kind == game.EvPass {
			said = takenBack(said, e.N)
			for len(said) < e.N { // moves whose events were not handed in
				said = append(said, spoken{})
			}
			said = append(said, spoken{clock: s.timeLeft(e)})
			continue
		}
		if e.Kind == game.EvNamed {
			s.Figure = e.En
		}
		if noteworthy[e.Kind] && e.Text != "" && (all || e.To == game.ToAll) {
			last := &said[len(said)-1]
			last.notes = append(last.notes, e.Text)
		}
	}
	said = takenBack(said, len(s.Moves)+1)
	s.Notes = said[0].notes
	for i, x := range said[1:] {
		s.Moves[i].Notes, s.Moves[i].Clock = x.notes, x.clock
	}
}

// takenBack shortens what was said to the moves before the n-th.
func takenBack(said []spoken, n int) []spoken {
	keep := max(1, min(n, len(said)))
	for _, gone := range said[keep:] {
		said[keep-1].notes = append(said[keep-1].notes, gone.notes...)
	}
	return said[:keep]
}

// timeLeft is the mover's clock after a move.
func (s *Sheet) timeLeft(e *game.Event) *TimeLeft {
	if e.Clock == nil || s.Control.System() == clock.Untimed {
		return nil
	}
	side := e.Clock.Of(e.By)
	if side.Main > 0 || side.Period == 0 {
		return &TimeLeft{Left: time.Duration(side.Main)}
	}
	t := &TimeLeft{Left: time.Duration(side.Period), Overtime: true, Count: side.Periods}
	if side.Stones > 0 {
		t.Count = side.Stones
	}
	return t
}

// FromRecord makes a sheet of what a file says, so that it can be written in another
// form. It fails where the record has a stone that is on no board.
func FromRecord(g Game) (Sheet, error) {
	s := Sheet{
		ID: g.ID, Size: g.Size, Rules: g.Rules, Setup: g.Setup, Result: g.Result,
		Black: g.named("PB", "black"), White: g.named("PW", "white"),
		Event: g.named("EV", "event"), Round: g.named("RO", "round"), Date: g.named("DT", "date"),
	}
	for i, m := range g.Moves {
		if m.Point != board.NoPoint && !m.Point.OnBoard(g.Size) {
			return s, fmt.Errorf("record: game %s: move %d is beyond the board of %d lines: only points of the board can be written", g.ID, i+1, g.Size)
		}
		s.Moves = append(s.Moves, SheetMove{Color: m.Color, Point: m.Point})
	}
	for _, m := range g.Setup {
		if !m.Point.OnBoard(g.Size) {
			return s, fmt.Errorf("record: game %s: a stone of the setup is beyond the board of %d lines", g.ID, g.Size)
		}
	}
	return s, nil
}

// named is the first of some headers that the record has.
func (g *Game) named(keys ...string) string {
	for _, key := range keys {
		if v := g.Headers[key]; v != "" {
			return v
		}
	}
	return ""
}

// plain reports why the sheet cannot be written as a bare list of points that begins
// with Black: then stones must alternate and each must have a point.
func (s *Sheet) plain() error {
	if len(s.Setup) > 0 {
		return fmt.Errorf("record: game %s begins with %d stones on the board: this form has no place for them; use sgf", s.ID, len(s.Setup))
	}
	color := board.Black
	for i, m := range s.Moves {
		if m.Unseen {
			return fmt.Errorf("record: game %s: nobody has seen where move %d lies: fill it in first, or use sgf", s.ID, i+1)
		}
		if m.Color != color {
			return fmt.Errorf("record: game %s: move %d is %s again: this form cannot say so; use sgf", s.ID, i+1, m.Color)
		}
		color = color.Opponent()
	}
	return nil
}
