package wire

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"shinpan/board"
	"shinpan/vision"
)

// Type says what a Message is.
type Type string

// What the eye says. Every stream begins with Hello and, if the source has an end,
// ends with End.
const (
	Hello       Type = "hello"       // who is speaking: Source, Clock, FPS, Width, Height
	Calibration Type = "calibration" // the grid was found: Corners, Sure, CornerSure, Advice, Width, Height
	Frame       Type = "frame"       // heartbeat, one for every frame read: T, Frame, Settled
	Seen        Type = "sighting"    // one vision.Sighting
	Snapshot    Type = "snapshot"    // a picture: T, Frame, Width, Height; the blob is a JPEG
	Fault       Type = "fault"       // something is wrong that a person may have to fix: Code, Text
	End         Type = "end"         // the recording is over: T, Frame of the last frame
	Camera      Type = "camera"      // what the camera has been told, and what it answers: Text
)

// What the eye answers to AskClip, each with the ID of the question: the pictures as they
// come, then the strip and the crops, then ClipEnd.
const (
	Clip    Type = "clip"     // one picture: T, Frame, Width, Height; the blob is a JPEG
	Strip   Type = "strip"    // several of them small, side by side: Width, Height; a JPEG
	Crop    Type = "crop"     // Point and what lies around it: T, Frame, Width, Height; a JPEG
	ClipEnd Type = "clip_end" // that was all: Count pictures; Reason where there are none or some are missing
)

// What the referee says back.
const (
	AskSnapshot Type = "ask_snapshot" // send one picture now
	AskClip     Type = "ask_clip"     // send the pictures from T-Before to T+After, and crops of Points; ID names them
	AskGrid     Type = "ask_grid"     // look for the board anew, at Corners where given by hand, and keep what is found
	Heard       Type = "heard"        // the frame Frame has been dealt with: a recording may run so far ahead and no further
	Stop        Type = "stop"         // end the process
)

// Clocks of a Hello.
const (
	ClockVideo     = "video"     // T counts from the first frame of a recording
	ClockMonotonic = "monotonic" // T is CLOCK_MONOTONIC of this machine
)

// Message is one message of either side. Which fields count depends on Type.
type Message struct {
	Type Type `json:"type"`
	// T and SureT are seconds on the stream's clock; see Seconds and Duration.
	T     Seconds `json:"t"`
	SureT Seconds `json:"sure_t,omitzero"`
	Frame int     `json:"frame"`
	// Settled (on Frame) is the last frame at which nothing was moving and nothing
	// undecided: an eye restarted from there would see the same game.
	Settled int `json:"settled,omitempty"`

	Kind   vision.Kind   `json:"kind,omitempty"`
	Color  *board.Color  `json:"color,omitempty"`
	Point  board.Point   `json:"point,omitzero"`
	Sure   float64       `json:"sure,omitempty"`
	Offset float64       `json:"offset,omitempty"`
	Points []board.Point `json:"points,omitempty"`
	Reason string        `json:"reason,omitempty"`
	Rows   []string      `json:"rows,omitempty"`

	Source string  `json:"source,omitempty"`
	Clock  string  `json:"clock,omitempty"`
	FPS    float64 `json:"fps,omitempty"`
	Width  int     `json:"width,omitempty"`
	Height int     `json:"height,omitempty"`
	// Corners are the pixels of the corner intersections, x and y of the top-left,
	// top-right, bottom-right and bottom-left as seen in the picture. Where the lens
	// bends straight lines its k1 follows as a ninth number (vision.NewLens).
	Corners []float64 `json:"corners,omitempty"`
	// CornerSure is how sure each corner is, in the order of Corners, and Advice what
	// would help the eye, in plain words.
	CornerSure []float64 `json:"corner_sure,omitempty"`
	Advice     []string  `json:"advice,omitempty"`
	Code       string    `json:"code,omitempty"`
	Text       string    `json:"text,omitempty"`

	// ID names a clip, from the question to its last answer. Before and After are how much
	// of it lies on either side of T.
	ID     string  `json:"id,omitempty"`
	Before Seconds `json:"before,omitzero"`
	After  Seconds `json:"after,omitzero"`
	Count  int     `json:"count,omitempty"`

	// Blob is the picture of a Snapshot, Clip, Strip or Crop. It travels beside the JSON.
	Blob []byte `json:"-"`
}

// Seconds is a time.Duration that is written in JSON as decimal seconds with
// millisecond precision at least and nanoseconds at most.
type Seconds time.Duration

// Duration is the same time as a time.Duration.
func (s Seconds) Duration() time.Duration { return time.Duration(s) }

// MarshalJSON writes exact decimal seconds.
func (s Seconds) MarshalJSON() ([]byte, error) {
	sign, d := "", time.Duration(s)
	if d < 0 {
		sign, d = "-", -d
	}
	return fmt.Appendf(nil, "%s%d.%09d", sign, d/time.Second, d%time.Second), nil
}

// UnmarshalJSON reads decimal seconds, exactly where they are written as MarshalJSON does.
func (s *Seconds) UnmarshalJSON(data []byte) error {
	var f float64
	if err := json.Unmarshal(data, &f); err != nil {
		return fmt.Errorf("wire: time %s: want seconds as a number", data)
	}
	if math.Abs(f) > 9e9 {
		return fmt.Errorf("wire: time %s: out of range", data)
	}
	if exact, ok := decimal(string(data)); ok {
		*s = exact
		return nil
	}
	*s = Seconds(math.Round(f * 1e9))
	return nil
}

// decimal reads a number of seconds without an exponent and with at most nine decimals,
// which a float64 would round after some months of uptime.
func decimal(text string) (s Seconds, ok bool) {
	text, negative := strings.CutPrefix(text, "-")
	whole, fraction, _ := strings.Cut(text, ".")
	if len(whole) > 10 || len(fraction) > 9 {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", 9-len(fraction)), 10, 64)
	if err != nil {
		return 0, false
	}
	if negative {
		n = -n
	}
	return Seconds(n), true
}

// FromSighting wraps a sighting for the pipe.
func FromSighting(s vision.Sighting) Message {
	m := Message{
		Type: Seen, Kind: s.Kind, T: Seconds(s.At), SureT: Seconds(s.SureAt), Frame: s.Frame,
		Point: s.Point, Sure: s.Sure, Offset: s.Offset, Points: s.Points, Reason: s.Reason, Rows: s.Rows,
	}
	if s.Color != board.Empty {
		m.Color = &s.Color
	}
	return m
}

// Sighting unwraps a Seen message.
func (m Message) Sighting() vision.Sighting {
	s := vision.Sighting{
		Kind: m.Kind, At: m.T.Duration(), SureAt: m.SureT.Duration(), Frame: m.Frame,
		Point: m.Point, Sure: m.Sure, Offset: m.Offset, Points: m.Points, Reason: m.Reason, Rows: m.Rows,
	}
	if m.Color != nil {
		s.Color = *m.Color
	}
	return s
}
