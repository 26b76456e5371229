package publish

import (
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

// everybody accepts what is for everybody.
func everybody(a game.Audience) bool { return a == game.ToAll }
