package gpio

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"shinpan/clock"
)

// wires are lines whose edges a test makes, as the kernel would keep them.
type wires struct {
	queue chan edge
	mu    sync.Mutex // guards what follows
	down  []bool
	seq   uint32
	begin time.Time
	fails error
	shut  bool
	stiff []bool // held up by a resistor; the others follow the pull
	mute  []bool // gives no edges
}

// pull moves the lines as the kernel's pull does, those that can be moved.
func (w *wires) pull(up bool) error {
	for i := range w.down {
		switch {
		case len(w.stiff) > i && w.stiff[i]:
		case len(w.mute) > i && w.mute[i]:
			w.is(i, !up)
		default:
			w.edge(i, !up, time.Since(w.begin))
		}
	}
	return w.failing()
}

func (w *wires) wait(limit time.Duration) ([]edge, error) {
	if err := w.failing(); err != nil {
		return nil, err
	}
	var list []edge
	if limit > 0 {
		select {
		case e := <-w.queue:
			list = append(list, e)
		case <-time.After(limit):
		}
	}
	for len(w.queue) > 0 {
		list = append(list, <-w.queue)
	}
	return list, nil
}

func (w *wires) levels() ([]bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.down), nil
}

func (w *wires) close() error { w.shut = true; return nil }

func (w *wires) failing() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.fails
}

// fail makes the lines be gone.
func (w *wires) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fails = err
}

// is sets a level without an edge.
func (w *wires) is(line int, down bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.down[line] = down
}

// edge queues an edge with its stamp, whenever the program comes to read it.
func (w *wires) edge(line int, down bool, at time.Duration) {
	w.seq++
	w.is(line, down)
	w.queue <- edge{line: line, down: down, at: at, seq: w.seq}
}

// kernelBench is buttons on such lines, watched in fake time.
type kernelBench struct {
	*wires
	t      *testing.T
	driver *Kernel
	stop   context.CancelFunc
	done   chan error
}

// newKernelBench must be called within a bubble. Time zero is its start.
func newKernelBench(t *testing.T, down ...bool) *kernelBench {
	b := &kernelBench{t: t, wires: &wires{queue: make(chan edge, 5000), down: make([]bool, 3), begin: time.Now()}, done: make(chan error, 1)}
	copy(b.down, down)
	opts := Options{Buttons: pins("L", "R", "A"), Quiet: 300 * ms, Now: func() time.Duration { return time.Since(b.begin) }}
	driver, err := openKernel(opts, func([]string, time.Duration) (edges, error) { return b.wires, nil })
	if err != nil {
		t.Fatal(err)
	}
	b.driver = driver
	ctx, stop := context.WithCancel(context.Background())
	b.stop = stop
	go func() { b.done <- driver.Run(ctx) }()
	return b
}

// sleepUntil lets the driver work until a moment of the bench.
func (b *kernelBench) sleepUntil(at time.Duration) {
	time.Sleep(at - time.Since(b.begin))
	synctest.Wait()
}

// hit is an edge that happens when its time has come.
func (b *kernelBench) hit(line int, down bool, at time.Duration) {
	b.sleepUntil(at)
	b.edge(line, down, at)
}

func (b *kernelBench) end() (presses []Press, faults []Fault) {
	b.t.Helper()
	b.stop()
	if err := <-b.done; err != nil {
		b.t.Errorf("Run: %v", err)
	}
	if err := b.driver.Close(); err != nil || !b.shut {
		b.t.Errorf("Close: %v, closed: %t", err, b.shut)
	}
	for len(b.driver.presses) > 0 {
		presses = append(presses, <-b.driver.presses)
	}
	for len(b.driver.faults) > 0 {
		faults = append(faults, <-b.driver.faults)
	}
	return presses, faults
}

func wantPresses(t *testing.T, got []Press, want ...Press) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("presses %+v, want %+v", got, want)
	}
}

// wantCodes are the faults told, those that healed with a "+" before.
func wantCodes(t *testing.T, got []Fault, want ...string) {
	t.Helper()
	var codes []string
	for _, f := range got {
		code := f.Code
		if f.Healed {
			code = "+" + code
		}
		codes = append(codes, code)
	}
	if !slices.Equal(codes, want) {
		t.Errorf("faults %v, want %v", codes, want)
	}
}

