package game_test

import (
	"testing"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
)

// TestEyeMuchTooLate: the eye becomes sure five seconds after the press of a stone that it
// first saw before it. The turn was given back meanwhile; the press counts all the same,
// as it was stamped, and nobody is punished.
func TestEyeMuchTooLate(t *testing.T) {
	g := newGame(t, game.Defaults())
	s := time.Second
	g.Step(game.Input{Kind: game.Start})
	g.Step(game.Input{Kind: game.Press, At: 3 * s, Side: clock.P1})
	if e, ok := find(g.Step(game.Input{Kind: game.Tick, At: 6 * s}), game.EvIncident); !ok || e.Code != "CK-1" {
		t.Fatalf("no stone came: %+v", e)
	}
	events := g.Step(game.Input{Kind: game.See, At: 8 * s, SeenAt: 2 * s, Color: board.Black, Point: board.MustPoint("H8")})
	e, ok := find(events, game.EvMove)
	if !ok || e.PressedAt.Duration() != 3*s || e.Spent.Duration() != 3*s || e.Clock.Running != clock.P2 {
		t.Errorf("the press should count: %s", marshal(t, events))
	}
	if _, punished := find(events, game.EvInfraction); punished {
		t.Error("the eye's delay was held against a player")
	}
	if left := g.Snapshot(8*s, "").Clock; left.P1.Main != clock.Seconds(20*time.Minute-3*s) || left.P2.Main != clock.Seconds(20*time.Minute-5*s) {
		t.Errorf("clocks: %+v", left)
	}
}

// TestEyeMuchTooLateInTheOpening: the same for the three stones of a designated opening.
func TestEyeMuchTooLateInTheOpening(t *testing.T) {
	cfg := game.Defaults()
	cfg.Opening = "rif"
	g := newGame(t, cfg)
	s := time.Second
	see := func(at, seen time.Duration, c board.Color, p string) []game.Event {
		return g.Step(game.Input{Kind: game.See, At: at, SeenAt: seen, Color: c, Point: board.MustPoint(p)})
	}
	g.Step(game.Input{Kind: game.Start})
	see(s, s, board.Black, "H8")
	see(2*s, 2*s, board.White, "H9")
	g.Step(game.Input{Kind: game.Press, At: 4 * s, Side: clock.P1})
	if _, ok := find(g.Step(game.Input{Kind: game.Tick, At: 7 * s}), game.EvIncident); !ok {
		t.Fatal("the press should be given back while a stone is missing")
	}
	events := see(8*s, 3*s, board.Black, "H10")
	e, ok := find(events, game.EvMove)
	if !ok || e.PressedAt.Duration() != 4*s || e.Clock.Running != clock.P2 || len(g.Moves()) != 3 {
		t.Errorf("the press should count: %s", marshal(t, events))
	}
}
