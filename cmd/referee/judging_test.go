package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"shinpan/board"
	"shinpan/rules"
)

// cli runs a command as a user would and returns what it wrote and its exit code.
func cli(input string, args ...string) (out, errs string, code int) {
	var o, e bytes.Buffer
	code = dispatch(context.Background(), args, stdio{strings.NewReader(input), &o, &e})
	return o.String(), e.String(), code
}

// fact opens a file of the shared facts or skips the test loudly.
func fact(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join("../../../shared/data", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("SKIPPED: ../shared/data is not there, nothing was checked: %v", err)
	}
	return path
}

func TestForbiddenCorpus(t *testing.T) {
	path := fact(t, "rules/forbidden-dev.tsv")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	out, errs, code := cli("", "forbidden", path)
	if code != exitOK || errs != "" {
		t.Fatalf("exit %d, %s", code, errs)
	}
	got := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	n := 0
	for line := range strings.Lines(string(raw)) {
		if line[0] == '#' {
			continue
		}
		cols := strings.Split(strings.TrimSpace(line), "\t")
		// The corpus lists its points row by row, the command by column letter.
		parts := strings.Split(cols[3], ",")
		if cols[3] != "-" {
			slices.SortFunc(parts, func(a, b string) int {
				p, q := board.MustPoint(a[:strings.IndexByte(a, '=')]), board.MustPoint(b[:strings.IndexByte(b, '=')])
				if p.Less(q) {
					return -1
				}
				return 1
			})
		}
		if want := cols[0] + "\t" + strings.Join(parts, ","); n >= len(got) || got[n] != want {
			t.Fatalf("line %d: got %s, want %s", n+1, got[min(n, len(got)-1)], want)
		}
		n++
	}
	if n != len(got) || n < 1000 {
		t.Errorf("%d lines for %d boards", len(got), n)
	}
}

func TestForbidden(t *testing.T) {
	empty := strings.Repeat(".", 225)
	three := func(at ...string) string {
		b := board.New(15)
		for _, p := range at {
			b.Set(board.MustPoint(p), board.Black)
		}
		return b.Text()
	}
	fork := three("F8", "G8", "H6", "H7")
	for _, c := range []struct {
		name, input string
		args        []string
		out, errs   string
		code        int
	}{
		{"none", "a\t" + empty + "\n", nil, "a\t-\n", "", exitOK},
		{"fork", "a\t" + fork, nil, "a\tH8=33\n", "", exitOK},
		{"more columns, carriage return, comment", "# head\r\na\tcluster!\t" + fork + "\tx\ty\r\n\r\n", nil, "a\tH8=33\n", "", exitOK},
		{"json", "a\t" + fork + "\nb\t" + empty, []string{"--json"}, `{"id":"a","verdicts":[{"point":"H8","kind":"33"}]}` + "\n" + `{"id":"b","verdicts":[]}` + "\n", "", exitOK},
		{"bad lines between good ones", "a\t" + empty + "\nno board\nb\tz\nc\t" + empty[1:] + "q\nd\t" + fork, nil, "a\t-\nd\tH8=33\n",
			"-:2: one column: want id<TAB>board\n-:3: no board among the 2 columns: want one of 225 characters '.', 'x', 'o' after the id\n-:4: board: character 225 is 'q': want '.', 'x' or 'o'\n", exitBad},
		{"missing file", "", []string{"no-such-file"}, "", "referee forbidden: open no-such-file: no such file or directory\n", exitBad},
		{"line without end", "a\t" + strings.Repeat("x", 2*maxLine) + "\nd\t" + fork, nil, "d\tH8=33\n", "-:1: the line is longer than 1048576 bytes: is this the right file?\n", exitBad},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, errs, code := cli(c.input, append([]string{"forbidden"}, c.args...)...)
			if out != c.out || errs != c.errs || code != c.code {
				t.Errorf("exit %d\nout  %q\nwant %q\nerr  %q\nwant %q", code, out, c.out, errs, c.errs)
			}
		})
	}
}

