package main

import (
	"os"
	"strings"
	"testing"

	"shinpan/clock"
	"shinpan/game"
)

// ruled ends the game on the table by the arbiter's word.
func ruled(t *testing.T, a *appliance, winner clock.Side) {
	t.Helper()
	for _, in := range []game.Input{{Kind: game.Start}, {Kind: game.Rule, Side: winner, Reason: "for the test", Who: "arbiter"}} {
		if err := a.owner.obey(in); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMatchAtOneTable: a match of three with the colours alternating. The score is in every
// snapshot and record, outlives a restart in the middle, and a void game changes nothing.
func TestMatchAtOneTable(t *testing.T) {
	cfg := deskConfig(t.TempDir())
	cfg.Table.P1, cfg.Table.P2 = "Anna", "Boris"
	cfg.Match.Games, cfg.Match.Wins = 3, 2
	a := assembled(t, cfg)
	if err := a.owner.obey(game.Input{Kind: game.Colors, Draw: &game.ColorDraw{Method: "coin", Winner: 2}}); err != nil {
		t.Fatal(err)
	}
	opener := func(want string, n int) {
		t.Helper()
		if s := a.owner.snap.Load(); s.P1 != want || s.Match.Game != n {
			t.Fatalf("game %d, %s opens: want game %d and %s", s.Match.Game, s.P1, n, want)
		}
	}
	next := func() {
		t.Helper()
		if err := a.owner.obey(game.Input{Kind: newGameKind}); err != nil {
			t.Fatal(err)
		}
	}
	opener("Boris", 1)
	ruled(t, a, clock.P2)
	if s := a.owner.snap.Load(); s.Match.PointsA != 0 || s.Match.PointsB != 1 || s.Match.A != "Boris" {
		t.Fatalf("%+v", s.Match)
	}
	next()
	opener("Anna", 2)
	if err := a.owner.obey(game.Input{Kind: game.Start}); err != nil {
		t.Fatal(err)
	}
	a.close()

	a = assembled(t, cfg) // the plug was pulled in the middle of the match
	opener("Anna", 2)
	if err := a.owner.obey(game.Input{Kind: game.MixedColors, Who: "arbiter"}); err != nil {
		t.Fatal(err)
	}
	next()
	opener("Anna", 2)
	ruled(t, a, clock.P2)
	next()
	opener("Boris", 3)
	ruled(t, a, clock.P1)
	s := a.owner.snap.Load()
	if !s.Match.Over || s.Match.Winner != "Boris" || s.Match.WonA != 2 || s.Match.WonB != 1 {
		t.Fatalf("%+v", s.Match)
	}
	sgf, err := os.ReadFile(a.state.file(s.Game, ".sgf"))
	if err != nil || !strings.Contains(string(sgf), "Match: game 3 of 3; before it Boris 1, Anna 1") || !strings.Contains(string(sgf), "PB[Boris]") {
		t.Errorf("%v: %s", err, sgf)
	}
	next()
	opener("Anna", 1) // a new match, as referee.toml has it
	a.close()
}

// TestOverruledRecord: the record of a finished game is written anew when the arbiter
// overrules its end or rules another result; everything that was said stays in it.
func TestOverruledRecord(t *testing.T) {
	cfg := deskConfig(t.TempDir())
	cfg.Rules.Profile = "SP"
	a := assembled(t, cfg)
	defer a.close()
	record := func() string {
		t.Helper()
		data, err := os.ReadFile(a.state.file(a.owner.snap.Load().Game, ".sgf"))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	order := func(in game.Input) {
		t.Helper()
		if err := a.owner.obey(in); err != nil {
			t.Fatal(err)
		}
	}
	order(game.Input{Kind: game.Start})
	order(game.Input{Kind: game.Infract, Side: clock.P1, Code: "V6"})
	if sgf := record(); !strings.Contains(sgf, "RE[W+") {
		t.Fatalf("the loss is not there: %s", sgf)
	}
	order(game.Input{Kind: game.Resume, Who: "arbiter", Reason: "he did sign"})
	if sgf := record(); strings.Contains(sgf, "RE[") || !strings.Contains(sgf, "White wins") || !strings.Contains(sgf, "The arbiter corrects the result") {
		t.Fatalf("after the end was overruled: %s", sgf)
	}
	order(game.Input{Kind: game.Resume})
	order(game.Input{Kind: game.Resign, Side: clock.P2})
	order(game.Input{Kind: game.Rule, Side: clock.NoSide, Reason: "a misunderstanding", Who: "arbiter"})
	if sgf := record(); !strings.Contains(sgf, "RE[Draw]") || !strings.Contains(sgf, "Black wins: resignation") {
		t.Fatalf("after another ruling: %s", sgf)
	}
	order(game.Input{Kind: game.Sign, Side: clock.P1})
	order(game.Input{Kind: game.Sign, Side: clock.P2})
	order(game.Input{Kind: game.Rule, Side: clock.P1, Reason: "again"})
	if s := a.owner.snap.Load(); s.Outcome.Winner != "none" {
		t.Errorf("a signed result was changed: %+v", s.Outcome)
	}
}

// TestChangedSettings: settings changed before anybody has played count at the next start; a
// game under way, and one between two of a match, keep theirs.
func TestChangedSettings(t *testing.T) {
	cfg := deskConfig(t.TempDir())
	opener := func() string {
		t.Helper()
		a := assembled(t, cfg)
		defer a.close()
		return a.owner.snap.Load().P1
	}
	enter := func(ins ...game.Input) {
		t.Helper()
		a := assembled(t, cfg)
		defer a.close()
		for _, in := range ins {
			if err := a.owner.obey(in); err != nil {
				t.Fatal(err)
			}
		}
	}
	cfg.Table.P1, cfg.Match.Games = "Anna", 2
	if got := opener(); got != "Anna" {
		t.Errorf("the first player is %s", got)
	}
	enter(game.Input{Kind: game.Enter, What: "p1", Reason: "Clara"})
	if got := opener(); got != "Clara" {
		t.Errorf("what the arbiter has entered is forgotten: %s", got)
	}
	cfg.Table.P1 = "Dora"
	if got := opener(); got != "Dora" {
		t.Errorf("new settings do not count: %s", got)
	}
	enter(game.Input{Kind: game.Start}, game.Input{Kind: game.Rule, Side: clock.P1, Reason: "test"}, game.Input{Kind: newGameKind})
	cfg.Table.P1 = "Emma"
	if got := opener(); got != "Player 2" {
		t.Errorf("the second game of the match is opened by %s", got)
	}
}
