package game

import (
	"fmt"
	"strings"

	"shinpan/board"
	"shinpan/rules/opening"
)

// incidentWords say what has happened: of a stone first its colour, then its point.
var incidentWords = map[string]string{
	"H1":  "The %s stone on %s was lifted and not put back in time: an illegal lift.",
	"H2":  "The %s stone on %s was moved to another point: the first point stands.",
	"H3":  "The %s stone that touched %s was taken elsewhere: touching is moving.",
	"H4":  "A %s stone fell on the board at %s. Take it away unless it is the move.",
	"H5":  "The %s stone on %s was pushed off its point.",
	"H6":  "The %s stone at %s lies between points: its player says which one he means.",
	"H7":  "A stone was laid on %s%s, which is occupied: it is no move.",
	"H8":  "The %s stone on %s has the wrong colour: change it on the same point.",
	"H9":  "A %s stone was laid on %s out of turn.",
	"H10": "Two stones for one move: the %s stone on %s.",
	"H11": "A hand rests over the board.",
	"H12": "A player disturbs the other.",
	"H13": "The board does not show the game: look at the %s stone on %s.",
	"H14": "The %s stone on %s was taken away before the clock was pressed: the move stands.",

	"P1": "The board was knocked by a player: he restores it on his time.",
	"P2": "The board was knocked; nobody is at fault. If stones have moved, put them back.",
	"P3": "The position was destroyed on purpose.",
	"P4": "A wrong position has been played on: back to where it was right.",
	"P5": "An illegal position of long ago, without evidence: the arbiter decides.",
	"P6": "The appliance was off: look at the board.",
	"P7": "The opening was wrong: it is too late, the game goes on.",
	"P8": "The colours were mixed up.",

	"CK-1": "The clock was pressed before a stone was laid.",
	"CK-2": "A stone lies on the board and the clock has not been pressed.",
	"CK-3": "The side whose clock stands has pressed.",
	"CK-4": "A player has changed the clock.",
	"CK-6": "The clock is plainly wrong: the arbiter sets it before the game goes on.",
	"CK-5": "Two moves in a row: the second stone goes back.",

	"OP-01": "The %s stone on %s lies outside what the opening allows: take it back.",
	"OP-02": "It is the other player's duty.",
	"OP-03": "The %s stone on %s has the wrong colour for this step: take it back.",
	"OP-04": "The number of fifth moves is not declared, or not possible.",
	"OP-05": "The number of offered stones is not right.",
	"OP-06": "The %s stone on %s is a mirror image of another offer: lay it elsewhere.",
	"OP-07": "An offer was laid on an occupied point.",
	"OP-08": "No swap is possible now.",
	"OP-09": "No pass during the opening.",
	"OP-10": "Exactly one of the offers has to be left on the board, and nothing else be lifted.",
	"OP-11": "The sixth stone was laid before one of the offers was chosen.",
	"OP-12": "The declared number of fifth moves stands.",
}

func incidentText(e Event) string {
	words, ok := incidentWords[e.Code]
	switch {
	case !ok:
		return "Incident " + e.Code + "."
	case e.What == sealedReason:
		return fmt.Sprintf("The %s stone on %s is not the sealed move: that one must be played.", e.Color, e.Point)
	case e.Code == "H7":
		return fmt.Sprintf(words, e.Point, "")
	case !strings.Contains(words, "%s"):
		return words
	case e.Point == board.NoPoint:
		return "The arbiter has seen an incident " + e.Code + "."
	}
	return fmt.Sprintf(words, e.Color, e.Point)
}

// fieldWords are the fields of the record.
var fieldWords = map[string]string{"p1": "player 1", "p2": "player 2", "event": "the event", "round": "the round"}

// findingWords say what the arbiter has found of a player.
var findingWords = map[string]string{
	"absent":         "%s has not come yet.",
	"arrived":        "%s has come.",
	"left_seat":      "%s has left the seat while on move.",
	"left_hall":      "%s has left the hall without leave.",
	"left_game":      "%s has left the game.",
	"defied_correct": "%s refuses to correct what is wrong.",
	"defied_record":  "%s refuses to keep the record.",
	"defied_sign":    "%s refuses to sign the result.",
	"defied_rules":   "%s refuses to obey the arbiter.",
	"signed":         "%s has signed the result.",
	"confirmed":      "%s confirms position and times.",
}

func findingText(e Event) string {
	words, ok := findingWords[e.What]
	if !ok {
		words = "The arbiter has found something about %s: " + e.What + "."
	}
	return title(fmt.Sprintf(words, sideWords(e.By)))
}

// adjournWords say how far an interruption has come.
var adjournWords = map[string]string{
	"adjourned": "The game is interrupted with %s on move: both confirm position and times.",
	"confirmed": "%s confirms position and times.",
	"sealing":   "%s writes the next move down in secret; that clock runs.",
	"sealed":    "%s has sealed a move.",
	"void":      "The sealed move of %s is void: the move before it was taken back.",
}

func adjournText(e Event) string {
	if e.What == "opened" {
		where := e.Point.String()
		if e.Point == board.NoPoint {
			where = "no point that can be played"
		}
		return fmt.Sprintf("The envelope is opened: %s has sealed %s.", sideWords(e.By), where)
	}
	return title(fmt.Sprintf(adjournWords[e.What], sideWords(e.By)))
}

// penaltyText tells who gains or loses time by a penalty.
func penaltyText(e Event) string {
	if e.ToOpponent != nil && *e.ToOpponent {
		return fmt.Sprintf("Penalty of %s: the opponent is given %s seconds.", sideWords(e.By), e.Seconds)
	}
	return fmt.Sprintf("Penalty: %s loses %s seconds.", sideWords(e.By), e.Seconds)
}

func openingText(e Event) string {
	if e.State == "normal" {
		return "The opening is over; " + sideWords(e.Actor) + " is to move."
	}
	return title(sideWords(e.Actor)) + ": " + e.What
}

// dueText says in plain English what the actor has to do. mine is the colour he holds.
func dueText(d opening.Due, mine board.Color) string {
	if d.Announced {
		return "Press the clock: the colours are swapped."
	}
	var say []string
	switch {
	case d.Choosing:
		say = append(say, "Keep one of the offered stones, take the others away, and lay a white stone")
	case d.Offers > 0:
		say = append(say, fmt.Sprintf("Offer %d black stones", d.Offers))
	default:
		say = append(say, "Lay "+stoneWords(d.Black, d.White))
	}
	if d.MayOffer > 0 && d.Offers == 0 {
		say = append(say, fmt.Sprintf("or offer %d black stones", d.MayOffer))
	}
	if d.MayLayTwo {
		say = append(say, "or lay two stones, one of each colour")
	}
	if d.MaySwap {
		say = append(say, "or swap (you hold "+mine.String()+")")
	}
	if d.DeclareMax > 0 {
		say = append(say, fmt.Sprintf("declare %d to %d fifth moves", d.DeclareMin, d.DeclareMax))
	}
	return strings.Join(say, ", ") + "; then press."
}

// stoneWords counts stones in words.
func stoneWords(black, white int) string {
	var parts []string
	for _, p := range []struct {
		n    int
		name string
	}{{black, "black"}, {white, "white"}} {
		switch {
		case p.n == 1:
			parts = append(parts, "a "+p.name+" stone")
		case p.n > 1:
			parts = append(parts, fmt.Sprintf("%d %s stones", p.n, p.name))
		}
	}
	return strings.Join(parts, " and ")
}
