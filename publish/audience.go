package publish

import (
	"reflect"
	"slices"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
)

// audiences says on which topics an event for an audience goes out. Each stream is
// complete for those who follow it: nobody has to join two. Whom an event is for is
// decided by the game, in its mode table.
var audiences = map[game.Audience][]topic{
	game.ToAll:     {topicEvents, topicPlayersEvents, topicArbiterEvents},
	game.ToPlayers: {topicPlayersEvents, topicArbiterEvents},
	game.ToArbiter: {topicArbiterEvents},
}

// public is what everybody has been told in the events of a game, as far as a snapshot
// could tell it otherwise: a foul and an alert that the game has kept from everybody
// must not leak through the lists of moves and of alerts.
type public struct {
	game   string
	fouls  map[board.Point]bool
	alerts map[string]bool // false: only told to some
}

// hear takes an event of the game, in order.
func (p *public) hear(e *game.Event) {
	if p.fouls == nil || p.game != e.Game {
		*p = public{game: e.Game, fouls: map[board.Point]bool{}, alerts: map[string]bool{}}
	}
	everybody := e.To == game.ToAll
	switch e.Kind {
	case game.EvFoul:
		p.fouls[e.Point] = p.fouls[e.Point] || everybody
	case game.EvAlert:
		p.alerts[e.Code] = p.alerts[e.Code] || everybody
	}
}

// view is the snapshot as everybody may know it. An alert that no event has told of
// (the game is older than what was heard) is shown; a foul is not.
func (p *public) view(s *game.Snapshot) *game.Snapshot {
	secret := func(m game.Move) bool { return m.Foul != "" && !p.fouls[m.Point] }
	hidden := func(a game.Alert) bool { told, known := p.alerts[a.Code]; return known && !told }
	if !slices.ContainsFunc(s.Moves, secret) && !slices.ContainsFunc(s.Alerts, hidden) {
		return s
	}
	out := *s
	out.Moves = slices.Clone(s.Moves)
	for i := range out.Moves {
		if secret(out.Moves[i]) {
			out.Moves[i].Foul = ""
		}
	}
	out.Alerts = slices.DeleteFunc(slices.Clone(s.Alerts), hidden)
	return &out
}

// sameButTime reports whether two snapshots differ only in the running of time, which
// every reader works out for himself from the clock topic.
func sameButTime(a, b *game.Snapshot) bool {
	if a == nil || b == nil {
		return a == b
	}
	x, y := *a, *b
	for _, s := range []*game.Snapshot{&x, &y} {
		s.At, s.Wall, s.Clock, s.Faces = 0, "", clock.State{}, clock.Faces{}
	}
	return reflect.DeepEqual(x, y)
}