// A program that gets no processor for a second still has every press at its edge.
func TestKernelStampsABusyMachine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t)
		b.sleepUntil(1000 * ms) // the edges below are read only now
		b.edge(0, true, 100*ms)
		b.edge(0, false, 105*ms) // a press of 5 ms
		b.edge(1, true, 400*ms)
		b.edge(1, false, 460*ms)
		b.edge(0, true, 700*ms)
		b.edge(2, true, 900*ms)
		b.sleepUntil(2000 * ms)
		presses, faults := b.end()
		wantPresses(t, presses, by(clock.P1, 100*ms), by(clock.P2, 400*ms), by(clock.P1, 700*ms), by(clock.NoSide, 900*ms))
		wantCodes(t, faults)
	})
}

func TestKernelBounceIsOnePress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t)
		for at := 100 * ms; at < 120*ms; at += ms {
			b.hit(0, true, at)
			b.hit(0, false, at+ms/2)
		}
		b.hit(0, true, 120*ms)
		for at := 60000 * ms; at < 60020*ms; at += ms {
			b.hit(0, false, at)
			b.hit(0, true, at+ms/2)
		}
		b.hit(0, false, 60020*ms)
		b.sleepUntil(62 * time.Second)
		presses, faults := b.end()
		wantPresses(t, presses, by(clock.P1, 100*ms))
		wantCodes(t, faults, "gpio_stuck_p1", "+gpio_stuck_p1")
	})
}

// Stamps that cannot be are told, and bend nothing: not the order, not the past, not the
// future.
func TestKernelImpossibleStamps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t)
		b.sleepUntil(10 * time.Second)
		b.edge(0, true, time.Hour) // the future
		b.sleepUntil(11 * time.Second)
		b.edge(0, false, 10200*ms)
		b.edge(1, true, -5*time.Second) // before the lines were ours
		b.sleepUntil(12 * time.Second)
		b.edge(1, false, 11900*ms)
		b.edge(0, true, 12000*ms)
		b.edge(0, false, 11800*ms) // before the edge before it
		b.sleepUntil(30 * time.Second)
		presses, faults := b.end()
		wantPresses(t, presses, by(clock.P1, 10*time.Second), by(clock.P2, 11*time.Second), by(clock.P1, 12*time.Second))
		wantCodes(t, faults, "gpio_stamps", "+gpio_stamps")
	})
}

// The kernel drops its oldest edges when it has no room; the driver notices the gap and
// asks for the levels as they are.
func TestKernelLostEdges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t)
		b.sleepUntil(time.Second)
		b.edge(0, true, 1000*ms)
		b.sleepUntil(2 * time.Second)
		b.seq += 40
		b.edge(1, true, 2000*ms)
		b.is(0, false) // among the lost was the release of P1
		b.hit(1, false, 2080*ms)
		b.hit(0, true, 4000*ms)
		b.sleepUntil(20 * time.Second)
		presses, faults := b.end()
		wantPresses(t, presses, by(clock.P1, 1000*ms), by(clock.P2, 2000*ms), by(clock.P1, 4000*ms))
		wantCodes(t, faults, "gpio_lost", "+gpio_lost", "gpio_stuck_p1")
	})
}

// Where both edges of a short press pass before the kernel's own thread looks, it tells of
// an edge to where the line was.
func TestKernelPressTooShortForTheKernel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t)
		b.sleepUntil(time.Second)
		b.edge(1, false, 1000*ms)
		b.edge(1, false, 1000*ms+ms/4)
		b.sleepUntil(2 * time.Second)
		presses, _ := b.end()
		wantPresses(t, presses, by(clock.P2, 1000*ms))
	})
}

// The same where the kernel counted both: one number is missing, but no edge is lost.
func TestKernelTwoEdgesToldAsOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t)
		b.sleepUntil(time.Second)
		b.hit(0, true, 1000*ms)
		b.hit(0, false, 1080*ms)
		b.sleepUntil(2 * time.Second)
		b.seq++
		b.edge(1, false, 2000*ms)
		b.sleepUntil(4 * time.Second)
		presses, faults := b.end()
		wantPresses(t, presses, by(clock.P1, 1000*ms), by(clock.P2, 2000*ms))
		wantCodes(t, faults)
	})
}

func TestKernelHeldAtStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t, true, true)
		b.sleepUntil(11 * time.Second)
		b.edge(0, false, 11*time.Second)
		b.edge(1, false, 11*time.Second)
		b.hit(0, true, 20*time.Second)
		b.hit(0, false, 20*time.Second+50*ms)
		b.sleepUntil(21 * time.Second)
		presses, faults := b.end()
		wantPresses(t, presses, by(clock.P1, 20*time.Second))
		wantCodes(t, faults, "gpio_shorted", "gpio_stuck_p1", "gpio_stuck_p2", "+gpio_stuck_p1", "+gpio_stuck_p2", "+gpio_shorted")
	})
}

