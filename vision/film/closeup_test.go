package film

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"shinpan/board"
	"shinpan/vision"
)

// board15 is a picture of a board without lines, with a black stone on its middle, and
// where its lines would be: 40 pixels apart.
func board15(t testing.TB) (picture []byte, g vision.Grid) {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 960, 720))
	for y := range 720 {
		for x := range 960 {
			c := color.RGBA{R: 190, G: 150, B: 90, A: 255}
			if dx, dy := x-380, y-380; dx*dx+dy*dy < 18*18 {
				c = color.RGBA{R: 10, G: 10, B: 10, A: 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	g, err := vision.NewGrid(15, [4][2]float64{{100, 100}, {660, 100}, {660, 660}, {100, 660}})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), g
}

func shown(t *testing.T, s Small) image.Image {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(s.JPEG))
	if err != nil || img.Bounds().Dx() != s.Width || img.Bounds().Dy() != s.Height {
		t.Fatalf("%dx%d: %v", s.Width, s.Height, err)
	}
	return img
}

func red(img image.Image, x, y int) uint32 {
	r, _, _, _ := img.At(img.Bounds().Min.X+x, img.Bounds().Min.Y+y).RGBA()
	return r >> 8
}

// TestCloseUps: several pictures as a strip, and a stone close up.
func TestCloseUps(t *testing.T) {
	picture, g := board15(t)
	strip, err := Strip([][]byte{picture, picture, picture})
	if err != nil || strip.Width != 3*240 || strip.Height != stripHeight {
		t.Fatalf("strip %dx%d: %v", strip.Width, strip.Height, err)
	}
	img := shown(t, strip)
	for i := range 3 {
		if stone, wood := red(img, i*240+95, 95), red(img, i*240+20, 20); stone > 60 || wood < 170 {
			t.Errorf("picture %d of the strip: stone %d, wood %d", i, stone, wood)
		}
	}
	crop, err := Crop(picture, g, vision.Top, board.MustPoint("H8"))
	if err != nil || crop.Width < 130 || crop.Width > 142 {
		t.Fatalf("crop %dx%d: %v", crop.Width, crop.Height, err)
	}
	img = shown(t, crop)
	if stone, wood := red(img, crop.Width/2, crop.Height/2), red(img, 4, 4); stone > 60 || wood < 150 {
		t.Errorf("close up: stone %d, wood %d", stone, wood)
	}
}

// TestNoCloseUps: what cannot be shown is an error.
func TestNoCloseUps(t *testing.T) {
	picture, g := board15(t)
	far, err := vision.NewGrid(9, [4][2]float64{{1000, 1000}, {1100, 1000}, {1100, 1100}, {1000, 1100}})
	if err != nil {
		t.Fatal(err)
	}
	_, noPictures := Strip(nil)
	_, noJPEG := Strip([][]byte{picture, []byte("none")})
	_, half := Strip([][]byte{picture[:len(picture)/3]})
	_, outside := Crop(picture, far, vision.Bottom, board.MustPoint("A1"))
	_, noGrid := Crop(picture, vision.Grid{}, vision.Bottom, board.MustPoint("A1"))
	_, noPoint := Crop(picture, far, vision.Bottom, board.MustPoint("O15"))
	_, noCrop := Crop([]byte("none"), g, vision.Bottom, board.MustPoint("A1"))
	for name, err := range map[string]error{
		"no pictures": noPictures, "no JPEG": noJPEG, "half a picture": half, "outside": outside,
		"no grid": noGrid, "no such point": noPoint, "no picture to cut from": noCrop,
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// FuzzCloseUps: no bytes make them panic.
func FuzzCloseUps(f *testing.F) {
	picture, g := board15(f)
	f.Add(picture)
	f.Add(picture[:len(picture)/2])
	f.Fuzz(func(_ *testing.T, data []byte) {
		_, _ = Strip([][]byte{data})
		_, _ = Crop(data, g, vision.Left, board.MustPoint("C4"))
	})
}
