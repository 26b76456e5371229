package opencv

import (
	"fmt"
	"image"
	"math"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"shinpan/board"
	"shinpan/vision"
)

// patch copies the surroundings of a point, so many pixels each way, from one frame to
// another, displaced by (dx, dy).
func patch(t testing.TB, tr videoTruth, point string, from gocv.Mat, to *gocv.Mat, reach, dx, dy int) {
	t.Helper()
	g, err := vision.NewGrid(15, *tr.seenCorners())
	if err != nil {
		t.Fatal(err)
	}
	col, row := tr.asSeen(board.MustPoint(point))
	x, y := g.Pixel(float64(col), float64(row))
	at := image.Pt(int(math.Round(x)), int(math.Round(y)))
	r := image.Rectangle{at.Sub(image.Pt(reach, reach)), at.Add(image.Pt(reach, reach))}
	src, dst := from.Region(r), to.Region(r.Add(image.Pt(dx, dy)))
	src.CopyTo(&dst)
	_, _ = src.Close(), dst.Close()
}

// TestStonesInQuickSuccession puts three stones down within a third of a second, one of them
// right beside another: all are told, in their order, each first seen when it came.
func TestStonesInQuickSuccession(t *testing.T) {
	path, tr := testVideo(t, "D4")
	empty, full := frames(t, path, 0, 20), frames(t, path, 519, 1)
	for _, gap := range []int{1, 2, 4} {
		order := []string{"I9", "H9", "D5"}
		made := make([]gocv.Mat, 60)
		for i := range made {
			made[i] = empty[i%20]
		}
		n := -1
		made = altered(t, made, 0, len(made), func(m *gocv.Mat) {
			n++
			for k, point := range order {
				if n >= 25+gap*k {
					patch(t, tr, point, full[0], m, 15, 0, 0)
				}
			}
		})
		r := &replay{info: Info{Name: "made", FPS: 12, Width: 800, Height: 600}, frames: made, last: len(made)}
		var seen []string
		for _, s := range play(t, r, Options{Size: 15, Corners: tr.seenCorners(), Side: vision.BlackSide(tr.Side)}) {
			if s.Kind != vision.Position {
				seen = append(seen, fmt.Sprintf("%v@%d", s, s.Frame))
			}
		}
		want := []string{"black stone on I9@25", fmt.Sprintf("white stone on H9@%d", 25+gap), fmt.Sprintf("black stone on D5@%d", 25+2*gap)}
		if !slices.Equal(seen, want) {
			t.Errorf("%d frames apart: told %q, want %q", gap, seen, want)
		}
	}
}

// TestAShakenStoneStaysWhereItIs shakes a stone on its point by a pixel or two for a second
// and lets it rest where it was: nothing is told.
func TestAShakenStoneStaysWhereItIs(t *testing.T) {
	path, tr := testVideo(t, "D4")
	quiet := frames(t, path, 519, 20)
	made := make([]gocv.Mat, 70)
	for i := range made {
		made[i] = quiet[i%20]
	}
	n := -1
	made = altered(t, made, 0, len(made), func(m *gocv.Mat) {
		if n++; n >= 25 && n < 40 {
			patch(t, tr, "D5", quiet[0], m, 18, (n%3)-1, (n*2%5)-2)
		}
	})
	r := &replay{info: Info{Name: "made", FPS: 12, Width: 800, Height: 600}, frames: made, last: len(made)}
	for _, s := range play(t, r, Options{Size: 15, Corners: tr.seenCorners(), Side: vision.BlackSide(tr.Side)}) {
		if s.Kind != vision.Position {
			t.Errorf("says: %v at %.2f", s, s.At.Seconds())
		}
	}
}

// TestAStonePutBackIsDatedAnew takes a stone away and lays it back where it was, as if nothing
// had happened: it is told lifted, and placed when it came back.
func TestAStonePutBackIsDatedAnew(t *testing.T) {
	path, tr := testVideo(t, "D4")
	empty, quiet := frames(t, path, 0, 1), frames(t, path, 519, 20)
	made := make([]gocv.Mat, 70)
	for i := range made {
		made[i] = quiet[i%20]
	}
	n := -1
	made = altered(t, made, 0, len(made), func(m *gocv.Mat) {
		if n++; n >= 25 && n < 45 {
			patch(t, tr, "D5", empty[0], m, 18, 0, 0)
		}
	})
	r := &replay{info: Info{Name: "made", FPS: 12, Width: 800, Height: 600}, frames: made, last: len(made)}
	var seen []vision.Sighting
	for _, s := range play(t, r, Options{Size: 15, Corners: tr.seenCorners(), Side: vision.BlackSide(tr.Side)}) {
		if s.Kind != vision.Position {
			seen = append(seen, s)
		}
	}
	if len(seen) != 2 || seen[0].Kind != vision.Lift || seen[1].Kind != vision.Place {
		t.Fatalf("told %v, want D5 lifted and placed", seen)
	}
	if lift, place := seen[0].Frame, seen[1].Frame; lift < 24 || lift > 25 || place != 45 {
		t.Errorf("lifted in frame %d and placed in frame %d, want 25 and 45", lift, place)
	}
}
