package eyeproc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"shinpan/vision/film"
	"shinpan/vision/wire"
)

// IsRecording reports whether the file at path is a recorded eye stream. Only a regular
// file is looked into: reading from a camera may start it, and wait for ever.
func IsRecording(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	magic := make([]byte, len(wire.Magic))
	_, err = io.ReadFull(f, magic)
	return err == nil && string(magic) == wire.Magic
}

// noPictures is what a recording says that was made without pictures.
const noPictures = "this recording has no pictures"

// filmLimits bound the pictures of a recording that are kept for questions.
var filmLimits = film.Limits{Bytes: 8 << 20, Span: 30 * time.Second}

// play sends a recorded stream instead of running a process: in the pace in which it was
// recorded, or as fast as it is taken. The pictures in it answer questions for pictures.
func (e *Eye) play(ctx context.Context, out chan<- Report) error {
	f, err := os.Open(e.opts.Source)
	if err != nil {
		return fmt.Errorf("eye: %w", err)
	}
	defer f.Close()
	p := player{eye: e, out: out, film: film.New(filmLimits)}
	if !send(ctx, out, Report{Film: &Film{None: noPictures}}) {
		return nil
	}
	r := wire.NewReader(f)
	for {
		m, err := r.Read()
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			p.end(ctx)
			return nil
		case err != nil:
			return fmt.Errorf("eye: %s: %w", e.opts.Source, err)
		}
		if !p.take(ctx, m) {
			return nil
		}
	}
}

// player plays one recorded stream.
type player struct {
	eye         *Eye
	out         chan<- Report
	film        *film.Film
	began       time.Time
	first, last wire.Message
}

// take plays one message; it is false when ctx has ended.
func (p *player) take(ctx context.Context, m wire.Message) bool {
	switch m.Type {
	case wire.Hello:
		// What was a camera's time is the recording's time now.
		m.Clock = wire.ClockVideo
	case wire.Frame:
		if p.began.IsZero() {
			p.began, p.first = time.Now(), m
		}
		if p.eye.opts.Pace != "max" && !sleepUntil(ctx, p.began.Add((m.T-p.first.T).Duration())) {
			return false
		}
		p.last = m
		if !p.answer(ctx, false) {
			return false
		}
	case wire.End:
		// The last words of a recording: who has questions may still ask.
		p.last = m
		if !p.answer(ctx, true) {
			return false
		}
	case wire.Snapshot:
		if _, any := p.film.Newest(); !any && !send(ctx, p.out, Report{Film: &Film{}}) {
			return false
		}
		p.film.Add(film.Picture{At: m.T.Duration(), Frame: m.Frame, Width: m.Width, Height: m.Height, JPEG: m.Blob})
	case wire.Clip, wire.Strip, wire.Crop, wire.ClipEnd:
		return true // answers to somebody else's questions
	}
	return send(ctx, p.out, Report{Message: m})
}

// end ends a stream that broke off: the recording of a camera has no end of its own.
func (p *player) end(ctx context.Context) {
	if p.last.Type != wire.End && p.answer(ctx, true) {
		send(ctx, p.out, Report{Message: wire.Message{Type: wire.End, T: p.last.T, Frame: p.last.Frame}})
	}
}

// answer takes the questions that wait and sends what the film has for them.
func (p *player) answer(ctx context.Context, ended bool) bool {
	for waiting := true; waiting; {
		select {
		case m := <-p.eye.words:
			if m.Type == wire.AskClip {
				p.film.Ask(m, p.last.T.Duration())
			}
		default:
			waiting = false
		}
	}
	alive := true
	done, _ := p.film.Serve(p.last.T.Duration(), ended, func(m wire.Message) error {
		m.Blob = slices.Clone(m.Blob)
		if !send(ctx, p.out, Report{Message: m}) {
			alive = false
			return context.Canceled
		}
		return nil
	})
	for _, d := range done {
		if strip, err := film.Strip(d.JPEGs()); err == nil {
			alive = alive && send(ctx, p.out, Report{Message: d.StripMessage(strip)})
		}
		alive = alive && send(ctx, p.out, Report{Message: d.End()})
	}
	return alive
}

func sleepUntil(ctx context.Context, t time.Time) bool {
	timer := time.NewTimer(time.Until(t))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
