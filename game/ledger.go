package game

import (
	"fmt"

	"shinpan/board"
	"shinpan/clock"
)

// warning counts how often a side has been warned for a code.
type warning struct {
	side clock.Side
	code string
}

func (c *conduct) infractions() [2]int { return [2]int{c.count[clock.P1], c.count[clock.P2]} }

func (g *Game) incident(code string, p board.Point, c board.Color, by clock.Side) {
	g.incidentMoved(code, p, board.NoPoint, c, by)
}

// incidentMoved is an incident with a second point, where a stone has come to lie.
func (g *Game) incidentMoved(code string, p, other board.Point, c board.Color, by clock.Side) {
	g.emit(Event{Kind: EvIncident, Code: code, Point: p, Other: other, Color: c, By: by})
}

// ledgerCodes are the codes under which an incident is entered (CONDUCT section 7). What
// is not listed is a technical breach, V2; the ledger's own codes stand for themselves.
var ledgerCodes = map[string]string{
	"CK-1": "V1", "H11": "V5", "H12": "V5", "CK-3": "V5", "CK-4": "V6",
	"V1": "V1", "V3": "V3", "V4": "V4", "V5": "V5", "V6": "V6", "V7": "V7",
}

// punish gives a side what its profile gives for the code.
func (g *Game) punish(code string, side clock.Side) {
	if side == clock.NoSide || g.phase == Over {
		return
	}
	switch s := g.sentence(code); s {
	case warned, warnOnce:
		w := warning{side, code}
		for _, before := range g.conduct.warnings {
			if s == warnOnce && before == w {
				g.infraction(side, orElse(ledgerCodes[code], "V2"))
				return
			}
		}
		g.conduct.warnings = append(g.conduct.warnings, w)
		g.emit(Event{Kind: EvWarning, By: side, Code: code})
	case infringe:
		g.infraction(side, orElse(ledgerCodes[code], "V2"))
	case lost:
		reason, ok := lossReasons[code]
		if !ok {
			reason = ByArbiter
		}
		g.over(side.Opponent(), reason, g.now)
	}
}

// infraction enters one into the ledger, by person and not by colour. Two by the same
// player lose the game (S-804), unless the event leaves that to the arbiter.
func (g *Game) infraction(side clock.Side, code string) {
	if side == clock.NoSide || g.phase == Over {
		return
	}
	g.conduct.count[side]++
	n := g.conduct.count[side]
	g.emit(Event{Kind: EvInfraction, By: side, Code: code, Count: n})
	g.losesByInfractions(side)
}

// losesByInfractions ends the game of whoever has too many. While it is not known who has
// laid a stone out of turn nobody loses by it: the mover could win with a stone of the
// other's colour. The press tells (onPressPaused), or the arbiter.
func (g *Game) losesByInfractions(side clock.Side) {
	unsure := g.conduct.foreign.point != board.NoPoint && g.holder[g.conduct.foreign.color] == side
	switch {
	case !g.tooMany(side):
	case g.sw.proposeLoss || unsure:
		g.raise("infractions", SevWarn, fmt.Sprintf("%s has %d infractions: the rules say the game is lost. The arbiter decides.",
			title(sideWords(side)), g.conduct.count[side]))
	default:
		g.over(side.Opponent(), ByInfractions, g.now)
	}
}

// tooMany reports whether a side's infractions lose the game.
func (g *Game) tooMany(side clock.Side) bool {
	limit := g.sw.infractionLimit
	return limit != 0 && g.conduct.count[side] >= limit
}

// cancelInfraction takes the last infraction of a side back.
func (g *Game) cancelInfraction(side clock.Side, reason string) {
	n := g.conduct.count[side]
	if n == 0 {
		return
	}
	g.conduct.count[side]--
	g.emit(Event{Kind: EvCorrect, What: "infraction", By: side, Reason: reason, Before: fmt.Sprint(n), After: fmt.Sprint(n - 1)})
	if !g.tooMany(clock.P1) && !g.tooMany(clock.P2) {
		g.heal("infractions", "")
	}
}

// penalize gives the penalty in time for a press before the stone (CLOCK.md section 3).
func (g *Game) penalize(offender clock.Side) {
	done, err := g.clk.Penalize(offender, g.sw.pressFirst, g.now)
	if err != nil {
		g.raise("penalty", SevWarn, "No penalty in time: "+err.Error())
		return
	}
	for _, a := range done {
		diff := a.After - a.Before
		if diff == 0 {
			continue
		}
		g.adjusted[a.Side] += diff
		given := a.Side != offender
		g.emit(Event{Kind: EvPenalty, By: offender, Seconds: secs(diff.Abs()), ToOpponent: &given})
	}
}

// blame makes a player pay for the time of restoring what he has disturbed (CONDUCT P1).
func (g *Game) blame(by clock.Side) {
	if g.phase == Paused && g.pausedFor == boardReason {
		g.conduct.culprit = by
	}
}

// collect charges the time of restoring to whoever is to blame for it.
func (g *Game) collect() {
	by := g.conduct.culprit
	g.conduct.culprit = clock.NoSide
	took := g.now - g.frozenAt
	if by == clock.NoSide || took <= 0 {
		return
	}
	before, after := g.clk.Adjust(by, -took, g.now)
	if before == after {
		return
	}
	g.adjusted[by] += after - before
	given := false
	g.emit(Event{Kind: EvPenalty, By: by, Seconds: secs(before - after), ToOpponent: &given})
}

// onInfract takes the arbiter's ruling on a player: any incident's code with what it costs
// in this profile, a code of the ledger, or "cancel" for the last infraction.
func (g *Game) onInfract(in Input) {
	code := orElse(in.Code, "V2")
	if in.Side == clock.NoSide {
		return
	}
	if code == "cancel" {
		g.cancelInfraction(in.Side, orElse(in.Reason, "arbiter"))
		return
	}
	if find, named := findings[code]; named {
		find(g, in)
		return
	}
	_, incident := incidentWords[code]
	_, ledger := ledgerCodes[code]
	switch {
	case incident:
		g.found(code, in)
	case !ledger && code != "V2":
		g.refuse(in, code+" is no code of an infraction: V1 to V7, H1 to H14, CK-1 to CK-6, OP-01 to OP-12 or cancel")
		return
	}
	g.punish(code, in.Side)
	if costsTime[code] && g.phase != Over {
		g.penalize(in.Side)
	}
}

// costsTime are the offences that cost time as well: a press before the stone, and a bad
// record that is not put right (S-803).
var costsTime = map[string]bool{"V1": true, "CK-1": true, "V7": true}

// findings are the codes that mean more than a punishment: each is an order of its own too.
var findings = map[string]func(*Game, Input){
	"H12": (*Game).onDisturb, "P1": (*Game).onBump, "P3": (*Game).onScatter,
	"P5": (*Game).onLongAgo, "P7": (*Game).onWrongOpening, "P8": (*Game).onMixedColors,
}
