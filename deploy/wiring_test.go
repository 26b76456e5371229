package deploy

import (
	"os"
	"regexp"
	"strconv"
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
	for key, want := range map[string]string{"p1": gpio.P1, "p2": gpio.P2, "arbiter": gpio.Arbiter} {
		if pin, ok := got[key]; !ok || pin != want {
			t.Errorf("%s: WIRING.md says %q (there: %t), referee.toml %q", key, pin, ok, want)
		}
	}
	if len(got) != 3 {
		t.Errorf("the table has rows %v, want p1, p2 and arbiter", got)
	}
}
