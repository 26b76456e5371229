package eyeproc

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
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
	asks chan wire.Message
}

// New returns an eye that is not running yet.
func New(opts Options) *Eye {
	return &Eye{opts: opts.withDefaults(), asks: make(chan wire.Message, 4)}
}

// AskSnapshot asks for a picture. It never blocks; while the eye is down the wish is
// forgotten.
func (e *Eye) AskSnapshot() {
	select {
	case e.asks <- wire.Message{Type: wire.AskSnapshot}:
	default:
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
	defer child.kill()
	p.begin()
	messages := make(chan wire.Message)
	failed := make(chan error, 1)
	readCtx, stop := context.WithCancel(ctx)
	defer stop()
	go child.read(readCtx, messages, failed)

	patience := time.NewTimer(e.opts.StartWithin)
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
				patience.Reset(e.opts.StaleAfter)
			}
		case ask := <-e.asks:
			child.tell(ask)
		case err := <-failed:
			return false, child.why(err)
		case <-patience.C:
			return false, fmt.Errorf("eye: silent for %v", e.opts.StaleAfter)
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

// child is one running eye.
type child struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout io.ReadCloser
	say    *wire.Writer
	waited chan struct{}
	werr   error

	mu   sync.Mutex
	last string // the last line on its standard error
}

func start(command string, args []string) (*child, error) {
	cmd := exec.Command(command, args...)
	c := &child{cmd: cmd, waited: make(chan struct{})}
	var err error
	if c.stdin, err = cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("eye: %w", err)
	}
	// Pipes of our own: the ones of exec.Cmd are closed by Wait, under the reader's feet.
	outR, outW, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("eye: %w", err)
	}
	errR, errW, err := os.Pipe()
	if err != nil {
		outR.Close()
		outW.Close()
		return nil, fmt.Errorf("eye: %w", err)
	}
	cmd.Stdout, cmd.Stderr, c.stdout = outW, errW, outR
	err = cmd.Start()
	outW.Close()
	errW.Close()
	if err != nil {
		outR.Close()
		errR.Close()
		return nil, refusal{fmt.Errorf("eye: cannot start %s: %w: build it with make, or set eye.command", command, err)}
	}
	c.say = wire.NewWriter(c.stdin)
	go c.listen(errR)
	return c, nil
}

// listen keeps the last line the eye complained with, then collects its exit status.
func (c *child) listen(r io.ReadCloser) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if line := strings.TrimSpace(lines.Text()); line != "" {
			c.mu.Lock()
			c.last = line
			c.mu.Unlock()
		}
	}
	io.Copy(io.Discard, r) // a line too long for the scanner must not block the eye
	r.Close()
	c.werr = c.cmd.Wait()
	close(c.waited)
}

func (c *child) read(ctx context.Context, out chan<- wire.Message, failed chan<- error) {
	r := wire.NewReader(c.stdout)
	for {
		m, err := r.Read()
		if err != nil {
			failed <- err
			return
		}
		select {
		case out <- m:
		case <-ctx.Done():
			return
		}
	}
}

// tell says something to the eye. A dead eye does not hear it; its reader will notice.
func (c *child) tell(m wire.Message) { _ = c.say.Write(m) }

// kill ends the process, whatever state it is in, and waits for it.
func (c *child) kill() {
	_ = c.cmd.Process.Kill()
	c.stdin.Close()
	<-c.waited
	c.stdout.Close()
}

// exited reports whether the process has ended by itself.
func (c *child) exited() bool {
	select {
	case <-c.waited:
		return c.cmd.ProcessState.Exited()
	default:
		return false
	}
}

// why explains the end of a stream: what the process said last and how it ended.
func (c *child) why(err error) error {
	select {
	case <-c.waited:
	case <-time.After(time.Second):
	}
	c.mu.Lock()
	last := c.last
	c.mu.Unlock()
	switch {
	case last != "" && c.exited():
		return refusal{errors.New(last)}
	case last != "":
		return errors.New(last)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		select {
		case <-c.waited:
			return fmt.Errorf("eye: ended (%v)", c.werr)
		default:
			return errors.New("eye: closed its stream")
		}
	}
	return fmt.Errorf("eye: broken stream: %w", err)
}
