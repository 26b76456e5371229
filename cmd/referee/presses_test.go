package main

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/eyeproc"
	"shinpan/game"
	"shinpan/gpio"
)

// A machine that has no time for anybody lets a deadline pass. The press that the kernel
// stamped before it reaches the loop only after the loop's own turn, and after an order or
// a sighting that is later: it counts all the same.
func TestPressInTimeOnABusyMachine(t *testing.T) {
	for name, meanwhile := range map[string]func(*table){
		"the deadline alone": func(*table) {},
		"an order":           func(tab *table) { go func() { _ = tab.order(game.Input{Kind: game.Counter, Side: clock.P2}) }() },
		"a sighting":         func(tab *table) { go tab.stone(board.White, "A1") },
	} {
		synctest.Test(t, func(t *testing.T) {
			held := make(chan struct{})
			tab := newTable(t, "sd 10s", func(o *owner) {
				o.onReport = func(_ *owner, r eyeproc.Report) bool {
					if r.Back {
						<-held
					}
					return r.Back
				}
			})
			if err := tab.order(game.Input{Kind: game.Start}); err != nil {
				t.Fatal(err)
			}
			tab.stone(board.Black, "H8")
			time.Sleep(9900 * time.Millisecond)
			tab.eyes <- eyeproc.Report{Back: true}
			time.Sleep(500 * time.Millisecond)
			meanwhile(tab)
			synctest.Wait()
			close(held)
			time.Sleep(afterDeadline / 2)
			tab.inbox <- game.Input{Kind: game.Press, Side: clock.P1, At: 9950 * time.Millisecond}
			time.Sleep(time.Second)
			tab.end(t)
			if slices.Contains(tab.sees.kinds(), game.EvFlag) || !slices.Contains(tab.sees.kinds(), game.EvMove) {
				t.Errorf("%s: events %v, want a move and no flag", name, tab.sees.kinds())
			}
		})
	}
}

// A loop that is only waited for once does not stand still at a deadline that stays.
func TestFlagOnABusyMachine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := newTable(t, "sd 10s")
		if err := tab.order(game.Input{Kind: game.Start}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10*time.Second + time.Millisecond)
		_ = tab.order(game.Input{Kind: game.Pause})
		tab.end(t)
		if !slices.Contains(tab.sees.kinds(), game.EvFlag) || tab.sees.when[1] > 10*time.Second+2*afterDeadline {
			t.Errorf("events %v at %v", tab.sees.kinds(), tab.sees.when)
		}
	})
}

// Buttons that are one piece of wire close together, in either order: the press is that of
// the side whose time runs, once.
func TestOneTouchIsOnePress(t *testing.T) {
	for _, order := range [][]clock.Side{{clock.P1, clock.P2}, {clock.P2, clock.P1}} {
		synctest.Test(t, func(t *testing.T) {
			tab := newTable(t, "sd 10m")
			if err := tab.order(game.Input{Kind: game.Start}); err != nil {
				t.Fatal(err)
			}
			tab.stone(board.Black, "H8")
			time.Sleep(time.Second)
			for i, side := range order {
				tab.inbox <- game.Input{Kind: game.Press, Side: side, At: time.Second + time.Duration(i)*20*time.Microsecond}
			}
			time.Sleep(10 * time.Second)
			tab.end(t)
			k := tab.owner.game.Clock()
			if used := k.Used(clock.P1, tab.tb.now()); used < time.Second || used > time.Second+time.Millisecond {
				t.Errorf("%v: P1 has used %v, want a second", order, used)
			}
			if k.Running() != clock.P2 || len(tab.owner.game.Moves()) != 1 || slices.Contains(tab.sees.kinds(), game.EvIncident) {
				t.Errorf("%v: %v runs, events %v", order, k.Running(), tab.sees.kinds())
			}
		})
	}
}

// A press by the side whose time stands, without the other's, is told as ever; what waits behind
// it is taken in its order.
func TestIdlePressIsStillTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := newTable(t, "sd 10m")
		if err := tab.order(game.Input{Kind: game.Start}); err != nil {
			t.Fatal(err)
		}
		tab.stone(board.Black, "H8")
		time.Sleep(time.Second)
		tab.inbox <- game.Input{Kind: game.Press, Side: clock.P2, At: time.Second}
		tab.inbox <- game.Input{Kind: game.Press, Side: clock.P1, At: time.Second + sameTouch}
		time.Sleep(10 * time.Second)
		tab.end(t)
		told := slices.ContainsFunc(tab.sees.events, func(e game.Event) bool { return e.Code == "CK-3" && e.Kind == game.EvIncident })
		if k := tab.owner.game.Clock(); !told || len(tab.owner.game.Moves()) != 1 || k.Running() != clock.P2 {
			t.Errorf("told: %t, %v runs: %v", told, k.Running(), tab.sees.kinds())
		}
	})
}

// The arbiter's button stops both clocks. Pressed again it does nothing: nothing is resumed,
// and no time comes back (FIELD 52).
func TestArbiterPressesTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := newTable(t, "sd 10m")
		if err := tab.order(game.Input{Kind: game.Start}); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			time.Sleep(5 * time.Second)
			tab.inbox <- pressInput(gpio.Press{Button: gpio.Button{Role: gpio.Arbiter}}, tab.tb.now(), nil)
		}
		time.Sleep(time.Minute)
		tab.end(t)
		k := tab.owner.game.Clock()
		if _, paused := k.Paused(); !paused || k.Used(clock.P1, tab.tb.now()) != 5*time.Second {
			t.Errorf("paused: %t, P1 has used %v, want 5s", paused, k.Used(clock.P1, tab.tb.now()))
		}
	})
}

// Whoever floods the page's buttons keeps neither the watchdog nor an order waiting.
func TestFloodOfPresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		beats := 0
		tab := newTable(t, "sd 10m", func(o *owner) {
			cfg := o.game.Config()
			cfg.Switches = map[string]string{"infraction_limit": "none"}
			o.game, _ = game.New(cfg)
			o.inbox = make(chan game.Input, mostAhead)
			o.alive = func() { beats++ }
		})
		if err := tab.order(game.Input{Kind: game.Start}); err != nil {
			t.Fatal(err)
		}
		begin, answered := time.Now(), time.Duration(0)
		go func() {
			time.Sleep(5 * time.Second)
			_ = tab.order(game.Input{Kind: game.Pause})
			answered = time.Since(begin)
		}()
		for time.Since(begin) < 12*time.Second {
			select {
			case tab.inbox <- game.Input{Kind: game.Press, Side: clock.P2, At: time.Since(begin)}:
			default:
			}
			time.Sleep(time.Millisecond)
		}
		tab.end(t)
		if answered == 0 || answered > 6*time.Second {
			t.Errorf("the order of 5 s was answered at %v", answered)
		}
		if beats < 5 {
			t.Errorf("the watchdog was fed %d times in twelve seconds", beats)
		}
	})
}
