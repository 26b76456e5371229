package gpio

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Tryout holds the buttons for a person who tries one after the other, and says what the
// contact of each really does.
type Tryout struct {
	opts    Options
	buttons []ButtonWiring
	lines   edges   // of the kernel; nil where periph has to do
	down    []bool  // the level of each line after its last edge
	periph  *Periph // then without bounce and delay
}

// Contact is what one press was like.
type Contact struct {
	Button
	Edges   int           // while it closed; a perfect switch makes 1
	Bounce  time.Duration // from the first of them to the last
	Opening int           // edges while it opened; 0 where it was not let go in time
	Held    time.Duration // from the first edge to the last but the opening's; 0 likewise
	Delay   time.Duration // from the first edge to this program, by the kernel's stamp
	Stamped bool          // false: periph saw it, and knows neither bounce nor delay
}

// OpenTryout claims the lines like OpenButtons.
func OpenTryout(opts Options) (*Tryout, error) { return openTryout(opts, openRequest, findLine) }

func openTryout(opts Options, open func([]string, time.Duration) (edges, error), find func(string) (line, error)) (*Tryout, error) {
	opts = opts.complete()
	t := &Tryout{opts: opts, buttons: opts.wired()}
	var pins []string
	for _, b := range t.buttons {
		pins = append(pins, b.Pin)
	}
	var err error
	if t.lines, err = open(pins, 0); err == nil {
		if t.down, err = t.lines.levels(); err != nil {
			_ = t.lines.close()
			return nil, err
		}
		return t, nil
	}
	if !errors.Is(err, errNoStamps) {
		return nil, err
	}
	t.lines = nil // not before: an interface that holds a nil pointer is not nil
	if t.periph, err = openPeriph(opts, find); err != nil {
		return nil, err
	}
	return t, nil
}

// Down names the buttons that were down when the lines were claimed.
func (t *Tryout) Down() []Button {
	var list []Button
	for i, b := range t.buttons {
		if t.lines != nil && t.down[i] || t.periph != nil && t.periph.buttons[i].held {
			list = append(list, b.Button)
		}
	}
	return list
}

// letGo is how long a press is followed for its opening.
const letGo = 3 * time.Second

// Await waits for the next press of any button, and follows it until it is let go. The
// error is ctx's, or what the lines say.
func (t *Tryout) Await(ctx context.Context) (Contact, error) {
	if t.periph != nil {
		return t.awaitPeriph(ctx)
	}
	for {
		list, err := t.next(ctx, wait)
		if err != nil {
			return Contact{}, err
		}
		for i, e := range list {
			was := t.down[e.line]
			t.down[e.line] = e.down
			// An opening of what was open is a press too short for the kernel.
			if e.down || !was {
				return t.follow(ctx, e, list[i+1:])
			}
		}
	}
}

// next waits for edges, at most limit, or until ctx ends.
func (t *Tryout) next(ctx context.Context, limit time.Duration) ([]edge, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return t.lines.wait(limit)
}

// follow takes the edges of the line from its first one on, until it is at rest, open.
func (t *Tryout) follow(ctx context.Context, first edge, rest []edge) (Contact, error) {
	c := Contact{Button: t.buttons[first.line].Button, Edges: 1, Stamped: true, Delay: t.opts.Now() - first.at}
	last, down, closing := first.at, first.down, true
	rested := max(t.opts.Quiet, settle)
	var begun time.Duration // of the opening
	for deadline := t.opts.Now() + letGo; t.opts.Now() < deadline; {
		for _, e := range rest {
			t.down[e.line] = e.down
			if e.line != first.line {
				continue
			}
			if closing && !e.down && e.at-last >= settle {
				closing, begun = false, e.at
			}
			if closing {
				c.Edges, c.Bounce = c.Edges+1, e.at-first.at
			} else {
				c.Opening++
			}
			last, down = e.at, e.down
		}
		var err error
		if rest, err = t.next(ctx, settle); err != nil {
			return c, err
		}
		if len(rest) == 0 && !down && t.opts.Now()-last >= rested {
			break
		}
	}
	if begun > 0 {
		c.Held = begun - first.at
	}
	return c, nil
}

// awaitPeriph lets periph's driver watch for one press.
func (t *Tryout) awaitPeriph(ctx context.Context) (Contact, error) {
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- t.periph.Run(ctx) }()
	defer func() { stop(); <-ended }()
	select {
	case p := <-t.periph.Presses():
		return Contact{Button: p.Button}, nil
	case <-ctx.Done():
		return Contact{}, ctx.Err()
	}
}

// Close gives the lines back.
func (t *Tryout) Close() error {
	if t.periph != nil {
		return t.periph.Close()
	}
	return t.lines.close()
}

// String tells of the contact as a person wants to know it.
func (c Contact) String() string {
	switch {
	case !c.Stamped:
		return "felt"
	case c.Edges == 1:
		return fmt.Sprintf("felt, no bounce, heard after %s", short(c.Delay))
	}
	return fmt.Sprintf("felt, %d edges in %s of bounce, heard after %s", c.Edges, short(c.Bounce), short(c.Delay))
}

// short is a duration in milliseconds.
func short(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}
