package clock

import (
	"strconv"
	"time"
)

// Display says how times are written on the faces. Start from DefaultDisplay.
type Display struct {
	HoursFrom   time.Duration // h:mm from here up, m:ss below
	TenthsBelow time.Duration // tenths below this; 0 switches them off
	Seconds     bool          // a six-digit display: h:mm:ss instead of h:mm
	MarkFor     time.Duration // how long a change of period is marked
	ReliefBelow time.Duration // the score sheet may wait from here down, and in overtime; 0 switches it off
	Brightness  uint8         // per cent, for the driver
}

// DefaultDisplay is the display of CLOCK.md sections 1 and 8: m:ss below 20 minutes, tenths
// below 10 seconds, no need to write the score sheet from 5 minutes down.
func DefaultDisplay() Display {
	return Display{HoursFrom: 20 * time.Minute, TenthsBelow: 10 * time.Second, MarkFor: 2 * time.Second,
		ReliefBelow: 5 * time.Minute, Brightness: 60}
}

// Face is what one side of the clock shows.
type Face struct {
	Side       Side
	Text       string        // the time for the next action; never more than is left, never zero before the flag
	Left       time.Duration // the exact time Text was made of
	Second     string        // a second time: the delay left, or the game time beside the limit of a move
	Periods    int           // left, the running one included
	Stones     int           // to be played before the next control
	Overtime   bool          // Left is a period, a block or an extension
	PeriodMark bool          // the period has just changed
	Relief     bool          // the side need not write its score sheet for now
	Running    bool          // this side's time runs
	Flag       bool          // out of time, and the first to be
}

// Faces is one snapshot of both sides: whoever shows it, shows both from the same instant.
type Faces struct {
	At         time.Duration
	P1, P2     Face
	Paused     string // the reason, empty when not paused
	Asking     bool   // Quick: both are asked for a draw
	Countdown  string // time left to answer a draw offer, empty when there is none to answer
	NextChange time.Duration
	Changes    bool // false: nothing changes by time alone, and NextChange means nothing
}

// Of is the side's face.
func (f Faces) Of(side Side) Face {
	if side == P2 {
		return f.P2
	}
	return f.P1
}

// Seated puts the faces where the players sit: left first. p1Left is the only place where
// seats are chosen, for every system.
func (f Faces) Seated(p1Left bool) (left, right Face) {
	if p1Left {
		return f.P1, f.P2
	}
	return f.P2, f.P1
}

// Faces is what both sides show at the instant, by DefaultDisplay. NextChange is the first
// instant at which anything of it is different, if nobody presses: redraw then.
func (k *Clock) Faces(at time.Duration) Faces { return k.FacesWith(DefaultDisplay(), at) }

// FacesWith is Faces written by a display's rules.
func (k *Clock) FacesWith(d Display, at time.Duration) Faces {
	now := k.settled(at)
	f := Faces{At: at, Paused: now.reason, NextChange: forever}
	now.countdown(d, &f)
	f.P1 = now.face(P1, d, &f)
	f.P2 = now.face(P2, d, &f)
	if change, ok := now.next(); ok {
		f.changesAfter(change.At - at)
	}
	f.Changes = f.NextChange < forever
	return f
}

// countdown is the time left to answer a draw offer.
func (k *Clock) countdown(d Display, f *Faces) {
	until, asking := k.Asking(f.At)
	f.Asking = asking
	left := k.reply
	if asking {
		left = until - f.At
	}
	if left == 0 && !asking {
		return
	}
	text, unit := d.write(left)
	f.Countdown = text
	if k.ticking() {
		d.countdown(f, left, unit)
		f.changesAfter(left - 1)
	}
	if asking && k.ticking() {
		f.changesAfter(left)
	}
}

// changesAfter notes that something on the faces is different once more than the delay
// has passed; a negative one lies behind.
func (f *Faces) changesAfter(delay time.Duration) {
	if delay >= 0 {
		f.NextChange = min(f.NextChange, f.At+delay+1)
	}
}

// face is one side of a settled clock.
func (k *Clock) face(side Side, d Display, f *Faces) Face {
	s, c := &k.sides[side.seat()], &k.control
	runs := k.ticking() && k.running == side && !f.Asking
	face := Face{Side: side, Periods: int(s.periods), Stones: int(s.stones), Running: runs,
		Flag: s.flag && k.first == side, Overtime: k.inOvertime(s)}
	face.Left = s.main
	if face.Overtime || systems[c.system].pace == paceQuick {
		face.Left = s.period
	}
	unit := time.Duration(0)
	if s.flag {
		face.Text = "0:00"
	} else {
		face.Text, unit = d.write(face.Left)
	}
	k.secondTime(&face, s, d, f)
	face.Relief = k.relief(&face, s, d)
	switch {
	case !k.ticking() || f.Asking || s.flag:
	case runs:
		still := k.standsStill(&face, s)
		if left := k.markLeft(&face, s, d); left > 0 {
			face.PeriodMark = true
			if !still {
				f.changesAfter(left - 1)
			}
		}
		if !still {
			d.countdown(f, face.Left, unit)
			f.changesAfter(face.Left - d.ReliefBelow - 1)
		}
	case c.system == Shared:
		d.countdown(f, face.Left, unit)
		f.changesAfter(face.Left - d.ReliefBelow - 1)
	case c.system == Hourglass:
		d.countUp(f, face.Left, unit)
		f.changesAfter(d.ReliefBelow - face.Left)
	}
	return face
}

