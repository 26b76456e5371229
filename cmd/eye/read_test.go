package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shinpan/vision/opencv"
)

// stillsDir is where labelled stills lie, from this package.
const stillsDir = "../../../shared/data/stills"

func needStills(t *testing.T) {
	t.Helper()
	if _, err := os.Stat(stillsDir); err != nil {
		t.Skip("SKIPPED: no labelled pictures: ../shared/data is absent (beside the repository)")
	}
}

// call runs a command as main does.
func call(args ...string) (code int, out, err string) {
	var o, e bytes.Buffer
	code = dispatch(context.Background(), args, stdio{strings.NewReader(""), &o, &e})
	return code, o.String(), e.String()
}

// The fixed text form: a verdict, fifteen rows, the corners; then the next picture.
func TestReadPrintsTheFixedForm(t *testing.T) {
	needStills(t)
	good := filepath.Join(stillsDir, "s137", "image.jpg")
	text := filepath.Join(stillsDir, "s137", "board.txt")
	code, out, complaint := call("read", text, good)
	if code != exitBad {
		t.Errorf("exit %d, want %d: one of the two is no picture", code, exitBad)
	}
	if !strings.Contains(complaint, "neither JPEG nor PNG") {
		t.Errorf("complaint %q does not say what is wrong", complaint)
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(lines) != 18 {
		t.Fatalf("%d lines, want a fail line, a verdict, 15 rows and corners:\n%s", len(lines), out)
	}
	if lines[0] != text+"\tfail" || lines[1] != good+"\tok" {
		t.Errorf("verdicts %q and %q", lines[0], lines[1])
	}
	truth, err := os.ReadFile(text)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join(strings.Split(string(truth), "\n")[1:16], "\n") // Black sits at the bottom in this one
	if got := strings.Join(lines[2:17], "\n"); got != want {
		t.Errorf("read\n%s\nwant\n%s", got, want)
	}
	if !strings.HasPrefix(lines[17], "corners: ") || len(strings.Fields(lines[17])) != 5 {
		t.Errorf("corners line %q", lines[17])
	}
}

func TestReadJSONAndCorners(t *testing.T) {
	needStills(t)
	good := filepath.Join(stillsDir, "s137", "image.jpg")
	var found, given still
	for _, run := range []struct {
		into *still
		args []string
	}{
		{&found, []string{"read", "--json", good}},
		{&given, []string{"read", "--json", "--corners", "222.9,127.6,596.0,131.6,694.3,489.6,144.9,489.5", good}},
	} {
		code, out, complaint := call(run.args...)
		if code != exitOK {
			t.Fatalf("%v: exit %d: %s", run.args, code, complaint)
		}
		if err := json.Unmarshal([]byte(out), run.into); err != nil {
			t.Fatalf("%v: %v in %s", run.args, err, out)
		}
	}
	if found.Status != readOK || strings.Join(found.Rows, "") != strings.Join(given.Rows, "") {
		t.Errorf("found %+v, given corners %+v", found, given)
	}
}

func TestReadFailsOnWrongUse(t *testing.T) {
	for _, args := range [][]string{
		{"read"}, {"read", "--size", "14", "x.jpg"}, {"read", "--corners", "1,2,3", "x.jpg"}, {"read", "--nonsense"},
		{"calibrate"}, {"calibrate", "--source", "x"}, {"calibrate", "--source", "x", "--out", "y", "--picture", "z.gif"},
	} {
		if code, _, _ := call(args...); code != exitUsage {
			t.Errorf("%v: exit %d, want %d", args, code, exitUsage)
		}
	}
	if code, out, _ := call("read", "there-is-no-such-file.jpg"); code != exitBad || out != "there-is-no-such-file.jpg\tfail\n" {
		t.Errorf("a missing file: exit %d, %q", code, out)
	}
}

func TestCalibrateWritesWhatItFound(t *testing.T) {
	needStills(t)
	dir := t.TempDir()
	out, picture := filepath.Join(dir, "c.json"), filepath.Join(dir, "c.png")
	folder := filepath.Join(dir, "frames")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(stillsDir, "s137", "image.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"1.jpg", "2.jpg", "3.jpg"} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	code, said, complaint := call("calibrate", "--source", folder, "--out", out, "--picture", picture)
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, complaint)
	}
	if !strings.Contains(said, "15 lines in 800x600") {
		t.Errorf("said %q", said)
	}
	c, err := opencv.LoadCalibration(out)
	if err != nil {
		t.Fatal(err)
	}
	if c.Width != 800 || c.Height != 600 || c.Sure < 0.9 {
		t.Errorf("calibration %+v", c)
	}
	if info, err := os.Stat(picture); err != nil || info.Size() == 0 {
		t.Errorf("no picture: %v", err)
	}
}