func TestExplain(t *testing.T) {
	b := board.New(15)
	for _, p := range []string{"F8", "G8", "H6", "H7"} {
		b.Set(board.MustPoint(p), board.Black)
	}
	file := filepath.Join(t.TempDir(), "diagram")
	if err := os.WriteFile(file, []byte(b.Diagram(nil)), 0o600); err != nil {
		t.Fatal(err)
	}
	plain := filepath.Join(t.TempDir(), "rows")
	if err := os.WriteFile(plain, []byte("15\n"+strings.Join(b.Rows(), "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	with := b
	with.Set(board.MustPoint("H8"), board.Black)
	want := "H8 is forbidden for Black: double-three, it makes 2 real threes\n"
	for name, args := range map[string][]string{
		"text": {b.Text(), "H8"}, "stone there": {with.Text(), "H8"}, "diagram": {file, "h8"}, "rows": {plain, "H8"}, "input": {"-", "H8"},
	} {
		out, errs, code := cli("a\t"+b.Text(), append([]string{"explain"}, args...)...)
		if code != exitOK || errs != "" || !strings.Contains(out, want) || !strings.Contains(out, "  8 . . . . * x x # .") {
			t.Errorf("%s: exit %d, %s\n%s", name, code, errs, out)
		}
	}
	out, _, code := cli("", "explain", b.Text(), "H8", "--json")
	var v rules.Verdict
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != exitOK || v.Kind != rules.DoubleThree || len(v.Threes) != 2 {
		t.Errorf("json: exit %d, %v, %s", code, err, out)
	}
	for name, c := range map[string]struct {
		args []string
		code int
		errs string
	}{
		"taken":       {[]string{"--color", "white", b.Text(), "F8"}, exitBad, "a black stone lies there"},
		"no point":    {[]string{b.Text(), "8H"}, exitBad, "8H"},
		"off board":   {[]string{b.Text(), "P16"}, exitBad, "15 lines"},
		"short board": {[]string{b.Text()[1:], "H8"}, exitBad, "224 characters"},
		"no file":     {[]string{"nowhere", "H8"}, exitBad, "nowhere"},
		"one word":    {[]string{b.Text()}, exitUsage, "usage"},
		"bad flag":    {[]string{"--nonsense", b.Text(), "H8"}, exitUsage, "nonsense"},
	} {
		if _, errs, code := cli("", append([]string{"explain"}, c.args...)...); code != c.code || !strings.Contains(errs, c.errs) {
			t.Errorf("%s: exit %d, want %d; %q should tell %q", name, code, c.code, errs, c.errs)
		}
	}
}

func TestHelpOfJudging(t *testing.T) {
	for _, verb := range []string{"forbidden", "explain", "check"} {
		if out, errs, code := cli("", verb, "--help"); code != exitOK || errs != "" || !strings.HasPrefix(out, "usage: referee "+verb) {
			t.Errorf("%s --help: exit %d, %q, %q", verb, code, out, errs)
		}
	}
}

func TestCheckCorpus(t *testing.T) {
	path := fact(t, "games/games-dev.tsv")
	out, errs, code := cli("", "check", path)
	if code != exitOK || errs != "" {
		t.Errorf("exit %d, %s", code, errs)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, n := strings.Split(out, "\n"), 0
	for line := range strings.Lines(string(raw)) {
		if line[0] == '#' {
			continue
		}
		cols := strings.Split(strings.TrimSpace(line), "\t")
		want := path + "#" + cols[0] + "\tok\t"
		if cols[3] != "*" && cols[3] != "unfinished" { // else the board may decide it all the same
			want += cols[3] + "\t"
		}
		if !strings.HasPrefix(lines[n], want) {
			t.Errorf("got %q, want it to begin %q", lines[n], want)
		}
		n++
	}
	if n < 800 || n != len(lines)-1 {
		t.Errorf("%d games, %d lines", n, len(lines)-1)
	}
}

func TestCheck(t *testing.T) {
	const five = "h8a1i8b3j8c5k8d7l8" // Black's five on H8 to L8
	for _, c := range []struct {
		name, input string
		args        []string
		want        string // without "-#1"
		code        int
	}{
		{"five", five, nil, "ok\t1-0\tfive of black at L8 (move 9)", exitOK},
		{"played on", five + "o15", nil, "illegal\t*\tmove 10: played on after five of black at L8 (move 9)", exitBad},
		{"taken", "h8h8", nil, "illegal\t*\tmove 2: H8 is taken by a black stone", exitBad},
		{"off the board", "h8p1", nil, "illegal\t*\tmove 2: P1 is off the board of 15 lines", exitBad},
		{"out of turn", "(;B[h8];B[h9])", nil, "illegal\t*\tmove 2: a black stone out of turn", exitBad},
		{"white begins", "(;W[h8])", nil, "illegal\t*\tmove 1: a white stone out of turn", exitBad},
		{"white begins after a setup", "(;AB[h8];W[h9])", nil, "ok\t*\t1 moves, not decided on the board", exitOK},
		{"result contradicted", five + " 0-1", nil, "differs\t1-0\tfive of black at L8 (move 9); the record says 0-1", exitBad},
		{"foul at the end", "f8a1g8c1h6e1h7g1h8", nil, "ok\t0-1\t33 at H8 (move 9)", exitOK},
		{"foul that stood", "f8a1g8c1h6e1h7g1h8i1 1-0", nil, "ok\t1-0\t10 moves, not decided on the board; stood: 33 at H8 (move 9)", exitOK},
		{"no foul in freestyle", "f8a1g8c1h6e1h7g1h8", []string{"--rules", "freestyle"}, "ok\t*\t9 moves, not decided on the board", exitOK},
		{"two passes", "h8 pass pass", nil, "ok\t1/2-1/2\ttwo passes (move 3)", exitOK},
		{"overline by White", "a1h8 c1i8 e1j8 g1l8 i1m8 k1k8", nil, "ok\t0-1\tfive of white at K8 (move 12)", exitOK},
		{"overline in standard", "a1h8 c1i8 e1j8 g1l8 i1m8 k1k8", []string{"--rules", "standard"}, "ok\t*\t12 moves, not decided on the board", exitOK},
		{"rules of the record", "x\tfreestyle\tf8a1g8c1h6e1h7g1h8", nil, "ok\t*\t9 moves, not decided on the board", exitOK},
		{"opening kept", "h8h9j10", []string{"--opening", "rif"}, "ok\t*\t3 moves, not decided on the board", exitOK},
		{"opening broken", "h8h9k10", []string{"--opening", "rif"}, "opening\t*\tstone 3 on K10: rif wants it in the 5×5 around H8", exitBad},
		{"json", "h8h8", []string{"--json"}, `{"game":"-#1","status":"illegal","result":"*","detail":"move 2: H8 is taken by a black stone"}`, exitBad},
		{"unreadable", "hello", nil, "unreadable\t*\tsee the error", exitBad},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, _, code := cli(c.input, append(append([]string{"check"}, c.args...), "-")...)
			out = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSuffix(out, "\n"), "-#1\t"), "-#x\t")
			if out != c.want || code != c.code {
				t.Errorf("exit %d, %q\nwant %d, %q", code, out, c.code, c.want)
			}
		})
	}
}

