package game

import (
	"fmt"
	"strings"

	"shinpan/board"
	"shinpan/clock"
)

// words is the event in plain English, for the page, the log and the demo. Machines
// read the other fields.
func (e Event) words() string {
	if say := wordsOf[e.Kind]; say != nil {
		return say(e)
	}
	return string(e.Kind)
}

var wordsOf = map[EventKind]func(Event) string{
	EvStart: func(Event) string { return "The game begins; Black's clock runs." },
	EvMove: func(e Event) string {
		return fmt.Sprintf("%d. %s %s", e.N, title(e.Color.String()), e.Point)
	},
	EvPass: func(e Event) string { return fmt.Sprintf("%d. %s passes", e.N, title(e.Color.String())) },
	EvFive: func(e Event) string {
		return fmt.Sprintf("%s has five: %s", title(e.Color.String()), pointList(e.Line))
	},
	EvFoul: func(e Event) string {
		if e.What == "blocked" {
			return fmt.Sprintf("%s is %s for Black and cannot be played: take it back.", e.Point, foulWords[e.Foul])
		}
		if e.What == "warning" {
			return fmt.Sprintf("Careful: %s would be %s for Black.", e.Point, foulWords[e.Foul])
		}
		return fmt.Sprintf("Forbidden move: Black %s is %s.", e.Point, foulWords[e.Foul])
	},
	EvClaim: func(e Event) string {
		return fmt.Sprintf("%s claims a %s%s: %s.", title(sideWords(e.By)), e.What, at(e.Point), yes(e.Upheld, "upheld", "not upheld"))
	},
	EvLapsed: func(e Event) string {
		return fmt.Sprintf("White has played on: the forbidden move on %s can no longer be claimed.", e.Point)
	},
	EvIncident: incidentText,
	EvInfraction: func(e Event) string {
		return fmt.Sprintf("%s has committed infraction number %d (%s).", title(sideWords(e.By)), e.Count, e.Code)
	},
	EvStraightened: func(e Event) string {
		return fmt.Sprintf("The %s stone on %s was straightened (legal).", e.Color, e.Point)
	},
	EvFreeze:       func(e Event) string { return "Both clocks stand: " + freezeWords(e.Reason) },
	EvResume:       func(e Event) string { return fmt.Sprintf("The game goes on; the clock of %s runs.", sideWords(e.By)) },
	EvRestore:      restoreText,
	EvRestored:     func(Event) string { return "The position is restored." },
	EvFlag:         func(e Event) string { return fmt.Sprintf("Time: the flag of %s has fallen.", sideWords(e.By)) },
	EvPeriod:       periodText,
	EvDrawOffer:    func(e Event) string { return title(sideWords(e.By)) + " offers a draw." },
	EvDrawDeclined: func(e Event) string { return title(sideWords(e.By)) + " declines the draw." },
	EvAlert:        func(e Event) string { return e.Reason },
	EvCorrect: func(e Event) string {
		if e.Who == "players" {
			return fmt.Sprintf("Both players have accepted the board%s: %s, was %s.", at(e.Point), e.After, e.Before)
		}
		switch e.What {
		case "press":
			return fmt.Sprintf("The arbiter takes the press back: the clock of %s runs.", sideWords(e.By))
		case "p1", "p2", "event", "round":
			return fmt.Sprintf("For the record, %s is %s (was %s).", fieldWords[e.What], e.After, e.Before)
		case "turn":
			return fmt.Sprintf("The arbiter lets the clock of %s run.", sideWords(e.By))
		case "infraction":
			return fmt.Sprintf("An infraction of %s is taken back: %s, was %s.", sideWords(e.By), e.After, e.Before)
		}
		return fmt.Sprintf("The arbiter corrects the %s%s: %s, was %s.", e.What, at(e.Point), e.After, e.Before)
	},
	EvOver: overText,

	EvFinding: findingText,
	EvThreat:  threatText,
	EvAdjourn: adjournText,
	EvColors:  func(e Event) string { return fmt.Sprintf("The colours are drawn (%s): %s opens.", e.What, e.After) },

	EvOpening: openingText,
	EvSwap:    func(e Event) string { return title(sideWords(e.By)) + " swaps colours." },
	EvKeep:    func(e Event) string { return title(sideWords(e.By)) + " keeps the colours." },
	EvDeclare: func(e Event) string { return fmt.Sprintf("%s declares %d fifth moves.", title(sideWords(e.By)), e.N) },
	EvOffer:   func(e Event) string { return "Fifth moves offered: " + pointList(e.Points) },
	EvChoose:  func(e Event) string { return fmt.Sprintf("The fifth move on %s is kept.", e.Point) },
	EvNamed:   func(e Event) string { return fmt.Sprintf("The opening is %s: %s, %s, %s.", e.ID, e.En, e.Ja, e.Zh) },
	EvPenalty: penaltyText,
	EvWarning: func(e Event) string { return fmt.Sprintf("Warning to %s (%s).", sideWords(e.By), e.Code) },
	EvRefused: func(e Event) string {
		who := ""
		if e.By != clock.NoSide {
			who = " of " + sideWords(e.By)
		}
		return fmt.Sprintf("%s%s: not possible, %s.", title(strings.ReplaceAll(e.What, "_", " ")), who, e.Reason)
	},
}

