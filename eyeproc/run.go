package eyeproc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shinpan/vision/wire"
)

// Report is one thing the eye said, or one thing to say about the eye.
type Report struct {
	Message wire.Message
	// Fault is set instead of Message when the eye has failed: what happened and
	// what is being done about it.
	Fault string
	// Back is set instead of both when the eye has delivered frames again.
	Back bool
}

// refusal is the end of an eye that stopped by its own decision: its own words, such as
// that there is no such video. Being killed is no refusal.
type refusal struct{ error }

// Eye supervises the process. Make one with New, then Run it once.
type Eye struct {
	opts Options
}

// New returns an eye that is not running yet.
func New(opts Options) *Eye {
	return &Eye{opts: opts.withDefaults()}
}

// Run keeps an eye running until ctx ends or a recording is over, and sends what it says to
// out, in order and each thing once. It returns nil in both cases.
func (e *Eye) Run(ctx context.Context, out chan<- Report) error {
	if IsRecording(e.opts.Source) {
		return e.play(ctx, out)
	}
	p := newProgress(e.opts.Size)
	backoff, barren, failed := e.opts.BackoffMin, 0, false
	for {
		started := time.Now()
		framesBefore := p.frame
		done, err := e.once(ctx, &p, out, failed)
		failed = true
		if done || ctx.Err() != nil {
			return nil
		}
		if p.frame > framesBefore {
			barren = 0
		}
		if errors.As(err, new(refusal)) {
			barren++
		}
		if e.opts.GiveUpAfter > 0 && barren >= e.opts.GiveUpAfter && p.frame < 0 {
			return err
		}
		if time.Since(started) > time.Minute {
			backoff = e.opts.BackoffMin
		}
		e.opts.Logger.Warn("eye failed", "err", err, "restart_in", backoff)
		if !send(ctx, out, Report{Fault: fmt.Sprintf("%v; starting it again", err)}) {
			return nil
		}
		select {
		case <-time.After(backoff):
		case <-ctx.Done():
			return nil
		}
		backoff = min(2*backoff, e.opts.BackoffMax)
	}
}

// once runs one process to its end. done says that its recording is over.
func (e *Eye) once(ctx context.Context, p *progress, out chan<- Report, failing bool) (done bool, err error) {
	child, err := start(e.opts.Command, e.opts.args(*p))
	if err != nil {
		return false, err
	}
	defer child.kill(e.opts.KillWithin)
	p.begin()
	messages := make(chan wire.Message)
	failed := make(chan error, 1)
	readCtx, stop := context.WithCancel(ctx)
	defer stop()
	go child.read(readCtx, messages, failed)

	patient := e.opts.StartWithin
	patience := time.NewTimer(patient)
	defer patience.Stop()
	for {
		select {
		case m := <-messages:
			if p.take(m) {
				if failing && m.Type == wire.Frame {
					failing = false
					if !send(ctx, out, Report{Back: true}) {
						return true, nil
					}
				}
				if !send(ctx, out, Report{Message: m}) {
					return true, nil
				}
			}
			if m.Type == wire.End {
				return true, nil
			}
			// Until the first frame the eye may be opening a slow camera.
			if m.Type == wire.Frame {
				patient = e.opts.StaleAfter
				patience.Reset(patient)
			}
		case err := <-failed:
			return false, child.why(err)
		case <-patience.C:
			return false, fmt.Errorf("eye: silent for %v", patient)
		case <-ctx.Done():
			return true, nil
		}
	}
}

func send(ctx context.Context, out chan<- Report, r Report) bool {
	select {
	case out <- r:
		return true
	case <-ctx.Done():
		return false
	}
}
