package main

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/clock"
	"shinpan/config"
	"shinpan/eyeproc"
	"shinpan/game"
	"shinpan/gpio"
)

// fakeFace keeps the last view, and can be unplugged.
type fakeFace struct {
	view atomic.Pointer[gpio.View]
	gone atomic.Bool
}

func (f *fakeFace) Show(v gpio.View) error {
	if f.gone.Load() {
		return errors.New("does not answer")
	}
	f.view.Store(&v)
	return nil
}

func (f *fakeFace) Close() error { return nil }

// fakeLamp counts how often it was lit.
type fakeLamp struct {
	on  atomic.Bool
	lit atomic.Int32
}

func (l *fakeLamp) Set(on bool) error {
	if on && !l.on.Load() {
		l.lit.Add(1)
	}
	l.on.Store(on)
	return nil
}

func (l *fakeLamp) Close() error { return nil }

// fakeTable is a table of fakes in the sink of the appliance.
type fakeTable struct {
	*tableSink
	p1, p2               fakeFace
	turn1, alert, buzzer fakeLamp
}

func newFakeTable(now func() time.Duration, clk func() clock.Clock) *fakeTable {
	f := &fakeTable{}
	f.tableSink = &tableSink{sounds: true, clock: clk, faces: gpio.NewTable(gpio.Parts{
		P1: &f.p1, P2: &f.p2, Turn1: &f.turn1, Alert: &f.alert, Buzzer: &f.buzzer,
		Display: tableDisplay(config.Default().GPIO), Now: now,
	})}
	return f
}

// The faces follow the game through its start, by time alone, and to its end.
func TestFacesFollowTheGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f *fakeTable
		tab := newTable(t, "sd 12s", func(o *owner) {
			f = newFakeTable(o.tb.now, func() clock.Clock { return o.game.Clock() })
			o.sinks = append(o.sinks, f)
		})
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- f.faces.Run(ctx) }()
		if err := tab.order(game.Input{Kind: game.Start}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"0:12", "8.4", "4.9"} {
			synctest.Wait()
			if got := f.p1.view.Load(); got == nil || got.Face.Text != want || !f.turn1.on.Load() {
				t.Errorf("after %v: %+v, want %s", tab.tb.now(), got, want)
			}
			time.Sleep(3550 * time.Millisecond)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := f.p1.view.Load(); !got.Face.Flag || got.Face.Text != "0:00" || f.turn1.on.Load() {
			t.Errorf("at the end: %+v", got)
		}
		if got := f.p2.view.Load(); got.Face.Flag || got.Face.Text != "0:12" {
			t.Errorf("the other's: %+v", got)
		}
		if n := f.buzzer.lit.Load(); n != 1 {
			t.Errorf("%d sounds, want that of the flag", n)
		}
		tab.end(t)
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// What only the arbiter may know does not light a lamp that the players see.
func TestSecretAlertsStayDark(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFakeTable(func() time.Duration { return 0 }, func() clock.Clock { return clock.Clock{} })
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- f.faces.Run(ctx) }()
		lit := func(events []game.Event, alerts ...string) bool {
			snap := &game.Snapshot{Game: "g"}
			for _, code := range alerts {
				snap.Alerts = append(snap.Alerts, game.Alert{Code: code})
			}
			f.Publish(events, snap)
			synctest.Wait()
			return f.alert.on.Load()
		}
		secret := []game.Event{{Kind: game.EvAlert, Code: "mirror", To: game.ToArbiter}}
		if lit(nil) || lit(secret, "mirror") || lit(nil, "mirror") {
			t.Error("lit by what only the arbiter was told")
		}
		if !lit([]game.Event{{Kind: game.EvAlert, Code: "view", To: game.ToAll}}, "mirror", "view") {
			t.Error("dark although everybody was told")
		}
		if lit(nil, "mirror") {
			t.Error("still lit after it has healed")
		}
		stop()
		<-ended
	})
}

