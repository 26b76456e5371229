package scenario

import (
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"
	"time"

	"shinpan/game"
)

// Scenario is a game told in text.
type Scenario struct {
	Config game.Config
	Steps  []Step
}

// Step is one line after the head: an input, or an expectation.
type Step struct {
	Line   int
	Input  game.Input
	Expect *Expect // nil for an input
}

// Expect asks for an event of Kind with Fields since the last expectation or, with
// None, that there has been no such event so far.
type Expect struct {
	None   bool
	Kind   game.EventKind
	Fields []Field
}

// Field is a name of the event's JSON and the value it must have.
type Field struct{ Name, Value string }

// Error is what is wrong with a line.
type Error struct {
	Line int
	Err  error
}

func (e Error) Error() string { return fmt.Sprintf("%d: %v", e.Line, e.Err) }

// Parse reads a scenario. It returns every line's problem; the lines without one are
// in the Scenario all the same.
func Parse(text string) (Scenario, []Error) {
	s := Scenario{Config: game.Defaults()}
	var wrong []Error
	var last time.Duration
	inHead := true
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		bad := func(err error) { wrong = append(wrong, Error{i + 1, err}) }
		if set, ok := heads[words[0]]; ok {
			if !inHead {
				bad(fmt.Errorf("%s belongs above the first timed line", words[0]))
			} else if err := set(&s.Config, strings.Join(words[1:], " ")); err != nil {
				bad(err)
			}
			continue
		}
		inHead = false
		if words[0] == "expect" {
			e, err := parseExpect(words[1:])
			if err != nil {
				bad(err)
				continue
			}
			s.Steps = append(s.Steps, Step{Line: i + 1, Expect: e})
			continue
		}
		in, err := parseTimed(words, last)
		if err != nil {
			bad(err)
			continue
		}
		last = in.At
		s.Steps = append(s.Steps, Step{Line: i + 1, Input: in})
	}
	if err := s.Config.Check(); err != nil {
		wrong = append(wrong, Error{1, err})
	}
	return s, wrong
}

// heads are the lines that may stand above the first timed one.
var heads = map[string]func(*game.Config, string) error{
	"rules":   func(c *game.Config, v string) error { return c.Rules.UnmarshalText([]byte(v)) },
	"opening": setOpening,
	"control": func(c *game.Config, v string) error { return c.Control.UnmarshalText([]byte(v)) },
	"mode":    func(c *game.Config, v string) error { c.Mode = game.Mode(v); return nil },
	"profile": func(c *game.Config, v string) error { c.Profile = v; return nil },
	"foul":    func(c *game.Config, v string) error { c.Foul = game.FoulRule(v); return nil },
	"size": func(c *game.Config, v string) (err error) {
		c.Size, err = strconv.Atoi(v)
		return err
	},
	"p1":    func(c *game.Config, v string) error { c.P1 = v; return nil },
	"p2":    func(c *game.Config, v string) error { c.P2 = v; return nil },
	"match": setMatch,
	"set": func(c *game.Config, v string) error {
		key, value, _ := strings.Cut(v, " ")
		return setSwitch(c, key, value)
	},
}

// setOpening reads the name of a protocol; an agreed opening may be named behind it.
func setOpening(c *game.Config, v string) error {
	name, agreed, named := strings.Cut(v, " ")
	c.Opening = name
	if named {
		return setSwitch(c, "agreed", agreed)
	}
	return nil
}

// setMatch reads "match GAMES WINS": the first game of a match of the two players.
func setMatch(c *game.Config, v string) error {
	m := game.Match{A: c.P1, B: c.P2, Scores: game.Schemes["std"]}
	if _, err := fmt.Sscan(v, &m.Games, &m.Wins); err != nil || m.Games < 0 || m.Wins < 0 {
		return fmt.Errorf("match %q: want how many games, and how many wins decide it", v)
	}
	c.Match = &m
	return nil
}

func setSwitch(c *game.Config, key, value string) error {
	if key == "" || value == "" {
		return fmt.Errorf("set: want a switch and its value, such as set overline_claim next_move")
	}
	if err := (game.Config{Profile: "DEF", Switches: map[string]string{key: value}}).CheckSwitches(); err != nil {
		return fmt.Errorf("set %s %s: %w", key, value, err)
	}
	switches := maps.Clone(c.Switches)
	if switches == nil {
		switches = map[string]string{}
	}
	switches[key] = value
	c.Switches = switches
	return nil
}

