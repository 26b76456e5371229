package config

import (
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"shinpan/board"
	"shinpan/clock"
)

// test looks at one key of a configuration that decoded. It returns what is wrong
// and what to write instead, or "".
type test struct {
	key  string
	what func(*Config) string
}

// tests is every check of a value, in the order of the file. A check that compares
// two keys stands under the one a person would change.
var tests = []test{
	{"table.name", func(c *Config) string {
		return match(c.Table.Name, `^[a-z0-9-]{1,32}$`, "want 1 to 32 of a-z, 0-9 and -, because it is a level of the MQTT topics")
	}},
	{"table.p1", func(c *Config) string { return name(c.Table.P1) }},
	{"table.p2", func(c *Config) string { return name(c.Table.P2) }},
	{"table.event", func(c *Config) string { return name(c.Table.Event) }},
	{"table.round", func(c *Config) string { return name(c.Table.Round) }},
	{"match.games", func(c *Config) string { return within(c.Match.Games, 0, 99, "") }},
	{"match.wins", func(c *Config) string { return wins(c.Match) }},
	{"match.scores", func(c *Config) string { return oneOf(c.Match.Scores, "std", "school", "321", "pm2", "teamfun") }},
	{"rules.set", func(c *Config) string { return oneOf(c.Rules.Set, "renju", "standard", "freestyle") }},
	{"rules.opening", func(c *Config) string { return opening(c.Rules.Opening) }},
	{"rules.foul", func(c *Config) string { return oneOf(c.Rules.Foul, "auto_loss", "claim", "block") }},
	{"rules.mode", func(c *Config) string { return oneOf(c.Rules.Mode, "club", "tournament", "training") }},
	{"rules.profile", func(c *Config) string { return oneOf(c.Rules.Profile, "DEF", "RIF", "CHN", "SP") }},
	{"rules.switches", func(c *Config) string { return switches(c.Rules.Switches) }},
	{"clock.control", func(c *Config) string { return control(c.Clock.Control) }},
	{"eye.command", func(c *Config) string { return filled(c.Eye.Command, `write "eye" for the one beside the referee`) }},
	{"eye.source", func(c *Config) string { return filled(c.Eye.Source, `write a camera like "/dev/video0"`) }},
	{"eye.size", func(c *Config) string {
		if !slices.Contains(board.Sizes, c.Eye.Size) {
			return fmt.Sprintf("want 9, 13, 15 or 19 lines (got %d)", c.Eye.Size)
		}
		return ""
	}},
	{"eye.corners", func(c *Config) string { return corners(c.Eye.Corners) }},
	{"eye.black_side", func(c *Config) string { return oneOf(c.Eye.BlackSide, "bottom", "top", "left", "right") }},
	{"eye.calibration", func(c *Config) string { return absolute(c.Eye.Calibration, true) }},
	{"eye.stale", func(c *Config) string { return atLeast(c.Eye.Stale, "500ms") }},
	{"eye.restart_first", func(c *Config) string { return atLeast(c.Eye.RestartFirst, "100ms") }},
	{"eye.restart_max", func(c *Config) string {
		if c.Eye.RestartMax < c.Eye.RestartFirst {
			return fmt.Sprintf("want at least eye.restart_first, which is %s (got %s)", c.Eye.RestartFirst, c.Eye.RestartMax)
		}
		return ""
	}},
	{"mqtt.listen", func(c *Config) string { return address(c.MQTT.Listen, ":1883") }},
	{"mqtt.broker", func(c *Config) string { return broker(c.MQTT) }},
	{"mqtt.username", func(c *Config) string {
		if (c.MQTT.Username == "") != (c.MQTT.PasswordFile == "") {
			return "mqtt.username and mqtt.password_file belong together: set both or neither"
		}
		return ""
	}},
	{"mqtt.password_file", func(c *Config) string { return absolute(c.MQTT.PasswordFile, true) }},
	{"mqtt.client_id", func(c *Config) string {
		return match(c.MQTT.ClientID, `^[A-Za-z0-9_-]{0,64}$`, `want at most 64 of A-Z, a-z, 0-9, _ and -, or "" for shinpan- and the table's name`)
	}},
	{"web.listen", func(c *Config) string {
		if what := address(c.Web.Listen, ":8080"); what != "" {
			return what
		}
		if c.MQTT.Embedded && samePort(c.Web.Listen, c.MQTT.Listen) {
			return fmt.Sprintf("the broker listens there too (mqtt.listen is %q): give one of them another port", c.MQTT.Listen)
		}
		return ""
	}},
	{"web.arbiter_pin", func(c *Config) string {
		if c.Web.ArbiterPIN != "" && c.Web.ArbiterPINFile != "" {
			return "web.arbiter_pin_file is set too: keep one of the two"
		}
		return match(c.Web.ArbiterPIN, `^([A-Za-z0-9]{4,32})?$`, "want 4 to 32 letters and digits")
	}},
	{"web.arbiter_pin_file", func(c *Config) string { return absolute(c.Web.ArbiterPINFile, true) }},
	{"gpio.driver", func(c *Config) string { return oneOf(c.GPIO.Driver, "desk", "gpio", "periph", "none") }},
	{"gpio.p1", func(c *Config) string { return playerPin(c.GPIO, c.GPIO.P1) }},
	{"gpio.p2", func(c *Config) string { return playerPin(c.GPIO, c.GPIO.P2) }},
	{"gpio.arbiter", func(c *Config) string { return pin(c.GPIO.Arbiter) }},
	{"gpio.claim_p1", func(c *Config) string { return pin(c.GPIO.ClaimP1) }},
	{"gpio.claim_p2", func(c *Config) string { return pin(c.GPIO.ClaimP2) }},
	{"gpio.draw_p1", func(c *Config) string { return pin(c.GPIO.DrawP1) }},
	{"gpio.draw_p2", func(c *Config) string { return pin(c.GPIO.DrawP2) }},
	{"gpio.swap_p1", func(c *Config) string { return pin(c.GPIO.SwapP1) }},
	{"gpio.swap_p2", func(c *Config) string { return pin(c.GPIO.SwapP2) }},
	{"gpio.filter", func(c *Config) string {
		if c.GPIO.Filter > Duration(10*time.Millisecond) {
			return fmt.Sprintf("want at most 10ms, or quick presses are not seen (got %s)", c.GPIO.Filter)
		}
		return ""
	}},
	{"gpio.quiet", func(c *Config) string { return atLeast(c.GPIO.Quiet, "20ms") }},
	{"gpio.face_p1", func(c *Config) string { return face(c.GPIO.FaceP1) }},
	{"gpio.face_p2", func(c *Config) string { return face(c.GPIO.FaceP2) }},
	{"gpio.brightness", func(c *Config) string { return within(c.GPIO.Brightness, 0, 100, " per cent") }},
	{"gpio.tenths", func(c *Config) string {
		if c.GPIO.Tenths > Duration(time.Minute) {
			return fmt.Sprintf("want at most 1m, as longer times have no tenths (got %s)", c.GPIO.Tenths)
		}
		return ""
	}},
	{"gpio.buzzer", func(c *Config) string { return pin(c.GPIO.Buzzer) }},
	{"gpio.buzzer_kind", func(c *Config) string { return oneOf(c.GPIO.BuzzerKind, "active", "passive") }},
	{"gpio.lamp_p1", func(c *Config) string { return pin(c.GPIO.LampP1) }},
	{"gpio.lamp_p2", func(c *Config) string { return pin(c.GPIO.LampP2) }},
	{"gpio.lamp_alert", func(c *Config) string { return pin(c.GPIO.LampAlert) }},
	{"gpio.lamp_ready", func(c *Config) string { return pin(c.GPIO.LampReady) }},
	{"state.dir", func(c *Config) string { return absolute(c.State.Dir, false) }},
	{"state.pictures_mb", func(c *Config) string {
		if c.State.PicturesMB < 0 || c.State.PicturesMB > 1_000_000 {
			return fmt.Sprintf("want 0 to 1000000 megabytes (got %d)", c.State.PicturesMB)
		}
		return ""
	}},
}

