package opencv

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"testing"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// TestPicture: a frame as a JPEG, in its true colours.
func TestPicture(t *testing.T) {
	frame := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 150, 190, 0), 720, 960, gocv.MatTypeCV8UC3)
	defer func() { _ = frame.Close() }()
	g, err := vision.NewGrid(15, [4][2]float64{{100, 100}, {660, 100}, {660, 660}, {100, 660}}) // 40 pixels a line
	if err != nil {
		t.Fatal(err)
	}
	x, y := g.Pixel(7, 7)
	gocv.Circle(&frame, image.Pt(int(x), int(y)), 18, color.RGBA{R: 10, G: 10, B: 10}, -1)
	var picture []byte
	if err := (&Follower{frame: frame}).Picture(func(data []byte, w, h int, g vision.Grid) {
		picture = bytes.Clone(data)
		if w != 960 || h != 720 || !g.Zero() {
			t.Errorf("%dx%d, grid %v", w, h, g)
		}
	}); err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(picture))
	if err != nil || img.Bounds().Dx() != 960 {
		t.Fatal(err)
	}
	for _, c := range []struct {
		x, y    int
		r, g, b uint32
	}{{300, 300, 190, 150, 90}, {380, 380, 10, 10, 10}} {
		r, g, b, _ := img.At(c.x, c.y).RGBA()
		if far(r>>8, c.r) || far(g>>8, c.g) || far(b>>8, c.b) {
			t.Errorf("the pixel at %d,%d is %d,%d,%d, want %d,%d,%d", c.x, c.y, r>>8, g>>8, b>>8, c.r, c.g, c.b)
		}
	}
}

func far(a, b uint32) bool { return max(a, b)-min(a, b) > 6 }

func TestWidePicturesAreMadeSmaller(t *testing.T) {
	frame := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(1, 2, 3, 0), 1080, 1920, gocv.MatTypeCV8UC3)
	defer func() { _ = frame.Close() }()
	g, err := vision.NewGrid(15, [4][2]float64{{300, 150}, {900, 150}, {900, 750}, {300, 750}})
	if err != nil {
		t.Fatal(err)
	}
	f := &Follower{frame: frame, grid: g, watcher: &Watcher{}}
	if err := f.Picture(func(_ []byte, w, h int, g vision.Grid) {
		if x, y := g.Pixel(0, 0); w != 1280 || h != 720 || math.Abs(x-200) > 0.01 || math.Abs(y-100) > 0.01 {
			t.Errorf("%dx%d, first point at %v,%v: want 200,100", w, h, x, y)
		}
	}); err != nil {
		t.Fatal(err)
	}
}

// TestNoPicture: what cannot be shown is an error, not the end of the process.
func TestNoPicture(t *testing.T) {
	empty := gocv.NewMat()
	defer func() { _ = empty.Close() }()
	if (&Follower{frame: empty}).Picture(nil) == nil {
		t.Error("an empty frame has a picture")
	}
	long := gocv.NewMatWithSize(1, 70_000, gocv.MatTypeCV8UC3) // longer than a JPEG can be
	defer func() { _ = long.Close() }()
	if err := encode(long, func([]byte) { t.Error("a picture of it") }); err == nil {
		t.Error("a frame that no JPEG can hold has a picture")
	}
}

// BenchmarkPicture is what one picture of the film costs at 1280x720, of which there are at
// most five a second.
func BenchmarkPicture(b *testing.B) {
	frame := loadTruths(b, "stills/s009/board.txt")[0].image(b)
	gocv.Resize(frame, &frame, image.Pt(1280, 720), 0, 0, gocv.InterpolationArea)
	defer func() { _ = frame.Close() }()
	f := &Follower{frame: frame}
	bytes := 0
	for b.Loop() {
		if err := f.Picture(func(jpeg []byte, _, _ int, _ vision.Grid) { bytes = len(jpeg) }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(bytes), "bytes")
}
