package clock

import (
	"fmt"
	"time"
)

// System is a way of giving players time (CLOCK.md section 2).
type System uint8

// The systems. Untimed is the zero value: thinking time is counted, nobody can lose by it.
const (
	Untimed System = iota
	SuddenDeath
	Step
	Byoyomi
	Canadian
	Fischer
	Bronstein
	Delay
	Stages
	Hourglass
	Ing
	Shared
	Title
	Quick
)

// String is the word a SPEC begins with.
func (s System) String() string {
	if int(s) < len(systems) {
		return systems[s].name
	}
	return fmt.Sprintf("system(%d)", uint8(s))
}

// maxStages bounds the stages of one control, so that a Control can be compared and
// copied like any value.
const maxStages = 8

// stage is one control of a multi-stage system: so many moves in so much time.
type stage struct {
	moves     int32 // 0: sudden death, the last
	time      time.Duration
	increment time.Duration
}

// Control is the time settings of a game. It is made by ParseControl, so a Control is
// always possible; the zero Control is untimed. Controls can be compared with ==.
type Control struct {
	system  System
	main    time.Duration // main time; the limit of a move in Step; the pool in Shared
	period  time.Duration // length of a byoyomi period, a block, an extension; Quick: limit of a move
	extra   time.Duration // Quick: limit of a move in the extra phase
	bonus   time.Duration // Fischer increment, Bronstein and US delay
	periods int32         // byoyomi periods, extensions
	stones  int32         // stones in a Canadian block; Quick: stones a side in the extra phase
	opening int32         // Canadian: moves the main time must contain, 0 for none
	first   bool          // Fischer, Stages: the increment is granted before the first move too
	carry   bool          // Canadian: what is left of a block is kept
	each    bool          // Quick: a game time for each player instead of one for both
	count   int8          // stages in use
	stages  [maxStages]stage
}

// System is the control's time system.
func (c Control) System() System { return c.system }

// String is the SPEC that ParseControl reads back to the same Control.
func (c Control) String() string {
	row := systems[c.system]
	if row.text == nil {
		return row.name
	}
	return row.name + " " + row.text(c)
}

// MarshalText writes the SPEC of String.
func (c Control) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a SPEC like ParseControl.
func (c *Control) UnmarshalText(text []byte) error {
	parsed, err := ParseControl(string(text))
	if err != nil {
		return err
	}
	*c = parsed
	return nil
}

// common says whether both sides think on one and the same time.
func (c *Control) common() bool {
	return c.system == Shared || c.system == Quick && !c.each
}
