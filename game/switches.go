package game

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"shinpan/clock"
	"shinpan/rules"
	"shinpan/rules/opening"
)

// settings are the switches of a game after its profile and its own choices.
type settings struct {
	overlineUntilEnd bool
	falseClaim       string
	dead             rules.DeadPosition
	offerLimit       int           // draw offers a player may make; 0: any number
	reply            time.Duration // to answer one; 0: on the opponent's own clock, by moving
	offerWithMove    bool
	commitAtTouch    bool
	restingPoint     bool // a stone that slides while it is laid counts where it rests (S-611)
	autoPress        bool
	hint             bool
	claimFlags       bool
	increment        string
	lateLimit        time.Duration
	infractionLimit  int
	proposeLoss      bool
	pressFirst       clock.Penalty
	strictPress      bool // a press after which no stone came is punished when one comes later
	hand             time.Duration
	mirrorWarning    bool
	oddKeeps         bool
	openingLimit     int // the limit of a move in the opening, as a multiple of the usual one
	opening          opening.Options
}

// Switch is one choice an event makes beside the rule set, the mode and the profile.
type Switch struct {
	Name string
	Form string // the values it takes, for messages and help
	What string
	set  func(*settings, string) error
}

// Switches are all switches the specification names, with what they do. The values a
// game begins with are its profile's (see profiles).
func Switches() []Switch { return slices.Clone(switchTable) }

var switchTable = []Switch{
	word("overline_claim", "how long White may claim an overline (SEEDS C2)", func(s *settings, v string) { s.overlineUntilEnd = v == "until_end" }, "until_end", "next_move"),
	word("false_claim", "what a claim of a forbidden move that is none costs (CONDUCT F7)", func(s *settings, v string) { s.falseClaim = v }, "warn", "infraction", "lose_turn", "none"),
	word("dead_position", "when neither side can make five (SEEDS C6)", func(s *settings, v string) { s.dead = rules.DeadPosition(v) }, "automatic", "propose", "off"),
	number("draw_offer_limit", "draw offers a player may make (SEEDS C7)", "none", 0, 99, func(s *settings, n int) { s.offerLimit = n }),
	number("reply_seconds", "time to answer a draw offer; own: on the opponent's own clock (SEEDS C7)", "own", 0, 600, func(s *settings, n int) { s.reply = time.Duration(n) * time.Second }),
	word("offer_window", "when a draw may be offered (SEEDS C7)", func(s *settings, v string) { s.offerWithMove = strings.HasSuffix(v, "own_move") }, "any", "own_move", "any_time", "with_own_move"),
	word("move_commit", "a stone seen under a hand that has not left the board: released or not (SEEDS C36)", func(s *settings, v string) { s.commitAtTouch = v == "contact" }, "release", "contact"),
	word("press", "whether laying the stone ends the turn by itself (CLOCK section 3.7)", func(s *settings, v string) { s.autoPress = v == "auto" }, "manual", "auto"),
	flag("press_hint", "whether the players are told of a stone that lies unpressed (CLOCK section 3.3)", func(s *settings, on bool) { s.hint = on }),
	word("flag_policy", "whether a fallen flag counts by itself (CLOCK section 5)", func(s *settings, v string) { s.claimFlags = v == "claim" }, "auto", "claim"),
	word("opening_increment", "what a press in the opening is given (CLOCK section 4)", func(s *settings, v string) { s.increment = v }, "per_press", "per_stone_of_own", "none_until_normal"),
	duration("late_limit", "a player of whom there is no sign so long after the start has lost (CLOCK section 6)", func(s *settings, d time.Duration) { s.lateLimit = d }),
	number("infraction_limit", "infractions that lose the game (SEEDS S-804)", "none", 1, 9, func(s *settings, n int) { s.infractionLimit = n }),
	word("infraction_loss", "whether the appliance declares that loss or proposes it to the arbiter", func(s *settings, v string) { s.proposeLoss = v == "propose" }, "auto", "propose"),
	duration("press_first_penalty", "what the opponent is given for a press before the stone, 0 to 5m (SEEDS C25)", func(s *settings, d time.Duration) { s.pressFirst.ToOpponent = d }),
	duration("press_first_deduct", "what the offender loses for it, 0 to 5m (SEEDS C25)", func(s *settings, d time.Duration) { s.pressFirst.FromOffender = d }),
	number("opening_step_limit", "how many times the limit of a move (step, byoyomi) is given in the opening (CLOCK section 4)", "", 1, 10, func(s *settings, n int) { s.openingLimit = n }),
	word("nigiri", "grabbed stones: what an odd difference does (SEEDS C29)", func(s *settings, v string) { s.oddKeeps = v == "odd_keeps" }, "odd_exchanges", "odd_keeps"),
	duration("hand_limit", "how long a hand may rest over the board, 0 for ever (CONDUCT H11)", func(s *settings, d time.Duration) { s.hand = d }),
	word("symmetry", "figure: also warn of fifth moves that mirror the bare figure (OPENINGS section 2)", func(s *settings, v string) { s.mirrorWarning = v == "figure" }, "board", "figure"),
	{"agreed", "one of the 26 openings", "the opening both have agreed on (OPENINGS 3.2)", func(s *settings, v string) (err error) {
		s.opening.Agreed, err = opening.ParseFigure(v)
		return err
	}},
	flag("fifth_two", "whether an agreed opening goes on with two fifth moves (OPENINGS 3.2)", func(s *settings, on bool) { s.opening.FifthTwo = on }),
	flag("renju_basic", "whether stones 2 and 3 of centre have zones (OPENINGS 3.1)", func(s *settings, on bool) { s.opening.RenjuBasic = on }),
	flag("na_free_opening", "whether stones 2 and 3 of na go anywhere (OPENINGS 3.16)", func(s *settings, on bool) { s.opening.NaFree = on }),
	number("max_offers", "the most fifth moves that may be declared in the Yamaguchi protocols (OPENINGS 3.6)", "", 1, 24, func(s *settings, n int) { s.opening.MaxOffers = int8(n) }),
	number("super_sakata_rounds", "how often two stones may be added (OPENINGS 3.15)", "", 1, 20, func(s *settings, n int) { s.opening.Rounds = int8(n) }),
}

