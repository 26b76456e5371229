package game

import (
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/rules/opening"
)

// Phase is where a game stands.
type Phase string

// The phases.
const (
	Setup   Phase = "setup"   // waiting for the start
	Opening Phase = "opening" // the opening protocol decides who may do what
	Play    Phase = "play"
	Paused  Phase = "paused"  // the arbiter, a fault or a disturbed board has stopped both clocks
	Dispute Phase = "dispute" // a flag has fallen, and a five may have been laid before it
	Over    Phase = "over"
)

// Move is the n-th move of the record: a stone or a pass.
type Move struct {
	N     int         `json:"n"`
	By    clock.Side  `json:"by"`
	Color board.Color `json:"color"`
	// Point is NoPoint for a pass, and for a move made while the eye was blind that
	// nobody has filled in yet (Unseen).
	Point  board.Point `json:"point"`
	Pass   bool        `json:"pass,omitempty"`
	Unseen bool        `json:"unseen,omitempty"`
	// SeenAt is when the stone was first seen, PressedAt when the button completed
	// the move, Spent its thinking time, Left the main time left after it.
	SeenAt    Seconds `json:"seen_at"`
	PressedAt Seconds `json:"pressed_at"`
	Spent     Seconds `json:"spent"`
	Left      Seconds `json:"left"`
	// Periods is what is left of the mover's byoyomi periods after the move.
	Periods int    `json:"periods,omitempty"`
	Foul    string `json:"foul,omitempty"`
}

// Alert is a condition a person must fix, until it heals.
type Alert struct {
	Code     string  `json:"code"`
	Severity string  `json:"severity"`
	Text     string  `json:"text"`
	Since    Seconds `json:"since"`
}

// Outcome is how the game ended.
type Outcome struct {
	// Winner is "p1", "p2" or "none".
	Winner string      `json:"winner"`
	Color  board.Color `json:"color,omitzero"`
	Reason Reason      `json:"reason"`
	// BothLost says that a game without a winner is no draw: both have lost it.
	BothLost bool    `json:"both_lost,omitempty"`
	At       Seconds `json:"at"`
}

// Snapshot is everything a reader may want to show, at one moment. It is never changed
// after it was made.
type Snapshot struct {
	Game   string  `json:"game"`
	Table  string  `json:"table"`
	Seq    int     `json:"seq"`
	At     Seconds `json:"at"`
	Wall   string  `json:"wall,omitempty"`
	Phase  Phase   `json:"phase"`
	Reason string  `json:"reason,omitempty"`
	Size   int     `json:"size"`
	// Rows is the position, the highest row first.
	Rows    []string    `json:"rows"`
	Moves   []Move      `json:"moves"`
	ToMove  board.Color `json:"to_move"`
	Black   clock.Side  `json:"black"`
	P1      string      `json:"p1,omitempty"`
	P2      string      `json:"p2,omitempty"`
	Rules   string      `json:"rules"`
	Control string      `json:"control"`
	Mode    Mode        `json:"mode"`
	// Pending is a stone that lies on the board without a press yet.
	Pending board.Point `json:"pending,omitzero"`
	// Awaiting says that a press is waiting for the eye to be sure of the stone.
	Awaiting bool          `json:"awaiting,omitempty"`
	Missing  []board.Point `json:"missing,omitempty"`
	Extra    []board.Point `json:"extra,omitempty"`
	Doubts   []board.Point `json:"doubts,omitempty"`
	Blind    bool          `json:"blind,omitempty"`
	Alerts   []Alert       `json:"alerts,omitempty"`
	Outcome  *Outcome      `json:"outcome,omitempty"`
	Clock    clock.State   `json:"clock"`
	Faces    clock.Faces   `json:"faces"`
	// Infractions counts each side's infractions, P1 first.
	Infractions [2]int `json:"infractions"`
	// Event and Round are what the score sheet says, Match how the match stands.
	Event string      `json:"event,omitempty"`
	Round string      `json:"round,omitempty"`
	Match *MatchState `json:"match,omitempty"`
	// Adjourned is how far an interruption has come: empty, "confirming", "sealing" or "sealed".
	Adjourned string `json:"adjourned,omitempty"`
	// Signed is who has signed the result, P1 first.
	Signed [2]bool `json:"signed"`
	// Opening is what the opening asks for next; nil when it is over.
	Opening *Opened `json:"opening,omitempty"`
	// Named is the figure of the first three stones, once they lie there.
	Named *Named `json:"named,omitempty"`
	// Offer is the side whose draw offer is open, ReplyBy when silence declines it.
	Offer   clock.Side `json:"offer,omitzero"`
	ReplyBy Seconds    `json:"reply_by,omitzero"`
}

