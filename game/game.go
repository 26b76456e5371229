package game

import (
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/rules"
)

// Game is one game in the making. It is a plain value behind a pointer: whoever owns
// it calls Step, nobody else touches it, and readers get a Snapshot.
type Game struct {
	cfg   Config
	clk   clock.Clock
	phase Phase
	// resumeTo and pausedFor belong to Paused: the phase it came from and why.
	resumeTo  Phase
	pausedFor string

	now  time.Duration // the latest moment the game knows of
	wall string        // the wall clock of the input being handled
	seq  int
	out  []Event // events of the step being made

	pos     board.Board // what the moves made so far say lies on the board
	moves   []Move
	holder  [3]clock.Side // who holds board.Black and board.White
	waiting []await       // presses whose stone has not been seen yet, in order
	sight   sight
	conduct conduct

	fouls    []judged // forbidden moves that White may still claim
	fives    []judged // fives on the board that nobody has declared
	offer    clock.Side
	alerts   []Alert
	outcome  *Outcome
	usedMark [3]time.Duration // each side's thinking time when its turn began
}

// New returns a game waiting for its start, or what is wrong with cfg.
func New(cfg Config) (*Game, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	g := &Game{
		cfg:   cfg,
		clk:   clock.New(cfg.Control),
		phase: Setup,
		pos:   board.New(cfg.Size),
	}
	g.holder[board.Black], g.holder[board.White] = clock.P1, clock.P2
	g.sight.reset(cfg.Size)
	return g, nil
}

// Config is what the game was made with.
func (g *Game) Config() Config { return g.cfg }

// Step tells the game one thing and returns what follows from it, in order. It never
// fails: an input that makes no sense in the present phase has no effect.
//
// An input may be stamped earlier than one already handled (a press waits in a pipe
// while the eye speaks): the clock charges it by its own stamp.
func (g *Game) Step(in Input) []Event {
	g.out = nil
	g.wall = in.Wall
	if in.At > g.now {
		g.passTime(in.At)
	}
	if handle := handlers[in.Kind][g.phase]; handle != nil {
		handle(g, in)
	}
	return g.out
}

// passTime lets everything happen that falls due up to and including at, in the order
// it falls due.
func (g *Game) passTime(at time.Duration) {
	for {
		due, fire := g.nextTimer()
		if fire == nil || due > at {
			break
		}
		if due > g.now {
			g.passClock(due)
			g.now = due
		}
		fire(g, g.now)
	}
	g.passClock(at)
	g.now = max(g.now, at)
}

// passClock reports what the clock has to say up to at. It goes from one instant to the
// next, so that each event shows the clocks as they were then, however late it is told.
func (g *Game) passClock(at time.Duration) {
	for {
		due, ok := g.clk.Deadline()
		last := !ok || due >= at
		if !last {
			due++ // a deadline has passed at any later instant (see clock.Deadline)
		} else {
			due = at
		}
		for _, c := range g.clk.Advance(due) {
			g.onClockChange(c)
		}
		if last {
			return
		}
	}
}

// Deadline is the next moment at which the game has something to say although nobody
// does anything; a Tick should be sent just after it. ok is false when there is none.
func (g *Game) Deadline() (at time.Duration, ok bool) {
	at, ok = g.clk.Deadline()
	if due, fire := g.nextTimer(); fire != nil && (!ok || due < at) {
		return due, true
	}
	return at, ok
}

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.phase == Over }

// Seq is the number of the last event.
func (g *Game) Seq() int { return g.seq }

// Now is the latest moment the game knows of.
func (g *Game) Now() time.Duration { return g.now }

// emit completes an event and adds it to the step's.
func (g *Game) emit(e Event) {
	g.seq++
	e.Seq, e.Game, e.Wall = g.seq, g.cfg.ID, g.wall
	if e.At == 0 {
		e.At = Seconds(g.now)
	}
	e.To = audience(g.cfg.Mode, e)
	state := g.clk.State(max(g.now, e.At.Duration()))
	e.Clock = &state
	e.Text = e.words()
	g.out = append(g.out, e)
}

// ruleset is the rule set with the game's own switches.
func (g *Game) ruleset() rules.Set { return g.cfg.Rules }

// toMove is the colour whose stone is expected next, presses that wait for their
// stone included.
func (g *Game) toMove() board.Color {
	if (len(g.moves)+len(g.waiting))%2 == 0 {
		return board.Black
	}
	return board.White
}

// timeOf is one side's time now.
func (g *Game) timeOf(side clock.Side) clock.SideState {
	state := g.clk.State(g.now)
	return state.Of(side)
}

// colorOf is the colour a side holds.
func (g *Game) colorOf(side clock.Side) board.Color {
	if g.holder[board.Black] == side {
		return board.Black
	}
	return board.White
}

// Snapshot is the game at the moment at, for readers. It shares nothing with the game.
func (g *Game) Snapshot(at time.Duration, wall string) *Snapshot {
	at = max(at, g.now)
	missing, extra := g.disturbance()
	s := &Snapshot{
		Game: g.cfg.ID, Table: g.cfg.Table, Seq: g.seq, At: Seconds(at), Wall: wall,
		Phase: g.phase, Reason: g.pausedFor, Size: g.cfg.Size,
		Rows: g.pos.Rows(), Moves: append([]Move{}, g.moves...), ToMove: g.toMove(),
		Black: g.holder[board.Black], P1: g.cfg.P1, P2: g.cfg.P2,
		Rules: string(g.cfg.Rules), Control: g.cfg.Control.String(), Mode: g.cfg.Mode,
		Awaiting: len(g.waiting) > 0, Doubts: append([]board.Point(nil), g.sight.doubts...),
		Blind: g.sight.blind, Alerts: append([]Alert(nil), g.alerts...),
		Clock: g.clk.State(at), Faces: g.clk.Faces(at), Infractions: g.conduct.infractions(),
	}
	if c, ok := g.candidate(); ok {
		s.Pending = c.point
	}
	if g.phase == Paused {
		s.Missing, s.Extra = missing, extra
	}
	if g.outcome != nil {
		o := *g.outcome
		s.Outcome = &o
	}
	return s
}

// Moves is the record so far. The caller must not change it.
func (g *Game) Moves() []Move { return g.moves }

// Board is the position the moves made so far have led to.
func (g *Game) Board() board.Board { return g.pos }

// Seen is what the eye has said lies on the board.
func (g *Game) Seen() board.Board { return g.sight.seen }
