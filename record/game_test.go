package record_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
	"shinpan/record"
)

// wildInput is anything that can happen at a table, mostly stones and presses.
func wildInput(t *rapid.T, at time.Duration) game.Input {
	kinds := []game.InputKind{
		game.See, game.See, game.See, game.Press, game.Press, game.Press, game.Gone, game.Shift, game.Blind, game.Sight,
		game.Pass, game.OfferDraw, game.DeclineDraw, game.Claim, game.Pause, game.Resume, game.Correct, game.TakeBack,
		game.Infract, game.Tick, game.Resign,
	}
	return game.Input{
		Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), At: at, SeenAt: at,
		Side:  rapid.SampledFrom([]clock.Side{clock.P1, clock.P2}).Draw(t, "side"),
		Color: rapid.SampledFrom([]board.Color{board.Black, board.White}).Draw(t, "color"),
		Point: board.At(rapid.IntRange(5, 9).Draw(t, "column"), rapid.IntRange(5, 9).Draw(t, "row")),
		What:  rapid.SampledFrom([]string{"foul", "five", "flag"}).Draw(t, "what"),
	}
}

// Whatever happens in a game, its record has the moves that stand, in order.
func TestRecordHasTheMovesThatStand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := game.Defaults()
		cfg.Mode = rapid.SampledFrom([]game.Mode{game.Club, game.Tournament, game.Training}).Draw(t, "mode")
		cfg.Foul = rapid.SampledFrom([]game.FoulRule{game.FoulClaim, game.FoulAutoLoss, game.FoulBlock}).Draw(t, "foul")
		g, err := game.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		events := g.Step(game.Input{Kind: game.Start})
		at := time.Duration(0)
		for n := rapid.IntRange(0, 60).Draw(t, "inputs"); n > 0; n-- {
			at += time.Duration(rapid.IntRange(0, 5000).Draw(t, "ms")) * time.Millisecond
			events = append(events, g.Step(wildInput(t, at))...)
		}
		snap := g.Snapshot(at, "")
		s := record.FromGame(cfg, snap.Moves, snap.Outcome, events)
		var want []record.Move
		for _, m := range snap.Moves {
			if !m.Unseen || m.Point != board.NoPoint {
				want = append(want, record.Move{Color: m.Color, Point: m.Point})
			}
		}
		text := record.SGF(s)
		got := readOne(t, text)
		if diff := cmp.Diff(want, got.Moves); diff != "" {
			t.Fatalf("moves (-want +got):\n%s\n%s", diff, text)
		}
		if got.Result != s.Result {
			t.Fatalf("result %s, want %s\n%s", got.Result, s.Result, text)
		}
		if again := record.SGF(s); string(again) != string(text) {
			t.Fatal("the same sheet gives other bytes")
		}
	})
}