func TestCheckFiles(t *testing.T) {
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good.sgf"), filepath.Join(dir, "bad.psq")
	for name, text := range map[string]string{good: "(;B[hh];W[ih])", bad: "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,,0\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, errs, code := cli("", "check", bad, good, filepath.Join(dir, "none"))
	want := bad + "#1\tunreadable\t*\tsee the error\n" + good + "#1\tok\t*\t2 moves, not decided on the board\n"
	if out != want || code != exitBad {
		t.Errorf("exit %d, got\n%swant\n%s", code, out, want)
	}
	for _, told := range []string{bad + `:3: move 2 "8,,0": want x,y,milliseconds`, "none: no such file"} {
		if !strings.Contains(errs, told) {
			t.Errorf("standard error %q does not tell %q", errs, told)
		}
	}
	if _, errs, code := cli("", "check"); code != exitUsage || !strings.Contains(errs, "usage") {
		t.Errorf("no file: exit %d, %q", code, errs)
	}
	if _, errs, code := cli(" \n", "check", "-"); code != exitBad || !strings.Contains(errs, "no game in it") {
		t.Errorf("empty input: exit %d, %q", code, errs)
	}
}

func FuzzBoardInput(f *testing.F) {
	f.Add("a\t" + strings.Repeat(".", 225))
	f.Add("15\n" + strings.Repeat("x..............\n", 15))
	f.Add("\xff\x00\t")
	f.Fuzz(func(t *testing.T, text string) {
		if _, b, err := boardRow(text); err == nil && !board.ValidSize(b.Size()) {
			t.Errorf("boardRow gave a board of %d lines", b.Size())
		}
		if b, err := parseBoardFile(text); err == nil && !board.ValidSize(b.Size()) {
			t.Errorf("parseBoardFile gave a board of %d lines", b.Size())
		}
	})
}
