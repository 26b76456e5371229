package gpio

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Kernel is the driver of real buttons whose presses the kernel stamps: in the interrupt,
// on CLOCK_MONOTONIC, however late the program gets its turn.
type Kernel struct {
	opts    Options
	buttons []ButtonWiring
	lines   edges
	presses chan Press
	faults  faultLine
	opened  time.Duration
	judge   *judge
	spikes  *spikes
	down    []bool          // the level of each line after its last edge
	last    []time.Duration // the stamp of each line's last edge
	seq     uint32          // of the last edge
	unsure  bool            // edges were lost: the levels must be read
	lost    faulty          // edges the kernel had to drop
	stamps  faulty          // stamps that cannot be
	noise   faulty          // spikes that were left out
	closed  bool
}

var _ Buttons = (*Kernel)(nil)

// faulty is a condition that is over when it has not been seen for calmAfter.
type faulty struct {
	last time.Duration
	n    int
	told bool
}

// OpenButtons claims the lines of the buttons and makes them inputs with pull-up. The
// kernel stamps the presses; where it cannot, periph watches and Driver says so. Like
// OpenParts it must be called before other goroutines open files: see keepingStdin.
func OpenButtons(opts Options) (Buttons, error) {
	k, err := openKernel(opts, openRequest)
	if err == nil {
		return k, nil
	}
	if !errors.Is(err, errNoStamps) {
		return nil, err
	}
	p, failed := OpenPeriph(opts)
	if failed != nil {
		return nil, errors.Join(err, failed)
	}
	p.log.Warn("presses are stamped when the program wakes, not by the kernel", "why", err)
	return p, nil
}

func openKernel(opts Options, open func(pins []string, filter time.Duration) (edges, error)) (*Kernel, error) {
	opts = opts.complete()
	k := &Kernel{opts: opts, buttons: opts.wired(), presses: make(chan Press, backlog), faults: make(faultLine, faultRoom)}
	var pins []string
	for _, b := range k.buttons {
		pins = append(pins, b.Pin)
	}
	if len(pins) == 0 {
		return nil, errors.New("gpio: no button is wired")
	}
	k.opened = opts.Now()
	var err error
	if k.lines, err = open(pins, opts.Filter); err != nil {
		return nil, err
	}
	if k.down, err = k.lines.levels(); err != nil {
		_ = k.lines.close()
		return nil, err
	}
	k.last = make([]time.Duration, len(pins))
	k.judge, k.spikes = newJudge(k.buttons, opts.Quiet, k.down, k.opened), newSpikes(k.down)
	for i, d := range k.down {
		if d {
			opts.Log.Warn("button is down at the start: is it held or shorted?", "button", k.buttons[i].Name(), "pin", k.buttons[i].Pin)
		}
	}
	return k, nil
}

// Driver says who watches.
func (k *Kernel) Driver() string {
	if k.opts.Filter > 0 {
		return fmt.Sprintf("the kernel stamps each press, when the line has been still for %s", k.opts.Filter)
	}
	return "the kernel stamps each press at its edge"
}

// Presses delivers the presses of all buttons.
func (k *Kernel) Presses() <-chan Press { return k.presses }

// Faults tells of bad buttons.
func (k *Kernel) Faults() <-chan Fault { return k.faults }

// Close releases the lines, so that another program can have them.
func (k *Kernel) Close() error {
	if k.closed {
		return nil
	}
	k.closed = true
	return k.lines.close()
}

// Run takes the edges in the kernel's order and decides what was a press.
func (k *Kernel) Run(ctx context.Context) error {
	restless := k.opts.Now() + 3*settle // until when a contact may still bounce
	for ctx.Err() == nil {
		limit := wait
		if k.opts.Now() < restless {
			limit = settle
		}
		list, err := k.lines.wait(min(limit, k.spikes.waits()))
		if err != nil {
			return err
		}
		for _, e := range list {
			if !k.take(ctx, e) {
				return nil
			}
			restless = k.opts.Now() + 3*settle
		}
		if len(list) == 0 && !k.rest(ctx) {
			return nil
		}
		k.judge.health.look(k.opts.Now(), k.tell)
		k.tellOf(&k.lost, "gpio_lost", "The kernel had to drop %d edges of the buttons: one of them chatters, or the machine is overloaded. A press may be missing.", "No edges of the buttons are dropped any more.")
		k.tellOf(&k.noise, "gpio_noise", "%d spikes on the lines of the buttons were left out, each too short for a contact: keep the leads short and away from mains, or see the wiring guide.", "The lines of the buttons are quiet again.")
		k.tellOf(&k.stamps, "gpio_stamps", "%d edges of the buttons bore impossible times; they count from when they were read.", "The buttons' times are right again.")
	}
	return nil
}

