package game

import (
	"shinpan/board"
	"shinpan/clock"
)

// Phase is where a game stands.
type Phase string

// The phases.
const (
	Setup   Phase = "setup"   // waiting for the start
	Opening Phase = "opening" // the opening protocol decides who may do what
	Play    Phase = "play"
	Paused  Phase = "paused"  // the arbiter, a fault or a disturbed board has stopped both clocks
	Dispute Phase = "dispute" // a claim is being ruled
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
	At     Seconds     `json:"at"`
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
}
