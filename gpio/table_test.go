package gpio

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/clock"
)

// screen is a face that notes what it is shown, and can be unplugged.
type screen struct {
	mu    sync.Mutex
	now   func() time.Duration
	gone  bool
	spark bool // the next drawing fails
	tries []time.Duration
	drawn []drawing
}

type drawing struct {
	at   time.Duration
	text string
}

func (s *screen) Show(v View) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tries = append(s.tries, s.now())
	if s.gone || s.spark {
		s.spark = false
		return errors.New("does not answer")
	}
	text := string(v.mark()) + v.Face.Text
	if n := len(s.drawn); n == 0 || s.drawn[n-1].text != text {
		s.drawn = append(s.drawn, drawing{s.now(), text})
	}
	return nil
}

func (s *screen) Close() error { return nil }

func (s *screen) unplug(gone bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gone = gone
}

func (s *screen) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.tries)
}

func (s *screen) shown() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.drawn) == 0 {
		return ""
	}
	return s.drawn[len(s.drawn)-1].text
}

// bulb is an output that notes when it changed.
type bulb struct {
	mu    sync.Mutex
	now   func() time.Duration
	on    bool
	gone  bool
	trace []string
}

func (b *bulb) Set(on bool) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.gone {
		return errors.New("no such line")
	}
	if on != b.on {
		b.on = on
		b.trace = append(b.trace, fmt.Sprintf("%v %t", b.now(), on))
	}
	return nil
}

func (b *bulb) cut(gone bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gone = gone
}

func (b *bulb) Close() error { return b.Set(false) }

func (b *bulb) says() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Join(b.trace, ", ")
}

// tableBench is a table in fake time. It must be made within a bubble.
type tableBench struct {
	left, right          *screen
	turn1, turn2, buzzer *bulb
	alert, ready         *bulb
	table                *Table
	now                  func() time.Duration
	stop                 func()
}

func newTableBench(t *testing.T, still bool) *tableBench {
	zero := time.Now()
	now := func() time.Duration { return time.Since(zero) }
	b := &tableBench{now: now, left: &screen{now: now}, right: &screen{now: now},
		turn1: &bulb{now: now}, turn2: &bulb{now: now}, buzzer: &bulb{now: now}, alert: &bulb{now: now}, ready: &bulb{now: now}}
	b.table = NewTable(Parts{P1: b.left, P2: b.right, Turn1: b.turn1, Turn2: b.turn2, Alert: b.alert, Ready: b.ready,
		Buzzer: b.buzzer, Display: clock.DefaultDisplay(), Now: now, Still: still})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- b.table.Run(ctx) }()
	b.stop = func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := b.table.Close(); err != nil {
			t.Error(err)
		}
	}
	return b
}

// until sleeps to a moment and lets everything happen that is due there.
func (b *tableBench) until(at time.Duration) {
	time.Sleep(at - b.now())
	synctest.Wait()
}

// Each text is on the display at the very instant it becomes true, and no other is.
func TestFacesChangeExactlyWhenADigitDoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTableBench(t, false)
		defer b.stop()
		k := started(t, "byoyomi 12s 2x3s")
		b.table.Show(State{Clock: k})
		b.until(20 * sec)
		want := map[*screen][]drawing{b.left: nil, b.right: nil}
		last := map[*screen]string{}
		for at := time.Duration(0); at <= 20*sec; {
			f := facesAt(&k, clock.DefaultDisplay(), at)
			for s, side := range map[*screen]clock.Side{b.left: clock.P1, b.right: clock.P2} {
				v := viewOf(f, side, clock.DefaultDisplay())
				if text := string(v.mark()) + v.Face.Text; text != last[s] {
					want[s] = append(want[s], drawing{at, text})
					last[s] = text
				}
			}
			if !f.Changes {
				break
			}
			at = f.NextChange
		}
		for _, s := range []*screen{b.left, b.right} {
			if fmt.Sprint(s.drawn) != fmt.Sprint(want[s]) {
				t.Errorf("drawn %v\nwant  %v", s.drawn, want[s])
			}
		}
		if len(want[b.left]) < 100 || b.left.shown() != " 0:00" {
			t.Errorf("%d drawings up to %q: time was to run out after tenths", len(want[b.left]), b.left.shown())
		}
		k.Advance(20 * sec)
		b.table.Show(State{Clock: k})
		synctest.Wait()
		if b.left.shown() != "F0:00" || b.right.shown() != " 0:12" {
			t.Errorf("the flag has fallen, shown are %q and %q", b.left.shown(), b.right.shown())
		}
	})
}

