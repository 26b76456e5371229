package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
	"shinpan/journal"
)

// export runs the command on a file or, for "-", on input.
func export(input string, args ...string) (out, errs string, code int) {
	var o, e bytes.Buffer
	code = runExport(context.Background(), args, stdio{strings.NewReader(input), &o, &e})
	return o.String(), e.String(), code
}

// A record goes through every form that can be read back and comes out the same.
func TestExportFromFormToForm(t *testing.T) {
	const moves = "h8 h9 i9 g8"
	text := "Black: Anna\nWhite: Boris\nRules: renju\nResult: 1-0\n" + moves + "\n"
	for _, format := range []string{"sgf", "psq", "xml", "txt"} {
		middle, errs, code := export(text, "--format", format, "-")
		if code != exitOK || errs != "" {
			t.Fatalf("%s: exit %d, %s", format, code, errs)
		}
		back, errs, code := export(middle, "--format", "txt", "-")
		if code != exitOK || !strings.HasSuffix(back, moves+"\n") || !strings.Contains(back, "Black: Anna\n") {
			t.Errorf("by way of %s: exit %d, %s\n%s", format, code, errs, back)
		}
	}
	for format, begins := range map[string]string{"svg": "<svg ", "pdf": "%PDF-1.4"} {
		if out, errs, code := export(text, "-", "--format", format); code != exitOK || !strings.HasPrefix(out, begins) {
			t.Errorf("%s: exit %d, %s", format, code, errs)
		}
	}
}

func TestExportOfAJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.journal")
	cfg := game.Defaults()
	cfg.ID, cfg.P1 = "g-1", "Anna"
	j, err := journal.Create(path, journal.Head{Shinpan: journal.Version, Game: cfg})
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []game.Input{
		{Kind: game.Start},
		{Kind: game.See, At: time.Second, SeenAt: time.Second, Color: board.Black, Point: board.MustPoint("H8")},
		{Kind: game.Press, At: 2 * time.Second, Side: clock.P1},
		{Kind: game.Resign, At: 3 * time.Second, Side: clock.P2},
	} {
		if err := j.Append(in); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	want := ";B[hh]BL[1198]"
	out, errs, code := export("", "--format", "sgf", path)
	if code != exitOK || !strings.Contains(out, want) || !strings.Contains(out, "PB[Anna]") || !strings.Contains(out, "RE[B+R]") {
		t.Errorf("exit %d, %s\n%s", code, errs, out)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	torn := string(data[:len(data)-4])
	out, errs, code = export(torn, "--format", "sgf", "-")
	if code != exitOK || !strings.Contains(out, want) || !strings.Contains(errs, "cut off") {
		t.Errorf("torn: exit %d, %s\n%s", code, errs, out)
	}
}

func TestExportSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name, input string
		args        []string
		code        int
		errs        string
	}{
		{"no format", "", []string{"x.sgf"}, exitUsage, "usage: referee export"},
		{"unknown format", "", []string{"--format", "gif", "x.sgf"}, exitUsage, `no format "gif"`},
		{"no file", "", []string{"--format", "sgf"}, exitUsage, "usage: referee export"},
		{"missing file", "", []string{"--format", "sgf", "no/such.sgf"}, exitBad, "no/such.sgf"},
		{"empty", "", []string{"--format", "sgf", "-"}, exitBad, "no game in it"},
		{"garbage", "\x00\x01(;", []string{"--format", "sgf", "-"}, exitBad, "-:1:"},
		{"pass in psq", "h8 pass i9", []string{"--format", "psq", "-"}, exitBad, "PSQ has none"},
		{"off the board", "h8 t25", []string{"--format", "sgf", "-"}, exitBad, "beyond the board"},
		{"two pictures", "h8i9\nh8g9\n", []string{"--format", "svg", "-"}, exitBad, "2 games"},
		{"damaged journal", "00000000 {}\n00000000 {}\n", []string{"--format", "sgf", "-"}, exitBad, "journal"},
	} {
		out, errs, code := export(c.input, c.args...)
		if code != c.code || !strings.Contains(errs, c.errs) {
			t.Errorf("%s: exit %d, %q, want %d and %q", c.name, code, errs, c.code, c.errs)
		}
		if out != "" {
			t.Errorf("%s: output %q", c.name, out)
		}
	}
}

// One bad game among good ones costs only itself.
func TestExportGoesOnAfterABadGame(t *testing.T) {
	out, errs, code := export("h8i9\nh8zz\nh8g9\n", "--format", "txt", "-")
	if code != exitBad || !strings.Contains(errs, "-:2:") || !strings.Contains(out, "h8 i9\n") || !strings.Contains(out, "h8 g9\n") {
		t.Errorf("exit %d, %s\n%s", code, errs, out)
	}
}