// Opened is a stage of the opening for a page to show.
type Opened struct {
	Protocol string     `json:"protocol"`
	State    string     `json:"state"`
	Actor    clock.Side `json:"actor"`
	Text     string     `json:"text"` // what the actor has to do, in plain English
	// Black, White and Offers are how many stones the actor lays; Color is the colour where
	// it is one only. Choosing says that one of OnBoard, the offers, is kept.
	Black    int           `json:"black,omitempty"`
	White    int           `json:"white,omitempty"`
	Offers   int           `json:"offers,omitempty"`
	Color    board.Color   `json:"color,omitzero"`
	Choosing bool          `json:"choosing,omitempty"`
	OnBoard  []board.Point `json:"on_board,omitempty"`
	// What the actor may do instead: hand over the colour, offer so many, lay two.
	MaySwap   bool `json:"may_swap,omitempty"`
	MayOffer  int  `json:"may_offer,omitempty"`
	MayLayTwo bool `json:"may_lay_two,omitempty"`
	// DeclareMin to DeclareMax fifth moves are to be declared; Number is how many are.
	DeclareMin int `json:"declare_min,omitempty"`
	DeclareMax int `json:"declare_max,omitempty"`
	Number     int `json:"number,omitempty"`
	Suggested  int `json:"suggested,omitempty"`
	// Legal is where the colour may lie; where both are laid, Black's and White's points.
	Legal      []board.Point `json:"legal,omitempty"`
	LegalWhite []board.Point `json:"legal_white,omitempty"`
	// Loose are the stones that lie there and are no moves yet.
	Loose []board.Point `json:"loose,omitempty"`
}

// Named is the name of the opening.
type Named struct {
	ID string `json:"id"`
	En string `json:"en"`
	Zh string `json:"zh"`
	Ja string `json:"ja"`
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
		Awaiting: g.phase != Over && (len(g.waiting) > 0 || g.held != nil), Doubts: append([]board.Point(nil), g.sight.doubts...),
		Blind: g.sight.blind, Alerts: append([]Alert(nil), g.alerts...),
		Clock: g.clk.State(at), Faces: g.clk.Faces(at), Infractions: g.conduct.infractions(),
	}
	if c, ok := g.candidate(); ok && !g.opens() {
		s.Pending = c.point
	}
	if g.phase == Paused {
		s.Missing, s.Extra = missing, extra
	}
	if g.outcome != nil {
		o := *g.outcome
		s.Outcome = &o
	}
	if g.named.ID != "" {
		s.Named = &Named{ID: g.named.ID, En: g.named.En, Zh: g.named.Zh, Ja: g.named.Ja}
	}
	s.Offer, s.ReplyBy = g.draws.offer, Seconds(g.draws.until)
	s.Opening = g.opened()
	s.Event, s.Round, s.Match = g.cfg.Event, g.cfg.Round, g.matchState()
	s.Adjourned, s.Signed = g.adjournedNow(), [2]bool{g.signed[clock.P1], g.signed[clock.P2]}
	return s
}

// opened is the present stage of the opening, nil when there is none.
func (g *Game) opened() *Opened {
	if !g.opens() || g.phase == Over {
		return nil
	}
	due := g.open.Due()
	o := &Opened{
		Protocol: g.script.Name(), State: due.State, Actor: person(due.Actor), Text: dueText(due, g.colorOf(person(due.Actor))),
		Black: due.Black, White: due.White, Offers: due.Offers, Color: due.Color, Choosing: due.Choosing,
		OnBoard: append([]board.Point(nil), g.open.Offers()...),
		MaySwap: due.MaySwap, MayOffer: due.MayOffer, MayLayTwo: due.MayLayTwo,
		DeclareMin: due.DeclareMin, DeclareMax: due.DeclareMax, Number: due.Number,
	}
	if due.DeclareMax > 0 {
		o.Suggested = opening.Suggested(g.named.ID)
	}
	o.Legal, o.LegalWhite = g.legal(due)
	o.Legal = append([]board.Point(nil), o.Legal...)
	for _, l := range g.looseStones() {
		o.Loose = append(o.Loose, l.point)
	}
	return o
}