// bracketed is a reason behind what it explains, and nothing where there is none.
func bracketed(reason string) string {
	if reason == "" {
		return ""
	}
	return " (" + reason + ")"
}

var foulWords = map[string]string{"33": "a double-three", "44": "a double-four", "6": "an overline"}

// periodWords say what the clock has reported; the number is what is left of it.
var periodWords = map[string]string{
	"overtime":  "%s enters overtime; periods left: %d.",
	"period":    "%s has used up a period; periods left: %d.",
	"stage":     "%s has reached the time control; moves to the next: %d.",
	"ask_draw":  "The game time is over: does %s agree to a draw? (%d)",
	"extra":     "Nobody agreed to a draw: %s has %d stones left to play.",
	"game_time": "The game time is over; %s may complete his move. (%d)",
}

func periodText(e Event) string {
	words, ok := periodWords[e.What]
	if !ok {
		return "Clock: " + e.What
	}
	return title(fmt.Sprintf(words, sideWords(e.By), deref(e.Left)))
}

func restoreText(e Event) string {
	var parts []string
	if len(e.Missing) > 0 {
		parts = append(parts, "put back "+pointList(e.Missing))
	}
	if len(e.Extra) > 0 {
		parts = append(parts, "take away "+pointList(e.Extra))
	}
	return "To restore the position: " + strings.Join(parts, "; ") + "."
}

func freezeWords(reason string) string {
	switch reason {
	case boardReason:
		return "the board has to be restored."
	case "restart":
		return "the appliance was off. The arbiter looks at the board and resumes."
	case sealedReason:
		return "the next move is sealed."
	}
	return reason + "."
}

var reasonWords = map[Reason]string{
	ByFive: "five in a row", ByOverline: "six or more in a row", ByFoul: "a forbidden move",
	ByFlag: "time", ByResign: "resignation", ByInfractions: "two infractions", ByLift: "an illegal lift",
	ByDrawAgreed: "by agreement", ByDrawPassed: "both passed", ByDrawFull: "the board is full",
	ByArbiter: "the arbiter's ruling", ByDrop: "a dropped stone", ByVoid: "the game is void",
	ByDrawDead: "neither side can make five", ByDrawFlags: "both flags have fallen",
}

func overText(e Event) string {
	why := orElse(reasonWords[Reason(e.Reason)], e.Reason)
	if e.Why != "" {
		why += " (" + e.Why + ")"
	}
	switch {
	case e.BothLost:
		return "Both players have lost: " + why + "."
	case e.Winner == clock.NoSide.String():
		return "Draw: " + why + "."
	}
	return fmt.Sprintf("%s wins: %s.", title(e.Color.String()), why)
}

func sideWords(s clock.Side) string {
	switch s {
	case clock.P1:
		return "player 1"
	case clock.P2:
		return "player 2"
	}
	return "nobody"
}

func pointList(ps []board.Point) string {
	names := make([]string, len(ps))
	for i, p := range ps {
		names[i] = p.String()
	}
	return strings.Join(names, " ")
}

func at(p board.Point) string {
	if p == board.NoPoint {
		return ""
	}
	return " on " + p.String()
}

func yes(b *bool, y, n string) string {
	if b != nil && *b {
		return y
	}
	return n
}

func deref(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
