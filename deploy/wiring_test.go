package deploy

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"shinpan/config"
)

var update = flag.Bool("update", false, "write the drawings and tables of deploy/wiring anew")

// Every build has its drawing, and its table in the guide, as they follow from its section
// [gpio]; and the players' buttons are where they are by default.
func TestBuilds(t *testing.T) {
	for _, name := range builds {
		b := readBuild(t, name)
		same(t, filepath.Join("wiring", name+".svg"), func(string) string { return draw(b) })
		same(t, filepath.Join("wiring", "README.md"), func(text string) string {
			return between(t, text, "<!-- pins of the "+name+" build -->\n\n", "\n<!-- end -->", b.table())
		})
		used := map[int]string{}
		for _, p := range b.parts {
			for _, to := range p.terminals {
				if before := used[to.pin]; before != "" && before != to.role {
					t.Errorf("%s: header pin %d is %s and %s", name, to.pin, before, to.role)
				}
				used[to.pin] = to.role
			}
		}
		standard := config.Default().GPIO
		if used[11] != standard.P1 || used[13] != standard.P2 {
			t.Errorf("%s: the players' buttons are on %s and %s, by default on %s and %s", name, used[11], used[13], standard.P1, standard.P2)
		}
	}
}

// The sums under the parts lists are those of their rows.
func TestPartsListsAddUp(t *testing.T) {
	text, err := os.ReadFile("wiring/README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| (\d+) \| [^|]+ \| [^|]+ \| (\d+) \|$`)
	sums := regexp.MustCompile(`(?m)^\| +\| \*\*together\*\* +\| +\| \*\*(\d+)\*\* \|$`)
	found := 0
	for _, list := range strings.Split(string(text), "\n\n") {
		total := sums.FindStringSubmatch(list)
		if total == nil {
			continue
		}
		found++
		sum := 0
		for _, row := range rows.FindAllStringSubmatch(list, -1) {
			euros, _ := strconv.Atoi(row[2])
			sum += euros
		}
		if strconv.Itoa(sum) != total[1] {
			t.Errorf("a list says %s together, its rows are %d", total[1], sum)
		}
	}
	if found != len(builds) {
		t.Errorf("%d parts lists, want %d", found, len(builds))
	}
}

// same compares a file with what it should hold, or writes that.
func same(t *testing.T, path string, want func(text string) string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	wanted := want(string(text))
	if wanted == string(text) {
		return
	}
	if !*update {
		t.Errorf("%s is not what its section [gpio] says: go test ./deploy -update", path)
		return
	}
	if err := os.WriteFile(path, []byte(wanted), 0o644); err != nil {
		t.Fatal(err)
	}
}

// between puts a block between two marks.
func between(t *testing.T, text, from, to, block string) string {
	t.Helper()
	head, rest, ok := strings.Cut(text, from)
	_, tail, closed := strings.Cut(rest, to)
	if !ok || !closed {
		t.Fatalf("no place for a table after %q", from)
	}
	return head + from + block + to + tail
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
		"claim_p1": gpio.ClaimP1, "claim_p2": gpio.ClaimP2, "draw_p1": gpio.DrawP1, "draw_p2": gpio.DrawP2, "swap_p1": gpio.SwapP1, "swap_p2": gpio.SwapP2,
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
