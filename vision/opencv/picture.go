package opencv

// #cgo LDFLAGS: -ljpeg
// #include <stdlib.h>
// #include "jpeg.h"
import "C"

import (
	"fmt"
	"image"
	"unsafe"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// Pictures for people. The quality keeps grid lines sharp enough to check a calibration by
// eye; wider pictures than 720p has would fill the film without showing more of a stone.
const (
	jpegQuality  = 80
	pictureWidth = 1280
)

// Picture makes a JPEG of the frame last read, at most pictureWidth wide, and hands it to
// use, which must not keep it, with its size and where the lines of the board are in it.
func (f *Follower) Picture(use func(jpeg []byte, w, h int, g vision.Grid)) error {
	frame, g := f.frame, f.Grid()
	if err := checkFrame(frame, 0, 0); err != nil {
		return err
	}
	if frame.Cols() > pictureWidth {
		scale := pictureWidth / float64(frame.Cols())
		small := gocv.NewMat()
		defer func() { _ = small.Close() }()
		gocv.Resize(frame, &small, image.Point{}, scale, scale, gocv.InterpolationArea)
		frame = small
		if !g.Zero() {
			g, _ = g.Scaled(scale) // a grid of half the size is a grid
		}
	}
	w, h := frame.Cols(), frame.Rows()
	return encode(frame, func(jpeg []byte) { use(jpeg, w, h, g) })
}

// encode hands the JPEG of a frame to use. OpenCV's own way would register all the formats
// it knows, some hundred, and take 9 MB for them.
func encode(frame gocv.Mat, use func(jpeg []byte)) error {
	pixels, err := frame.DataPtrUint8()
	if err != nil {
		return fmt.Errorf("opencv: jpeg: %w", err)
	}
	var size C.ulong
	jpeg := C.bgr_to_jpeg((*C.uchar)(unsafe.Pointer(&pixels[0])), C.int(frame.Cols()), C.int(frame.Rows()), jpegQuality, &size)
	if jpeg == nil {
		return fmt.Errorf("opencv: jpeg: a frame of %dx%d cannot be coded", frame.Cols(), frame.Rows())
	}
	defer C.free(unsafe.Pointer(jpeg))
	use(unsafe.Slice((*byte)(unsafe.Pointer(jpeg)), int(size)))
	return nil
}
