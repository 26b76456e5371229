package game

import (
	"testing"
	"time"

	"shinpan/board"
	"shinpan/clock"
)

// TestEvidenceOfWhatHappens: each kind of event that somebody may want to see carries the
// name of its pictures, events of one moment and audience the same one.
func TestEvidenceOfWhatHappens(t *testing.T) {
	for _, c := range []struct {
		name   string
		inputs []Input
		want   map[EventKind]bool // has pictures
	}{
		{"flag", []Input{{Kind: Start}, {Kind: Tick, At: 61 * time.Minute}}, map[EventKind]bool{EvStart: false, EvFlag: true, EvOver: true}},
		{"resigned", []Input{{Kind: Start}, {Kind: Resign, Side: clock.P1, At: time.Second}}, map[EventKind]bool{EvStart: false, EvOver: true}},
		{"infraction", []Input{{Kind: Start}, {Kind: Infract, Side: clock.P1, Code: "V2", At: time.Second}}, map[EventKind]bool{EvInfraction: true}},
		{"doubt", []Input{{Kind: Start}, {Kind: Doubt, Points: []board.Point{board.MustPoint("H8")}, At: time.Second}}, map[EventKind]bool{EvAlert: true}},
		{"broker", []Input{{Kind: Start}, {Kind: Fail, Code: "mqtt_lost", At: time.Second}}, map[EventKind]bool{EvAlert: false}},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := map[EventKind]bool{}
			for _, e := range eventsOf(t, c.inputs...) {
				found[e.Kind] = true
				if want, told := c.want[e.Kind]; told && (e.Evidence != "") != want || e.NoEvidence != "" {
					t.Errorf("%s: evidence %q, none %q", e.Kind, e.Evidence, e.NoEvidence)
				}
			}
			for kind := range c.want {
				if !found[kind] {
					t.Errorf("no %s", kind)
				}
			}
		})
	}
}

func eventsOf(t *testing.T, inputs ...Input) (all []Event) {
	t.Helper()
	cfg := Defaults()
	if err := cfg.Control.UnmarshalText([]byte("sd 60m")); err != nil {
		t.Fatal(err)
	}
	g, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range inputs {
		all = append(all, g.Step(in)...)
	}
	return all
}

// TestOneMomentOneName: the flag and the end that follows from it are shown by the same
// pictures; what happens later by others.
func TestOneMomentOneName(t *testing.T) {
	all := eventsOf(t, Input{Kind: Start},
		Input{Kind: Infract, Side: clock.P1, Code: "V2", At: time.Second},
		Input{Kind: Tick, At: 61 * time.Minute})
	ids := map[EventKind]string{}
	for _, e := range all {
		ids[e.Kind] = e.Evidence
	}
	if ids[EvFlag] == "" || ids[EvFlag] != ids[EvOver] || ids[EvFlag] == ids[EvInfraction] {
		t.Errorf("names %v", ids)
	}
}

// TestNamesHideNothing: in a tournament pictures that are the arbiter's alone never share a
// name with those for everybody.
func TestNamesHideNothing(t *testing.T) {
	var v evidence
	secret := Event{Kind: EvFive, To: ToArbiter, Seq: 7, At: 5}
	open := Event{Kind: EvFlag, To: ToAll, Seq: 8, At: 5}
	v.attach(&secret)
	v.attach(&open)
	if secret.Evidence == open.Evidence {
		t.Errorf("both are %q", open.Evidence)
	}
}

// TestNoPictures: the event says why.
func TestNoPictures(t *testing.T) {
	all := eventsOf(t, Input{Kind: Film, Reason: "this table has no camera"}, Input{Kind: Start},
		Input{Kind: Infract, Side: clock.P1, Code: "V2", At: time.Second},
		Input{Kind: Film}, Input{Kind: Infract, Side: clock.P2, Code: "V2", At: 2 * time.Second})
	var said []string
	for _, e := range all {
		if e.Kind == EvInfraction {
			said = append(said, e.Evidence+"|"+e.NoEvidence)
		}
	}
	if len(said) != 2 || said[0] != "|this table has no camera" || said[1] == "|" || said[1][0] != 'p' {
		t.Errorf("infractions say %q", said)
	}
}
