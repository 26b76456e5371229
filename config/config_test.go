package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCommentedIsDefault(t *testing.T) {
	cfg, err := Parse("referee.toml", []byte(Commented))
	if err != nil {
		t.Fatalf("the shipped file is refused:\n%v", err)
	}
	if diff := cmp.Diff(Default(), cfg); diff != "" {
		t.Errorf("referee.toml and Default() differ (-Default +file):\n%s", diff)
	}
}

// A key that is left out of the shipped file would still decode to its default.
func TestCommentedNamesEveryKey(t *testing.T) {
	out, broken := scan([]byte(Commented))
	if broken != nil {
		t.Fatal(broken)
	}
	for key, typ := range keys {
		switch {
		case holdsKeys(typ):
			if !strings.Contains(Commented, "["+key+"]") {
				t.Errorf("referee.toml has no section [%s]", key)
			}
		case out.lineOf(key) == 0:
			t.Errorf("referee.toml does not mention %s", key)
		}
	}
	for _, line := range strings.Split(Commented, "\n") {
		if len(line) > 90 {
			t.Errorf("referee.toml: %d characters: %s", len(line), line)
		}
	}
}

func TestEmptyFileIsDefault(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "[table]\n[rules.switches]\n"} {
		cfg, err := Parse("f", []byte(text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if diff := cmp.Diff(Default(), cfg); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestEveryTestNamesAKey(t *testing.T) {
	seen := map[string]bool{}
	for _, test := range tests {
		if _, ok := keyType(test.key); !ok {
			t.Errorf("check of %q: no such key", test.key)
		}
		if seen[test.key] {
			t.Errorf("two checks of %s", test.key)
		}
		seen[test.key] = true
	}
	for a, b := range comparedWith {
		if _, ok := keyType(b); !ok || !seen[a] {
			t.Errorf("comparedWith %s, %s: no such check or key", a, b)
		}
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "referee.toml")
	text := `
[table]
name = "hall-7"
[rules]
mode = "tournament"
[rules.switches]
overline_claim = "until_end"
[eye]
corners = [10, 20.5, 300, 20, 310, 330, 5, 333]
stale = "1m"
[mqtt]
embedded = false
broker = "mqtts://broker.local:8883"
`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Table.Name = "hall-7"
	want.Rules.Mode = "tournament"
	want.Rules.Switches = map[string]string{"overline_claim": "until_end"}
	want.Eye.Corners = []float64{10, 20.5, 300, 20, 310, 330, 5, 333}
	want.Eye.Stale = 60e9
	want.MQTT.Embedded = false
	want.MQTT.Broker = "mqtts://broker.local:8883"
	if diff := cmp.Diff(want, cfg); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A file that cannot be read is one clear line that names it.
func TestLoadUnreadable(t *testing.T) {
	dir := t.TempDir()
	for name, path := range map[string]string{
		"missing":   filepath.Join(dir, "nowhere.toml"),
		"directory": dir,
	} {
		_, err := Load(path)
		if err == nil {
			t.Fatalf("%s: accepted", name)
		}
		if s := err.Error(); strings.Contains(s, "\n") || !strings.Contains(s, path) || !strings.HasPrefix(s, "config: ") {
			t.Errorf("%s: %q", name, s)
		}
		if errors.As(err, &Problems{}) {
			t.Errorf("%s: is a list of problems of a file that was not read", name)
		}
	}
}

func TestSecrets(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if got, err := (MQTT{PasswordFile: write("a", "open sesame\n")}).Password(); got != "open sesame" || err != nil {
		t.Errorf("password %q, %v", got, err)
	}
	if got, err := (MQTT{}).Password(); got != "" || err != nil {
		t.Errorf("no file: %q, %v", got, err)
	}
	if got, err := (Web{ArbiterPIN: "4711"}).PIN(); got != "4711" || err != nil {
		t.Errorf("pin in place: %q, %v", got, err)
	}
	if got, err := (Web{ArbiterPINFile: write("b", "0815")}).PIN(); got != "0815" || err != nil {
		t.Errorf("pin in a file: %q, %v", got, err)
	}
	for name, path := range map[string]string{"empty": write("c", "\n"), "two lines": write("d", "a\nb\n"), "missing": filepath.Join(dir, "e")} {
		_, err := (Web{ArbiterPINFile: path}).PIN()
		if err == nil || !strings.Contains(err.Error(), "web.arbiter_pin_file") || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(Commented))
	for _, row := range wrong {
		f.Add([]byte(row.text))
	}
	f.Add([]byte("table = {name = \"a\", p1 = \"b\"}\n"))
	f.Add([]byte("[[eye]]\n\"a.b\" = 1\n'c' = \"\"\"\nx\"\"\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		cfg, err := Parse("f", data)
		if err == nil {
			// What is accepted must be worth running with.
			if cfg.Table.Name == "" || cfg.Clock.Control == "" || cfg.State.Dir == "" {
				t.Errorf("accepted an empty value: %+v", cfg)
			}
			return
		}
		var ps Problems
		if !errors.As(err, &ps) || len(ps) == 0 {
			t.Fatalf("error %T: %v", err, err)
		}
		lines := strings.Count(string(data), "\n") + 1
		for i, p := range ps {
			if p.File != "f" || p.Line < 1 || p.Line > lines || p.What == "" {
				t.Errorf("problem %+v of a file of %d lines", p, lines)
			}
			if i > 0 && ps[i-1].Line > p.Line {
				t.Errorf("not sorted: %v", ps)
			}
		}
	})
}
