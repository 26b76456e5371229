package game

import (
	"fmt"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/rules"
	"shinpan/rules/opening"
)

// Mode is how much the referee says to the players by itself.
type Mode string

// The modes of ARCHITECTURE.md.
const (
	Tournament Mode = "tournament" // silent to the players, rules on a claim
	Club       Mode = "club"       // flags at once
	Training   Mode = "training"   // warns, shows why, allows taking back
)

// FoulRule is what follows a forbidden move (SEEDS C2).
type FoulRule string

// The three ways to handle a forbidden move.
const (
	FoulClaim    FoulRule = "claim"     // White must claim it before his next move
	FoulAutoLoss FoulRule = "auto_loss" // Black has lost at once
	FoulBlock    FoulRule = "block"     // the stone is taken back, nothing else happens
)

// Config is everything about a game that is settled before it starts. It is the head
// of the journal.
type Config struct {
	// ID names the game. Timers, events and files carry it, so that nothing of a
	// finished game can touch the next one.
	ID      string        `json:"id"`
	Table   string        `json:"table"`
	Event   string        `json:"event,omitempty"`
	Round   string        `json:"round,omitempty"`
	P1      string        `json:"p1,omitempty"`
	P2      string        `json:"p2,omitempty"`
	Size    int           `json:"size"`
	Rules   rules.Set     `json:"rules"`
	Opening string        `json:"opening"`
	Control clock.Control `json:"control"`
	Mode    Mode          `json:"mode"`
	Profile string        `json:"profile"`
	Foul    FoulRule      `json:"foul"`
	// Switches are the event's other choices by name, each as text; see Switches for
	// what there is.
	Switches map[string]string `json:"switches,omitempty"`
	// Match is the match this game belongs to, as it stood before it; nil for a single game.
	Match *Match `json:"match,omitempty"`
	// Date is the wall-clock day of the start, as the record shows it; Synced says
	// whether the machine's clock was known to be right.
	Date   string `json:"date,omitempty"`
	Synced bool   `json:"synced,omitempty"`
}

// Defaults is an unnamed club game of renju at 20 minutes and three byoyomi periods.
func Defaults() Config {
	control, err := clock.ParseControl("byoyomi 20m 3x30s")
	if err != nil {
		panic(err) // a constant
	}
	return Config{
		ID: "game", Table: "1", Size: board.DefaultSize, Rules: rules.Renju, Opening: "none",
		Control: control, Mode: Club, Profile: "DEF", Foul: FoulAutoLoss,
	}
}

// Check reports the first setting that no game can be played with.
func (c Config) Check() error {
	switch {
	case c.ID == "":
		return fmt.Errorf("game: id: must not be empty")
	case !board.ValidSize(c.Size):
		return fmt.Errorf("game: size %d: want one of %v", c.Size, board.Sizes)
	case c.Mode != Tournament && c.Mode != Club && c.Mode != Training:
		return fmt.Errorf("game: mode %q: want tournament, club or training", c.Mode)
	case c.Foul != FoulClaim && c.Foul != FoulAutoLoss && c.Foul != FoulBlock:
		return fmt.Errorf("game: foul %q: want claim, auto_loss or block", c.Foul)
	}
	if err := new(rules.Set).UnmarshalText([]byte(c.Rules)); err != nil {
		return fmt.Errorf("game: %w", err)
	}
	if _, known := profiles[c.Profile]; !known {
		return fmt.Errorf("game: profile %q: want SP, CHN, RIF or DEF", c.Profile)
	}
	sw, err := c.switches()
	if err != nil {
		return err
	}
	if _, err := opening.Parse(c.Opening, sw.opening); err != nil {
		return fmt.Errorf("game: %w", err)
	}
	return nil
}

// Tolerances of joining stone, hand and button. They are about people and cameras,
// not about rules.
const (
	// sightGrace is how long after a press the eye may take to be sure of the stone.
	sightGrace = 2 * time.Second
	// pressSkew is how much later than the press a stone may have been first seen
	// and still have been there before it: the eye's own uncertainty.
	pressSkew = 500 * time.Millisecond
	// straightenTime is how long a stone may be off its point while it is being
	// straightened (CONDUCT H1, DEF).
	straightenTime = 2 * time.Second
	// carriedAway is how long after the hand has left the board a stone may still be
	// missing before it has been taken away.
	carriedAway = time.Second
	// slide is how long a stone may touch a point before it slides on to the next.
	slide = time.Second
	// twoStonesApart separates a stone laid after another from two laid at once (H10).
	twoStonesApart = 200 * time.Millisecond
	// between is how far off its point, in parts of the pitch, a stone lies between
	// points (CONDUCT H6).
	between = 0.35
	// together is how close in time things happen that are one and the same accident.
	together = 1500 * time.Millisecond
	// bounce is how soon after a press another press of the same button is none.
	bounce = time.Second
	// bumpTime is how long after the board has moved stones out of place are due to that.
	bumpTime = 5 * time.Second
	// reminder is how long a stone lies unpressed before the arbiter is told (CK-2).
	reminder = 10 * time.Second
	// flagMargin is the resolution of the eye against the clock: within it the
	// result on the board stands (CLOCK.md section 5).
	flagMargin = 100 * time.Millisecond
)
