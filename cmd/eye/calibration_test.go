package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shinpan/vision"
	"shinpan/vision/opencv"
	"shinpan/vision/wire"
)

// calibrated writes what a person may have calibrated for the bundled video: its board, so
// many lines further to the right.
func calibrated(t *testing.T, shift float64) (file string, c opencv.Calibration) {
	t.Helper()
	video, _ := readTruth(t, "SHOW")
	file = filepath.Join(t.TempDir(), "calibration.json")
	code, out, errs := call("calibrate", "--source", video, "--out", file, "--json")
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	if err := json.Unmarshal([]byte(out), &c); err != nil || strings.Count(out, "\n") != 1 || c.Width != 960 || c.ByHand {
		t.Fatalf("--json says %s, %v", out, err)
	}
	if stored, err := opencv.LoadCalibration(file); err != nil || stored.Grid != c.Grid {
		t.Fatalf("stored %+v, %v", stored, err)
	}
	corners := c.Grid.Corners
	for i, at := range [4][2]float64{{0, 0}, {14, 0}, {14, 14}, {0, 14}} {
		corners[i][0], corners[i][1] = c.Grid.Pixel(at[0]+shift, at[1])
	}
	g, err := vision.NewGrid(15, corners)
	if err != nil {
		t.Fatal(err)
	}
	c.Grid, c.ByHand = g, true
	if err := c.Save(file); err != nil {
		t.Fatal(err)
	}
	return file, c
}

// TestStreamUsesACalibration that a person has made, and says what is wrong with a file that
// it cannot use; a file that is not there yet is nothing to speak of.
func TestStreamUsesACalibration(t *testing.T) {
	video, _ := readTruth(t, "SHOW")
	file, c := calibrated(t, 1)
	bad := filepath.Join(t.TempDir(), "bad.json")
	if err := os.WriteFile(bad, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		shifted bool
		fault   string
	}{file: {true, ""}, bad: {false, "no grid in it"}, filepath.Join(t.TempDir(), "none.json"): {false, ""}} {
		data, code, errs := streamOf(t, "--source", video, "--pace", "max", "--from", "850", "--calibration", name)
		if code != exitOK {
			t.Fatalf("%s: exit %d: %s", name, code, errs)
		}
		fault, shifted := "", false
		for _, m := range messages(t, data) {
			switch m.Type {
			case wire.Fault:
				fault = m.Text
			case wire.Calibration:
				dx := m.Corners[0] - c.Grid.Corners[0][0]
				shifted = dx*dx < 9
				if len(m.CornerSure) != 4 || m.Width != 960 || m.Height != 720 {
					t.Errorf("%s: %+v", name, m)
				}
			}
		}
		if shifted != want.shifted || !strings.Contains(fault, want.fault) || want.fault == "" && fault != "" {
			t.Errorf("%s: shifted %v, fault %q: want %+v", name, shifted, fault, want)
		}
	}
}

// TestWatchUsesACalibration, and refuses one it cannot use: here a person waits.
func TestWatchUsesACalibration(t *testing.T) {
	file, _ := calibrated(t, 0)
	video, _ := readTruth(t, "SHOW")
	for _, args := range [][]string{
		{"--calibration", filepath.Join(t.TempDir(), "none.json"), video}, {"--size", "19", "--calibration", file, video},
	} {
		if code, _, errs := call(append([]string{"watch"}, args...)...); code != exitUsage || !strings.Contains(errs, "calibration") {
			t.Errorf("%q: exit %d, says %q", args, code, errs)
		}
	}
}
