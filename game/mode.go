package game

import "strings"

// tells is the one table that decides whom an event is for; the first row that fits does.
// What no row names is for everybody: what stops the clocks, what has to be put right, what
// a player has said, and every ruling on it.
//
// In a tournament the written rules want a player to notice by himself (RIF 9.6 to 9.8): a
// five nobody has declared, a forbidden move nobody has claimed. Those are the arbiter's.
var tells = []tell{
	// The players are walked through the opening in every mode.
	{kind: EvIncident, code: "OP-*", to: ToAll},
	// A stone that is not pressed: nobody may mention it, unless the event wants it (RIF 14.8).
	{kind: EvIncident, code: "CK-2", what: "hint", to: ToAll},
	{kind: EvIncident, code: "CK-2", to: ToArbiter},
	// A press by the side whose clock does not run: no player needs to be told while he plays.
	{kind: EvIncident, code: "CK-3", to: ToArbiter},
	{kind: EvWarning, code: "CK-3", to: ToArbiter},
	// Conditions that only an arbiter can judge.
	{kind: EvAlert, code: "mirror", to: ToArbiter},
	{kind: EvAlert, code: "infractions", to: ToArbiter},
	{kind: EvAlert, code: "played_on", to: ToArbiter},
	// What a tournament's players have to notice themselves.
	{kind: EvFive, mode: Tournament, to: ToArbiter},
	{kind: EvFoul, mode: Tournament, to: ToArbiter},
	{kind: EvLapsed, mode: Tournament, to: ToArbiter},
	{kind: EvIncident, mode: Tournament, to: ToArbiter},
	{kind: EvStraightened, mode: Tournament, to: ToArbiter},
}

// tell is one row: events of the kind with the code, where one is named ("OP-*" is all that
// begin so), saying what, in the mode.
type tell struct {
	kind EventKind
	code string
	what string
	mode Mode
	to   Audience
}

func (r *tell) fits(mode Mode, e *Event) bool {
	if r.kind != e.Kind || r.mode != "" && r.mode != mode || r.what != "" && r.what != e.What {
		return false
	}
	if head, all := strings.CutSuffix(r.code, "*"); all {
		return strings.HasPrefix(e.Code, head)
	}
	return r.code == "" || r.code == e.Code
}

// audience is whom an event is for.
func audience(mode Mode, e Event) Audience {
	for i := range tells {
		if tells[i].fits(mode, &e) {
			return tells[i].to
		}
	}
	return ToAll
}

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
