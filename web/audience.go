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

// of is the snapshot as this view may know it.
func (v view) of(snap *game.Snapshot) *game.Snapshot {
	return snap.For(func(a game.Audience) bool { return slices.Contains(audiences[v], a) })
}