// parseTimed reads "TIME EVENT ARGUMENT...".
func parseTimed(words []string, last time.Duration) (game.Input, error) {
	seconds, err := strconv.ParseFloat(words[0], 64)
	if err != nil || seconds < 0 || seconds > 1e6 {
		return game.Input{}, fmt.Errorf("%q: want a time in seconds, or a head line (rules, opening, control, mode, profile, foul, set)", words[0])
	}
	at := time.Duration(math.Round(seconds * 1e9))
	if at < last {
		return game.Input{}, fmt.Errorf("time %s: is before the line above", words[0])
	}
	if len(words) < 2 {
		return game.Input{}, fmt.Errorf("time %s: want an event after it", words[0])
	}
	in := game.Input{At: at, SeenAt: at}
	rest := words[1:]
	if rest[0] == "arbiter" && len(rest) > 1 {
		in.Who, rest = "arbiter", rest[1:]
	}
	parse, ok := timed[rest[0]]
	if !ok {
		return game.Input{}, fmt.Errorf("%q: no such event", rest[0])
	}
	if err := parse(&in, rest[1:]); err != nil {
		return game.Input{}, fmt.Errorf("%s: %w", words[1], err)
	}
	return in, nil
}

type arguments func(in *game.Input, args []string) error

// timed are the events of timed lines.
var timed = map[string]arguments{
	"start":        plain(game.Start),
	"at":           plain(game.Tick),
	"board-moved":  plain(game.BoardMoved),
	"sight":        plain(game.Sight),
	"hand-in":      plain(game.HandIn),
	"hand-out":     plain(game.HandOut),
	"resume":       reasoned(game.Resume),
	"takeback":     reasoned(game.TakeBack),
	"unpress":      reasoned(game.Unpress),
	"recover":      plain(game.Recover),
	"blind":        reasoned(game.Blind),
	"pause":        reasoned(game.Pause),
	"press":        bySide(game.Press),
	"swap":         bySide(game.Swap),
	"keep":         bySide(game.Keep),
	"pass":         bySide(game.Pass),
	"resign":       bySide(game.Resign),
	"offer-draw":   bySide(game.OfferDraw),
	"accept-draw":  bySide(game.AcceptDraw),
	"decline-draw": bySide(game.DeclineDraw),
	"declare":      bySide(game.Declare, count),
	"choose":       bySide(game.Choose, point),
	"claim":        bySide(game.Claim, what, optional(point)),
	"infraction":   bySide(game.Infract, code, reason),
	"counter":      bySide(game.Counter, what, count),
	"turn":         bySide(game.Turn),
	"adjust":       bySide(game.Adjust, delta, reason),
	"rule":         ruling,
	"see":          inOrder(game.See, color, point, optional(offset)),
	"gone":         inOrder(game.Gone, point),
	"shift":        inOrder(game.Shift, point, offset),
	"set":          inOrder(game.Correct, point, color),
	"doubt":        doubt,

	"disturb":       bySide(game.Disturb, reason),
	"bump":          bySide(game.Bump, reason),
	"irreparable":   inOrder(game.Irreparable, optional(side), reason),
	"scatter":       bySide(game.Scatter, reason),
	"rewind":        inOrder(game.Rewind, count, reason),
	"long-ago":      reasoned(game.LongAgo),
	"wrong-opening": reasoned(game.WrongOpening),
	"mixed-colors":  reasoned(game.MixedColors),
	"clock-fault":   reasoned(game.ClockFault),
	"leave":         bySide(game.Leave, what, reason),
	"defy":          bySide(game.Defy, what, reason),
	"sign":          bySide(game.Sign),
	"absent":        inOrder(game.Absent, optional(side)),
	"arrive":        bySide(game.Arrive),
	"adjourn":       reasoned(game.Adjourn),
	"confirm":       bySide(game.Confirm),
	"seal":          inOrder(game.Seal, optional(side)),
	"unseal":        inOrder(game.Unseal, optional(point)),
	"colors":        colors,
	"enter":         inOrder(game.Enter, what, reason),
	"audit":         audit,
}

func plain(kind game.InputKind) arguments { return inOrder(kind) }

func reasoned(kind game.InputKind) arguments { return inOrder(kind, reason) }

func bySide(kind game.InputKind, more ...argument) arguments {
	return inOrder(kind, append([]argument{side}, more...)...)
}

func parseExpect(words []string) (*Expect, error) {
	e := &Expect{}
	if len(words) > 0 && words[0] == "none" {
		e.None, words = true, words[1:]
	}
	kind, rest, err := first(words, "the kind of an event")
	if err != nil {
		return nil, fmt.Errorf("expect: %w", err)
	}
	e.Kind = game.EventKind(kind)
	for _, w := range rest {
		name, value, ok := strings.Cut(w, "=")
		if !ok {
			return nil, fmt.Errorf("expect: %q: want name=value", w)
		}
		e.Fields = append(e.Fields, Field{name, value})
	}
	return e, nil
}
