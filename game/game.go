package game

import (
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/rules"
	"shinpan/rules/opening"
)

// Game is one game in the making. It is a plain value behind a pointer: whoever owns
// it calls Step, nobody else touches it, and readers get a Snapshot.
type Game struct {
	cfg   Config
	sw    settings
	clk   clock.Clock
	phase Phase
	// resumeTo, pausedFor and frozenAt belong to Paused: the phase it came from, why
	// and since when.
	resumeTo  Phase
	pausedFor string
	frozenAt  time.Duration

	now     time.Duration // the latest moment the game knows of
	wall    string        // the wall clock of the input being handled
	ordered Input         // the arbiter's order being handled, if it is one
	seq     int
	out     []Event // events of the step being made
	started time.Duration

	pos    board.Board // what the moves made so far say lies on the board
	moves  []Move
	turns  []turn        // the clock when the turn of each move began
	turn   turn          // and when the present one did
	holder [3]clock.Side // who holds board.Black and board.White

	waiting   []await    // presses whose stone has not been seen yet, in order
	unpressed bool       // the last move stands although its press is still to come
	played    []laidOver // stones laid and pressed over a board that was not restored
	sight     sight
	conduct   conduct

	// The opening: its state, a press in it that waits for stones, the completed
	// stages, the press of the offers, and what has been told of it.
	script     *opening.Script
	open       opening.State
	held       *lay
	steps      []openStep
	offered    lay
	toldDue    opening.Due
	toldChoice board.Point
	told       []breach
	changed    time.Duration // a stone came or went, or something was said, in this stage
	named      opening.Name
	settled    int  // moves made when the opening ended
	relay      bool // the offers have to be laid again, because the choice was taken back

	fouls    []judged // forbidden moves that White may still claim
	lapsed   []lapse  // those he has not, by the move that answered them
	fives    []judged // fives on the board that nobody has declared
	draws    draws
	flag     *fallen // a flag whose consequence waits for the eye
	alerts   []Alert
	evidence evidence
	outcome  *Outcome
	revive   clock.Clock      // the clock as it was when the game ended
	usedMark [3]time.Duration // each side's thinking time when its turn began
	adjusted [3]time.Duration // what corrections and penalties have added to each side
	signs    [3]bool          // there has been a sign of the player
	pressed  [3]time.Duration // each side's last press
	excused  [3]bool          // a press that would be the idle side's follows what it said

	absent    absence
	adjourned adjournment
	signed    [3]bool // who has signed the result
}

// turn is where the clock stood when a turn began.
type turn struct {
	clk            clock.Clock
	at             time.Duration
	used, adjusted [3]time.Duration
}

// turnAt is the turn that begins now, by a press stamped at.
func (g *Game) turnAt(at time.Duration) turn {
	return turn{clk: g.clk, at: at, used: g.usedMark, adjusted: g.adjusted}
}

// New returns a game waiting for its start, or what is wrong with cfg.
func New(cfg Config) (*Game, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	sw, err := cfg.switches()
	if err != nil {
		return nil, err
	}
	script, err := opening.Parse(cfg.Opening, sw.opening)
	if err != nil {
		return nil, err
	}
	g := &Game{
		cfg:    cfg,
		sw:     sw,
		clk:    clock.New(cfg.Control),
		phase:  Setup,
		pos:    board.New(cfg.Size),
		script: script,
		open:   opening.New(script, sw.opening),
	}
	if g.opens() {
		g.clk = clock.New(cfg.Control.Stretched(sw.openingLimit))
	}
	g.clk.PlayOn(sw.claimFlags)
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
		g.ordered = Input{}
		if orders[in.Kind] {
			g.ordered = in
		}
		handle(g, in)
		g.ordered = Input{}
	}
	return g.out
}

// passTime lets everything happen that falls due up to and including at, in the order
// it falls due.
func (g *Game) passTime(at time.Duration) {
	for {
		due, fire := g.nextTimer()
		switch {
		case fire != nil && due <= g.now:
			fire(g, g.now)
		case fire != nil && due <= at:
			// What the clock has to say until then may make the timer void.
			g.passClock(due)
			g.now = max(g.now, due)
		case g.now < at:
			g.passClock(at)
			g.now = max(g.now, at)
		default:
			return
		}
	}
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

// Clock is a copy of the clock as it is, for whoever shows it while it runs.
func (g *Game) Clock() clock.Clock { return g.clk }

// emit completes an event and adds it to the step's.
func (g *Game) emit(e Event) {
	g.seq++
	e.Seq, e.Game, e.Wall = g.seq, g.cfg.ID, g.wall
	if e.At == 0 {
		e.At = Seconds(g.now)
	}
	g.attribute(&e)
	e.To = audience(g.cfg.Mode, e)
	g.evidence.attach(&e)
	state := g.clk.State(max(g.now, e.At.Duration()))
	e.Clock = &state
	e.Text = e.words()
	g.out = append(g.out, e)
}

// attribute writes into an event that follows from an order of the arbiter who gave it and why.
func (g *Game) attribute(e *Event) {
	in := &g.ordered
	if in.Kind == "" || e.Kind == EvAlert {
		return
	}
	e.Who = orElse(e.Who, in.Who)
	if in.Reason != "" && e.Reason != in.Reason {
		e.Why = in.Reason
	}
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

// Moves is the record so far. The caller must not change it.
func (g *Game) Moves() []Move { return g.moves }

// Seen is what the eye has said lies on the board.
func (g *Game) Seen() board.Board { return g.sight.seen }
