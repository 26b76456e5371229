package opencv

import (
	"image"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"
)

// TestShrinkIsOpenCVs reduces noise by every factor: no pixel is off by more than a level from
// OpenCV's, which may round a tie otherwise on another processor, and hardly any is off at all.
func TestShrinkIsOpenCVs(t *testing.T) {
	const w, h = 401, 307
	frame, small := gocv.NewMatWithSize(h, w, gocv.MatTypeCV8UC3), gocv.NewMat()
	defer func() { _, _ = frame.Close(), small.Close() }()
	pixels, err := frame.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	for i := range pixels {
		pixels[i] = byte(rand.Uint32())
	}
	s := newShrinker(w)
	for k := 2; k <= mostShrink; k++ {
		part := alignTo(image.Rect(3, 5, w, h), k, w, h)
		region := frame.Region(part)
		gocv.Resize(region, &small, image.Pt(part.Dx()/k, part.Dy()/k), 0, 0, gocv.InterpolationArea)
		_ = region.Close()
		want, err := small.DataPtrUint8()
		if err != nil {
			t.Fatal(err)
		}
		got, off := make([]byte, len(want)), 0
		s.shrink(pixels, w, part, k, got)
		for i := range want {
			switch d := int(got[i]) - int(want[i]); {
			case d < -1 || d > 1:
				t.Fatalf("factor %d, byte %d: %d, want %d", k, i, got[i], want[i])
			case d != 0:
				off++
			}
		}
		if off > len(want)/100 {
			t.Errorf("factor %d: %d of %d bytes off by a level", k, off, len(want))
		}
	}
}
