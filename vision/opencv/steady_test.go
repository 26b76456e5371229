package opencv

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gocv.io/x/gocv"

	"shinpan/vision"
)

// moveBy shows a frame as a camera does that has moved by (dx, dy) pixels.
func moveBy(m *gocv.Mat, dx, dy float64) {
	shift := gocv.NewMatWithSize(2, 3, gocv.MatTypeCV64F)
	defer func() { _ = shift.Close() }()
	for k, v := range [6]float64{1, 0, dx, 0, 1, dy} {
		shift.SetDoubleAt(k/3, k%3, v)
	}
	from := m.Clone()
	defer func() { _ = from.Close() }()
	gocv.WarpAffineWithParams(from, m, shift, image.Pt(m.Cols(), m.Rows()), gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{})
}

// TestSteadierFindsShift moves a frame by known amounts, in dim noisy light too.
func TestSteadierFindsShift(t *testing.T) {
	for _, video := range []string{"D2", "D3"} {
		path, tr := testVideo(t, video)
		quiet := frames(t, path, 0, 1)[0]
		g, err := vision.NewGrid(15, *tr.seenCorners())
		if err != nil {
			t.Fatal(err)
		}
		w, err := NewWatcher(g, vision.BlackSide(tr.Side), quiet.Cols(), quiet.Rows(), 12)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Look(quiet, 0, 0); err != nil {
			t.Fatal(err)
		}
		for _, by := range [][2]float64{{0, 0}, {0.7, -0.4}, {-1.5, 2}, {4, 1}, {-5, -5}, {2, 8}} {
			m := quiet.Clone()
			moveBy(&m, by[0], by[1])
			err := w.plan.Take(m, w.cur)
			_ = m.Close()
			if err != nil {
				t.Fatal(err)
			}
			w.bright.of(w.cur)
			if x, y := w.steady.find(&w.bright, 1); math.Hypot(x-by[0], y-by[1]) > 0.3 {
				t.Errorf("%s moved by %v: found %.2f %.2f", video, by, x, y)
			}
		}
		w.Close()
	}
}

// TestMovingCameraSeesTheSame shakes the camera by up to three pixels, and lets it sink by
// a fifth of a pixel a frame, while stones are placed: the same is seen as by a camera that
// stands still.
func TestMovingCameraSeesTheSame(t *testing.T) {
	path, tr := testVideo(t, "D4")
	still := frames(t, path, 0, 130)
	saw := func(all []gocv.Mat) (seen []string) {
		r := &replay{info: Info{Name: "made", FPS: 12, Width: 800, Height: 600}, frames: all, last: len(all)}
		for _, s := range play(t, r, Options{Size: 15, Side: vision.BlackSide(tr.Side)}) {
			seen = append(seen, s.String())
		}
		return seen
	}
	want := saw(still)
	if len(want) < 3 {
		t.Fatalf("the still camera saw %v: want the position and two stones at least", want)
	}
	for how, by := range map[string]func(n float64) (dx, dy float64){
		"shaking": func(n float64) (dx, dy float64) { return 3 * math.Sin(1.9*n), 3 * math.Sin(2.3*n+2) },
		"sinking": func(n float64) (dx, dy float64) { return 0, n / 5 },
	} {
		n := 0.0
		moved := altered(t, still, 0, len(still), func(m *gocv.Mat) {
			dx, dy := by(n)
			moveBy(m, dx, dy)
			n++
		})
		if diff := cmp.Diff(want, saw(moved)); diff != "" {
			t.Errorf("%s: -still +moved\n%s", how, diff)
		}
	}
}

// TestNoisyCameraSeesTheSame adds strong noise to every frame, of a bright board and of a dim
// one: the board is found, and the first stone of the game is seen on its point.
func TestNoisyCameraSeesTheSame(t *testing.T) {
	for _, video := range []string{"D4", "D3"} {
		path, tr := testVideo(t, video)
		random := rand.New(rand.NewPCG(1, 2))
		noisy := altered(t, frames(t, path, 0, 65), 0, 65, func(m *gocv.Mat) {
			pix, err := m.DataPtrUint8()
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range pix {
				pix[i] = byte(min(max(int(v)+random.IntN(51)-25, 0), 255))
			}
		})
		r := &replay{info: Info{Name: "made", FPS: 12, Width: 800, Height: 600}, frames: noisy, last: len(noisy)}
		var kinds []string
		for _, s := range play(t, r, Options{Size: 15, Side: vision.BlackSide(tr.Side)}) {
			kinds = append(kinds, s.String())
		}
		if diff := cmp.Diff([]string{"position", "black stone on H8"}, kinds); diff != "" {
			t.Errorf("%s: -want +seen\n%s", video, diff)
		}
	}
}
