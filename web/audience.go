package web

import (
	"slices"

	"shinpan/game"
)

// view is whose eyes a page is for.
type view int

const (
	viewSpectator view = iota
	viewDesk
	viewArbiter
	viewCount
)

// viewNames are the words of ?view=.
var viewNames = map[string]view{"": viewSpectator, "spectator": viewSpectator, "desk": viewDesk, "arbiter": viewArbiter}

// audiences is the only place that says which events a page may carry. The game has
// decided whom each event is for (its mode table); an event for the players or the
// arbiter is nobody else's.
var audiences = [viewCount][]game.Audience{
	viewSpectator: {game.ToAll},
	viewDesk:      {game.ToAll, game.ToPlayers},
	viewArbiter:   {game.ToAll, game.ToPlayers, game.ToArbiter},
}

func (v view) sees(e *game.Event) bool { return slices.Contains(audiences[v], e.To) }

// redact returns the snapshot as this view may know it: a foul that the game has told
// to the arbiter alone must not leak through the list of moves, nor an alert through
// the list of alerts. entries are the events up to the snapshot.
func (v view) redact(snap *game.Snapshot, entries []entry) *game.Snapshot {
	if v == viewArbiter {
		return snap
	}
	out := *snap
	out.Moves = slices.Clone(snap.Moves)
	for i := range out.Moves {
		if m := &out.Moves[i]; m.Foul != "" && !v.wasTold(entries, func(e *game.Event) bool {
			return e.Kind == game.EvFoul && e.Point == m.Point
		}) {
			m.Foul = ""
		}
	}
	out.Alerts = slices.DeleteFunc(slices.Clone(snap.Alerts), func(a game.Alert) bool {
		about := func(e *game.Event) bool { return e.Kind == game.EvAlert && e.Code == a.Code }
		return slices.ContainsFunc(entries, func(e entry) bool { return about(&e.event) }) && !v.wasTold(entries, about)
	})
	return &out
}

// wasTold reports whether this view has seen an event like that.
func (v view) wasTold(entries []entry, about func(*game.Event) bool) bool {
	return slices.ContainsFunc(entries, func(e entry) bool { return about(&e.event) && v.sees(&e.event) })
}
