package gpio

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	pgpio "periph.io/x/conn/v3/gpio"
)

const (
	// wait is how long one wait for an edge lasts. It must be finite and positive:
	// periph's line takes -1 for a time that has passed and 0 for ever, its fake the
	// other way round, and Halt may be missed (periph/host issue 78).
	wait = 200 * time.Millisecond
	// poll is the pace at which the level is read where waiting does not work.
	poll = 2 * time.Millisecond
	// drainLimit bounds the throwing away of old edges. The kernel keeps 16.
	drainLimit = 64
)

// line is what is used of a periph pin. Close is called by the goroutine that waited,
// after its last wait: a wait on a closed line spins.
type line interface {
	In(pgpio.Pull, pgpio.Edge) error
	Read() pgpio.Level
	WaitForEdge(time.Duration) bool
}

// button is a line with what it is for.
type button struct {
	ButtonWiring
	line line
	held bool // was down when it was opened
}

// Periph is the driver of real buttons through periph alone. periph throws the kernel's
// stamps away, so a press is stamped when the program wakes for it: late by the
// scheduler's delay. OpenButtons falls back to it.
type Periph struct {
	opts    Options
	log     *slog.Logger
	buttons []button
	presses chan Press
	faults  faultLine
	closed  bool
}

var _ Buttons = (*Periph)(nil)

// OpenPeriph claims the lines and makes them inputs with pull-up. The first call in a
// process looks for the chips, and must come before other goroutines open files: see
// keepingStdin.
func OpenPeriph(opts Options) (*Periph, error) { return openPeriph(opts, findLine) }

func openPeriph(opts Options, find func(pin string) (line, error)) (*Periph, error) {
	opts = opts.complete()
	p := &Periph{opts: opts, log: opts.Log, presses: make(chan Press, backlog), faults: make(faultLine, faultRoom)}
	for _, w := range opts.wired() {
		b := button{ButtonWiring: w}
		l, err := find(b.Pin)
		if err == nil {
			b.line = l
			err = prepare(l)
		}
		if err != nil {
			// periph remembers a failed In as done: the line must not be waited on,
			// and is closed like the others.
			if l != nil {
				release(l)
			}
			_ = p.Close()
			return nil, fmt.Errorf("gpio: %s: %w", b.Pin, err)
		}
		b.held = l.Read() == pgpio.Low
		if b.held {
			p.log.Warn("button is down at the start: is it held or shorted?", "pin", b.Pin)
		}
		p.buttons = append(p.buttons, b)
	}
	return p, nil
}

// prepare makes l an input that wakes at both edges, and throws away the edges of an
// earlier user, which In keeps.
func prepare(l line) error {
	if err := l.In(pgpio.PullUp, pgpio.BothEdges); err != nil {
		return fmt.Errorf("cannot be an input: %w: is another program using it? (gpioinfo shows which)", err)
	}
	for range drainLimit {
		if !l.WaitForEdge(time.Millisecond) {
			break
		}
	}
	return nil
}

// Driver says who watches.
func (p *Periph) Driver() string { return "periph: a press is stamped when the program wakes for it" }

// Faults tells of bad buttons.
func (p *Periph) Faults() <-chan Fault { return p.faults }

// Presses delivers the presses of all buttons.
func (p *Periph) Presses() <-chan Press { return p.presses }

// Close releases the lines, so that another program can have them.
func (p *Periph) Close() error {
	if p.closed {
		return nil
	}
	p.closed = true
	for _, b := range p.buttons {
		release(b.line)
	}
	return nil
}

// release closes a line that can be closed; a fake one cannot.
func release(l any) {
	if c, ok := l.(interface{ Close() }); ok {
		c.Close()
	}
}

// Run gives each line a goroutine that stamps, and decides here what was a press.
func (p *Periph) Run(ctx context.Context) error {
	samples := make(chan sample, backlog)
	var watchers sync.WaitGroup
	defer watchers.Wait()
	var down []bool
	var wirings []ButtonWiring
	for i, b := range p.buttons {
		down, wirings = append(down, b.held), append(wirings, b.ButtonWiring)
		watchers.Go(func() { p.watch(ctx, i, samples) })
	}
	judge := newJudge(wirings, p.opts.Quiet, down, p.opts.Now())
	look := time.NewTicker(wait)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-look.C:
			judge.health.look(p.opts.Now(), func(f Fault) { tell(p.log, p.faults, f) })
		case s := <-samples:
			press, pressed := judge.take(s)
			if !pressed {
				continue
			}
			select {
			case p.presses <- press:
			case <-ctx.Done():
				return nil
			}
		}
	}
}

// watch stamps what happens on one line until ctx ends. While a contact may still bounce
// it looks more often, so that the debouncer learns where it came to rest.
func (p *Periph) watch(ctx context.Context, i int, samples chan<- sample) {
	l := p.buttons[i].line
	down := p.buttons[i].held
	restless := time.Duration(-1) // until when the contact may still bounce
	deaf := false
	for ctx.Err() == nil {
		asked := p.opts.Now()
		limit := wait
		if asked < restless {
			limit = settle
		}
		edge := l.WaitForEdge(limit)
		at := p.opts.Now()
		now := l.Read() == pgpio.Low
		if edge || now != down {
			restless = at + 3*settle
		}
		if edge || now != down || asked < restless {
			select {
			case samples <- sample{button: i, down: now, moved: edge && now == down, at: at}:
			case <-ctx.Done():
				return
			}
		}
		down = now
		if edge || at-asked >= limit/2 {
			continue
		}
		// The wait came back early with nothing, so it does not work here: go on by
		// reading the level, at a pace that costs little.
		if !deaf {
			deaf = true
			p.log.Warn("no edges from this line: reading its level instead", "pin", p.buttons[i].Pin, "every", poll)
		}
		pause(ctx, poll)
	}
}

// pause waits for d or the end of ctx.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
