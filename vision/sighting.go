package vision

import (
	"fmt"
	"time"

	"shinpan/board"
)

// Kind is what a Sighting tells.
type Kind string

// The kinds of sighting. The first four change what is believed to lie on the
// board; the rest say how well the board can be seen.
const (
	// Place: a stone of Color has come to lie on Point.
	Place Kind = "place"
	// Lift: the stone of Color has left Point.
	Lift Kind = "lift"
	// Shift: the stone on Point still belongs to it but has moved by Offset.
	Shift Kind = "shift"
	// Position: the eye has read the entire board (at the start, and whenever
	// sight returns); Rows holds it.
	Position Kind = "position"
	// HandIn and HandOut: something that is no stone covers part of the board,
	// or no longer does.
	HandIn  Kind = "hand_in"
	HandOut Kind = "hand_out"
	// BoardMoved: the grid is no longer where it was.
	BoardMoved Kind = "board_moved"
	// ViewLost and ViewBack: the board cannot be seen for Reason, or can again.
	ViewLost Kind = "view_lost"
	ViewBack Kind = "view_back"
	// Doubt: something lies on Points and the eye will not guess what.
	Doubt Kind = "doubt"
)

// Reasons of a ViewLost.
const (
	ReasonDark    = "dark"
	ReasonCovered = "covered"
	ReasonFrozen  = "frozen"
	ReasonBlurred = "blurred"
	ReasonGrid    = "grid"
	ReasonBright  = "overexposed"
)

// Sighting is one settled change on the board, or one change in how well it can be
// seen. Times are the eye's: since the first frame of a recording, or
// CLOCK_MONOTONIC of a camera.
type Sighting struct {
	Kind Kind
	// At is when the change was first seen: the first frame in which the stone
	// rested (Place, Shift) or was missing (Lift). It is never after SureAt.
	At time.Duration
	// SureAt is the capture time of the frame that made the eye sure.
	SureAt time.Duration
	// Frame is the number of the frame stamped At, counted from 0.
	Frame int
	// Color and Point name the stone of Place, Lift and Shift.
	Color board.Color
	Point board.Point
	// Sure is the eye's own estimate, 0 to 1, that it is right.
	Sure float64
	// Offset is how far a shifted stone moved, in parts of the pitch.
	Offset float64
	// Points are the points of a Doubt.
	Points []board.Point
	// Reason explains ViewLost, Doubt and BoardMoved.
	Reason string
	// Rows is the whole board of a Position, the highest row first, '?' for a
	// point that cannot be told.
	Rows []string
}

// String is the sighting in plain words.
func (s Sighting) String() string {
	switch s.Kind {
	case Place:
		return fmt.Sprintf("%s stone on %s", s.Color, s.Point)
	case Lift:
		return fmt.Sprintf("%s stone gone from %s", s.Color, s.Point)
	case Shift:
		return fmt.Sprintf("%s moved on its point by %.2f", s.Point, s.Offset)
	case Doubt:
		return fmt.Sprintf("cannot tell %v: %s", s.Points, s.Reason)
	case ViewLost:
		return "view lost: " + s.Reason
	}
	return string(s.Kind)
}
