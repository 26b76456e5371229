package publish

import (
	"testing"
)

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
