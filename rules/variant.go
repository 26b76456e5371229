package rules

import (
	"errors"
	"fmt"
	"strings"

	"shinpan/board"
)

// Variant is a rule set together with what an event decides about its edges. It is
// what a configuration or a game's head states.
type Variant struct {
	Set           Set           `json:"rules"`
	Size          int           `json:"size"` // lines of the board
	Foul          FoulHandling  `json:"foul"`
	OverlineClaim OverlineClaim `json:"overline_claim"`
	DeadPosition  DeadPosition  `json:"dead_position"`
}

// DefaultVariant is renju over the board: fouls are claimed, overlines until the end,
// and a dead position is proposed as a draw (SEEDS C2, C6).
func DefaultVariant() Variant {
	return Variant{Set: Renju, Size: board.DefaultSize, Foul: Claim, OverlineClaim: UntilEnd, DeadPosition: DeadPropose}
}

// FoulHandling is what happens when Black plays a forbidden move (SEEDS C2).
type FoulHandling string

// The ways to handle a forbidden move.
const (
	Claim    FoulHandling = "claim"     // White must claim it before his next move
	AutoLoss FoulHandling = "auto_loss" // Black loses at once
	Block    FoulHandling = "block"     // the stone is taken back without penalty
)

// OverlineClaim is how long an overline may be claimed (SEEDS C2, CONDUCT.md F3).
type OverlineClaim string

// The limits of an overline claim.
const (
	UntilEnd OverlineClaim = "until_end" // as long as the game lasts
	NextMove OverlineClaim = "next_move" // until White's next move, like any other foul
)

// DeadPosition is what happens when neither side can make five any more (SEEDS C6).
type DeadPosition string

// The ways to handle a dead position.
const (
	DeadAutomatic DeadPosition = "automatic" // the game is a draw
	DeadPropose   DeadPosition = "propose"   // the arbiter is told that it may be one
	DeadOff       DeadPosition = "off"       // it is played on
)

// UnmarshalText accepts claim, auto_loss or block.
func (f *FoulHandling) UnmarshalText(text []byte) error {
	return oneOf(f, "foul handling", text, Claim, AutoLoss, Block)
}

// UnmarshalText accepts until_end or next_move.
func (o *OverlineClaim) UnmarshalText(text []byte) error {
	return oneOf(o, "overline claim", text, UntilEnd, NextMove)
}

// UnmarshalText accepts automatic, propose or off.
func (d *DeadPosition) UnmarshalText(text []byte) error {
	return oneOf(d, "dead position", text, DeadAutomatic, DeadPropose, DeadOff)
}

// oneOf sets value to the choice that text names.
func oneOf[T ~string](value *T, what string, text []byte, choices ...T) error {
	names := make([]string, 0, len(choices))
	for _, c := range choices {
		if string(text) == string(c) {
			*value = c
			return nil
		}
		names = append(names, string(c))
	}
	return fmt.Errorf("rules: %s %q: want one of %s", what, text, strings.Join(names, ", "))
}

// Validate reports everything that is wrong with the variant, or nil.
func (v Variant) Validate() error {
	var all []error
	check := func(err error) {
		if err != nil {
			all = append(all, err)
		}
	}
	check(new(Set).UnmarshalText([]byte(v.Set)))
	check(new(FoulHandling).UnmarshalText([]byte(v.Foul)))
	check(new(OverlineClaim).UnmarshalText([]byte(v.OverlineClaim)))
	check(new(DeadPosition).UnmarshalText([]byte(v.DeadPosition)))
	if !board.ValidSize(v.Size) {
		check(fmt.Errorf("rules: board size %d: want one of %v", v.Size, board.Sizes))
	}
	return errors.Join(all...)
}

// Lapses reports whether a foul of kind k can no longer be claimed once White has
// made his next move.
func (v Variant) Lapses(k Kind) bool {
	return k != Overline || v.OverlineClaim == NextMove
}
