package publish

import (
	"testing"

	"shinpan/board"
	"shinpan/game"
)

func TestSecretsDoNotLeakThroughTheSnapshot(t *testing.T) {
	h8, j8 := board.MustPoint("H8"), board.MustPoint("J8")
	snap := &game.Snapshot{
		Moves:  []game.Move{{N: 1, Point: h8, Foul: "33"}, {N: 3, Point: j8, Foul: "44"}},
		Alerts: []game.Alert{{Code: "told"}, {Code: "secret"}, {Code: "older"}},
	}
	var p public
	for _, e := range []game.Event{
		{Kind: game.EvFoul, To: game.ToArbiter, Point: h8},
		{Kind: game.EvFoul, To: game.ToArbiter, Point: j8},
		{Kind: game.EvFoul, To: game.ToAll, Point: j8},
		{Kind: game.EvAlert, To: game.ToAll, Code: "told"},
		{Kind: game.EvAlert, To: game.ToArbiter, Code: "secret"},
	} {
		p.hear(&e)
	}
	got := p.view(snap)
	if got.Moves[0].Foul != "" || got.Moves[1].Foul != "44" {
		t.Errorf("fouls in the moves: %q and %q, want none and 44", got.Moves[0].Foul, got.Moves[1].Foul)
	}
	if len(got.Alerts) != 2 || got.Alerts[0].Code != "told" || got.Alerts[1].Code != "older" {
		t.Errorf("alerts: %v", got.Alerts)
	}
	if snap.Moves[0].Foul != "33" || len(snap.Alerts) != 3 {
		t.Error("the arbiter's snapshot was changed")
	}
	p.hear(&game.Event{Game: "next", Kind: game.EvStart})
	if got := p.view(snap); got.Moves[1].Foul != "" {
		t.Error("what the last game told is still believed")
	}
}

// Time alone does not make a snapshot; everything else does.
func TestSnapshotsAreSentWhenSomethingChanged(t *testing.T) {
	p, err := New(Options{Table: "1", Broker: "tcp://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	versions := func() (snapshot, clock uint64) {
		for _, s := range p.out.states {
			switch s.topic {
			case "shinpan/1/snapshot":
				snapshot = s.version
			case "shinpan/1/clock":
				clock = s.version
			}
		}
		return snapshot, clock
	}
	p.Publish(nil, snapshotAt(1))
	first, clock1 := versions()
	if first == 0 {
		t.Fatal("the first snapshot is not sent")
	}
	later := snapshotAt(1)
	later.At = 5
	p.Publish(nil, later)
	same, clock2 := versions()
	if same != first || clock2 <= clock1 {
		t.Errorf("after time alone: snapshot %d then %d, clock %d then %d", first, same, clock1, clock2)
	}
	blind := snapshotAt(1)
	blind.Blind = true
	p.Publish(nil, blind)
	if changed, _ := versions(); changed == same {
		t.Error("a change without an event is not sent")
	}
}
