package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shinpan/board"
)

// videoFolder holds the videos and their truth; see its README.
const videoFolder = "../../../shared/data/videos"

// happening is an event of a truth file or a line of eye watch.
type happening struct {
	Type      string      `json:"type"`
	T         float64     `json:"t"`
	SureT     float64     `json:"sure_t"`
	Color     string      `json:"color"`
	Point     board.Point `json:"point"`
	Rows      []string    `json:"rows"`
	Disturbed []struct {
		Point board.Point `json:"point"`
		Moved float64     `json:"moved_cm"`
	} `json:"disturbed"`
	handOut float64 // of a truth event: when its hand has left
}

type videoTruth struct {
	Side   string      `json:"black_side"`
	Final  []string    `json:"final"`
	Events []happening `json:"events"`
}

func readTruth(t *testing.T, name string) (video string, tr videoTruth) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(videoFolder, name+".json"))
	if err != nil {
		t.Skipf("SKIPPED: no ../shared/data: %v", err)
	}
	if err := json.Unmarshal(data, &tr); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(videoFolder, name+".mp4"), tr
}

// onTime is by how many seconds an event may be first seen off its time.
const onTime = 0.1

// wanted lists what eye watch must say of a video: the truth in its own words.
func (tr videoTruth) wanted() (out []happening) {
	for i, e := range tr.Events {
		for _, later := range tr.Events[i:] {
			if later.Type == "hand_out" {
				e.handOut = later.T
				break
			}
		}
		switch e.Type {
		case "place", "lift":
			out = append(out, e)
		case "move", "drop":
			e.Type = "place"
			out = append(out, e)
			for _, d := range e.Disturbed {
				if d.Moved > 0.4 { // cm: clearly seen to have moved
					out = append(out, happening{Type: "shift", T: e.T, Point: d.Point, handOut: e.handOut})
				}
			}
		case "nudge":
			e.Type, e.Color = "shift", ""
			out = append(out, e)
		case "bump":
			out = append(out, happening{Type: "board_moved", T: e.T, handOut: math.Inf(1)})
		}
	}
	return out
}

// TestWatchSeesWhatHappened runs the command on whole videos and holds every line to
// the truth: nothing missing, nothing extra, stones in order and on time.
func TestWatchSeesWhatHappened(t *testing.T) {
	for _, name := range []string{"SHOW", "D1", "D2", "D3", "D4", "D5"} {
		t.Run(name, func(t *testing.T) {
			if name != "SHOW" && name != "D4" && os.Getenv("SHINPAN_LONG") == "" {
				t.Skip("a long test: set SHINPAN_LONG=1")
			}
			video, tr := readTruth(t, name)
			var out, errs bytes.Buffer
			code := dispatch(context.Background(), []string{"watch", "--json", "--black-side", tr.Side, video}, stdio{nil, &out, &errs})
			if code != exitOK || errs.Len() > 0 {
				t.Fatalf("exit %d, standard error %q", code, errs.String())
			}
			checkWatched(t, tr, &out)
		})
	}
}

func checkWatched(t *testing.T, tr videoTruth, out *bytes.Buffer) {
	t.Helper()
	var seen []happening
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var h happening
		if err := json.Unmarshal(lines.Bytes(), &h); err != nil {
			t.Fatalf("line %q: %v", lines.Text(), err)
		}
		seen = append(seen, h)
	}
	last := seen[len(seen)-1]
	if last.Type != "final" || strings.Join(last.Rows, "\n") != strings.Join(tr.Final, "\n") {
		t.Errorf("the last line is %v, want the final position %v", last, tr.Final)
	}
	seen = seen[:len(seen)-1]
	used := make([]bool, len(seen))
	previous := -1 // index of the last place matched
	for _, want := range tr.wanted() {
		found := -1
		for i, h := range seen {
			if !used[i] && h.Type == want.Type && h.Point == want.Point && (want.Color == "" || h.Color == want.Color) && math.Abs(h.T-want.T) <= 1 {
				found = i
				break
			}
		}
		if found < 0 {
			t.Errorf("not seen: %s %s %s at %.2f", want.Type, want.Color, want.Point, want.T)
			continue
		}
		used[found] = true
		if off := seen[found].T - want.T; math.Abs(off) > onTime {
			t.Errorf("%s %s at %.2f: first seen %.2f s off", want.Type, want.Point, want.T, off)
		}
		if late := seen[found].SureT - want.handOut; late > 0.3 {
			t.Errorf("%s %s at %.2f: told %.2f s after the hand had left", want.Type, want.Point, want.T, late)
		}
		if want.Type == "place" {
			if found < previous {
				t.Errorf("%s %s is told before an earlier stone", want.Color, want.Point)
			}
			previous = found
		}
	}
	for i, h := range seen {
		if !used[i] {
			t.Errorf("extra: %+v", h)
		}
	}
}

// TestWatchOfBadInput: one clear line that says what, where and what to do, and exit 1.
func TestWatchOfBadInput(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	empty := filepath.Join(dir, "empty")
	if err := os.Mkdir(empty, 0o755); err != nil {
		t.Fatal(err)
	}
	pictures := filepath.Join(dir, "pictures")
	if err := os.Mkdir(pictures, 0o755); err != nil {
		t.Fatal(err)
	}
	write("pictures/1.png", []byte("no picture"))
	write("pictures/2.png", []byte("no picture either"))
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"missing", []string{filepath.Join(dir, "none.mp4")}, exitBad, "check the path"},
		{"a text", []string{write("text.mp4", []byte("this is no video\n"))}, exitBad, "cannot decode"},
		{"nothing in it", []string{write("empty.mp4", nil)}, exitBad, "cannot decode"},
		{"a cut header", []string{write("cut.mp4", []byte("\x00\x00\x00\x20ftypisom\x00\x00\x02\x00isomiso2"))}, exitBad, "cannot decode"},
		{"an empty folder", []string{empty}, exitBad, "no pictures"},
		{"pictures that are none", []string{pictures}, exitBad, "cannot decode this picture"},
		{"no argument", nil, exitUsage, "want one video"},
		{"two videos", []string{"a", "b"}, exitUsage, "want one video"},
		{"size", []string{"--size", "16", "a"}, exitUsage, "--size 16"},
		{"corners", []string{"--corners", "1,2,3", "a"}, exitUsage, "want 8"},
		{"corners in a line", []string{"--corners", "0,0,1,1,2,2,3,3", "a"}, exitUsage, "convex"},
		{"side", []string{"--black-side", "north", "a"}, exitUsage, "--black-side"},
		{"flag", []string{"--nonsense", "a"}, exitUsage, "nonsense"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			code := dispatch(context.Background(), append([]string{"watch"}, c.args...), stdio{nil, &out, &errs})
			if code != c.code || !strings.Contains(errs.String(), c.want) || out.Len() > 0 {
				t.Errorf("exit %d, says %q, prints %q: want exit %d and %q", code, errs.String(), out.String(), c.code, c.want)
			}
			if c.code == exitBad && strings.Count(errs.String(), "\n") != 1 {
				t.Errorf("says %q: want one line", errs.String())
			}
		})
	}
}