// inOvertime says whether the side's next time is a period: from the end of the main time on.
func (k *Clock) inOvertime(s *side) bool {
	return k.control.reachesOvertime(s) && s.main == 0
}

// standsStill says whether what the face shows is not being used up just now.
func (k *Clock) standsStill(face *Face, s *side) bool {
	if k.control.delayLeft(s) > 0 && k.reply == 0 {
		return true
	}
	if k.reply == 0 || !systems[k.control.system].freezes {
		return false
	}
	return face.Overtime || k.control.system == Step || k.control.system == Quick
}

// secondTime adds the time that runs beside the one that decides.
func (k *Clock) secondTime(face *Face, s *side, d Display, f *Faces) {
	var left time.Duration
	var runs bool
	switch k.control.system {
	case Delay:
		left, runs = k.control.delayLeft(s), face.Running && k.reply == 0
	case Quick:
		left = s.main
		runs = k.ticking() && !f.Asking && (face.Running || k.control.common())
	}
	if left == 0 || s.flag {
		return
	}
	text, unit := d.write(left)
	face.Second = text
	if runs {
		d.countdown(f, left, unit)
		f.changesAfter(left - 1)
	}
}

// countdown notes when a time running down is written differently: at its next step, or
// where another way of writing begins.
func (d Display) countdown(f *Faces, left, unit time.Duration) {
	f.changesAfter(left % unit)
	for _, threshold := range d.thresholds() {
		f.changesAfter(left - threshold)
	}
}

// countUp is the same for a time that grows: the waiting side of an hourglass.
func (d Display) countUp(f *Faces, left, unit time.Duration) {
	f.changesAfter(unit - left%unit - 1)
	for _, threshold := range d.thresholds() {
		f.changesAfter(threshold - left - 1)
	}
}

// thresholds are where one way of writing a time gives way to another.
func (d Display) thresholds() [4]time.Duration {
	return [...]time.Duration{d.HoursFrom, time.Hour, d.TenthsBelow, time.Second}
}

// markLeft is how long it is still to be marked that the running period began by itself,
// not by a press.
func (k *Clock) markLeft(face *Face, s *side, d Display) time.Duration {
	gone := k.control.period - s.period
	if !face.Overtime || !s.over || gone >= s.turn {
		return 0
	}
	return d.MarkFor - gone
}

// relief says whether the side may leave its score sheet for later: with five minutes or
// less to its limit or in overtime, but not where every move brings half a minute
// (CLOCK.md section 8).
func (k *Clock) relief(face *Face, s *side, d Display) bool {
	c := &k.control
	if d.ReliefBelow == 0 || s.flag || c.system == Untimed || c.system == Step || c.system == Quick {
		return false
	}
	return face.Overtime || s.main <= d.ReliefBelow && max(c.bonus, c.stages[s.stage].increment) < 30*time.Second
}

// write is the time left as text, and the step in which that text counts down. It rounds
// down, so it never says more than is left; below a tenth, where that would read zero,
// it goes to as many decimals as it takes. With the tenths switched off only the
// last second has them, for the same reason.
func (d Display) write(left time.Duration) (text string, unit time.Duration) {
	var buffer [16]byte
	b := buffer[:0]
	switch {
	case left < max(d.TenthsBelow, time.Second):
		return writeFraction(b, left)
	case left >= d.HoursFrom && !d.Seconds:
		b = appendPair(strconv.AppendInt(b, int64(left/time.Hour), 10), left%time.Hour/time.Minute)
		return string(b), time.Minute
	case left >= time.Hour:
		b = appendPair(strconv.AppendInt(b, int64(left/time.Hour), 10), left%time.Hour/time.Minute)
	default:
		b = strconv.AppendInt(b, int64(left/time.Minute), 10)
	}
	return string(appendPair(b, left%time.Minute/time.Second)), time.Second
}

// appendPair adds a colon and two digits.
func appendPair(b []byte, n time.Duration) []byte {
	return append(b, ':', byte('0'+n/10), byte('0'+n%10))
}

func writeFraction(b []byte, left time.Duration) (string, time.Duration) {
	unit := time.Second / 10
	for left > 0 && left < unit && unit > 1 {
		unit /= 10
	}
	b = strconv.AppendInt(b, int64(left/time.Second), 10)
	b = append(b, '.')
	for step := time.Second / 10; step >= unit; step /= 10 {
		b = append(b, byte('0'+left/step%10))
		if step == 1 {
			break
		}
	}
	return string(b), unit
}
