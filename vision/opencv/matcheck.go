package opencv

import (
	"fmt"

	"gocv.io/x/gocv"
)

// checkFrame refuses whatever OpenCV would throw an exception at: a frame must be a
// continuous 8-bit BGR image. width and height of 0 accept any size.
func checkFrame(frame gocv.Mat, width, height int) error {
	switch {
	case frame.Ptr() == nil || frame.Empty():
		return fmt.Errorf("opencv: frame is empty")
	case frame.Type() != gocv.MatTypeCV8UC3:
		return fmt.Errorf("opencv: frame has type %v: want 8-bit BGR", frame.Type())
	case !frame.IsContinuous():
		return fmt.Errorf("opencv: frame is part of a larger image: clone it first")
	case width != 0 && (frame.Cols() != width || frame.Rows() != height):
		return fmt.Errorf("opencv: frame is %dx%d: want %dx%d as when the grid was found", frame.Cols(), frame.Rows(), width, height)
	}
	return nil
}
