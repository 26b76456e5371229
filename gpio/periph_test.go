package gpio

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	pgpio "periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"

	"shinpan/clock"
)

// bench is a pair of buttons on periph's fake pins, watched in fake time.
type bench struct {
	t      *testing.T
	start  time.Time
	pins   map[string]*gpiotest.Pin
	driver *Periph
	stop   context.CancelFunc
	done   chan error
}

// pins are the buttons of the players and the arbiter on these pins.
func pins(names ...string) []ButtonWiring {
	all := []Button{{Turn, clock.P1}, {Turn, clock.P2}, {Arbiter, clock.NoSide}}
	var list []ButtonWiring
	for i, name := range names {
		list = append(list, ButtonWiring{all[i], name})
	}
	return list
}

// by is a press of a player, or of the arbiter.
func by(side clock.Side, at time.Duration) Press {
	if side == clock.NoSide {
		return Press{Button{Arbiter, side}, at}
	}
	return Press{Button{Turn, side}, at}
}

func fakePin(name string) *gpiotest.Pin {
	return &gpiotest.Pin{N: name, EdgesChan: make(chan pgpio.Level, 100)}
}

// newBench must be called within a bubble.
func newBench(t *testing.T) *bench {
	b := &bench{t: t, start: time.Now(), pins: map[string]*gpiotest.Pin{}, done: make(chan error, 1)}
	find := func(pin string) (line, error) {
		b.pins[pin] = fakePin(pin)
		return b.pins[pin], nil
	}
	driver, err := openPeriph(Options{Buttons: pins("L", "R", "A"), Quiet: 300 * ms, Now: b.now}, find)
	if err != nil {
		t.Fatal(err)
	}
	b.driver = driver
	b.start = time.Now() // opening has taken its time; the bench counts from here
	ctx, stop := context.WithCancel(context.Background())
	b.stop = stop
	go func() { b.done <- driver.Run(ctx) }()
	return b
}

func (b *bench) now() time.Duration { return time.Since(b.start) }

// edge moves a pin's level at a moment of the bench.
func (b *bench) edge(pin string, level pgpio.Level, at time.Duration) {
	b.t.Helper()
	if wait := at - b.now(); wait > 0 {
		time.Sleep(wait)
	}
	b.pins[pin].EdgesChan <- level
	synctest.Wait()
}

// end stops the driver and returns the presses it delivered.
func (b *bench) end() []Press {
	b.t.Helper()
	before := b.now()
	b.stop()
	if err := <-b.done; err != nil {
		b.t.Errorf("Run: %v", err)
	}
	if took := b.now() - before; took > wait {
		b.t.Errorf("Run took %s to end", took)
	}
	if err := b.driver.Close(); err != nil {
		b.t.Errorf("Close: %v", err)
	}
	var got []Press
	for len(b.driver.Presses()) > 0 {
		got = append(got, <-b.driver.Presses())
	}
	return got
}

func (b *bench) want(got []Press, want ...Press) {
	b.t.Helper()
	if !slices.Equal(got, want) {
		b.t.Errorf("presses %+v, want %+v", got, want)
	}
}

func TestPeriphPresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.edge("L", pgpio.Low, 1000*ms)
		b.edge("L", pgpio.High, 1080*ms)
		b.edge("R", pgpio.Low, 2500*ms)
		b.edge("R", pgpio.High, 2600*ms)
		b.edge("A", pgpio.Low, 3000*ms)
		b.want(b.end(), by(clock.P1, 1000*ms), by(clock.P2, 2500*ms), by(clock.NoSide, 3000*ms))
	})
}

func TestPeriphBounceIsOnePress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		for at := 100 * ms; at < 120*ms; at += 2 * ms {
			b.edge("L", pgpio.Low, at)
			b.edge("L", pgpio.High, at+ms)
		}
		b.edge("L", pgpio.Low, 120*ms)
		b.edge("L", pgpio.High, time.Minute)
		b.edge("L", pgpio.Low, time.Minute+3*ms)
		b.edge("L", pgpio.High, time.Minute+5*ms)
		b.want(b.end(), by(clock.P1, 100*ms))
	})
}

// Both edges of a short press may have passed before the program gets its turn: the
// level reads as if nothing had happened.
func TestPeriphShortPress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.edge("R", pgpio.High, 500*ms)
		b.edge("R", pgpio.High, 501*ms)
		b.want(b.end(), by(clock.P2, 500*ms))
	})
}

func TestPeriphFastPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		var want []Press
		for i := range 40 {
			pin, side := "L", clock.P1
			if i%2 == 1 {
				pin, side = "R", clock.P2
			}
			at := time.Duration(i) * 90 * ms
			b.edge(pin, pgpio.Low, at)
			b.edge(pin, pgpio.High, at+60*ms)
			want = append(want, by(side, at))
		}
		b.want(b.end(), want...)
	})
}

// The kernel keeps the edges of an earlier user, and In does not throw them away.
func TestPeriphOldEdges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		find := func(pin string) (line, error) { return keepsEdges{fakePin(pin)}, nil }
		driver, err := openPeriph(Options{Buttons: pins("L", "R"), Now: func() time.Duration { return 0 }}, find)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range driver.buttons {
			if n := len(b.line.(keepsEdges).EdgesChan); n != 0 {
				t.Errorf("%s: %d old edges left", b.Pin, n)
			}
		}
	})
}

