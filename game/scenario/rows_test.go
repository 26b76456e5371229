package scenario_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"shinpan/game/scenario"
)

// Every row of the written rules that needs a scenario. A scenario names the rows it tells
// of in a comment, "# Rows: H1, CLOCK 5.3". Rows of the incidents of CONDUCT.md are told once
// in each profile; the profile is the scenario's own.

var profiles = []string{"SP", "CHN", "RIF", "DEF"}

// numbered are the rows that have a number: their prefix, the last one, and the form.
var numbered = []struct {
	form     string
	last     int
	profiles bool
}{
	{"H%d", 15, true},
	{"P%d", 8, true},
	{"F%d", 16, false},
	{"V%d", 7, false},
	{"CK-%d", 6, false},
	{"OP-%02d", 12, false},
	{"CONDUCT 4.%d", 11, false},
	{"CLOCK 5.%d", 13, false},
}

// branches are the ways through each protocol of OPENINGS.md; "wrong" is what it does not
// allow.
var branches = map[string]string{
	"3.1": "basic wrong", "3.2": "fifth-two wrong", "3.3": "keep swap wrong offers", "3.4": "keep swap wrong offers",
	"3.5": "keep swap one wrong offers", "3.6": "keep swap wrong offers", "3.7": "keep swap wrong offers", "3.8": "keep swap wrong offers",
	"3.9": "keep swap wrong", "3.10": "windows C1a C1b C2 wrong", "3.11": "C1a C1b C2 wrong",
	"3.12": "keep swap wrong offers", "3.13": "keep swap four wrong offers", "3.14": "white black wrong", "3.15": "a b c wrong",
	"3.16": "keep swap free wrong", "3.17": "single double wrong", "3.18": "keep swap wrong",
	"4 pro": "wrong", "4 long-pro": "wrong", "4 swap": "keep swap wrong", "4 swap2": "a b c wrong",
	"4 swap-5": "keep swap wrong", "4 pie": "keep swap wrong",
	"0": "draw forbidden", "2": "board figure", "5": "batch",
}

// others are the rows that have neither a number nor a profile.
var others = []string{
	"OPENINGS 3.1", "OPENINGS 3.2", "OPENINGS 3.12", "OPENINGS 4 pro", "OPENINGS 4 long-pro", "OPENINGS 4 standard", "OPENINGS 4 freestyle",
	"CONDUCT 0", "CONDUCT 7",
	"CLOCK 2 byoyomi", "CLOCK 2 quick", "CLOCK 3.1", "CLOCK 3.7",
	"CLOCK 4 person", "CLOCK 4 start", "CLOCK 4 swap", "CLOCK 4 opening_increment", "CLOCK 4 opening_step_limit",
	"CLOCK 6.1 both", "CLOCK 6.1 limit", "CLOCK 6.2", "CLOCK 6.3 confirmed", "CLOCK 6.3 sealed", "CLOCK 6.3 illegal", "CLOCK 6.4", "CLOCK 6.5",
	"CLOCK 7.1", "CLOCK 7.2", "CLOCK 7.3",
	"ARBITER pause", "ARBITER adjust", "ARBITER correct", "ARBITER rule", "ARBITER press", "ARBITER counter", "ARBITER turn", "ARBITER takeback",
	"BLIND order", "BLIND asked", "BLIND by hand", "MODE training", "SEEDS S-1001",
}

// required lists every row with its profile where it has one, such as "H1 SP".
func required() map[string]bool {
	rows := map[string]bool{}
	for _, n := range numbered {
		for i := 1; i <= n.last; i++ {
			row := fmt.Sprintf(n.form, i)
			if !n.profiles {
				rows[row] = true
				continue
			}
			for _, p := range profiles {
				rows[row+" "+p] = true
			}
		}
	}
	for protocol, ways := range branches {
		for _, way := range strings.Fields(ways) {
			rows["OPENINGS "+protocol+" "+way] = true
		}
	}
	for _, row := range others {
		rows[row] = true
	}
	return rows
}

