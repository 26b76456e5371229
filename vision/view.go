package vision

import "time"

// Look says how well one frame shows the board.
type Look struct {
	Frame int
	At    time.Duration
	// Light is the mean brightness of board and rim, 0 to 255.
	Light float64
	// Sharp is the strength of fine structure over that of the quiet board: 1 as then.
	Sharp float64
	// Alike is the part of the board that is as light as the quiet board was there.
	Alike float64
	// Upset is the part of the board that looks otherwise than on the quiet board.
	Upset float64
	// Same says that the picture stands still: it is the one before, bit for bit.
	Same bool
	// Unread says that nothing is known of the position, because something moves over it.
	Unread bool
	// NoGrid says that it is not known where the board is.
	NoGrid bool
}

// Unclear reports whether the picture is too dark or too blurred to find lines in.
func (l Look) Unclear() bool { return l.Light < darkLight || l.Sharp < blurredSharp }

// Times and limits of losing sight.
const (
	darkLight    = 10.0                    // below this brightness nothing can be told
	brightLight  = 250.0                   // nor above this one: all is burnt out
	coveredShare = 0.60                    // more of the board than this must look otherwise
	blurredSharp = 0.55                    // less fine structure than this is left
	blurredAlike = 0.80                    // while so much of the board is as light as before
	lostAfter    = 1500 * time.Millisecond // sight is lost when it is impaired for so long
	backAfter    = 300 * time.Millisecond  // and back when it has been good for so long
)

// impairments lists the reasons for which sight is lost; the first that holds counts.
var impairments = []struct {
	reason string
	holds  func(l Look) bool
}{
	{ReasonDark, func(l Look) bool { return l.Light < darkLight }},
	{ReasonBright, func(l Look) bool { return l.Light > brightLight }},
	{ReasonFrozen, func(l Look) bool { return l.Same }},
	{ReasonGrid, func(l Look) bool { return l.NoGrid }},
	{ReasonBlurred, func(l Look) bool { return l.Sharp < blurredSharp && l.Alike > blurredAlike }},
	{ReasonCovered, func(l Look) bool { return l.Upset >= coveredShare || l.Unread }},
}

// View watches over the sight of the board and tells when it is lost and when it is back.
// The zero value has good sight.
type View struct {
	since Look // the first of the impaired frames
	good  Look // the first of the good frames that may end it
	bad   bool // the last frame was impaired
	lost  bool
}

// Impaired reports whether the last frame showed the board badly.
func (v *View) Impaired() bool { return v.bad }

// Step takes the next frame's look and returns what is to be told of it; ok is false
// where there is nothing to tell.
func (v *View) Step(l Look) (s Sighting, ok bool) {
	reason := ""
	for _, i := range impairments {
		if i.holds(l) {
			reason = i.reason
			break
		}
	}
	if reason == "" {
		return v.see(l)
	}
	if !v.bad && !v.lost {
		v.since = l
	}
	v.bad = true
	if v.lost || l.At-v.since.At < lostAfter {
		return Sighting{}, false
	}
	v.lost = true
	return Sighting{
		Kind: ViewLost, At: v.since.At, Frame: v.since.Frame, SureAt: l.At, Sure: 1, Reason: reason,
	}, true
}

// see takes a frame that shows the board well.
func (v *View) see(l Look) (s Sighting, ok bool) {
	if v.bad {
		v.bad, v.good = false, l
	}
	if !v.lost || l.At-v.good.At < backAfter {
		return Sighting{}, false
	}
	v.lost = false
	return Sighting{Kind: ViewBack, At: v.good.At, Frame: v.good.Frame, SureAt: l.At, Sure: 1}, true
}
