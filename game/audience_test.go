package game_test

import (
	"testing"

	"shinpan/board"
	"shinpan/game"
)

// TestSecretsDoNotLeakThroughTheSnapshot: what the events of a mode keep from a reader, the
// snapshot keeps too, until the game is over.
func TestSecretsDoNotLeakThroughTheSnapshot(t *testing.T) {
	public := func(a game.Audience) bool { return a == game.ToAll }
	arbiter := func(game.Audience) bool { return true }
	fullBoard := &game.Snapshot{Mode: game.Tournament, Outcome: &game.Outcome{Winner: "none", Reason: game.ByDrawFull}, Moves: []game.Move{{N: 225, Foul: "6"}}}
	if fullBoard.For(public).Moves[0].Foul != "" {
		t.Error("after a full board the last move can still be claimed, and is given away")
	}
	if fullBoard.Signed = [2]bool{true, true}; fullBoard.For(public).Moves[0].Foul == "" {
		t.Error("both have signed, and the foul is still kept")
	}
	for _, c := range []struct {
		mode   game.Mode
		sees   func(game.Audience) bool
		over   bool
		foul   string
		alerts int
	}{
		{game.Tournament, public, false, "", 1},
		{game.Tournament, arbiter, false, "33", 2},
		{game.Tournament, public, true, "33", 2},
		{game.Club, public, false, "33", 1},
		{game.Club, arbiter, false, "33", 2},
	} {
		snap := &game.Snapshot{
			Mode:   c.mode,
			Moves:  []game.Move{{N: 1, Point: board.MustPoint("H8"), Foul: "33"}},
			Alerts: []game.Alert{{Code: "eye"}, {Code: "infractions"}},
		}
		if c.over {
			snap.Outcome = &game.Outcome{Winner: "p2"}
		}
		got := snap.For(c.sees)
		if got.Moves[0].Foul != c.foul || len(got.Alerts) != c.alerts {
			t.Errorf("%s, over %v: foul %q and %d alerts, want %q and %d", c.mode, c.over, got.Moves[0].Foul, len(got.Alerts), c.foul, c.alerts)
		}
		if snap.Moves[0].Foul != "33" || len(snap.Alerts) != 2 {
			t.Error("the snapshot itself was changed")
		}
	}
}

func TestSameButTime(t *testing.T) {
	a := &game.Snapshot{Seq: 1, At: 5}
	b := &game.Snapshot{Seq: 1, At: 9, Wall: "later"}
	c := &game.Snapshot{Seq: 2, At: 5}
	if !a.SameButTime(b) || a.SameButTime(c) || a.SameButTime(nil) || !(*game.Snapshot)(nil).SameButTime(nil) {
		t.Error("time alone makes no difference; everything else does")
	}
}
