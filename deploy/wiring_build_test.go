package deploy

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"shinpan/config"
)

// headerPin is where the processor's line of that number comes out on the 40-pin header.
var headerPin = map[int]int{
	2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
	11: 23, 8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}

// The header's pins of supply.
var (
	threeVolts = []int{1, 17}
	fiveVolts  = []int{2, 4}
	grounds    = []int{6, 9, 14, 20, 25, 30, 34, 39}
)

// wired is a part of a table and where its terminals go.
type wired struct {
	key, title string // the key in [gpio], and what the part is
	terminals  []terminal
}

// terminal is one connection of a part.
type terminal struct {
	name string // as the part has it printed
	pin  int    // on the header
	role string // "ground", "3.3 V", "5 V", or the line's name
}

// build is a way to make a table: a section [gpio], and what follows from it.
type build struct {
	name  string
	parts []wired
}

var builds = []string{"cheapest", "tournament"}

// readBuild works out from the section [gpio] of a build what has to be wired where.
func readBuild(t *testing.T, name string) build {
	t.Helper()
	path := filepath.Join("wiring", name+".toml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Parse(path, text)
	if err != nil {
		t.Fatal(err)
	}
	b := &build{name: name}
	g := cfg.GPIO
	for _, row := range [][3]string{
		{"p1", "button of P1", g.P1}, {"p2", "button of P2", g.P2}, {"arbiter", "button of the arbiter", g.Arbiter},
		{"claim_p1", "claim button of P1", g.ClaimP1}, {"claim_p2", "claim button of P2", g.ClaimP2},
		{"draw_p1", "draw button of P1", g.DrawP1}, {"draw_p2", "draw button of P2", g.DrawP2},
		{"swap_p1", "swap button of P1", g.SwapP1}, {"swap_p2", "swap button of P2", g.SwapP2},
	} {
		if row[2] != "" {
			b.add(t, row[0], row[1], [2]string{"1", row[2]}, [2]string{"2", "ground"})
		}
	}
	b.face(t, "face_p1", "display of P1", g.FaceP1)
	b.face(t, "face_p2", "display of P2", g.FaceP2)
	for _, row := range [][3]string{
		{"buzzer", "buzzer, on a transistor", g.Buzzer}, {"lamp_p1", "lamp: P1's time runs", g.LampP1}, {"lamp_p2", "lamp: P2's time runs", g.LampP2},
		{"lamp_alert", "lamp: needs a person", g.LampAlert}, {"lamp_ready", "lamp: ready", g.LampReady},
	} {
		switch {
		case row[2] == "":
		case row[0] == "buzzer":
			b.add(t, row[0], row[1], [2]string{"IN", row[2]}, [2]string{"+", "5 V"}, [2]string{"-", "ground"})
		default:
			b.add(t, row[0], row[1], [2]string{"330 Ω, +", row[2]}, [2]string{"-", "ground"})
		}
	}
	return *b
}

// face adds a display.
func (b *build) face(t *testing.T, key, title, text string) {
	f, err := config.ParseFace(text)
	if err != nil {
		t.Fatal(err)
	}
	switch f.Driver {
	case "none", "desk":
	case "tm1637":
		b.add(t, key, title+", TM1637", [2]string{"CLK", f.Clock}, [2]string{"DIO", f.Data}, [2]string{"VCC", "3.3 V"}, [2]string{"GND", "ground"})
	case "ht16k33", "ssd1306", "sh1106":
		title = fmt.Sprintf("%s, %s at %#x", title, strings.ToUpper(f.Driver), f.Address)
		b.add(t, key, title, [2]string{"SDA", "GPIO2"}, [2]string{"SCL", "GPIO3"}, [2]string{"VCC", "3.3 V"}, [2]string{"GND", "ground"})
	default:
		t.Fatalf("%s: nobody has said how a %s is wired", key, f.Driver)
	}
}

// supplies are the header's pins of each.
var supplies = map[string][]int{"ground": grounds, "3.3 V": threeVolts, "5 V": fiveVolts}

// add places a part's terminals on the header: its first one is a line, and its supply
// comes from near it.
func (b *build) add(t *testing.T, key, title string, terminals ...[2]string) {
	t.Helper()
	p := wired{key: key, title: title}
	for _, row := range terminals {
		to := terminal{name: row[0], role: row[1]}
		if pins := supplies[row[1]]; pins != nil {
			to.pin = b.nearest(pins, p.terminals[0].pin)
		} else {
			line, err := strconv.Atoi(strings.TrimPrefix(row[1], "GPIO"))
			if err != nil || headerPin[line] == 0 {
				t.Fatalf("%s: %s is not on the header", key, row[1])
			}
			to.pin = headerPin[line]
		}
		p.terminals = append(p.terminals, to)
	}
	b.parts = append(b.parts, p)
}

// nearest is the pin of a supply that is near a line and has few wires already.
func (b *build) nearest(pins []int, line int) int {
	cost := map[int]int{}
	for _, pin := range pins {
		cost[pin] = max(row(pin)-row(line), row(line)-row(pin))
	}
	for _, p := range b.parts {
		for _, to := range p.terminals {
			cost[to.pin] += 6
		}
	}
	return slices.MinFunc(pins, func(a, b int) int { return cost[a] - cost[b] })
}

// table is the pins of a build as the guide shows them.
func (b build) table() string {
	var out strings.Builder
	out.WriteString("| key | part | terminal | header pin | that is |\n|---|---|---|---|---|\n")
	for _, p := range b.parts {
		for _, to := range p.terminals {
			fmt.Fprintf(&out, "| `%s` | %s | %s | %d | %s |\n", p.key, p.title, to.name, to.pin, to.role)
		}
	}
	return out.String()
}
