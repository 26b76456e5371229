package main

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/eyeproc"
	"shinpan/game"
	"shinpan/vision"
	"shinpan/vision/wire"
)

// bubbleTime is a live table's time on the test's own clock.
type bubbleTime struct{ zero time.Time }

func (b bubbleTime) now() time.Duration                     { return time.Since(b.zero) }
func (b bubbleTime) hear(wire.Message)                      {}
func (b bubbleTime) stamp(t time.Duration) time.Duration    { return t }
func (b bubbleTime) unstamp(t time.Duration) time.Duration  { return t }
func (b bubbleTime) waits() bool                            { return true }
func (b bubbleTime) press(mono time.Duration) time.Duration { return mono }

// disk is a memory that can be full.
type disk struct {
	saved, unsaved []game.Input
	full           atomic.Bool
}

func (d *disk) Append(in ...game.Input) error {
	d.unsaved = append(d.unsaved, in...)
	return d.Retry()
}

func (d *disk) Retry() error {
	if d.full.Load() {
		return syscall.ENOSPC
	}
	d.saved = append(d.saved, d.unsaved...)
	d.unsaved = nil
	return nil
}

func (d *disk) Close() error { return nil }

// witness is a sink that remembers, and checks that what it is shown was saved before.
type witness struct {
	t      *testing.T
	disk   *disk
	events []game.Event
	when   []time.Duration
	tb     timebase
	snap   *game.Snapshot
}

func (w *witness) Publish(events []game.Event, snap *game.Snapshot) {
	for _, e := range events {
		if !w.disk.full.Load() && len(w.disk.unsaved) > 0 {
			w.t.Errorf("%q was shown before it was saved", e.Text)
		}
		w.events = append(w.events, e)
		w.when = append(w.when, w.tb.now())
	}
	w.snap = snap
}

func (w *witness) kinds() []game.EventKind {
	kinds := make([]game.EventKind, len(w.events))
	for i, e := range w.events {
		kinds[i] = e.Kind
	}
	return kinds
}

// table is an owner with a fake disk and a witness, in a bubble of fake time.
type table struct {
	*owner
	disk  *disk
	sees  *witness
	ended chan error
	stop  context.CancelFunc
	eyes  chan eyeproc.Report
}

func newTable(t *testing.T, control string, change ...func(*owner)) *table {
	t.Helper()
	cfg := game.Defaults()
	if err := cfg.Control.UnmarshalText([]byte(control)); err != nil {
		t.Fatal(err)
	}
	g, err := game.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	tb := bubbleTime{time.Now()}
	d := &disk{}
	w := &witness{t: t, disk: d, tb: tb}
	eyes := make(chan eyeproc.Report)
	o := &owner{
		watch: newEyeWatch(true, &game.Snapshot{}, ""),
		game:  g, mem: d, tb: tb, inbox: make(chan game.Input), orders: make(chan order), eye: eyes,
		sinks: []sink{w}, log: slog.New(slog.DiscardHandler), alive: func() {}, aliveEvery: time.Second,
	}
	for _, c := range change {
		c(o)
	}
	ctx, stop := context.WithCancel(t.Context())
	tab := &table{owner: o, disk: d, sees: w, ended: make(chan error, 1), stop: stop, eyes: eyes}
	go func() { tab.ended <- o.run(ctx) }()
	return tab
}

// end stops the loop; only then may the test look at what the owner owns.
func (tab *table) end(t *testing.T) {
	t.Helper()
	tab.stop()
	if err := <-tab.ended; err != nil {
		t.Error(err)
	}
}

func (tab *table) order(in game.Input) error {
	ord := order{in: in, done: make(chan error, 1)}
	tab.orders <- ord
	return <-ord.done
}

func (tab *table) stone(c board.Color, point string) {
	now := tab.tb.now()
	tab.eyes <- eyeproc.Report{Message: wire.FromSighting(vision.Sighting{
		Kind: vision.Place, At: now, SureAt: now, Color: c, Point: board.MustPoint(point),
	})}
}

func TestFlagFallsByTheTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := newTable(t, "sd 10s")
		if err := tab.order(game.Input{Kind: game.Start}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		tab.end(t)
		if want := []game.EventKind{game.EvStart, game.EvFlag, game.EvOver}; !slices.Equal(tab.sees.kinds(), want) {
			t.Fatalf("events %v, want %v", tab.sees.kinds(), want)
		}
		if at := tab.sees.events[1].At.Duration(); at != 10*time.Second {
			t.Errorf("the flag fell at %v", at)
		}
		if told := tab.sees.when[1]; told != 10*time.Second+afterDeadline {
			t.Errorf("it was announced at %v, want %v", told, 10*time.Second+afterDeadline)
		}
	})
}

// TestLatePressInTime: a press stamped before the deadline and delivered after it counts.
func TestLatePressInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := newTable(t, "sd 10s")
		if err := tab.order(game.Input{Kind: game.Start}); err != nil {
			t.Fatal(err)
		}
		tab.stone(board.Black, "H8")
		time.Sleep(10*time.Second + afterDeadline/2)
		tab.inbox <- game.Input{Kind: game.Press, Side: clock.P1, At: 10 * time.Second}
		time.Sleep(time.Second)
		tab.end(t)
		if slices.Contains(tab.sees.kinds(), game.EvFlag) || !slices.Contains(tab.sees.kinds(), game.EvMove) {
			t.Errorf("events %v, want a move and no flag", tab.sees.kinds())
		}
	})
}

// TestPressInTimeBehindASlowDisk holds the loop up over a deadline. The press that was made
// in time waits, and so do the deadline, a sighting and an order: the press comes first.
func TestPressInTimeBehindASlowDisk(t *testing.T) {
	for range 20 { // select takes any of what is ready
		synctest.Test(t, func(t *testing.T) {
			slow := make(chan struct{})
			tab := newTable(t, "sd 10s", func(o *owner) {
				o.onReport = func(_ *owner, r eyeproc.Report) bool {
					if r.Back {
						<-slow
					}
					return false
				}
			})
			if err := tab.order(game.Input{Kind: game.Start}); err != nil {
				t.Fatal(err)
			}
			tab.stone(board.Black, "H8")
			time.Sleep(9900 * time.Millisecond)
			tab.eyes <- eyeproc.Report{Back: true}
			go func() { tab.inbox <- game.Input{Kind: game.Press, Side: clock.P1, At: 10 * time.Second} }()
			time.Sleep(time.Second)
			go func() {
				tab.eyes <- eyeproc.Report{Message: wire.FromSighting(vision.Sighting{Kind: vision.HandIn, At: tab.tb.now(), SureAt: tab.tb.now()})}
			}()
			go func() { _ = tab.order(game.Input{Kind: game.OfferDraw, Side: clock.P2}) }()
			synctest.Wait()
			close(slow)
			time.Sleep(time.Second)
			tab.end(t)
			if slices.Contains(tab.sees.kinds(), game.EvFlag) || !slices.Contains(tab.sees.kinds(), game.EvMove) {
				t.Errorf("events %v, want a move and no flag", tab.sees.kinds())
			}
		})
	}
}

// TestFullDiskIsToldInTheJournalsOrder: what was shown while the disk was full is what the
// journal tells afterwards, with the same numbers.
func TestFullDiskIsToldInTheJournalsOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := newTable(t, "sd 10m")
		tab.disk.full.Store(true)
		if err := tab.order(game.Input{Kind: game.Start}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Second)
		tab.disk.full.Store(false)
		time.Sleep(2 * diskRetry)
		tab.end(t)
		g, err := game.New(tab.game.Config())
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, in := range tab.disk.saved {
			for _, e := range g.Step(in) {
				told = append(told, e.Text)
			}
		}
		var shown []string
		for _, e := range tab.sees.events {
			shown = append(shown, e.Text)
		}
		if len(shown) != 3 || !slices.Equal(shown, told) {
			t.Errorf("shown %q, the journal tells %q", shown, told)
		}
	})
}