// Who reaches his control by a press hears it, in a club.
func TestAReachedControlIsHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFakeTable(func() time.Duration { return 0 }, func() clock.Clock { return clock.Clock{} })
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- f.faces.Run(ctx) }()
		passed := []game.Event{{Kind: game.EvPeriod, What: clock.StagePassed.String()}}
		f.Publish(nil, &game.Snapshot{})
		synctest.Wait()
		for mode, want := range map[game.Mode]int32{game.Club: 2, game.Tournament: 0} {
			before := f.buzzer.lit.Load()
			f.Publish(passed, &game.Snapshot{Mode: mode})
			time.Sleep(2 * time.Second)
			synctest.Wait()
			if got := f.buzzer.lit.Load() - before; got != want {
				t.Errorf("%s: %d sounds, want %d", mode, got, want)
			}
		}
		stop()
		<-ended
	})
}

// A display that is lost is an alert of the game, which goes on; plugged in again, the
// alert is gone.
func TestALostFaceIsAnAlert(t *testing.T) {
	a := newAppliance(t, t.TempDir())
	f := newFakeTable(a.owner.tb.now, func() clock.Clock { return a.owner.game.Clock() })
	a.table = f.tableSink
	a.owner.sinks = append(a.owner.sinks, f)
	f.p2.gone.Store(true)
	f.Publish(nil, a.owner.snap.Load())
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.run(ctx) }()
	await := func(present bool) {
		t.Helper()
		for range 2000 {
			got := false
			for _, alert := range a.owner.snap.Load().Alerts {
				got = got || alert.Code == "gpio_face_p2"
			}
			if got == present {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Errorf("no change of the alert, want it there: %t", present)
	}
	await(true)
	f.p2.gone.Store(false)
	await(false)
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestTableWiring(t *testing.T) {
	g := config.Default().GPIO
	if w, err := tableWiring(g); err != nil || w != (gpio.Wiring{}) {
		t.Errorf("by default %+v is wired, %v", w, err)
	}
	g.FaceP1, g.FaceP2, g.Buzzer, g.LampReady = "ht16k33 i2c-1 0x71", "tm1637 GPIO5 GPIO6", "GPIO13", "GPIO26"
	want := gpio.Wiring{
		P1:     gpio.FaceWiring{Driver: "ht16k33", Bus: "i2c-1", Address: 0x71},
		P2:     gpio.FaceWiring{Driver: "tm1637", Clock: "GPIO5", Data: "GPIO6"},
		Buzzer: "GPIO13", Ready: "GPIO26",
	}
	if w, err := tableWiring(g); err != nil || w != want {
		t.Errorf("%+v, %v\nwant %+v", w, err, want)
	}
}

// A bus that is not there is one line at the start, with what to do.
func TestMissingBusIsToldAtTheStart(t *testing.T) {
	for face, want := range map[string]string{
		"ht16k33 i2c-250 0x70": "dtparam=i2c_arm=on",
		"max7219 spidev250.0":  "dtparam=spi=on",
	} {
		cfg := config.Default()
		cfg.State.Dir, cfg.Web.Listen, cfg.MQTT.Embedded, cfg.GPIO.FaceP1 = t.TempDir(), "127.0.0.1:0", false, face
		_, err := assemble(parts{cfg: cfg, eye: eyeproc.Options{}, log: slog.New(slog.DiscardHandler),
			times: func(from time.Duration) timebase { return newLiveTime(from) }})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", face, err)
		}
	}
}

func TestCheckFaces(t *testing.T) {
	cfg := config.Default()
	if got := checkFaces(t.Context(), cfg); got.State != fine {
		t.Errorf("nothing wired: %+v", got)
	}
	cfg.GPIO.FaceP1 = "desk"
	if got := checkFaces(t.Context(), cfg); got.State != fine || !strings.Contains(got.What, "lit") {
		t.Errorf("on the desk: %+v", got)
	}
	cfg.GPIO.FaceP2 = "sh1106 i2c-250 0x3c"
	if got := checkFaces(t.Context(), cfg); got.State != failure || !strings.Contains(got.What, "dtparam=i2c_arm=on") {
		t.Errorf("no such bus: %+v", got)
	}
}
