package opencv

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gocv.io/x/gocv"
)

// calibrateFrames is how many frames a calibration joins, and calibrateTries after how
// many it gives up.
const (
	calibrateFrames = 9
	calibrateTries  = 60
)

// CalibrateSource opens what is named, joins the grids of several of its frames and asks the
// last one about its light. With a picture named, that frame is written there with the
// grid over it.
func CalibrateSource(ctx context.Context, name, picture string, options Options) (c Calibration, err error) {
	source, err := Open(name, 0)
	if err != nil {
		return c, err
	}
	defer func() { _ = source.Close() }()
	frame, last := gocv.NewMat(), gocv.NewMat()
	defer func() { _ = frame.Close() }()
	defer func() { _ = last.Close() }()
	var found []Found
	for try := 0; try < calibrateTries && len(found) < calibrateFrames && ctx.Err() == nil; try++ {
		if _, err := source.Next(&frame); errors.Is(err, io.EOF) {
			break
		} else if errors.Is(err, ErrNoFrame) {
			continue
		} else if err != nil {
			return c, err
		}
		one, err := findOrFit(frame, options)
		if err != nil || len(found) > 0 && (frame.Cols() != last.Cols() || frame.Rows() != last.Rows()) {
			continue
		}
		found = append(found, one)
		frame.CopyTo(&last)
	}
	if len(found) == 0 {
		return c, fmt.Errorf("%s: no board found: show the entire board, or give its --size and --corners", name)
	}
	if c, err = Calibrate(found, last.Cols(), last.Rows()); err != nil {
		return c, err
	}
	c.Source, c.ByHand = name, options.Corners != nil
	if c.Advice, err = lightAdvice(c, last, options); err != nil {
		return c, err
	}
	c.Advice = append(c.Advice, c.doubtfulCorners()...)
	return c, drawCalibration(c, &last, picture)
}

func findOrFit(frame gocv.Mat, options Options) (Found, error) {
	if options.Corners != nil {
		return FitGrid(frame, options.Size, *options.Corners)
	}
	return FindGrid(frame, options.Size)
}

func lightAdvice(c Calibration, frame gocv.Mat, options Options) ([]string, error) {
	r, err := NewReader(c.Grid, frame.Cols(), frame.Rows())
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if _, err := r.Read(frame); err != nil {
		return nil, err
	}
	return r.Advice(options.Side), nil
}

// drawCalibration writes the picture with the grid over it.
func drawCalibration(c Calibration, frame *gocv.Mat, path string) error {
	if path == "" {
		return nil
	}
	if err := DrawGrid(frame, c.Grid); err != nil {
		return err
	}
	if !gocv.IMWrite(path, *frame) {
		return fmt.Errorf("%s: cannot write the picture", path)
	}
	return nil
}
