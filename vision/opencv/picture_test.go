package opencv

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"testing"

	"gocv.io/x/gocv"

	"shinpan/board"
	"shinpan/vision"
)

// TestPicturesOfAMoment: a frame as a JPEG, several as a strip, and a stone close up.
func TestPicturesOfAMoment(t *testing.T) {
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
	strip, err := Strip([][]byte{picture, picture, picture})
	if err != nil || strip.Width != 3*240 || strip.Height != stripHeight {
		t.Fatalf("strip %dx%d: %v", strip.Width, strip.Height, err)
	}
	crop, err := Crop(picture, g, vision.Top, board.MustPoint("H8"))
	if err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(crop.JPEG))
	if err != nil || img.Bounds().Dx() != crop.Width || crop.Width < 130 || crop.Width > 142 {
		t.Fatalf("crop %dx%d: %v", crop.Width, crop.Height, err)
	}
	if r, _, _, _ := img.At(crop.Width/2, crop.Height/2).RGBA(); r>>8 > 60 {
		t.Errorf("the middle of the crop is %d: the stone is not there", r>>8)
	}
	if r, _, _, _ := img.At(4, 4).RGBA(); r>>8 < 150 {
		t.Errorf("the corner of the crop is %d: want the board", r>>8)
	}
}

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
	g, err := vision.NewGrid(9, [4][2]float64{{1000, 1000}, {1100, 1000}, {1100, 1100}, {1000, 1100}})
	if err != nil {
		t.Fatal(err)
	}
	picture := smallPictures(t)["jpeg"]
	empty := gocv.NewMat()
	defer func() { _ = empty.Close() }()
	_, noPictures := Strip(nil)
	_, noJPEG := Strip([][]byte{picture, []byte("none")})
	_, outside := Crop(picture, g, vision.Bottom, board.MustPoint("A1"))
	_, noGrid := Crop(picture, vision.Grid{}, vision.Bottom, board.MustPoint("A1"))
	_, noPoint := Crop(picture, g, vision.Bottom, board.MustPoint("O15"))
	for name, err := range map[string]error{
		"an empty frame": (&Follower{frame: empty}).Picture(nil), "no pictures": noPictures, "no JPEG": noJPEG,
		"outside": outside, "no grid": noGrid, "no such point": noPoint,
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
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
