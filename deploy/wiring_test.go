package deploy

import (
	"fmt"
	"os"
	"regexp"
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

// The table that people wire by must be what the shipped configuration says.
func TestWiringIsTheDefault(t *testing.T) {
	text, err := os.ReadFile("WIRING.md")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, row := range regexp.MustCompile(`(?m)^\| (\w+) \| (GPIO(\d+)|not wired) \| (\d+|-) \|`).FindAllStringSubmatch(string(text), -1) {
		got[row[1]] = row[2]
		if row[3] == "" {
			got[row[1]] = ""
			continue
		}
		number, err := strconv.Atoi(row[3])
		if err != nil {
			t.Fatal(err)
		}
		if pin := strconv.Itoa(headerPin[number]); pin != row[4] {
			t.Errorf("%s: %s is on header pin %s, the table says %s", row[1], row[2], pin, row[4])
		}
	}
	gpio := config.Default().GPIO
	wired := map[string]string{"p1": gpio.P1, "p2": gpio.P2, "arbiter": gpio.Arbiter, "buzzer": gpio.Buzzer,
		"lamp_p1": gpio.LampP1, "lamp_p2": gpio.LampP2, "lamp_alert": gpio.LampAlert, "lamp_ready": gpio.LampReady}
	for key, want := range wired {
		if pin, ok := got[key]; !ok || pin != want {
			t.Errorf("%s: WIRING.md says %q (there: %t), referee.toml %q", key, pin, ok, want)
		}
	}
	if len(got) != len(wired) {
		t.Errorf("the table has rows %v, want those of %v", got, wired)
	}
}

// A pin that is named with its place on the header must be there.
func TestWiringNamesTheHeaderRightly(t *testing.T) {
	text, err := os.ReadFile("WIRING.md")
	if err != nil {
		t.Fatal(err)
	}
	places := regexp.MustCompile(`GPIO(\d+) on header pin (\d+)`).FindAllStringSubmatch(string(text), -1)
	for _, place := range places {
		number, _ := strconv.Atoi(place[1])
		if pin := strconv.Itoa(headerPin[number]); pin != place[2] {
			t.Errorf("GPIO%d is on header pin %s, not %s", number, pin, place[2])
		}
	}
	if len(places) < 6 {
		t.Errorf("%d pins are named with their place, want at least 6", len(places))
	}
}

// What people are told to write for a display must be what the referee reads, and its
// lines must be where the row says.
func TestWiringOfTheFaces(t *testing.T) {
	text, err := os.ReadFile("WIRING.md")
	if err != nil {
		t.Fatal(err)
	}
	// The header pins of the lines of each bus, in the words of the table.
	lines := map[string]string{
		"ht16k33": fmt.Sprintf("SDA %d, SCL %d,", headerPin[2], headerPin[3]),
		"ssd1306": fmt.Sprintf("SDA %d, SCL %d,", headerPin[2], headerPin[3]),
		"sh1106":  fmt.Sprintf("SDA %d, SCL %d,", headerPin[2], headerPin[3]),
		"max7219": fmt.Sprintf("DIN %d, CLK %d, CS %d,", headerPin[10], headerPin[11], headerPin[8]),
		"tm1637":  fmt.Sprintf("CLK %d, DIO %d,", headerPin[5], headerPin[6]),
	}
	for _, row := range regexp.MustCompile("(?m)^\\| [^|]* \\| `([^`|]+)` \\| ([^|]*) \\|$").FindAllStringSubmatch(string(text), -1) {
		face, err := config.ParseFace(row[1])
		if err != nil {
			t.Errorf("%q: %v", row[1], err)
			continue
		}
		if !strings.HasPrefix(row[2], lines[face.Driver]) {
			t.Errorf("%s: wired %q, want %q", face.Driver, row[2], lines[face.Driver])
		}
		delete(lines, face.Driver)
	}
	if len(lines) > 0 {
		t.Errorf("no row for %v", lines)
	}
	for _, f := range []string{config.Default().GPIO.FaceP1, config.Default().GPIO.FaceP2} {
		if f != "none" {
			t.Errorf("a face is wired by default: %q", f)
		}
	}
}