// keepsEdges is a fake that has old edges after In.
type keepsEdges struct{ *gpiotest.Pin }

func (k keepsEdges) In(p pgpio.Pull, e pgpio.Edge) error {
	err := k.Pin.In(p, e)
	for range 16 {
		k.EdgesChan <- pgpio.High
	}
	return err
}

// brokenLine is a line whose parts can be made to fail.
type brokenLine struct {
	line
	in     error
	closed *int
}

func (b brokenLine) In(p pgpio.Pull, e pgpio.Edge) error {
	if b.in != nil {
		return b.in
	}
	return b.line.In(p, e)
}

func (b brokenLine) WaitForEdge(d time.Duration) bool {
	if b.in != nil {
		panic("waited on a line that could not be opened")
	}
	return b.line.WaitForEdge(d)
}

func (b brokenLine) Close() { *b.closed++ }

func TestPeriphBusyLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closed := 0
		find := func(pin string) (line, error) {
			l := brokenLine{line: fakePin(pin), closed: &closed}
			if pin == "GPIO27" {
				l.in = errors.New("device or resource busy")
			}
			return l, nil
		}
		_, err := openPeriph(Options{Buttons: pins("GPIO17", "GPIO27")}, find)
		if err == nil || !strings.HasPrefix(err.Error(), "gpio: GPIO27: ") || !strings.Contains(err.Error(), "busy") {
			t.Errorf("error %v", err)
		}
		if closed != 2 {
			t.Errorf("%d lines closed, want the busy one and the one before it", closed)
		}
	})
}

func TestPeriphNoSuchLine(t *testing.T) {
	find := func(string) (line, error) { return nil, errors.New("no line of that name") }
	if _, err := openPeriph(Options{Buttons: pins("GPIO99", "GPIO27")}, find); err == nil || err.Error() != "gpio: GPIO99: no line of that name" {
		t.Errorf("error %v", err)
	}
}

// deafLine never waits: it says at once that there was no edge, as periph does on a
// kernel whose edges it cannot hear, and after a line has been lost.
type deafLine struct {
	*gpiotest.Pin
	waits *int
}

func (d deafLine) WaitForEdge(time.Duration) bool {
	*d.waits++
	return false
}

func TestPeriphDeafLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waits := 0
		start := time.Now()
		find := func(pin string) (line, error) { return deafLine{fakePin(pin), &waits}, nil }
		driver, err := openPeriph(Options{Buttons: pins("L", "R"), Quiet: 300 * ms, Now: func() time.Duration { return time.Since(start) }}, find)
		if err != nil {
			t.Fatal(err)
		}
		driver.buttons = driver.buttons[:1]
		ctx, stop := context.WithCancel(context.Background())
		done := make(chan error)
		go func() { done <- driver.Run(ctx) }()
		time.Sleep(999 * ms)
		_ = driver.buttons[0].line.(deafLine).Out(pgpio.Low)
		got := <-driver.Presses()
		if got.Side != clock.P1 || got.At < 999*ms || got.At > 999*ms+2*poll {
			t.Errorf("press %+v, want P1 within %s of 999ms", got, 2*poll)
		}
		stop()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
		if most := int(time.Second/poll) + 20; waits > most {
			t.Errorf("asked %d times in a second: that is spinning, want at most %d", waits, most)
		}
	})
}

func TestPeriphHeldAtStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := heldLine{fakePin("L")}
		find := func(pin string) (line, error) {
			if pin == "L" {
				return l, nil
			}
			return fakePin(pin), nil
		}
		start := time.Now()
		driver, err := openPeriph(Options{Buttons: pins("L", "R"), Quiet: 300 * ms, Now: func() time.Duration { return time.Since(start) }}, find)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		done := make(chan error)
		go func() { done <- driver.Run(ctx) }()
		time.Sleep(time.Second - time.Since(start))
		l.EdgesChan <- pgpio.High
		time.Sleep(time.Second)
		l.EdgesChan <- pgpio.Low
		synctest.Wait()
		stop()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
		if n := len(driver.Presses()); n != 1 {
			t.Fatalf("%d presses, want the one after the release", n)
		}
		if p := <-driver.Presses(); p != (by(clock.P1, 2*time.Second)) {
			t.Errorf("press %+v", p)
		}
	})
}

// heldLine is down from the beginning.
type heldLine struct{ *gpiotest.Pin }

func (h heldLine) In(p pgpio.Pull, e pgpio.Edge) error {
	err := h.Pin.In(p, e)
	_ = h.Out(pgpio.Low)
	return err
}

// A referee who has stopped listening must not keep the driver from ending.
func TestPeriphEndsWithoutListener(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		for i := range backlog + 10 {
			b.edge("L", pgpio.Low, time.Duration(i)*time.Second)
			b.edge("L", pgpio.High, time.Duration(i)*time.Second+100*ms)
		}
		if n := len(b.end()); n != backlog {
			t.Errorf("%d presses kept, want %d", n, backlog)
		}
	})
}
