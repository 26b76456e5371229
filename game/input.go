package game

import (
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/rules"
)

// InputKind is what an Input tells.
type InputKind string

// What the eye says.
const (
	See        InputKind = "see"         // a stone of Color lies on Point since SeenAt
	Gone       InputKind = "gone"        // the stone has left Point since SeenAt
	Shift      InputKind = "shift"       // the stone on Point moved on it by Offset
	Position   InputKind = "position"    // Rows is everything that lies on the board
	HandIn     InputKind = "hand_in"     // a hand is over the board
	HandOut    InputKind = "hand_out"    // no hand is over the board
	BoardMoved InputKind = "board_moved" // the board or the camera was moved
	Blind      InputKind = "blind"       // the board cannot be seen, for Reason
	Sight      InputKind = "sight"       // the board can be seen again
	Doubt      InputKind = "doubt"       // the eye cannot tell what lies on Points
)

// What the players do.
const (
	Press       InputKind = "press"
	Resign      InputKind = "resign"
	Pass        InputKind = "pass"
	OfferDraw   InputKind = "offer_draw"
	AcceptDraw  InputKind = "accept_draw"
	DeclineDraw InputKind = "decline_draw"
	Swap        InputKind = "swap"
	Keep        InputKind = "keep"
	Declare     InputKind = "declare" // N fifth moves
	Choose      InputKind = "choose"  // the offered Point
	Claim       InputKind = "claim"   // What is "foul", "five", "flag", "draw" or ClaimAny; Point where it lies
)

// ClaimAny is the What of a claim that names nothing: whatever there is to claim.
const ClaimAny = "any"

// What the arbiter does.
const (
	Start    InputKind = "start"
	Pause    InputKind = "pause"
	Resume   InputKind = "resume"
	Adjust   InputKind = "adjust"   // Side's clock by Delta, for Reason
	Counter  InputKind = "counter"  // Side's moves, stones or periods (What) are N
	Turn     InputKind = "turn"     // Side's time runs
	Unpress  InputKind = "unpress"  // the last press never was
	Correct  InputKind = "correct"  // Point carries Color in the position
	TakeBack InputKind = "takeback" // the last move was never made
	Infract  InputKind = "infract"  // Side commits Code
	Rule     InputKind = "rule"     // the game is over: Side wins (none: draw; What "both": both lose), for Reason
)

// What the arbiter finds (CONDUCT sections 2 to 4 and 7).
const (
	Disturb      InputKind = "disturb"       // H12: Side disturbs the other
	Bump         InputKind = "bump"          // P1: Side has knocked the board
	Irreparable  InputKind = "irreparable"   // the position cannot be restored: P1 of Side, P2 of nobody
	Scatter      InputKind = "scatter"       // P3: Side has destroyed the position on purpose
	Rewind       InputKind = "rewind"        // P4: back to the position after move N
	LongAgo      InputKind = "long_ago"      // P5: an illegal position of long ago, without evidence
	WrongOpening InputKind = "wrong_opening" // P7
	MixedColors  InputKind = "mixed_colors"  // P8
	Leave        InputKind = "leave"         // Side has left What: seat, hall or game
	ClockFault   InputKind = "clock_fault"   // CK-6: the clock is plainly wrong
	Defy         InputKind = "defy"          // V6: Side refuses What: correct, record, sign or rules
	Sign         InputKind = "sign"          // Side signs the result
)

// Late players, interruptions and what the record needs (CLOCK.md section 6, SEEDS
// sections 9 and 10).
const (
	Absent  InputKind = "absent"  // Side has not come yet; none: both
	Arrive  InputKind = "arrive"  // Side has come
	Adjourn InputKind = "adjourn" // the game is interrupted
	Confirm InputKind = "confirm" // Side confirms position and times
	Seal    InputKind = "seal"    // the envelope with the next move is handed in
	Unseal  InputKind = "unseal"  // it is opened and says Point
	Colors  InputKind = "colors"  // the draw for colours is Draw
	Enter   InputKind = "enter"   // the record's field What (p1, p2, event, round) is Reason
)

// What the appliance itself says.
const (
	Tick    InputKind = "tick"    // time has passed
	Recover InputKind = "recover" // the appliance was off and is back
	Fail    InputKind = "fail"    // a part has failed: Code, Reason
	Heal    InputKind = "heal"    // the part named by Code works again
	Film    InputKind = "film"    // pictures of what happens can be had; where Reason is set, none, for that reason
)

// Input is one thing the game is told. Which fields count depends on Kind.
type Input struct {
	Kind InputKind `json:"kind"`
	// At is when it happened, since the game's zero: the press's own stamp, the frame
	// that made the eye sure, the moment of the tick.
	At time.Duration `json:"at"`
	// Wall is the wall clock at that moment in RFC 3339, for people to read. It is
	// never calculated with.
	Wall   string        `json:"wall,omitempty"`
	SeenAt time.Duration `json:"seen_at,omitempty"`
	Side   clock.Side    `json:"side,omitzero"`
	Color  board.Color   `json:"color,omitzero"`
	Point  board.Point   `json:"point,omitzero"`
	Points []board.Point `json:"points,omitempty"`
	Rows   []string      `json:"rows,omitempty"`
	Offset float64       `json:"offset,omitempty"`
	Sure   float64       `json:"sure,omitempty"`
	N      int           `json:"n,omitempty"`
	What   string        `json:"what,omitempty"`
	Code   string        `json:"code,omitempty"`
	Reason string        `json:"reason,omitempty"`
	Delta  time.Duration `json:"delta,omitempty"`
	Draw   *ColorDraw    `json:"draw,omitempty"`
	// Who gave the order, where a person did: "arbiter", "desk", "gpio".
	Who string `json:"who,omitempty"`
}

// judged is a verdict kept with the move it is about.
type judged struct {
	verdict rules.Verdict
	move    int
}
