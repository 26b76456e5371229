package eyeproc

import (
	"log/slog"
	"strconv"
	"strings"
	"time"

	"shinpan/board"
)

// Options says which eye to run and on what.
type Options struct {
	// Command is the eye's binary. Source is what it looks at: a device, a video, a
	// folder of pictures or a pipeline, as "eye stream --source" takes it.
	Command string
	Source  string
	Size    int
	// BlackSide is where Black sits in the picture: bottom, top, left or right.
	BlackSide string
	// Corners are given by hand, or empty to let the eye find the board: x and y of the
	// top-left, top-right, bottom-right and bottom-left corner intersections in pixels.
	Corners []float64
	// Calibration is a file in which the eye keeps where the board is, or empty.
	Calibration string
	// FreeCamera lets a camera change its exposure and white balance while it watches.
	FreeCamera bool
	// Pace is "realtime" or "max" for recordings.
	Pace string
	// Record is a file that the eye copies its stream to, or empty.
	Record string

	// StartWithin is how long the eye may take to its first message, StaleAfter how
	// long it may be silent later. BackoffMin and BackoffMax bound the wait before a
	// restart; it doubles with each failure and is forgotten after a minute's work.
	StartWithin, StaleAfter, BackoffMin, BackoffMax time.Duration
	// KillWithin is how long a killed eye is waited for.
	KillWithin time.Duration
	// GiveUpAfter ends Run with an error when the eye has failed this often in a row
	// without a single frame; 0 never gives up.
	GiveUpAfter int
	Logger      *slog.Logger
}

func (o Options) withDefaults() Options {
	def := func(d *time.Duration, v time.Duration) {
		if *d == 0 {
			*d = v
		}
	}
	def(&o.StartWithin, 15*time.Second)
	def(&o.StaleAfter, 2*time.Second)
	def(&o.KillWithin, 2*time.Second)
	def(&o.BackoffMin, 200*time.Millisecond)
	def(&o.BackoffMax, 5*time.Second)
	if o.Size == 0 {
		o.Size = board.DefaultSize
	}
	if o.BlackSide == "" {
		o.BlackSide = "bottom"
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// leash is how many frames of a recording the eye may be ahead of what has been dealt with
// (see Heard in package wire): two seconds at the rate of most.
const leash = 24

// args is the command line of the next eye, given what the last one had reported.
func (o Options) args(from progress) []string {
	a := []string{"stream", "--source", o.Source, "--size", strconv.Itoa(o.Size), "--black-side", o.BlackSide}
	if o.Pace != "" {
		a = append(a, "--pace", o.Pace)
	}
	if o.Record != "" {
		a = append(a, "--record", o.Record)
	}
	// Whoever asks for pictures must be near enough for the eye to have kept them.
	a = append(a, "--leash", strconv.Itoa(leash))
	if o.Calibration != "" {
		a = append(a, "--calibration", o.Calibration)
	}
	if o.FreeCamera {
		a = append(a, "--lock=false")
	}
	corners := o.Corners
	// A recording that is played at full speed is in no hurry: played again from its
	// beginning, it says the same to the last frame. Otherwise the new eye goes on
	// from the last quiet frame.
	again := from.recording && o.Pace == "max"
	if from.restart() && !again {
		corners = from.settledCorners
		a = append(a, "--board", from.settledBoard.Text())
		if from.recording {
			a = append(a, "--from", strconv.Itoa(from.settled))
		}
	}
	if len(corners) > 0 {
		words := make([]string, len(corners))
		for i, c := range corners {
			words[i] = strconv.FormatFloat(c, 'f', -1, 64)
		}
		a = append(a, "--corners", strings.Join(words, ","))
	}
	return a
}
