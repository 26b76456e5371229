package main

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"shinpan/clock"
	"shinpan/config"
	"shinpan/eyeproc"
	"shinpan/game"
)

func newState(t *testing.T) (*stateDir, opened) {
	t.Helper()
	s, err := openState(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	got, err := s.open(game.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { got.mem.Close() })
	return s, got
}

// TestNextGameThatCannotBegin: the finished game stays on the table, to be tried again.
func TestNextGameThatCannotBegin(t *testing.T) {
	s, got := newState(t)
	id := got.game.Config().ID
	before, err := os.ReadFile(s.current())
	if err != nil {
		t.Fatal(err)
	}
	impossible := game.Defaults()
	impossible.Size = 7
	if _, err := s.next(id, impossible, slog.New(slog.DiscardHandler)); err == nil {
		t.Fatal("a board of 7 lines was set up")
	}
	if after, err := os.ReadFile(s.current()); err != nil || string(after) != string(before) {
		t.Errorf("the journal on the table: %v", err)
	}
	next, err := s.next(id, game.Defaults(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	next.mem.Close()
	if archived, err := os.ReadFile(s.file(id, ".journal")); err != nil || string(archived) != string(before) {
		t.Errorf("the archived journal: %v", err)
	}
	if next.game.Config().ID == id {
		t.Error("the next game has the name of the finished one")
	}
}

// TestNextGameInAClearedFolder: somebody has removed everything, and wants to play.
func TestNextGameInAClearedFolder(t *testing.T) {
	s, got := newState(t)
	if err := os.RemoveAll(s.root); err != nil {
		t.Fatal(err)
	}
	next, err := s.next(got.game.Config().ID, game.Defaults(), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	next.mem.Close()
	if _, err := os.Stat(s.current()); err != nil {
		t.Error(err)
	}
}

// TestUnreadableJournal: a journal that belongs to another user holds a game; it is not put
// aside for a new one.
func TestUnreadableJournal(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	s, _ := newState(t)
	if err := os.Chmod(s.current(), 0); err != nil {
		t.Fatal(err)
	}
	if _, err := s.open(game.Defaults()); !errors.Is(err, os.ErrPermission) || !strings.Contains(err.Error(), "chown") {
		t.Errorf("opening it: %v", err)
	}
	if _, err := os.Stat(s.current()); err != nil {
		t.Error(err)
	}
}

// newAppliance is one without an eye, on free ports.
func newAppliance(t *testing.T, dir string) *appliance {
	t.Helper()
	return assembled(t, deskConfig(dir))
}

func deskConfig(dir string) config.Config {
	cfg := config.Default()
	cfg.State.Dir, cfg.Web.Listen, cfg.MQTT.Embedded, cfg.MQTT.Broker = dir, "127.0.0.1:0", false, ""
	return cfg
}

func assembled(t *testing.T, cfg config.Config) *appliance {
	t.Helper()
	a, err := assemble(parts{
		cfg: cfg, eye: eyeproc.Options{}, log: slog.New(slog.DiscardHandler),
		times: func(from time.Duration) timebase { return newLiveTime(from) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestRecordIsWrittenAfterAPowerCut pulls the plug between the last input and the record.
func TestRecordIsWrittenAfterAPowerCut(t *testing.T) {
	dir := t.TempDir()
	a := newAppliance(t, dir)
	a.owner.take(game.Input{Kind: game.Start})
	a.owner.take(game.Input{Kind: game.Resign, At: time.Second, Side: clock.P1})
	path := a.state.file(a.owner.game.Config().ID, ".sgf")
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a.close()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	newAppliance(t, dir).close()
	if got, err := os.ReadFile(path); err != nil || string(got) != string(want) {
		t.Errorf("the record of %s after the restart: %v", filepath.Base(path), err)
	}
}

// TestAlertsOfTheAppliance: they outlive a game, because what is broken stays broken; and
// not the process, because the next one finds out for itself.
func TestAlertsOfTheAppliance(t *testing.T) {
	dir := t.TempDir()
	a := newAppliance(t, dir)
	standing := func(a *appliance) string {
		var codes []string
		for _, alert := range a.owner.snap.Load().Alerts {
			codes = append(codes, alert.Code)
		}
		return strings.Join(codes, " ")
	}
	a.owner.take(game.Input{Kind: game.Start})
	a.owner.take(game.Input{Kind: game.Blind, Reason: "dark"})
	for _, code := range []string{"eye", "mqtt_lost", "infractions"} {
		a.owner.take(game.Input{Kind: game.Fail, Code: code, Reason: "wrong"})
	}
	a.owner.take(game.Input{Kind: game.Resign, Side: clock.P1})
	if err := a.owner.obey(game.Input{Kind: newGameKind}); err != nil {
		t.Fatal(err)
	}
	if got := standing(a); got != "view eye mqtt_lost" {
		t.Errorf("alerts of the next game: %s", got)
	}
	a.close()
	again := newAppliance(t, dir)
	defer again.close()
	if got := standing(again); got != "view" {
		t.Errorf("alerts after a restart: %s", got)
	}
}

// TestTableWithoutACamera is a clock and an arbiter: nobody is accused of pressing before
// a stone that nobody could see, in the first game and in the next.
func TestTableWithoutACamera(t *testing.T) {
	a := newAppliance(t, t.TempDir())
	defer a.close()
	for range 2 {
		a.owner.take(game.Input{Kind: game.Start, At: time.Second})
		for n := range 20 {
			side := []clock.Side{clock.P1, clock.P2}[n%2]
			a.owner.take(game.Input{Kind: game.Press, At: time.Duration(n+2) * 5 * time.Second, Side: side})
		}
		snap := a.owner.snap.Load()
		if snap.Infractions != ([2]int{}) || snap.Outcome != nil || snap.Clock.Running != clock.P1 {
			t.Errorf("infractions %v, outcome %v, running %v", snap.Infractions, snap.Outcome, snap.Clock.Running)
		}
		a.owner.take(game.Input{Kind: game.Resign, At: 200 * time.Second, Side: clock.P1})
		if err := a.owner.obey(game.Input{Kind: newGameKind}); err != nil {
			t.Fatal(err)
		}
	}
}
