package opencv

import (
	"fmt"

	"gocv.io/x/gocv"

	"shinpan/vision"
	"shinpan/vision/points"
)

// Reader reads what lies on the points of one grid, frame by frame, without history.
// It is not safe for use by several goroutines at once.
type Reader struct {
	w, h   int
	size   int
	points *points.Reader
}

// NewReader prepares reading frames of frameW×frameH pixels through the grid g.
func NewReader(g vision.Grid, frameW, frameH int) (*Reader, error) {
	return newReader(g, frameW, frameH, points.NewReader)
}

// NewPatientReader is NewReader for single pictures: it reads better but takes longer
// (docs/PERFORMANCE.md).
func NewPatientReader(g vision.Grid, frameW, frameH int) (*Reader, error) {
	return newReader(g, frameW, frameH, points.NewPatientReader)
}

func newReader(g vision.Grid, frameW, frameH int, prepare func(vision.Grid, int, int) (*points.Reader, error)) (*Reader, error) {
	p, err := prepare(g, frameW, frameH)
	if err != nil {
		return nil, fmt.Errorf("opencv: reader: %w", err)
	}
	return &Reader{w: frameW, h: frameH, size: g.Size, points: p}, nil
}

// Read answers with one Cell per point as seen: the top row first, left to right. DX and
// DY are in image directions (right, down), in parts of the pitch; vision.BlackSide.Turn
// turns them. They tell where the stone's middle is seen: a stone's height moves it away
// from the camera by up to 0.4 at a slant, the same for all stones of a kind nearby.
// The slice is reused by the next Read. The frame must be 8-bit BGR of the
// size the reader was made for.
func (r *Reader) Read(frame gocv.Mat) ([]vision.Cell, error) {
	pixels, err := r.pixels(frame)
	if err != nil {
		return nil, err
	}
	return r.points.Read(pixels)
}

// show has single points read from a frame, which must stay as it is meanwhile: cell i of
// Read is then points.Cell(i).
func (r *Reader) show(frame gocv.Mat) error {
	pixels, err := r.pixels(frame)
	if err != nil {
		return err
	}
	return r.points.Show(pixels)
}

func (r *Reader) pixels(frame gocv.Mat) ([]byte, error) {
	if err := checkFrame(frame, r.w, r.h); err != nil {
		return nil, err
	}
	pixels, err := frame.DataPtrUint8()
	if err != nil {
		return nil, fmt.Errorf("opencv: reader: %w", err)
	}
	return pixels, nil
}

// Close ends the reader. It holds no Mat; Close is there so that callers need not know.
func (r *Reader) Close() {}