// A press made in time and heard after the deadline: nobody has seen a flag meanwhile.
func TestALatePressShowsNoFlag(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTableBench(t, false)
		defer b.stop()
		k := started(t, "sd 12s")
		b.table.Show(State{Clock: k})
		b.until(12*sec + 15*ms)
		if b.left.shown() != " 0:00" {
			t.Errorf("after the deadline %q", b.left.shown())
		}
		k.Press(clock.P1, 12*sec-ms)
		b.table.Show(State{Clock: k})
		synctest.Wait()
		if b.left.shown() != " 0.001" {
			t.Errorf("after the press %q", b.left.shown())
		}
		for _, d := range b.left.drawn {
			if strings.HasPrefix(d.text, "F") {
				t.Errorf("a flag was shown at %v", d.at)
			}
		}
	})
}

// A press is on both faces at once, and what does not change is drawn twice a second and
// not more.
func TestAPressIsOnBothFacesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTableBench(t, false)
		defer b.stop()
		k := started(t, "fischer 90m+30s")
		b.table.Show(State{Clock: k})
		b.until(10*sec + 200*ms)
		k.Press(clock.P1, 10*sec+200*ms)
		b.table.Show(State{Clock: k})
		synctest.Wait()
		if got := b.turn1.says() + "; " + b.turn2.says(); got != "0s true, 10.2s false; 10.2s true" {
			t.Errorf("lamps of the turn: %s", got)
		}
		if tries := b.right.count(); tries < 15 || tries > 25 {
			t.Errorf("%d drawings in ten seconds of a face that stood still", tries)
		}
	})
}

// The time of a recording stands still between its frames: nothing may run on there.
func TestStillTimeIsNotAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTableBench(t, true)
		defer b.stop()
		b.table.Show(State{Clock: started(t, "sd 1m")})
		b.until(30 * sec)
		if got := b.left.shown(); got != " 1:00" {
			t.Errorf("shown %q", got)
		}
	})
}

func TestALostFaceIsToldAndHealsByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTableBench(t, false)
		defer b.stop()
		b.table.Show(State{Clock: started(t, "sd 15m")})
		b.until(10*sec + 123*ms)
		b.left.unplug(true)
		gone := b.now()
		b.until(gone + sec)
		f := <-b.table.Faults()
		if f.Code != "gpio_face_p1" || f.Healed || !strings.Contains(f.Text, "p1") || !strings.Contains(f.Text, "wires") {
			t.Errorf("within a second: %+v", f)
		}
		before := b.left.count()
		b.until(gone + 60*sec)
		if tries := b.left.count() - before; tries < 25 || tries > 40 {
			t.Errorf("%d tries in a minute of a lost face", tries)
		}
		if len(b.table.Faults()) > 0 {
			t.Errorf("told again: %+v", <-b.table.Faults())
		}
		if got := b.right.shown(); got != " 15:00" {
			t.Errorf("the other face shows %q", got)
		}
		b.left.unplug(false)
		b.until(gone + 63*sec)
		if f := <-b.table.Faults(); f.Code != "gpio_face_p1" || !f.Healed {
			t.Errorf("plugged in: %+v", f)
		}
		if got := b.left.shown(); got != " 13:46" {
			t.Errorf("it is back with %q", got)
		}
	})
}

// One spark on the wire is nobody's business: the next try draws.
func TestASparkIsNotAFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTableBench(t, false)
		defer b.stop()
		b.table.Show(State{Clock: started(t, "sd 15m")})
		for i := 1; i < 20; i++ {
			b.until(time.Duration(i) * 5 * sec / 2)
			b.left.mu.Lock()
			b.left.spark = true
			b.left.mu.Unlock()
		}
		b.until(60 * sec)
		if b.left.spark || b.left.shown() != " 14:00" {
			t.Errorf("after the last spark %q", b.left.shown())
		}
		if len(b.table.Faults()) > 0 {
			t.Errorf("told: %+v", <-b.table.Faults())
		}
	})
}

func TestLampsThatFailAreTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTableBench(t, false)
		defer b.stop()
		b.alert.cut(true)
		k := started(t, "sd 90m")
		k.Pause(0, "arbiter")
		b.table.Show(State{Clock: k, Alert: true, Ready: true})
		synctest.Wait()
		if f := <-b.table.Faults(); f.Code != "gpio_lamps" || f.Healed {
			t.Errorf("%+v", f)
		}
		if b.ready.says() != "0s true" {
			t.Errorf("the lamp beside it: %s", b.ready.says())
		}
		b.alert.cut(false)
		b.until(3 * sec)
		if f := <-b.table.Faults(); f.Code != "gpio_lamps" || !f.Healed || b.alert.says() != "1s true" {
			t.Errorf("%+v, lamp %s", f, b.alert.says())
		}
	})
}

func TestClosingSwitchesEverythingOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTableBench(t, false)
		b.table.Show(State{Clock: started(t, "sd 90m"), Alert: true, Ready: true})
		synctest.Wait()
		b.stop()
		for name, lamp := range map[string]*bulb{"turn": b.turn1, "alert": b.alert, "ready": b.ready} {
			if lamp.says() != "0s true, 0s false" {
				t.Errorf("%s: %s", name, lamp.says())
			}
		}
	})
}
