package web

import (
	"fmt"
	"slices"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
)

// deskRight says whether the players may give an order at the desk clock by themselves.
type deskRight int

const (
	never      deskRight = iota // the arbiter's alone
	withoutPIN                  // also the desk's where nobody has set up an arbiter
	always
)

// order is one row of the table of orders: what it needs and who may give it.
type order struct {
	desk   deskRight
	side   bool     // needs P1 or P2
	point  bool     // needs a point
	delta  bool     // needs a time difference
	n      bool     // needs a count
	whats  []string // What must be one of these
	reason bool     // needs a reason
	draw   bool     // needs what was drawn
}

// NewGame is the one order that is not the game's but the table's: the board is cleared and
// another game set up, once the present one is over.
const NewGame game.InputKind = "new_game"

// orders is everything a page can ask the game to do. Everything else an Input can
// say is for the eye, the buttons and the appliance.
var orders = map[game.InputKind]order{
	game.Start:       {desk: withoutPIN},
	game.Pause:       {desk: always}, // stopping the clocks to call the arbiter is legal (CLOCK 3.5)
	game.Resume:      {desk: withoutPIN},
	game.Resign:      {desk: always, side: true},
	game.Pass:        {desk: always, side: true},
	game.OfferDraw:   {desk: always, side: true},
	game.AcceptDraw:  {desk: always, side: true},
	game.DeclineDraw: {desk: always, side: true},
	game.Swap:        {desk: always, side: true},
	game.Keep:        {desk: always, side: true},
	game.Declare:     {desk: always, side: true, n: true},
	game.Choose:      {desk: always, side: true, point: true},
	game.Claim:       {desk: always, side: true, whats: []string{"foul", "five", "flag", "draw", game.ClaimAny}},
	game.Adjust:      {side: true, delta: true},
	game.Counter:     {side: true, whats: []string{"moves", "stones", "periods"}},
	game.Turn:        {side: true},
	game.Unpress:     {},
	game.Correct:     {point: true},
	game.TakeBack:    {},
	game.Infract:     {side: true},
	game.Rule:        {reason: true},
	NewGame:          {desk: withoutPIN},

	game.Disturb:      {side: true},
	game.Bump:         {side: true},
	game.Irreparable:  {},
	game.Scatter:      {side: true},
	game.Rewind:       {},
	game.LongAgo:      {},
	game.WrongOpening: {},
	game.MixedColors:  {},
	game.ClockFault:   {},
	game.Leave:        {side: true, whats: []string{"seat", "hall", "game"}},
	game.Defy:         {side: true, whats: []string{"correct", "record", "sign", "rules"}},
	game.Sign:         {desk: always, side: true},

	game.Absent:  {},
	game.Arrive:  {desk: withoutPIN, side: true},
	game.Adjourn: {},
	game.Confirm: {desk: always, side: true},
	game.Seal:    {},
	game.Unseal:  {},
	game.Colors:  {desk: withoutPIN, draw: true},
	game.Enter:   {desk: withoutPIN, whats: []string{"p1", "p2", "event", "round"}},
}

// maxOffers is more fifth moves than any opening lets a player declare.
const maxOffers = 20

// maxDelta keeps a slip of the finger from giving somebody a week.
const maxDelta = 24 * time.Hour

// check reports the first thing the order lacks.
func (o order) check(in game.Input) error {
	switch {
	case o.side && in.Side != clock.P1 && in.Side != clock.P2:
		return fmt.Errorf("web: %s: side: want p1 or p2", in.Kind)
	case o.point && in.Point == board.NoPoint:
		return fmt.Errorf("web: %s: point: want one such as H8", in.Kind)
	case o.delta && (in.Delta == 0 || in.Delta.Abs() > maxDelta):
		return fmt.Errorf("web: %s: delta: want nanoseconds, not 0 and at most a day", in.Kind)
	case o.n && (in.N < 1 || in.N > maxOffers):
		return fmt.Errorf("web: %s: n: want 1 to %d", in.Kind, maxOffers)
	case o.whats != nil && !slices.Contains(o.whats, in.What):
		return fmt.Errorf("web: %s: what %.20q: want one of %v", in.Kind, in.What, o.whats)
	case o.draw && in.Draw == nil:
		return fmt.Errorf("web: %s: draw: must not be empty", in.Kind)
	case o.reason && in.Reason == "":
		return fmt.Errorf("web: %s: reason: must not be empty", in.Kind)
	}
	return nil
}

// bare keeps of an order only what a page may say: when it happened is the loop's to stamp.
func bare(in game.Input, who string) game.Input {
	return game.Input{
		Kind: in.Kind, Side: in.Side, Color: in.Color, Point: in.Point, What: in.What,
		Code: in.Code, Reason: in.Reason, Delta: in.Delta, N: in.N, Draw: in.Draw, Who: who,
	}
}
