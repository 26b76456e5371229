package scenario_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shinpan/game/scenario"
)

// TestScenarios plays every scenario of the referee and checks what it expects.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("../testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios in ../testdata (%v)", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			s, wrong := scenario.Parse(string(text))
			for _, w := range wrong {
				t.Errorf("%s:%v", name, w)
			}
			if !strings.Contains(string(text), "expect ") {
				t.Error("expects nothing")
			}
			profiles := []string{s.Config.Profile}
			if strings.Contains(string(text), "# The same in every profile.") {
				profiles = []string{"SP", "CHN", "RIF", "DEF"}
			}
			for _, s.Config.Profile = range profiles {
				_, failures, err := s.Run()
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range failures {
					t.Errorf("%s: %s:%v", s.Config.Profile, name, f)
				}
			}
		})
	}
}

func TestExpectationsCanFail(t *testing.T) {
	for text, want := range map[string]string{
		"0 start\nexpect move":                              "no such event; there were: start",
		"0 start\n1 see x H8\n2 press p1\nexpect move n=2":  `n is "1"`,
		"0 start\nexpect none start":                        "there was one, seq 1",
		"0 start\n1 see x H8\n2 press p1\n expect start":    "",
		"0 start\nexpect start\n1 at\nexpect start":         "no such event",
		"0 start\n1 see x H8\n2 press p1\nexpect none five": "",
	} {
		s, wrong := scenario.Parse(text)
		if len(wrong) > 0 {
			t.Fatalf("%q: %v", text, wrong)
		}
		_, failures, err := s.Run()
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case want == "" && len(failures) > 0:
			t.Errorf("%q: failed with %v", text, failures)
		case want != "" && (len(failures) == 0 || !strings.Contains(failures[0].Error(), want)):
			t.Errorf("%q: got %v, want %q", text, failures, want)
		}
	}
}

func TestParseNamesTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"rules chess":               "1: ",
		"0 start\nrules renju":      "2: rules belongs above",
		"0 start\n1 see x Z9":       `2: see: board: point "Z9"`,
		"0 start\n1 see y H8":       `2: see: "y": want x, o or .`,
		"2 start\n1 press p1":       "2: time 1: is before",
		"0 start\n1":                "2: time 1: want an event",
		"0 dance":                   `1: "dance": no such event`,
		"0 press p3":                "1: press: ",
		"0 press none":              "1: press: ",
		"later start":               `1: "later": want a time`,
		"0 start now":               `1: start: "now": nothing more`,
		"0 start\nexpect":           "2: expect: want the kind",
		"0 start\nexpect move n":    `2: expect: "n": want name=value`,
		"set overline_claims never": "1: set overline_claims never",
		"0 adjust p1 soon":          "1: adjust: ",
	} {
		_, wrong := scenario.Parse(text)
		if len(wrong) == 0 || !strings.HasPrefix(wrong[0].Error(), want) {
			t.Errorf("%q: got %v, want %q", text, wrong, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("../testdata/*.txt")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, _ := scenario.Parse(text)
		if len(s.Steps) > 2000 {
			return
		}
		_, _, _ = s.Run()
	})
}
