package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shinpan/clock"
	"shinpan/game"
)

// TestBadInput: each refusal is exit code 1 or 2 and one line (or one a problem) that says
// what, where and what to do; never a stack trace.
func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := taken.Addr().String()
	badConfig := write("bad.toml", "[clock]\ncontrol = \"sd 15x\"\n[foo]\nx = 1\n")
	noPins := write("gpio.toml", fmt.Sprintf("[gpio]\ndriver = \"periph\"\np1 = \"GPIO99\"\n[state]\ndir = %q\n[web]\nlisten = \"127.0.0.1:0\"\n[mqtt]\nlisten = \"127.0.0.1:0\"\n", filepath.Join(dir, "pins")))
	free := func(more ...string) []string { return demoArgs(filepath.Join(dir, "out"), more...) }
	for _, c := range []struct {
		args []string
		code int
		says []string
	}{
		{nil, 2, []string{"usage:"}},
		{[]string{"dance"}, 2, []string{`no command "dance"`}},
		{[]string{"run", "--dance"}, 2, []string{"dance"}},
		{[]string{"run", "dance"}, 2, []string{"dance", "usage:"}},
		{[]string{"run", "--pace", "slow"}, 2, []string{"slow", "realtime"}},
		{[]string{"run", "--config", noPins}, 1, []string{"gpio: GPIO99"}},
		{[]string{"demo", "dance"}, 2, []string{"dance", "usage:"}},
		{[]string{"doctor", "dance"}, 2, []string{"dance", "usage:"}},
		{[]string{"schema", "clock", "dance"}, 2, []string{"dance", "usage:"}},
		{[]string{"demo", "--video", "/nowhere.mp4", "--truth", showTruth, "--out", dir}, 1, []string{"--video", "/nowhere.mp4"}},
		{[]string{"demo", "--video", showStream, "--truth", badConfig, "--out", dir}, 1, []string{"bad.toml", "--truth"}},
		{[]string{"demo", "--out", filepath.Join(badConfig, "x")}, 1, []string{"bad.toml", "--out"}},
		{free("--http", port), 1, []string{"web: port", "in use"}},
		{free("--mqtt", port), 1, []string{"publish: port", "in use"}},
		{[]string{"run", "--config", "/nowhere.toml"}, 1, []string{"/nowhere.toml", "--config"}},
		{[]string{"run", "--config", badConfig}, 1, []string{"bad.toml:2: clock.control:", "bad.toml:3: foo:"}},
		{[]string{"run", "--config", dir}, 1, []string{dir}},
		{[]string{"replay"}, 2, []string{"usage:"}},
		{[]string{"replay", "/nowhere.journal"}, 1, []string{"/nowhere.journal"}},
		{[]string{"replay", badConfig}, 1, []string{"bad.toml:1:", "not a journal"}},
		{[]string{"scenario"}, 2, []string{"usage:"}},
		{[]string{"scenario", "/nowhere.txt"}, 1, []string{"/nowhere.txt"}},
		{[]string{"scenario", write("bad.txt", "0 start\n1 see x Z9\n")}, 1, []string{"bad.txt:2: see:"}},
	} {
		code, out, errs := command(t, "", c.args...)
		if code != c.code {
			t.Errorf("%v: exit %d, want %d (%s%s)", c.args, code, c.code, out, errs)
		}
		for _, want := range c.says {
			if !strings.Contains(errs, want) {
				t.Errorf("%v: says %q, want %q in it", c.args, errs, want)
			}
		}
		if strings.Contains(errs, "goroutine ") || strings.Contains(errs, "panic") {
			t.Errorf("%v: a stack trace:\n%s", c.args, errs)
		}
	}
}

// TestTwoReferees: one folder belongs to one referee.
func TestTwoReferees(t *testing.T) {
	dir := t.TempDir()
	state, err := openState(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer state.close()
	code, _, errs := command(t, "", demoArgs(dir, "--continue")...)
	if code != exitBad || !strings.Contains(errs, "another referee is running") {
		t.Errorf("exit %d, %q", code, errs)
	}
}

func TestHelp(t *testing.T) {
	for _, v := range verbs().Verbs {
		code, out, errs := command(t, "", v.Name, "--help")
		if code != exitOK || !strings.Contains(out, "usage: referee "+v.Name) || errs != "" {
			t.Errorf("%s --help: exit %d, %q, %q", v.Name, code, out, errs)
		}
	}
}

// TestDemoKeepsAClubsGames: the demonstration empties only its own folder, and none that is
// in use.
func TestDemoKeepsAClubsGames(t *testing.T) {
	dir := t.TempDir()
	a := newAppliance(t, dir)
	a.owner.take(game.Input{Kind: game.Start})
	a.owner.take(game.Input{Kind: game.Resign, Side: clock.P2})
	refused := func(says string) {
		t.Helper()
		code, _, errs := command(t, "", demoArgs(dir)...)
		if code != exitBad || !strings.Contains(errs, says) || !strings.Contains(errs, "--out") {
			t.Errorf("exit %d, %q", code, errs)
		}
		for _, kept := range []string{a.state.current(), a.state.file(a.owner.game.Config().ID, ".sgf")} {
			if _, err := os.Stat(kept); err != nil {
				t.Error(err)
			}
		}
	}
	refused("another referee is running")
	a.close()
	refused("no demonstration")
	own := t.TempDir()
	for range 2 { // the second removes what the first has left
		if code, _, errs := command(t, "", demoArgs(own)...); code != exitOK {
			t.Errorf("exit %d, %q", code, errs)
		}
	}
	if records, _ := filepath.Glob(filepath.Join(own, "games", "*.sgf")); len(records) != 1 {
		t.Errorf("records %v", records)
	}
}

// TestInputForms: standard input by "-", flags before or after the file, and a byte order
// mark before the first line.
func TestInputForms(t *testing.T) {
	empty := strings.Repeat(".", 225)
	told := "0 start\n1 see x H8\n1.2 press p1\nexpect move point=H8\n"
	dir := t.TempDir()
	a := newAppliance(t, dir)
	a.owner.take(game.Input{Kind: game.Start})
	path := a.state.current()
	a.close()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		stdin, says string
		args        []string
	}{
		{string(data), `"kind":"start"`, []string{"replay", "-"}},
		{"", `"kind":"start"`, []string{"replay", path, "--json"}},
		{told, `"kind":"move"`, []string{"scenario", "-", "--json"}},
		{"\ufeff" + told, `"kind":"move"`, []string{"scenario", "-"}},
		{"\ufeff# corpus\na\t" + empty + "\n", "a\t-", []string{"forbidden"}},
		{"\ufeff" + empty, "legal", []string{"explain", "-", "H8"}},
		{"\ufeff0 start p1\n", `"event":"start p1"`, []string{"clock", "--control", "sd 5m"}},
	} {
		code, out, errs := command(t, c.stdin, c.args...)
		if code != exitOK || !strings.Contains(out, c.says) || errs != "" {
			t.Errorf("%v: exit %d, %q, %q", c.args, code, out, errs)
		}
	}
}
