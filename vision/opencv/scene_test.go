package opencv

import (
	"testing"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// TestWhatMoved knocks the camera in a film of a quiet board, and plays one in which the board
// is knocked: the reason says which it was, and the position is carried over.
func TestWhatMoved(t *testing.T) {
	for _, c := range []struct {
		film     string
		from, to int
		dx, dy   float64 // by which the camera moves the picture
		reason   string
	}{
		{"D4", 519, 90, 26, -14, movedCamera},
		{"D2", 0, 90, -17, 11, movedCamera},
		{"D5", 186, 30, 0, 0, movedBoard},
	} {
		path, tr := testVideo(t, c.film)
		all := frames(t, path, c.from, 30)
		for len(all) < c.to {
			all = append(all, all[len(all)%19])
		}
		all = altered(t, all[:c.to], 30, 1000, func(m *gocv.Mat) { moveBy(m, c.dx, c.dy) })
		r := &replay{info: Info{Name: "made", FPS: 12, Width: 800, Height: 600}, frames: all, last: c.to}
		f := NewFollower(r, Options{Size: 15, Side: vision.BlackSide(tr.Side)})
		var moved []string
		var before, after []string
		for range all {
			step, err := f.Next()
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range step.Sightings {
				switch s.Kind {
				case vision.BoardMoved:
					moved, before = append(moved, s.Reason), f.Rows()
				case vision.Place, vision.Lift, vision.Shift, vision.Doubt:
					t.Errorf("%s: says %v", c.film, s)
				}
			}
		}
		after = f.Rows()
		if len(moved) != 1 || moved[0] != c.reason {
			t.Errorf("%s: told %q, want %q", c.film, moved, c.reason)
		}
		for i := range before {
			if before[i] != after[i] {
				t.Errorf("%s: the position changed from\n%v to\n%v", c.film, before, after)
				break
			}
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}
