package eyeproc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

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

// play sends a recorded stream instead of running a process: in the pace in which it was
// recorded, or as fast as it is taken.
func (e *Eye) play(ctx context.Context, out chan<- Report) error {
	f, err := os.Open(e.opts.Source)
	if err != nil {
		return fmt.Errorf("eye: %w", err)
	}
	defer f.Close()
	r := wire.NewReader(f)
	var began time.Time
	var first, last wire.Message
	for {
		m, err := r.Read()
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			// The recording of a camera has no end of its own.
			if last.Type != wire.End {
				send(ctx, out, Report{Message: wire.Message{Type: wire.End, T: last.T, Frame: last.Frame}})
			}
			return nil
		case err != nil:
			return fmt.Errorf("eye: %s: %w", e.opts.Source, err)
		}
		if m.Type == wire.Hello {
			// What was a camera's time is the recording's time now.
			m.Clock = wire.ClockVideo
		}
		if m.Type == wire.Frame {
			if began.IsZero() {
				began, first = time.Now(), m
			}
			if e.opts.Pace != "max" && !sleepUntil(ctx, began.Add((m.T-first.T).Duration())) {
				return nil
			}
			last = m
		}
		if m.Type == wire.End {
			last = m
		}
		if !send(ctx, out, Report{Message: m}) {
			return nil
		}
	}
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
