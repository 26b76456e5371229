package gpio

import "shinpan/clock"

// Face is a driver of one display: one side of the clock.
type Face interface {
	// Show draws the view, and sets the chip up anew first: one that has lost its
	// supply for a moment has forgotten everything. The error is what the chip, or the
	// bus on its behalf, has refused; a chip that cannot answer never gives one.
	Show(View) error
	// Close darkens the display, if it can be reached, and gives its lines back.
	Close() error
}

// View is what one display shows. Two equal views look the same, so that the second of
// them need not be drawn.
type View struct {
	Face       clock.Face // without Left, which never stands still
	Hours      bool       // Text is h:mm, not m:ss
	Paused     bool
	Countdown  string // time left to answer a draw offer
	Brightness uint8  // per cent
	Everything bool   // every segment and dot is lit, for a person to look at
}

// viewOf is what the side's display shows of a snapshot of both.
func viewOf(f clock.Faces, side clock.Side, d clock.Display) View {
	face := f.Of(side)
	v := View{Face: face, Paused: f.Paused != "", Countdown: f.Countdown, Brightness: d.Brightness}
	v.Hours = face.Left >= d.HoursFrom && !d.Seconds && !face.Flag
	v.Face.Left = 0
	return v
}

// mark is the sign before the time, the most important one first: this side's flag has
// fallen, the clocks stand, a period has just begun, the time is in hours.
func (v View) mark() byte {
	switch {
	case v.Face.Flag:
		return 'F'
	case v.Paused:
		return 'P'
	case v.Face.PeriodMark:
		return '-'
	case v.Hours:
		return 'h'
	}
	return ' '
}

// level is the brightness in steps of a chip that has them from 0 to top. While the
// clocks stand it is the lowest, so that a pause is seen from afar on every display.
func (v View) level(top int) byte {
	if v.Paused {
		return 0
	}
	return byte(min(int(v.Brightness), 100) * top / 100)
}

// deskFace shows nothing: the page has the faces.
type deskFace struct{}

func (deskFace) Show(View) error { return nil }
func (deskFace) Close() error    { return nil }