// check runs the tests on the keys that decoded. A problem is placed on the line of
// its own key, or of the key it was compared with where the file sets only that.
func check(cfg *Config, out *outline, known Problems) Problems {
	var problems Problems
	for _, t := range tests {
		if known.has(t.key) {
			continue
		}
		if what := t.what(cfg); what != "" {
			problems = append(problems, Problem{Line: max(out.lineOf(t.key), out.lineOf(comparedWith[t.key]), 1), Key: t.key, What: what})
		}
	}
	return append(problems, wireConflicts(cfg, out, slices.Concat(problems, known))...)
}

// comparedWith names the second key of the tests that compare two.
var comparedWith = map[string]string{
	"eye.restart_max": "eye.restart_first",
	"match.wins":      "match.games",
	"mqtt.broker":     "mqtt.embedded",
	"mqtt.username":   "mqtt.password_file",
	"web.listen":      "mqtt.listen",
	"web.arbiter_pin": "web.arbiter_pin_file",
}

func match(s, pattern, want string) string {
	if regexp.MustCompile(pattern).MatchString(s) {
		return ""
	}
	return fmt.Sprintf("%s (got %q)", want, shorten(s))
}

func oneOf(s string, words ...string) string {
	if slices.Contains(words, s) {
		return ""
	}
	last := len(words) - 1
	return fmt.Sprintf("want %s or %s (got %q)", strings.Join(words[:last], ", "), words[last], shorten(s))
}

