package game

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/rules"
)

// EventKind is what an Event says.
type EventKind string

// The kinds of events. Their names and fields are part of every published format.
const (
	EvStart        EventKind = "start"
	EvMove         EventKind = "move"
	EvPass         EventKind = "pass"
	EvFive         EventKind = "five"
	EvFoul         EventKind = "foul"
	EvClaim        EventKind = "claim"
	EvLapsed       EventKind = "lapsed"
	EvIncident     EventKind = "incident"
	EvInfraction   EventKind = "infraction"
	EvStraightened EventKind = "straightened"
	EvFreeze       EventKind = "freeze"
	EvResume       EventKind = "resume"
	EvRestore      EventKind = "restore"
	EvRestored     EventKind = "restored"
	EvFlag         EventKind = "flag"
	EvPeriod       EventKind = "period"
	EvDrawOffer    EventKind = "draw_offer"
	EvDrawDeclined EventKind = "draw_declined"
	EvAlert        EventKind = "alert"
	EvCorrect      EventKind = "correct"
	EvOver         EventKind = "over"

	// The opening (OPENINGS.md).
	EvOpening EventKind = "opening" // what has to happen next
	EvSwap    EventKind = "swap"
	EvKeep    EventKind = "keep"
	EvDeclare EventKind = "declare"
	EvOffer   EventKind = "offer"
	EvChoose  EventKind = "choose"
	EvNamed   EventKind = "named"

	EvPenalty EventKind = "penalty" // time given or taken
	EvWarning EventKind = "warning" // By is warned for Code; no infraction yet
	EvRefused EventKind = "refused" // What was asked for cannot be, for Reason
	EvFinding EventKind = "finding" // the arbiter has found What of By
	EvAdjourn EventKind = "adjourn" // a step of an interruption with a sealed move: What
	EvThreat  EventKind = "threat"  // training: What By threatens to play at Points
	EvColors  EventKind = "colors"  // the draw for colours: who opens
)

// Audience is whom an event is for.
type Audience string

// The audiences. All includes spectators.
const (
	ToAll     Audience = "all"
	ToPlayers Audience = "players"
	ToArbiter Audience = "arbiter"
)

// Reason is why a game ended.
type Reason string

// The reasons of EvOver.
const (
	ByFive        Reason = "five"
	ByOverline    Reason = "overline" // White, or a freestyle player, made six or more
	ByFoul        Reason = "foul"
	ByFlag        Reason = "flag"
	ByResign      Reason = "resign"
	ByInfractions Reason = "infractions"
	ByLift        Reason = "lift"
	ByDrawAgreed  Reason = "draw_agreed"
	ByDrawPassed  Reason = "draw_passes"
	ByDrawFull    Reason = "draw_full"
	ByDrawDead    Reason = "draw_dead"  // neither side can make five any more
	ByDrawFlags   Reason = "draw_flags" // both flags have fallen unclaimed
	ByDrop        Reason = "drop"
	ByVoid        Reason = "void" // to be played again
	ByArbiter     Reason = "arbiter"
)

// Severities of an alert.
const (
	SevInfo  = "info"
	SevWarn  = "warn"
	SevError = "error"
)

