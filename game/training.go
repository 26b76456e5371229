package game

import (
	"fmt"

	"shinpan/board"
	"shinpan/rules"
)

// What training says beside the warning before a forbidden move: what the player who has
// just moved threatens to do next, while the other can still answer it.

// threatMoves bounds the search for a win by fours; it is enough for the short ones that a
// learner can follow.
const threatMoves = 200

// showThreat tells, in training, what the last move threatens.
func (g *Game) showThreat(m Move) {
	if g.cfg.Mode != Training || g.phase != Play {
		return
	}
	f := rules.FactsOf(g.ruleset(), &g.pos, m.Color)
	e := Event{Kind: EvThreat, By: m.By, Color: m.Color}
	switch {
	case len(f.Fives) > 0:
		e.What, e.Points = "five", f.Fives
	case len(f.Parries) > 0:
		return // the other wins first
	case len(f.Strong) > 0:
		e.What, e.Points = string(f.Strong[0].Why), strongest(f.Strong)
	default:
		e.What, e.Points = "fours", rules.VCF(g.ruleset(), &g.pos, m.Color, threatMoves)
	}
	if len(e.Points) > 0 {
		g.emit(e)
	}
}

// strongest are the points of the moves that are strong for the same reason as the first.
func strongest(moves []rules.Strong) (points []board.Point) {
	for _, s := range moves {
		if s.Why == moves[0].Why {
			points = append(points, s.Point)
		}
	}
	return points
}

// threatWords say what is threatened; the points are where.
var threatWords = map[string]string{
	"five":                     "%s threatens five: %s",
	string(rules.Kills):        "%s threatens a five at two points at once, by playing %s",
	string(rules.Catch):        "%s threatens a four that may not be answered, because the answer is forbidden: %s",
	string(rules.TwoForbidden): "%s threatens to leave Black two forbidden points, by playing %s",
	string(rules.KillAndCatch): "%s threatens a four and a three of which one answer is forbidden, by playing %s",
	"fours":                    "%s threatens to win by fours: %s",
}

func threatText(e Event) string {
	words, ok := threatWords[e.What]
	if !ok {
		return "A threat at " + pointList(e.Points) + "."
	}
	return fmt.Sprintf(words+".", title(e.Color.String()), pointList(e.Points))
}
