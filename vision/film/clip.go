package film

import (
	"fmt"
	"slices"
	"time"

	"shinpan/vision/wire"
)

// Bounds of what may be asked for.
const (
	longest    = 30 * time.Second // before or after the moment
	mostClips  = 8                // under way at once
	mostPoints = 12               // of one clip that are shown close up
	atOnce     = 4                // pictures sent with one Serve, so that sightings are not held up
	stripParts = 8                // pictures in a strip
)

// clip is one question being answered.
type clip struct {
	ask    wire.Message
	from   time.Duration
	to     time.Duration
	next   int           // number of the next picture to send
	first  time.Duration // stamp of the first picture sent
	sent   int
	picks  []Picture // of the strip, with JPEGs of their own
	refuse string    // why it is not answered
}

// Done is a clip whose pictures have all been sent. A ClipEnd is owed for it.
type Done struct {
	Ask   wire.Message
	Count int
	// Why says what is missing, or is empty.
	Why string
	// Picks are the pictures for the strip and the crops, in order; their JPEGs are their own.
	Picks []Picture
}

// End is the message that ends the answer.
func (d Done) End() wire.Message {
	return wire.Message{Type: wire.ClipEnd, ID: d.Ask.ID, T: d.Ask.T, Count: d.Count, Reason: d.Why}
}

// JPEGs are the picks for a strip.
func (d Done) JPEGs() (out [][]byte) {
	for _, p := range d.Picks {
		out = append(out, p.JPEG)
	}
	return out
}

// StripMessage is the message that carries the strip.
func (d Done) StripMessage(s Small) wire.Message {
	return wire.Message{Type: wire.Strip, ID: d.Ask.ID, T: d.Ask.T, Width: s.Width, Height: s.Height, Blob: s.JPEG}
}

// Moment is the pick that shows the moment asked for: the last one up to it, or the first.
func (d Done) Moment() (p Picture, ok bool) {
	for _, pick := range d.Picks {
		if !ok || pick.At <= d.Ask.T.Duration() {
			p, ok = pick, true
		}
	}
	return p, ok
}

// Ask notes a question. now is the stream's time.
func (f *Film) Ask(m wire.Message, now time.Duration) {
	if m.ID == "" {
		return // nobody could tell the answer from another
	}
	m.Before = max(0, min(m.Before, wire.Seconds(longest)))
	m.After = max(0, min(m.After, wire.Seconds(longest)))
	m.Points = slices.Clone(m.Points[:min(len(m.Points), mostPoints)])
	at := m.T.Duration()
	c := &clip{ask: m, from: at - m.Before.Duration(), to: at + m.After.Duration()}
	waiting := 0
	for _, other := range f.clips {
		if other.refuse == "" {
			waiting++
		}
	}
	switch {
	case at > now+longest:
		c.refuse = "that moment has not come yet"
	case waiting >= mostClips:
		c.refuse = "too many clips were asked for at once"
	}
	if len(f.clips) < 4*mostClips {
		f.clips = append(f.clips, c)
	}
}

// Serve sends what is kept for the clips under way and returns those that are complete.
// now is the stream's time; ended says that no more pictures will come.
func (f *Film) Serve(now time.Duration, ended bool, send func(wire.Message) error) (done []Done, err error) {
	for i := 0; i < len(f.clips); {
		c := f.clips[i]
		finished, err := f.serve(c, now, ended, send)
		if err != nil {
			return done, err
		}
		if !finished {
			i++
			continue
		}
		f.clips = slices.Delete(f.clips, i, i+1)
		done = append(done, Done{Ask: c.ask, Count: c.sent, Why: f.missing(c, ended), Picks: c.picks})
	}
	return done, nil
}

func (f *Film) serve(c *clip, now time.Duration, ended bool, send func(wire.Message) error) (finished bool, err error) {
	if c.refuse != "" {
		return true, nil
	}
	budget := atOnce
	for _, k := range f.kept {
		switch {
		case k.number < c.next || k.At < c.from:
			continue
		case k.At > c.to:
			return true, nil
		case budget == 0 && !ended:
			return false, nil
		}
		m := wire.Message{
			Type: wire.Clip, ID: c.ask.ID, T: wire.Seconds(k.At), Frame: k.Frame,
			Width: k.Width, Height: k.Height, Blob: k.JPEG,
		}
		if err := send(m); err != nil {
			return false, err
		}
		c.take(k)
		budget--
	}
	return ended || now > c.to, nil
}

// take notes that a picture was sent, and keeps it where the strip wants one of its time.
func (c *clip) take(k kept) {
	c.next = k.number + 1
	if c.sent == 0 {
		c.first = k.At
	}
	c.sent++
	wanted := c.from + time.Duration(len(c.picks))*(c.to-c.from)/stripParts
	if len(c.picks) < stripParts && k.At >= wanted {
		k.JPEG = slices.Clone(k.JPEG)
		c.picks = append(c.picks, k.Picture)
	}
}

// missing says in plain words what of the clip could not be sent.
func (f *Film) missing(c *clip, ended bool) string {
	switch {
	case c.refuse != "":
		return c.refuse
	case c.sent == 0 && f.added == 0:
		return "there has been no picture yet"
	case c.sent == 0 && len(f.kept) > 0 && f.kept[0].At > c.to:
		return "that time is not kept any more"
	case c.sent == 0:
		return "no picture came at that time"
	}
	if gap := c.first - max(c.from, 0); gap > f.limits.Every+time.Second {
		return fmt.Sprintf("the first %.0f s are not kept any more", gap.Seconds())
	}
	if last := f.kept; ended && len(last) > 0 && c.to-last[len(last)-1].At > f.limits.Every+time.Second {
		return "the recording ended before that"
	}
	return ""
}
