package game

import (
	"reflect"
	"slices"

	"shinpan/clock"
)

// For is the snapshot as a reader may know it who may see the events of the audiences
// that sees accepts. What the mode table keeps from him must not leak through the lists
// of moves and alerts either. After the game there is nothing left to keep.
func (s *Snapshot) For(sees func(Audience) bool) *Snapshot {
	if s.Outcome != nil {
		return s
	}
	knowsFouls := sees(audience(s.Mode, Event{Kind: EvFoul}))
	secret := func(a Alert) bool { return !sees(audience(s.Mode, Event{Kind: EvAlert, Code: a.Code})) }
	out := *s
	out.Alerts = slices.DeleteFunc(slices.Clone(s.Alerts), secret)
	if !knowsFouls {
		out.Moves = slices.Clone(s.Moves)
		for i := range out.Moves {
			out.Moves[i].Foul = ""
		}
	}
	return &out
}

// SameButTime reports whether two snapshots differ only in the running of time, which
// every reader works out for himself. A nil snapshot is like another nil alone.
func (s *Snapshot) SameButTime(other *Snapshot) bool {
	if s == nil || other == nil {
		return s == other
	}
	x, y := *s, *other
	for _, o := range []*Snapshot{&x, &y} {
		o.At, o.Wall, o.Clock, o.Faces = 0, "", clock.State{}, clock.Faces{}
	}
	return reflect.DeepEqual(x, y)
}
