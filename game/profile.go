package game

import (
	"time"

	"shinpan/clock"
	"shinpan/rules"
)

// sentence is what an incident costs whoever is to blame.
type sentence uint8

const (
	free     sentence = iota // nothing: it is put right
	warned                   // a warning, every time
	warnOnce                 // a warning the first time, an infraction after that
	infringe                 // an infraction
	replayed                 // nobody's fault: the game is void and played again
	lost                     // the game
)

// profile is one way of ruling incidents (CONDUCT.md): what each costs, and the
// switches a game begins with. Codes that are not listed cost nothing.
type profile struct {
	sentences map[string]sentence
	settings  settings
}

// lossReasons are the codes whose loss has a reason of its own.
var lossReasons = map[string]Reason{"H1": ByLift, "H2": ByLift, "H14": ByLift, "H4": ByDrop}

// profiles are the four profiles of CONDUCT.md sections 2, 3 and 7. SP loses by the stone,
// CHN by the second infraction, RIF puts right and plays on, DEF is in between.
var profiles = map[string]profile{
	"SP": {
		sentences: map[string]sentence{
			"H1": lost, "H2": lost, "H4": lost, "H14": lost,
			"H7": infringe, "H8": infringe, "H9": infringe, "H10": infringe, "H11": warnOnce, "H12": warned,
			"P3": lost, "CK-1": infringe, "CK-3": warnOnce, "CK-4": lost, "CK-5": infringe,
			"OP-01": infringe, "OP-02": infringe, "V1": infringe, "V2": infringe, "V3": infringe, "V4": infringe, "V5": warnOnce, "V6": lost, "V7": warned,
		},
		settings: seeds(settings{overlineUntilEnd: false, infractionLimit: 2, commitAtTouch: true, restingPoint: true}),
	},
	"CHN": {
		sentences: map[string]sentence{
			"H1": infringe, "H2": infringe, "H4": warned, "H14": infringe,
			"H7": infringe, "H8": infringe, "H9": infringe, "H10": infringe, "H11": warnOnce, "H12": warnOnce,
			"P3": lost, "CK-1": infringe, "CK-3": warnOnce, "CK-4": lost, "CK-5": infringe,
			"OP-01": infringe, "OP-02": infringe, "V1": infringe, "V2": infringe, "V3": infringe, "V4": infringe, "V5": warnOnce, "V6": lost, "V7": warned,
		},
		settings: seeds(settings{overlineUntilEnd: true, infractionLimit: 2, commitAtTouch: true}),
	},
	"RIF": {
		sentences: map[string]sentence{
			"H4": free, "H11": warned, "H12": warned, "P3": lost, "P5": replayed, "CK-1": infringe, "CK-3": warnOnce, "CK-5": infringe,
			"V1": infringe, "V2": infringe, "V3": infringe, "V4": infringe, "V5": warnOnce, "V6": lost, "V7": warned,
		},
		settings: settings{
			overlineUntilEnd: true, falseClaim: "none", dead: rules.DeadPropose, offerWithMove: true, oddKeeps: true,
			increment: perPress, infractionLimit: 2, proposeLoss: true, pressFirst: clock.DefaultPenalty(), hand: handLimit,
		},
	},
	"DEF": {
		sentences: map[string]sentence{
			"H1": infringe, "H2": infringe, "H4": warnOnce, "H14": infringe,
			"H7": infringe, "H8": infringe, "H9": infringe, "H10": infringe, "H11": warnOnce, "H12": warned,
			"P3": lost, "CK-1": infringe, "CK-3": warnOnce, "CK-5": infringe,
			"OP-01": infringe, "OP-02": infringe, "V1": infringe, "V2": infringe, "V3": infringe, "V4": infringe, "V5": warnOnce, "V6": lost, "V7": warned,
		},
		settings: settings{
			overlineUntilEnd: true, falseClaim: "warn", dead: rules.DeadPropose, offerLimit: 2, reply: clock.ReplyTime,
			increment: perPress, infractionLimit: 2, pressFirst: clock.DefaultPenalty(), hand: handLimit, strictPress: true,
		},
	},
}

// The values of opening_increment that the table above needs by name.
const (
	perPress  = "per_press"
	perStone  = "per_stone_of_own"
	perNormal = "none_until_normal"
)

// handLimit is how long a hand may rest over the board without a word.
const handLimit = 20 * time.Second

// seeds are the settings of the seed rules: two offers of a draw with half a minute to
// answer, a dead position drawn by itself, no mercy for a press before the stone
// (SEEDS C6, C7, S-708).
func seeds(s settings) settings {
	s.falseClaim, s.dead, s.offerLimit, s.reply = "none", rules.DeadAutomatic, 2, clock.ReplyTime
	s.increment, s.pressFirst, s.hand, s.strictPress = perPress, clock.DefaultPenalty(), handLimit, true
	return s
}

// sentence is what the code costs in this game.
func (g *Game) sentence(code string) sentence { return profiles[g.cfg.Profile].sentences[code] }
