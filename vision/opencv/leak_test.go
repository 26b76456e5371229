//go:build matprofile

package opencv

import (
	"testing"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

func init() { openMats = gocv.MatProfile.Count }

// TestFollowerLeaksNothing needs the build tag matprofile, with which gocv counts the
// Mats that are open.
func TestFollowerLeaksNothing(t *testing.T) {
	before := 0
	t.Run("run", func(t *testing.T) {
		before = gocv.MatProfile.Count()
		runForLeaks(t)
	})
	if after := gocv.MatProfile.Count(); after != before {
		t.Errorf("%d Mats are open, %d were before", after, before)
	}
}

// runForLeaks follows a hand and a stone.
func runForLeaks(t *testing.T) {
	path, tr := testVideo(t, "SHOW")
	r := &replay{info: Info{Name: "made", FPS: 12, Width: 960, Height: 720}, frames: frames(t, path, 0, 60), last: 120}
	if seen := play(t, r, Options{Size: 15, Corners: tr.seenCorners(), Side: vision.BlackSide(tr.Side)}); len(seen) < 2 {
		t.Errorf("seen %v: want the position and a stone", seen)
	}
}
