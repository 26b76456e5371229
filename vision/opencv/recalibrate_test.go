package opencv

import (
	"testing"
	"time"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// stillSource shows one picture, a little shifted where it is told so, ten times a second.
type stillSource struct {
	picture gocv.Mat
	n       int
}

func (s *stillSource) Info() Info {
	return Info{Name: "still", FPS: 10, Width: s.picture.Cols(), Height: s.picture.Rows()}
}

func (s *stillSource) Next(frame *gocv.Mat) (Stamp, error) {
	s.picture.CopyTo(frame)
	s.n++
	return Stamp{Frame: s.n - 1, At: time.Duration(s.n-1) * 100 * time.Millisecond}, nil
}

func (s *stillSource) Close() error { return nil }

// foundIn is the grid that a follower finds first.
func foundIn(t *testing.T, f *Follower) Found {
	t.Helper()
	for range 40 {
		step, err := f.Next()
		if err != nil {
			t.Fatal(err)
		}
		if step.Grid != nil {
			return *step.Grid
		}
	}
	t.Fatal("no board found")
	return Found{}
}

// TestCalibrationIsUsedWhereItHolds: the board is where it is found, unless a person has
// said otherwise or nothing is found; a calibration serves in another resolution too, and
// where it shows no lines it is not believed.
func TestCalibrationIsUsedWhereItHolds(t *testing.T) {
	needData(t)
	frame := loadTruths(t, "stills/s009/board.txt")[0].image(t)
	defer func() { _ = frame.Close() }()
	truth, err := FindGrid(frame, 15)
	if err != nil {
		t.Fatal(err)
	}
	// shifted is the grid so many lines further to the right.
	shifted := func(lines float64) vision.Grid {
		corners := truth.Grid.Corners
		for i, at := range [4][2]float64{{0, 0}, {14, 0}, {14, 14}, {0, 14}} {
			corners[i][0], corners[i][1] = truth.Grid.Pixel(at[0]+lines, at[1])
		}
		g, err := vision.NewGrid(15, corners)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	half, err := shifted(1).Scaled(0.5)
	if err != nil {
		t.Fatal(err)
	}
	w, h := frame.Cols(), frame.Rows()
	for name, c := range map[string]struct {
		calibration *Calibration
		want        float64 // lines to the right of where the search has it
	}{
		"none":                  {nil, 0},
		"the search knows":      {&Calibration{Width: w, Height: h, Grid: shifted(1)}, 0},
		"a person knows":        {&Calibration{Width: w, Height: h, Grid: shifted(1), ByHand: true}, 1},
		"in another resolution": {&Calibration{Width: w / 2, Height: h / 2, Grid: half, ByHand: true}, 1},
		"another shape":         {&Calibration{Width: w, Height: h / 2, Grid: half, ByHand: true}, 0},
		"no lines there":        {&Calibration{Width: w, Height: h, Grid: shifted(3.5), ByHand: true}, 0},
		"another board":         {&Calibration{Width: w, Height: h, Grid: vision.Grid{Size: 19}, ByHand: true}, 0},
	} {
		f := NewFollower(&stillSource{picture: frame}, Options{Size: 15, Calibration: c.calibration})
		if d := cornersApart(foundIn(t, f).Grid, shifted(c.want)); d > 0.1 {
			t.Errorf("%s: found %.2f pitches off", name, d)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestRecalibrate: the board is found anew when asked, near corners given by hand, and the
// position is carried over.
func TestRecalibrate(t *testing.T) {
	path, _ := testVideo(t, "D1")
	source, err := Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := NewFollower(source, Options{Size: 15})
	defer func() { _ = f.Close() }()
	first := foundIn(t, f)
	for range 60 {
		if _, err := f.Next(); err != nil {
			t.Fatal(err)
		}
	}
	before := f.Rows()
	corners := first.Grid.Corners
	for i := range corners {
		corners[i][0] += 3
		corners[i][1] -= 3
	}
	for _, by := range []*[4][2]float64{nil, &corners} {
		if err := f.Recalibrate(by); err != nil {
			t.Fatal(err)
		}
		again := foundIn(t, f)
		if d := cornersApart(again.Grid, first.Grid); d > 0.1 {
			t.Errorf("found %.2f pitches off", d)
		}
		c, err := f.Calibration(again)
		if err != nil || c.Width != 960 || c.Sure != again.Sure {
			t.Errorf("calibration %+v, %v", c, err)
		}
	}
	for range 20 {
		if _, err := f.Next(); err != nil {
			t.Fatal(err)
		}
	}
	after := f.Rows()
	stones := func(rows []string) (n int) {
		for _, r := range rows {
			for _, c := range r {
				if c != '.' {
					n++
				}
			}
		}
		return n
	}
	if len(after) != len(before) || stones(after) < stones(before) {
		t.Errorf("before\n%v\nafter\n%v", before, after)
	}
	if err := f.Recalibrate(&[4][2]float64{{1, 1}, {2, 2}, {3, 3}, {4, 4}}); err == nil {
		t.Error("corners on a line make a board")
	}
}

// TestDoubtfulCornersAreNamed, in words that say what to do.
func TestDoubtfulCornersAreNamed(t *testing.T) {
	c := Calibration{Corner: [4]float64{1, 0.3, 0.9, 0.61}}
	got := c.doubtfulCorners()
	if len(got) != 1 || got[0] != "the top right corner is hardly seen (30 %): clear it, or set the corners by hand" {
		t.Errorf("says %q", got)
	}
}