// rest lets the judge see contacts that have come to rest. What it is told is true only
// when the kernel holds no edge from before: so it looks again after taking the time.
func (k *Kernel) rest(ctx context.Context) bool {
	at := k.opts.Now()
	list, err := k.lines.wait(0)
	if err != nil || len(list) > 0 {
		for _, e := range list {
			if !k.take(ctx, e) {
				return false
			}
		}
		return true // an error will come again
	}
	if !k.calm(ctx, at) {
		return false
	}
	if k.unsure {
		if now, err := k.lines.levels(); err == nil {
			k.unsure, k.down = false, now
		}
	}
	for i, down := range k.down {
		if !k.spikes.holds(i) && !k.deliver(ctx, sample{button: i, down: down, at: max(at, k.last[i])}) {
			return false
		}
	}
	return true
}

// take is one edge. An edge to where the line was already means that it has moved and
// come back before the kernel could look.
func (k *Kernel) take(ctx context.Context, e edge) bool {
	if gap := e.seq - k.seq - 1; k.seq != 0 && gap != 0 && gap < 1<<31 {
		k.missed(int(gap), e.down == k.down[e.line])
	}
	k.seq = e.seq
	s := sample{button: e.line, down: e.down, moved: e.down == k.down[e.line], at: k.stampOf(e)}
	s.bent = s.at != e.at-k.opts.Filter
	k.down[e.line] = e.down
	return k.calm(ctx, s.at) && k.deliverAll(ctx, k.spikes.take(s))
}

// missed counts edges that the kernel did not tell of. Of two edges that pass before its
// thread looks, it tells one, which leaves the line where it was: that one alone stands for
// both, and nothing is lost.
func (k *Kernel) missed(edges int, stayed bool) {
	k.unsure = true
	if edges == 1 && stayed {
		k.opts.Log.Debug("two edges were told as one")
		return
	}
	k.lost.n += edges
	k.lost.last = k.opts.Now()
	k.opts.Log.Warn("edges were lost", "edges", edges)
}

// calm lets what was held back go its way, when every edge up to a moment has been taken:
// the kernel has them all in order.
func (k *Kernel) calm(ctx context.Context, at time.Duration) bool {
	pass, left := k.spikes.rest(at)
	if left > 0 {
		k.noise.n += left
		k.noise.last = k.opts.Now()
	}
	return k.deliverAll(ctx, pass)
}

func (k *Kernel) deliverAll(ctx context.Context, list []sample) bool {
	for _, s := range list {
		if !k.deliver(ctx, s) {
			return false
		}
	}
	return true
}

// stampOf is the time of an edge: the kernel's, brought within what is possible. A press is
// not from the future, nor from before the line was ours, nor from before the line's last
// edge. The kernel waits for its filter before it stamps; at least that long ago it was.
func (k *Kernel) stampOf(e edge) time.Duration {
	now := k.opts.Now()
	at := e.at
	if at > now || at < k.opened {
		k.stamps.n++
		k.stamps.last = now
		k.opts.Log.Warn("the stamp of an edge cannot be", "stamp", at, "now", now, "opened", k.opened)
		at = now
	}
	at = max(at-k.opts.Filter, k.opened, k.last[e.line])
	k.last[e.line] = at
	return at
}

// deliver hands a press to whoever reads Presses.
func (k *Kernel) deliver(ctx context.Context, s sample) bool {
	p, pressed := k.judge.take(s)
	if !pressed {
		return true
	}
	select {
	case k.presses <- p:
		return true
	case <-ctx.Done():
		return false
	}
}

// tellOf tells of a condition that began, and that it is over.
func (k *Kernel) tellOf(f *faulty, code, begun, over string) {
	switch calm := k.opts.Now()-f.last >= calmAfter; {
	case f.n > 0 && !f.told:
		f.told = true
		k.tell(Fault{Code: code, Text: fmt.Sprintf(begun, f.n)})
	case f.told && calm:
		*f = faulty{}
		k.tell(Fault{Code: code, Text: over, Healed: true})
	}
}

func (k *Kernel) tell(f Fault) { tell(k.opts.Log, k.faults, f) }
