package main

import (
	"slices"
	"strings"
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

// codes are the alerts that stand.
func (tab *table) codes() []string {
	synctest.Wait()
	var codes []string
	for _, a := range tab.snap.Load().Alerts {
		codes = append(codes, a.Code)
	}
	return codes
}

func (tab *table) frame() { tab.eyes <- eyeproc.Report{Message: wire.Message{Type: wire.Frame}} }

func (tab *table) hand(kind vision.Kind) {
	now := tab.tb.now()
	tab.eyes <- eyeproc.Report{Message: wire.FromSighting(vision.Sighting{Kind: kind, At: now, SureAt: now})}
}

func TestEyeFaultsAreShownAndHeal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := newTable(t, "sd 10m")
		tab.eyes <- eyeproc.Report{Fault: "eye: silent for 2s; starting it again"}
		if got := tab.codes(); !slices.Equal(got, []string{"eye", "view"}) {
			t.Fatalf("alerts %v", got)
		}
		if a := tab.snap.Load().Alerts[0]; !strings.Contains(a.Text, "silent for 2s") {
			t.Errorf("alert %+v", a)
		}
		tab.eyes <- eyeproc.Report{Back: true}
		tab.frame()
		if got := tab.codes(); !slices.Equal(got, []string{"view"}) {
			t.Errorf("alerts after the first frame %v", got)
		}
		time.Sleep(lookAround)
		tab.frame()
		if got := tab.codes(); len(got) != 0 {
			t.Errorf("alerts after healing %v", got)
		}
		close(tab.eyes) // the eye has been given up: the loop goes on
		time.Sleep(time.Second)
		tab.end(t)
	})
}

// TestEyesComplaintsHeal: what the eye itself complains of is over when it shows so, without
// a restart.
func TestEyesComplaintsHeal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := newTable(t, "sd 10m")
		for _, code := range []string{"eye_silent", "eye_no_board"} {
			tab.eyes <- eyeproc.Report{Message: wire.Message{Type: wire.Fault, Code: code, Text: "look after it"}}
		}
		if got := tab.codes(); !slices.Equal(got, []string{"eye_silent", "eye_no_board"}) {
			t.Fatalf("alerts %v", got)
		}
		tab.frame()
		if got := tab.codes(); !slices.Equal(got, []string{"eye_no_board"}) {
			t.Errorf("alerts after a frame %v", got)
		}
		tab.eyes <- eyeproc.Report{Message: wire.Message{Type: wire.Calibration}}
		if got := tab.codes(); len(got) != 0 {
			t.Errorf("alerts after a grid was found %v", got)
		}
		tab.end(t)
	})
}

// TestMissingCameraFillsNoJournal: an eye that is started again and again says the same.
func TestMissingCameraFillsNoJournal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := newTable(t, "sd 10m")
		for range 100 {
			tab.eyes <- eyeproc.Report{Message: wire.Message{Type: wire.Fault, Code: "eye_source", Text: "no such camera"}}
			tab.eyes <- eyeproc.Report{Fault: "no such camera; starting it again"}
			time.Sleep(10 * time.Second)
		}
		tab.end(t)
		if n := len(tab.disk.saved); n > 5 {
			t.Errorf("%d inputs for one missing camera", n)
		}
	})
}

// TestLostViewAccusesNobody: a stone that was laid while the view was lost is seen only some
// time after it is back.
func TestLostViewAccusesNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := newTable(t, "sd 60m")
		if err := tab.order(game.Input{Kind: game.Start}); err != nil {
			t.Fatal(err)
		}
		tab.hand(vision.ViewLost)
		time.Sleep(5 * time.Second)
		tab.inbox <- game.Input{Kind: game.Press, Side: clock.P1, At: tab.tb.now()}
		time.Sleep(5 * time.Second)
		tab.frame() // says nothing: the eye knows that it does not see
		time.Sleep(5 * time.Second)
		tab.hand(vision.ViewBack)
		for range 20 {
			time.Sleep(100 * time.Millisecond)
			tab.frame()
		}
		tab.stone(board.Black, "H8")
		for range 20 {
			time.Sleep(100 * time.Millisecond)
			tab.frame()
		}
		tab.end(t)
		want := []game.EventKind{game.EvStart, game.EvAlert, game.EvAlert, game.EvMove}
		if got := tab.sees.kinds(); !slices.Equal(got, want) {
			t.Errorf("events %v, want %v", got, want)
		}
	})
}

// TestDeadEyeAccusesNobody lets the eye die with a hand over the board. Nobody is accused
// of resting there, and a press with a stone that nobody saw is no early press.
func TestDeadEyeAccusesNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := newTable(t, "sd 60m")
		if err := tab.order(game.Input{Kind: game.Start}); err != nil {
			t.Fatal(err)
		}
		tab.hand(vision.HandIn)
		tab.eyes <- eyeproc.Report{Fault: "eye: ended; starting it again"}
		time.Sleep(5 * time.Second)
		tab.inbox <- game.Input{Kind: game.Press, Side: clock.P1, At: tab.tb.now()}
		time.Sleep(10 * time.Minute)
		tab.eyes <- eyeproc.Report{Back: true}
		tab.frame()
		time.Sleep(time.Second)
		tab.stone(board.Black, "H8")
		time.Sleep(time.Minute)
		tab.frame()
		time.Sleep(time.Minute)
		tab.end(t)
		want := []game.EventKind{game.EvStart, game.EvAlert, game.EvAlert, game.EvAlert, game.EvMove, game.EvAlert}
		if got := tab.sees.kinds(); !slices.Equal(got, want) {
			for _, e := range tab.sees.events {
				t.Log(e.At, e.Kind, e.Text)
			}
			t.Errorf("events %v, want %v", got, want)
		}
	})
}

// TestEyeWatchGoesOn: after a restart of the referee the alerts of the journal end with the
// first frame.
func TestEyeWatchGoesOn(t *testing.T) {
	w := newEyeWatch(true, &game.Snapshot{Blind: true, Alerts: []game.Alert{{Code: "eye", Text: "dead"}, {Code: "eye_silent"}, {Code: "mqtt_lost"}}}, "")
	begun := time.Now().Add(-time.Minute)
	var got []string
	for _, now := range []time.Time{begun, begun.Add(-2 * lookAround), begun.Add(-3 * lookAround)} {
		for _, in := range w.inputs(eyeproc.Report{Message: wire.Message{Type: wire.Frame}}, bubbleTime{now}) {
			got = append(got, strings.TrimSpace(string(in.Kind)+" "+in.Code))
		}
	}
	if want := []string{"heal eye", "heal eye_silent", "sight"}; !slices.Equal(got, want) {
		t.Errorf("inputs %q, want %q", got, want)
	}
}
