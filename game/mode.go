package game

import "strings"

// silentKinds are the events that would tell a player something the written rules
// want him to notice by himself (RIF 9.6 to 9.8): a five nobody has declared, a
// forbidden move nobody has claimed. In tournament mode they are for the arbiter only.
// What stops the clocks or has to be put right is told by events of its own.
var silentKinds = map[EventKind]bool{
	EvFive:         true,
	EvFoul:         true,
	EvLapsed:       true,
	EvIncident:     true,
	EvStraightened: true,
}

// audience is the one place where it is decided whom an event is for.
func audience(mode Mode, e Event) Audience {
	switch {
	case e.Code == "CK-2" && e.What == "hint":
		return ToAll
	case (e.Kind == EvIncident || e.Kind == EvWarning) && arbiterOnly[e.Code]:
		return ToArbiter
	case e.Kind == EvIncident && strings.HasPrefix(e.Code, "OP-"):
		return ToAll // the players are walked through the opening in every mode
	case e.Kind == EvAlert && silentAlerts[e.Code]:
		return ToArbiter
	case mode == Tournament && silentKinds[e.Kind]:
		return ToArbiter
	}
	return ToAll
}

// arbiterOnly are incidents no player needs to be told of while he plays.
var arbiterOnly = map[string]bool{
	"CK-2": true, // a stone that is not pressed: nobody may mention it (RIF 14.8)
	"CK-3": true, // a press by the side whose clock does not run
}

// silentAlerts are conditions that only an arbiter can judge.
var silentAlerts = map[string]bool{"mirror": true, "infractions": true, "played_on": true}

// rulesOnClaim reports whether fives and fouls wait for a claim.
func (c Config) rulesOnClaim() bool { return c.Mode == Tournament }

// foulRule is what follows a forbidden move in this game. A silent referee cannot
// rule by himself: in tournament mode White has to claim.
func (c Config) foulRule() FoulRule {
	if c.rulesOnClaim() {
		return FoulClaim
	}
	return c.Foul
}
