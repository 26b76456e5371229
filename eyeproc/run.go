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
	// Film is set instead of all three when it has changed whether pictures can be asked for.
	Film *Film
}

// Film says whether pictures can be asked for.
type Film struct {
	None string // why not; empty where they can
}

// refusal is the end of an eye that stopped by its own decision: its own words, such as
// that there is no such video. Being killed is no refusal.
type refusal struct{ error }

// Eye supervises the process. Make one with New, then Run it once.
type Eye struct {
	opts Options
	// words wait to be said to the eye.
	words chan wire.Message
}

// mostWords is how many words may wait for an eye that does not listen.
const mostWords = 256

// New returns an eye that is not running yet.
func New(opts Options) *Eye {
	return &Eye{opts: opts.withDefaults(), words: make(chan wire.Message, mostWords)}
}

// Say says a word to the eye (wire's messages of the referee) and does not wait. It is false
// where the eye has not listened for long, and the word is lost. Words said while no eye
// runs are heard by the next.
func (e *Eye) Say(m wire.Message) bool {
	select {
	case e.words <- m:
		return true
	default:
		return false
	}
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
	go child.tell(readCtx, e.words)

	patient := e.opts.StartWithin
	patience := time.NewTimer(patient)
	defer patience.Stop()
	for {
		select {
		case m := <-messages:
			if p.take(m) {
				if m.Type == wire.Frame && !p.greet(ctx, out, &failing) {
					return true, nil
				}
				if !send(ctx, out, Report{Message: m}) {
					return true, nil
				}
			} else if m.Type == wire.Frame {
				// Nobody else will deal with a frame that was reported before.
				e.Say(wire.Message{Type: wire.Heard, Frame: m.Frame})
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

// greet tells of an eye that delivers its first frame: that pictures can be asked for, and
// that it works again where one has failed. It is false when ctx has ended.
func (p *progress) greet(ctx context.Context, out chan<- Report, failing *bool) bool {
	if *failing && !send(ctx, out, Report{Back: true}) {
		return false
	}
	if (*failing || !p.filmed) && !send(ctx, out, Report{Film: &Film{}}) {
		return false
	}
	*failing, p.filmed = false, true
	return true
}

func send(ctx context.Context, out chan<- Report, r Report) bool {
	select {
	case out <- r:
		return true
	case <-ctx.Done():
		return false
	}
}