// word is a switch that takes one of a few words.
func word(name, what string, set func(*settings, string), values ...string) Switch {
	return Switch{name, strings.Join(values, " or "), what, func(s *settings, v string) error {
		if !slices.Contains(values, v) {
			return fmt.Errorf("want %s", strings.Join(values, " or "))
		}
		set(s, v)
		return nil
	}}
}

// flag is a switch that is on or off.
func flag(name, what string, set func(*settings, bool)) Switch {
	return Switch{name, "on or off", what, func(s *settings, v string) error {
		switch v {
		case "on", "true", "yes":
			set(s, true)
		case "off", "false", "no":
			set(s, false)
		default:
			return fmt.Errorf("want on or off")
		}
		return nil
	}}
}

// number is a switch that takes a number, or a word that stands for 0.
func number(name, what, none string, least, most int, set func(*settings, int)) Switch {
	form := fmt.Sprintf("%d to %d", least, most)
	if none != "" {
		form += " or " + none
	}
	return Switch{name, form, what, func(s *settings, v string) error {
		n, err := strconv.Atoi(v)
		switch {
		case none != "" && v == none:
			n = 0
		case err != nil || n < least || n > most:
			return fmt.Errorf("want %s", form)
		}
		set(s, n)
		return nil
	}}
}

// duration is a switch that takes a time such as 15m, 90s or a plain number of seconds.
func duration(name, what string, set func(*settings, time.Duration)) Switch {
	return Switch{name, "a time such as 2m or 90s", what, func(s *settings, v string) error {
		d, err := time.ParseDuration(v)
		if seconds, plain := strconv.Atoi(v); plain == nil {
			d, err = time.Duration(seconds)*time.Second, nil
		}
		if err != nil || d < 0 || d > 24*time.Hour {
			return fmt.Errorf("want a time such as 2m or 90s, at most a day")
		}
		set(s, d)
		return nil
	}}
}

// switches are the profile's settings with the game's own choices on top, or what is
// wrong with one of those.
func (c Config) switches() (settings, error) {
	s := profiles[c.Profile].settings
	for _, name := range slices.Sorted(maps.Keys(c.Switches)) {
		i := slices.IndexFunc(switchTable, func(sw Switch) bool { return sw.Name == name })
		if i < 0 {
			return s, fmt.Errorf("game: switch %.40q: there is none of this name: want one of %s", name, switchNames())
		}
		if err := switchTable[i].set(&s, c.Switches[name]); err != nil {
			return s, fmt.Errorf("game: switch %s %.40q: %w", name, c.Switches[name], err)
		}
	}
	if s.pressFirst.ToOpponent > clock.MaxPenalty || s.pressFirst.FromOffender > clock.MaxPenalty {
		return s, fmt.Errorf("game: switch press_first_penalty or press_first_deduct: want at most %s", clock.MaxPenalty)
	}
	return s, nil
}

// CheckSwitches reports the first switch that there is not, or that cannot have its value.
func (c Config) CheckSwitches() error {
	_, err := c.switches()
	return err
}

func switchNames() string {
	names := make([]string, len(switchTable))
	for i, sw := range switchTable {
		names[i] = sw.Name
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}
