package game

import (
	"reflect"
	"slices"

	"shinpan/clock"
)

// For is the snapshot as a reader may know it who may see the events of the audiences
// that sees accepts. What the mode table keeps from him must not leak through the lists
// of moves and alerts either. When all can be told there is nothing left to keep.
func (s *Snapshot) For(sees func(Audience) bool) *Snapshot {
	if s.Told() {
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

// Told reports whether everything about the game may be told to everybody: it is over, and
// nothing of it can be claimed any more.
func (s *Snapshot) Told() bool {
	claimable := s.Mode == Tournament && s.Outcome != nil && drawnByBoard[s.Outcome.Reason] && s.Signed != [2]bool{true, true}
	return s.Outcome != nil && !claimable
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
