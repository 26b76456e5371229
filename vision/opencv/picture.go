package opencv

import (
	"fmt"

	"gocv.io/x/gocv"
)

// jpegQuality keeps grid lines sharp enough to check a calibration by eye.
const jpegQuality = 85

// EncodeJPEG makes a JPEG of a frame and tells its size in pixels.
func EncodeJPEG(frame gocv.Mat) (jpeg []byte, w, h int, err error) {
	if err := checkFrame(frame, 0, 0); err != nil {
		return nil, 0, 0, err
	}
	buf, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, frame, []int{gocv.IMWriteJpegQuality, jpegQuality})
	if err != nil {
		return nil, 0, 0, fmt.Errorf("opencv: jpeg: %w", err)
	}
	defer buf.Close()
	return append([]byte(nil), buf.GetBytes()...), frame.Cols(), frame.Rows(), nil
}