// TestFullDiskDoesNotStopTheGame: the game goes on, everybody is told, and what could not be
// saved is saved when there is room, in order.
func TestFullDiskDoesNotStopTheGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := newTable(t, "sd 10m")
		if err := tab.order(game.Input{Kind: game.Start}); err != nil {
			t.Fatal(err)
		}
		tab.disk.full.Store(true)
		tab.stone(board.Black, "H8")
		tab.inbox <- game.Input{Kind: game.Press, Side: clock.P1, At: tab.tb.now()}
		time.Sleep(5 * time.Second)
		tab.disk.full.Store(false)
		time.Sleep(2 * diskRetry)
		tab.end(t)
		want := []game.EventKind{game.EvStart, game.EvAlert, game.EvMove, game.EvAlert}
		if !slices.Equal(tab.sees.kinds(), want) {
			t.Fatalf("events %v, want %v", tab.sees.kinds(), want)
		}
		if bad, good := tab.sees.events[1], tab.sees.events[3]; bad.Code != "disk" || *bad.Healed || !*good.Healed {
			t.Errorf("alerts %+v and %+v", bad, good)
		}
		var kinds []string
		for _, in := range tab.disk.saved {
			kinds = append(kinds, string(in.Kind))
		}
		if got := strings.Join(kinds, " "); got != "start see fail press heal" {
			t.Errorf("saved %s", got)
		}
	})
}

func TestOrdersAreAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := newTable(t, "sd 10m")
		if err := tab.order(game.Input{Kind: game.Resume}); !errors.Is(err, errNotTaken) {
			t.Errorf("resume before the start: %v", err)
		}
		for _, kind := range []game.InputKind{game.Start, game.Pause, game.Resume} {
			if err := tab.order(game.Input{Kind: kind}); err != nil {
				t.Errorf("%s: %v", kind, err)
			}
		}
		if err := tab.order(game.Input{Kind: newGameKind}); err == nil {
			t.Error("a new game was begun over an unfinished one")
		}
		tab.end(t)
	})
}

// TestWatchdogIsFedByTheLoop: when the loop is stuck, nobody says it is alive.
func TestWatchdogIsFedByTheLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fed := 0
		stuck := make(chan struct{})
		tab := newTable(t, "sd 10m", func(o *owner) {
			o.alive = func() { fed++ }
			o.onReport = func(*owner, eyeproc.Report) bool { <-stuck; return false }
		})
		time.Sleep(10 * time.Second)
		synctest.Wait()
		before := fed
		if before < 9 {
			t.Errorf("fed %d times in ten seconds", before)
		}
		tab.eyes <- eyeproc.Report{Back: true}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if fed != before {
			t.Errorf("fed %d times while the loop was stuck", fed-before)
		}
		close(stuck)
		tab.end(t)
	})
}

// BenchmarkTake is an input from the inbox to every sink, without the disk.
func BenchmarkTake(b *testing.B) {
	g, err := game.New(game.Defaults())
	if err != nil {
		b.Fatal(err)
	}
	o := &owner{game: g, mem: &disk{}, tb: bubbleTime{time.Now()}, log: slog.New(slog.DiscardHandler)}
	o.take(game.Input{Kind: game.Start})
	at := time.Duration(0)
	for b.Loop() {
		at += time.Millisecond
		o.take(game.Input{Kind: game.See, At: at, SeenAt: at, Color: board.Black, Point: board.MustPoint("H8")})
		o.take(game.Input{Kind: game.Gone, At: at, SeenAt: at, Point: board.MustPoint("H8")})
	}
}
