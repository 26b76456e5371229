package opencv

// #cgo CFLAGS: -O3
// #include "shrink.h"
import "C"

import (
	"image"
	"unsafe"
)

// mostShrink is the largest factor by which a shrinker reduces.
const mostShrink = 16

// shrinker reduces parts of frames by a whole factor: each pixel is the mean of a square of
// them, rounded as OpenCV's area reduction does, in a fraction of its time.
type shrinker struct {
	room []uint16
}

func newShrinker(w int) shrinker { return shrinker{room: make([]uint16, 6*w+16)} }

// shrink reduces a part of a picture w pixels wide to dst. The part's width and height are
// whole multiples of k, which is 2 to mostShrink.
func (s *shrinker) shrink(picture []byte, w int, part image.Rectangle, k int, dst []byte) {
	from := 3 * (part.Min.Y*w + part.Min.X)
	C.shrink_bgr((*C.uchar)(unsafe.Pointer(&picture[from])), C.size_t(3*w), (*C.uchar)(unsafe.Pointer(&dst[0])),
		C.int(part.Dx()/k), C.int(part.Dy()/k), C.int(k), (*C.ushort)(unsafe.Pointer(&s.room[0])))
}