// Two buttons whose wires touch close at one moment, each time.
func TestKernelShortedButtons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t)
		for i := range 3 {
			at := time.Duration(i+1) * time.Second
			b.hit(0, true, at)
			b.hit(1, true, at+20*time.Microsecond)
			b.hit(0, false, at+80*ms)
			b.hit(1, false, at+80*ms)
		}
		b.sleepUntil(10 * time.Second)
		_, faults := b.end()
		wantCodes(t, faults, "gpio_shorted", "+gpio_shorted")
	})
}

// Two players who hit at one moment once have two buttons.
func TestKernelTwoHandsAreNoShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t)
		for i := range 6 {
			at := time.Duration(i+1) * time.Second
			apart := 50 * ms
			if i%2 == 0 {
				apart = ms / 2
			}
			b.hit(0, true, at)
			b.hit(1, true, at+apart)
			b.hit(0, false, at+80*ms)
			b.hit(1, false, at+apart+80*ms)
		}
		_, faults := b.end()
		wantCodes(t, faults)
	})
}

func TestKernelChatter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t)
		for at := time.Second; at < 3*time.Second; at += 2 * ms {
			b.hit(2, true, at)
			b.hit(2, false, at+ms)
		}
		b.sleepUntil(10 * time.Second)
		presses, faults := b.end()
		if len(presses) != 1 {
			t.Errorf("%d presses of a loose wire, want the first edge alone: %v", len(presses), presses)
		}
		wantCodes(t, faults, "gpio_chatter_arbiter", "+gpio_chatter_arbiter")
	})
}

// A chip that is gone ends the driver with the reason; a referee who has stopped
// listening does not keep it from ending.
func TestKernelEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t)
		b.sleepUntil(time.Second)
		b.fail(errors.New("the chip is gone"))
		if err := <-b.done; err == nil || err.Error() != "the chip is gone" {
			t.Errorf("Run: %v", err)
		}
		full := newKernelBench(t)
		for i := range backlog + 10 {
			at := time.Duration(i) * time.Second
			full.hit(0, true, at)
			full.hit(0, false, at+100*ms)
		}
		if got, _ := full.end(); len(got) != backlog {
			t.Errorf("%d presses kept, want %d", len(got), backlog)
		}
	})
}

// The filter delays the kernel's stamp by at least its length, which is given back.
func TestKernelFilter(t *testing.T) {
	k := &Kernel{opts: Options{Filter: 2 * ms, Now: func() time.Duration { return time.Second }}.complete(), last: make([]time.Duration, 1)}
	if at := k.stampOf(edge{at: 500 * ms}); at != 498*ms {
		t.Errorf("stamped at %s", at)
	}
	if !strings.Contains(k.Driver(), "2ms") {
		t.Errorf("the filter is not told: %q", k.Driver())
	}
}

// OpenButtons goes to periph only where the kernel cannot stamp: a busy line is a busy line.
func TestOpenKernelRefused(t *testing.T) {
	for name, refused := range map[string]error{"busy": errors.New("busy"), "no stamps": errNoStamps} {
		_, err := openKernel(Options{Buttons: pins("L", "R")}, func([]string, time.Duration) (edges, error) { return nil, refused })
		if !errors.Is(err, refused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := openKernel(Options{Buttons: pins("", "")}, nil); err == nil {
		t.Error("no button at all was taken")
	}
}

// Whatever the order and the stamps: never a panic, stamps of one button never go back,
// and nothing counts from the future.
func TestKernelAnyEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Duration(0)
		k := &Kernel{opts: Options{Now: func() time.Duration { return now }}.complete(), buttons: pins("L", "R", "A"),
			presses: make(chan Press, 1000), down: make([]bool, 3), last: make([]time.Duration, 3)}
		k.judge, k.spikes = newJudge(k.buttons, 300*ms, k.down, 0), newSpikes(k.down)
		last := map[Button]time.Duration{}
		for range rapid.IntRange(0, 60).Draw(t, "edges") {
			now += time.Duration(rapid.Int64Range(0, int64(time.Second)).Draw(t, "pause"))
			e := edge{
				line: rapid.IntRange(0, 2).Draw(t, "line"), down: rapid.Bool().Draw(t, "down"), seq: rapid.Uint32().Draw(t, "seq"),
				at: now + time.Duration(rapid.Int64Range(int64(-2*time.Second), int64(time.Second)).Draw(t, "late")),
			}
			k.take(context.Background(), e)
			for len(k.presses) > 0 {
				p := <-k.presses
				if p.At > now || p.At < 0 || p.At < last[p.Button] {
					t.Fatalf("press %+v at %s, the last at %s", p, now, last[p.Button])
				}
				last[p.Button] = p.At
			}
		}
	})
}