// Event is one thing the game says. Which fields count depends on Kind; the rest are
// left out of the JSON.
type Event struct {
	// At is when it happened since the game's zero; a flag carries the exact moment it fell.
	At Seconds `json:"at"`
	// Seq counts the game's events from 1 without a gap.
	Seq  int       `json:"seq"`
	Kind EventKind `json:"kind"`
	To   Audience  `json:"to"`
	Game string    `json:"game"`
	Wall string    `json:"wall,omitempty"`

	N     int         `json:"n,omitempty"`
	By    clock.Side  `json:"by,omitzero"`
	Color board.Color `json:"color,omitzero"`
	Point board.Point `json:"point,omitzero"`
	// SeenAt is when the stone was first seen, PressedAt when the button was pressed.
	SeenAt    *Seconds `json:"seen_at,omitempty"`
	PressedAt *Seconds `json:"pressed_at,omitempty"`
	// Spent is the thinking time of the move.
	Spent *Seconds `json:"spent,omitempty"`

	Line    []board.Point  `json:"line,omitempty"`
	Foul    string         `json:"foul,omitempty"`
	Proof   *rules.Verdict `json:"proof,omitempty"`
	What    string         `json:"what,omitempty"`
	Upheld  *bool          `json:"upheld,omitempty"`
	Code    string         `json:"code,omitempty"`
	Count   int            `json:"count,omitempty"`
	Offset  float64        `json:"offset,omitempty"`
	Left    *int           `json:"left,omitempty"`
	Missing []board.Point  `json:"missing,omitempty"`
	Extra   []board.Point  `json:"extra,omitempty"`

	// Other is the second point of an incident: where a carried stone was put.
	Other board.Point `json:"other,omitzero"`
	// State to LegalWhite, and Points, belong to the opening; Points are offered moves.
	State      string        `json:"state,omitempty"`
	Actor      clock.Side    `json:"actor,omitzero"`
	Legal      []board.Point `json:"legal,omitempty"`
	LegalWhite []board.Point `json:"legal_white,omitempty"`
	Points     []board.Point `json:"points,omitempty"`
	ID         string        `json:"id,omitempty"`
	En         string        `json:"en,omitempty"`
	Zh         string        `json:"zh,omitempty"`
	Ja         string        `json:"ja,omitempty"`
	// Seconds is how much time a penalty gives the opponent, or takes off the offender.
	Seconds    *Seconds `json:"seconds,omitempty"`
	ToOpponent *bool    `json:"to_opponent,omitempty"`
	// Margin is how long before the flag (after it, if negative) the stone was first seen.
	Margin *Seconds `json:"margin,omitempty"`

	// Evidence names the pictures of the moments around the event, where they are kept;
	// NoEvidence says why there can be none.
	Evidence   string `json:"evidence,omitempty"`
	NoEvidence string `json:"no_evidence,omitempty"`

	Severity string `json:"severity,omitempty"`
	Healed   *bool  `json:"healed,omitempty"`
	Text     string `json:"text,omitempty"`
	Before   string `json:"before,omitempty"`
	After    string `json:"after,omitempty"`
	Winner   string `json:"winner,omitempty"`
	// BothLost says that a game without a winner is no draw: both have lost it.
	BothLost bool   `json:"both_lost,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Who      string `json:"who,omitempty"`
	// Why is what the arbiter gave as his reason, where Reason says something else.
	Why   string  `json:"why,omitempty"`
	Clock *Clocks `json:"clock,omitempty"`
}

// Clocks is both clocks at the moment of an event.
type Clocks = clock.State

// Seconds is a time since the game's zero, written in JSON as exact decimal seconds
// without trailing zeros.
type Seconds time.Duration

// Duration is the same time as a time.Duration.
func (s Seconds) Duration() time.Duration { return time.Duration(s) }

// String is the decimal form, such as "62.25".
func (s Seconds) String() string {
	sign, d := "", time.Duration(s)
	if d < 0 {
		sign, d = "-", -d
	}
	whole, frac := d/time.Second, d%time.Second
	if frac == 0 {
		return fmt.Sprintf("%s%d", sign, whole)
	}
	return fmt.Sprintf("%s%d.%s", sign, whole, strings.TrimRight(fmt.Sprintf("%09d", frac), "0"))
}

// MarshalJSON writes exact decimal seconds.
func (s Seconds) MarshalJSON() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalJSON reads decimal seconds.
func (s *Seconds) UnmarshalJSON(data []byte) error {
	var f float64
	if err := json.Unmarshal(data, &f); err != nil || math.Abs(f) > 9e9 {
		return fmt.Errorf("game: time %s: want seconds as a number", data)
	}
	*s = Seconds(math.Round(f * 1e9))
	return nil
}

func secs(d time.Duration) *Seconds { s := Seconds(d); return &s }