func within(n, least, most int, unit string) string {
	if n < least || n > most {
		return fmt.Sprintf("want %d to %d%s (got %d)", least, most, unit, n)
	}
	return ""
}

// wins checks that a match can be won at all.
func wins(m Match) string {
	most := m.Games
	if most <= 0 {
		most = 99
	}
	return within(m.Wins, 0, most, fmt.Sprintf(", as match.games is %d,", m.Games))
}

func filled(s, advice string) string {
	if strings.TrimSpace(s) == "" {
		return "is empty: " + advice
	}
	return ""
}

// name checks what is printed on the score sheet.
func name(s string) string {
	if len([]rune(s)) > 80 {
		return "want at most 80 characters"
	}
	if strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "want characters that can be printed, on one line"
	}
	return ""
}

// openings are the opening protocols by name; those with a number take any of 1 to 12.
var (
	openings = []string{"none", "centre", "agreed", "swap-89", "rif", "chn-N", "yamaguchi", "yamaguchi-52",
		"yamaguchi-var", "tarannikov", "taraguchi", "taraguchi-10", "super-taraguchi-10", "jonsson", "soosyrv",
		"soosyrv-8", "sakata", "super-sakata", "na", "linked-swap", "free-swap3", "pro", "long-pro", "swap",
		"swap2", "swap-5", "pie"}
	numbered = regexp.MustCompile(`^chn-([1-9]|1[0-2])$`)
)

func opening(s string) string {
	if s != "chn-N" && slices.Contains(openings, s) || numbered.MatchString(s) {
		return ""
	}
	return fmt.Sprintf("want one of %s (got %q)", strings.Join(openings, " "), shorten(s))
}

func switches(set map[string]string) string {
	shape := regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	for _, key := range slices.Sorted(func(yield func(string) bool) {
		for key := range set {
			if !yield(key) {
				return
			}
		}
	}) {
		if !shape.MatchString(key) {
			return fmt.Sprintf("%q is no switch: want a name of a-z, 0-9 and _", shorten(key))
		}
	}
	return ""
}

func control(s string) string {
	if _, err := clock.ParseControl(s); err != nil {
		return strings.TrimPrefix(err.Error(), "clock: ")
	}
	return ""
}

func corners(c []float64) string {
	if len(c) != 0 && len(c) != 8 {
		return fmt.Sprintf("want none, or x,y of the four corners, 8 numbers (got %d)", len(c))
	}
	for _, v := range c {
		if !(v >= 0 && v <= 100000) {
			return fmt.Sprintf("want pixels from 0 (got %v)", v)
		}
	}
	return ""
}

func atLeast(d Duration, least string) string {
	var floor Duration
	if err := floor.UnmarshalText([]byte(least)); err != nil || d < floor {
		return fmt.Sprintf("want at least %s (got %s)", least, d)
	}
	return ""
}

func address(s, example string) string {
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return fmt.Sprintf("want host:port, or %q for every network of this machine (got %q)", example, shorten(s))
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return fmt.Sprintf("want a port of 1 to 65535, like %q (got %q)", example, shorten(s))
	}
	return ""
}

// samePort reports whether two addresses have one port. Port 0 is any free one.
func samePort(a, b string) bool {
	_, p, errA := net.SplitHostPort(a)
	_, q, errB := net.SplitHostPort(b)
	return errA == nil && errB == nil && p == q && p != "0"
}

func broker(m MQTT) string {
	if m.Broker == "" {
		return ""
	}
	if m.Embedded {
		return "set while mqtt.embedded is true: write embedded = false to use this broker"
	}
	u, err := url.Parse(m.Broker)
	schemes := []string{"mqtt", "mqtts", "tcp", "ssl", "ws", "wss"}
	if err != nil || !slices.Contains(schemes, u.Scheme) || u.Hostname() == "" {
		return fmt.Sprintf(`want an address like "mqtt://broker.local:1883" (got %q)`, shorten(m.Broker))
	}
	if u.User != nil {
		return "holds a name or password: put them into mqtt.username and mqtt.password_file"
	}
	return ""
}

func absolute(path string, emptyToo bool) string {
	if emptyToo && path == "" || filepath.IsAbs(path) {
		return ""
	}
	return fmt.Sprintf("want a path from the root, beginning with / (got %q)", shorten(path))
}

func pin(s string) string {
	return match(s, `^(`+pinShape+`)?$`, `want a pin by name or number, like "GPIO17" or "17"`)
}

func playerPin(g GPIO, s string) string {
	if g.Wired() && s == "" {
		return `is empty: a player needs a button; name its pin, like "GPIO17"`
	}
	return pin(s)
}
