package config

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Face is where a player's display is.
type Face struct {
	Driver      string // "none", "desk", or the chip
	Bus         string // "i2c-1", "spidev0.0"
	Address     int    // on I2C
	Clock, Data string // pins of a tm1637
}

// faceKind is a chip with what has to follow its name.
type faceKind struct {
	example string
	shape   *regexp.Regexp
}

// pinShape is a line by its name, "gpiochip0-" before it or not, or by its number.
const pinShape = `[A-Za-z][A-Za-z0-9_-]{0,31}|\d{1,3}`

var faceKinds = map[string]faceKind{
	"none":    {"none", regexp.MustCompile(`^none$`)},
	"desk":    {"desk", regexp.MustCompile(`^desk$`)},
	"ht16k33": {"ht16k33 i2c-1 0x70", regexp.MustCompile(`^ht16k33 (i2c-\d{1,3}) (0x7[0-7])$`)},
	"max7219": {"max7219 spidev0.0", regexp.MustCompile(`^max7219 (spidev\d{1,3}\.\d)$`)},
	"ssd1306": {"ssd1306 i2c-1 0x3c", regexp.MustCompile(`^ssd1306 (i2c-\d{1,3}) (0x3[cd])$`)},
	"sh1106":  {"sh1106 i2c-1 0x3c", regexp.MustCompile(`^sh1106 (i2c-\d{1,3}) (0x3[cd])$`)},
	"tm1637":  {"tm1637 GPIO5 GPIO6", regexp.MustCompile(`^tm1637 (` + pinShape + `) (` + pinShape + `)$`)},
}

// ParseFace reads a display like "ht16k33 i2c-1 0x70".
func ParseFace(s string) (Face, error) {
	words := strings.Fields(s)
	if len(words) == 0 {
		return Face{}, fmt.Errorf(`config: is empty: write "none" where there is no display`)
	}
	kind, ok := faceKinds[words[0]]
	if !ok {
		return Face{}, fmt.Errorf("config: want none, ht16k33, max7219, tm1637, ssd1306, sh1106 or desk (got %q)", shorten(s))
	}
	m := kind.shape.FindStringSubmatch(strings.Join(words, " "))
	if m == nil {
		return Face{}, fmt.Errorf("config: want %s like %q (got %q)", words[0], kind.example, shorten(s))
	}
	f := Face{Driver: words[0]}
	switch f.Driver {
	case "tm1637":
		f.Clock, f.Data = m[1], m[2]
	case "max7219":
		f.Bus = m[1]
	case "ht16k33", "ssd1306", "sh1106":
		address, err := strconv.ParseInt(m[2], 0, 16)
		if err != nil {
			return Face{}, fmt.Errorf("config: address %q: %w", m[2], err)
		}
		f.Bus, f.Address = m[1], int(address)
	}
	return f, nil
}

func face(s string) string {
	if _, err := ParseFace(s); err != nil {
		return strings.TrimPrefix(err.Error(), "config: ")
	}
	return ""
}

// usedBy is a thing that only one part can have: a pin, or a place on a bus.
type usedBy struct {
	key, thing string
	button     bool
}

// busPins are the pins that a bus of the header takes.
var busPins = map[string][]string{
	"i2c-1":     {"GPIO2", "GPIO3"},
	"spidev0.0": {"GPIO8", "GPIO10", "GPIO11"},
	"spidev0.1": {"GPIO7", "GPIO10", "GPIO11"},
}

// users are all things in use, in the order of the file. Two faces share a bus, so its
// pins are theirs together.
func users(g *GPIO) []usedBy {
	var list []usedBy
	button := true
	add := func(key string, pins ...string) {
		for _, p := range pins {
			if p != "" {
				list = append(list, usedBy{"gpio." + key, p, button})
			}
		}
	}
	add("p1", g.P1)
	add("p2", g.P2)
	add("arbiter", g.Arbiter)
	add("claim_p1", g.ClaimP1)
	add("claim_p2", g.ClaimP2)
	add("draw_p1", g.DrawP1)
	add("draw_p2", g.DrawP2)
	add("swap_p1", g.SwapP1)
	add("swap_p2", g.SwapP2)
	button = false
	shared := map[string]bool{}
	for _, row := range [][2]string{{"face_p1", g.FaceP1}, {"face_p2", g.FaceP2}} {
		f, err := ParseFace(row[1])
		if err != nil {
			continue
		}
		add(row[0], f.Clock, f.Data)
		for _, p := range busPins[f.Bus] {
			if !shared[p] {
				add(row[0], p)
			}
			shared[p] = true
		}
		switch {
		case f.Address != 0:
			add(row[0], fmt.Sprintf("%s %#x", f.Bus, f.Address))
		case f.Bus != "":
			add(row[0], f.Bus)
		}
	}
	add("buzzer", g.Buzzer)
	add("lamp_p1", g.LampP1)
	add("lamp_p2", g.LampP2)
	add("lamp_alert", g.LampAlert)
	add("lamp_ready", g.LampReady)
	return list
}

// wireConflicts finds what two parts want to have. The problem stands on the line that comes
// later, and names the other.
func wireConflicts(cfg *Config, out *outline, known Problems) Problems {
	var problems Problems
	list := users(&cfg.GPIO)
	for i, b := range list {
		for _, a := range list[:i] {
			// Buttons on the page take no pin from anything else.
			if a.button != b.button && !cfg.GPIO.Wired() {
				continue
			}
			if !samePin(a.thing, b.thing) || known.has(a.key) || known.has(b.key) || problems.has(b.key) {
				continue
			}
			first, second := a, b
			if out.lineOf(first.key) > out.lineOf(second.key) {
				first, second = b, a
			}
			where := "by default"
			if line := out.lineOf(first.key); line > 0 {
				where = fmt.Sprintf("on line %d", line)
			}
			what := fmt.Sprintf("%s is used by %s already, %s: wire one of them to another", second.thing, first.key, where)
			problems = append(problems, Problem{Line: max(out.lineOf(second.key), 1), Key: second.key, What: what})
		}
	}
	return problems
}

// samePin reports whether two names may mean one line: "gpiochip0-GPIO17" and "17" are
// "GPIO17" too.
func samePin(a, b string) bool {
	a, b = named(a), named(b)
	return a == b || strings.HasSuffix(a, "-"+b) || strings.HasSuffix(b, "-"+a)
}

// named is a pin with the name for its number.
func named(pin string) string {
	chip, line, ok := strings.Cut(pin, "-")
	if !ok || !strings.HasPrefix(chip, "gpiochip") {
		chip, line = "", pin
	}
	if n, err := strconv.Atoi(line); err == nil {
		line = fmt.Sprintf("GPIO%d", n)
	}
	if chip == "" {
		return line
	}
	return chip + "-" + line
}