// told maps each row that a scenario names to the scenarios that do.
func told(t *testing.T) map[string][]string {
	files, err := filepath.Glob("../testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios in ../testdata (%v)", err)
	}
	rows := map[string][]string{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := scenario.Parse(string(text))
		_, list, ok := strings.Cut(string(text), "# Rows: ")
		if !ok {
			t.Errorf("%s: names no row of the written rules: add a comment such as \"# Rows: H1, CLOCK 5.3\"", name)
			continue
		}
		list, _, _ = strings.Cut(list, "\n")
		in := []string{s.Config.Profile}
		if strings.Contains(string(text), "# The same in every profile.") {
			in = profiles
		}
		for row := range strings.SplitSeq(list, ", ") {
			if !profiled.MatchString(row) {
				rows[row] = append(rows[row], name)
				continue
			}
			for _, p := range in {
				rows[row+" "+p] = append(rows[row+" "+p], name)
			}
		}
	}
	return rows
}

var profiled = regexp.MustCompile(`^[HP]\d+$`)

// TestEveryRowHasAScenario holds the scenarios to the written rules, row by row.
func TestEveryRowHasAScenario(t *testing.T) {
	want, got := required(), told(t)
	for _, row := range slices.Sorted(maps.Keys(want)) {
		if len(got[row]) == 0 {
			t.Errorf("%s: no scenario names it", row)
		}
	}
	for _, row := range slices.Sorted(maps.Keys(got)) {
		if !want[row] {
			t.Errorf("%v: there is no row %q", got[row], row)
		}
	}
}

// TestRowsAreThoseOfTheRules compares the numbers above with the rules themselves, so that
// a row added there is missed here.
func TestRowsAreThoseOfTheRules(t *testing.T) {
	spec := "../../../shared/spec/"
	if _, err := os.Stat(spec); err != nil {
		t.Skipf("SKIPPED: ../shared/spec is not there, the rows were not compared with it: %v", err)
	}
	section := func(file, from, to string) string {
		text, err := os.ReadFile(spec + file)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(text), "\n"+from)
		rest, _, _ = strings.Cut(rest, "\n"+to)
		return rest
	}
	count := func(text, pattern string) int { return len(regexp.MustCompile(pattern).FindAllString(text, -1)) }
	for _, c := range []struct {
		row, text, pattern string
		more               int // lines of the table that are no rows
	}{
		{"H%d", section("CONDUCT.md", "## 2.", "## 3."), `(?m)^\| H\d+ `, 0},
		{"P%d", section("CONDUCT.md", "## 3.", "## 4."), `(?m)^\| P\d+ `, 0},
		{"CONDUCT 4.%d", section("CONDUCT.md", "## 4.", "## 5."), `(?m)^\|`, 2},
		{"F%d", section("CONDUCT.md", "## 5.", "## 6."), `(?m)^\| F\d+ `, 0},
		{"V%d", section("CONDUCT.md", "## 7.", "## 8."), `(?m)^\| V\d+ `, 0},
		{"CLOCK 5.%d", section("CLOCK.md", "## 5.", "## 6."), `(?m)^\|`, 2},
		{"OP-%02d", section("OPENINGS.md", "### 0.1", "## 1."), `(?m)^\| OP-\d+ `, 0},
	} {
		i := slices.IndexFunc(numbered, func(n struct {
			form     string
			last     int
			profiles bool
		}) bool {
			return n.form == c.row
		})
		if n := count(c.text, c.pattern) - c.more; n != numbered[i].last {
			t.Errorf("%s: the rules have %d, the scenarios are held to %d", c.row, n, numbered[i].last)
		}
	}
	protocols := regexp.MustCompile(`(?m)^### (3\.\d+)`).FindAllStringSubmatch("\n"+section("OPENINGS.md", "## 3.", "## 4."), -1)
	for _, p := range protocols {
		if _, ok := branches[p[1]]; !ok && p[1] != "3.19" { // names that no source defines
			t.Errorf("OPENINGS %s: no scenario is asked for it", p[1])
		}
	}
	if len(protocols) < 18 {
		t.Errorf("%d protocols found in OPENINGS.md", len(protocols))
	}
}
