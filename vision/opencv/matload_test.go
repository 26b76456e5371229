package opencv

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"
)

// smallPictures are a PNG and a JPEG of 20×10 pixels, red at the left.
func smallPictures(t testing.TB) map[string][]byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 20, 10))
	for y := range 10 {
		for x := range 20 {
			c := color.RGBA{R: 250, A: 255}
			if x >= 10 {
				c = color.RGBA{B: 250, A: 255}
			}
			img.Set(x, y, c)
		}
	}
	var p, j bytes.Buffer
	if err := png.Encode(&p, img); err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(&j, img, nil); err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{"png": p.Bytes(), "jpeg": j.Bytes()}
}

func TestDecodePicture(t *testing.T) {
	for name, data := range smallPictures(t) {
		m, err := DecodePicture(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		pixel := m.GetVecbAt(5, 2)
		if m.Cols() != 20 || m.Rows() != 10 || pixel[2] < 200 || pixel[0] > 60 {
			t.Errorf("%s: %dx%d, pixel %v: want 20x10 and red", name, m.Cols(), m.Rows(), pixel)
		}
		_ = m.Close()
	}
}

func TestDecodePictureRefusesTheRest(t *testing.T) {
	small := smallPictures(t)
	// A PNG whose header claims a picture of 2^31-1 pixels each way.
	huge := append([]byte(nil), small["png"]...)
	copy(huge[16:24], []byte{0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff})
	for name, data := range map[string][]byte{
		"nothing": nil, "text": []byte("no picture"), "half a header": small["png"][:12], "huge": huge,
	} {
		if m, err := DecodePicture(data); err == nil {
			t.Errorf("%s: decoded", name)
			_ = m.Close()
		}
	}
}

func FuzzDecodePicture(f *testing.F) {
	for _, data := range smallPictures(f) {
		f.Add(data)
		f.Add(data[:len(data)/2])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if m, err := DecodePicture(data); err == nil {
			if m.Empty() {
				t.Error("an empty picture without an error")
			}
			_ = m.Close()
		}
	})
}
