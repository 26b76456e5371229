package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"gocv.io/x/gocv"

	"shinpan/vision/opencv"
)

// calibrateFrames is how many frames a calibration joins, and calibrateTries after how
// many it gives up.
const (
	calibrateFrames = 9
	calibrateTries  = 60
)

// runCalibrate finds the grid in several frames of a source and stores it.
func runCalibrate(ctx context.Context, args []string, std stdio) int {
	f := flag.NewFlagSet("eye calibrate", flag.ContinueOnError)
	var where boardFlags
	where.register(f)
	source := f.String("source", "", "`what` to look at: a picture, a video file, a folder of pictures, /dev/videoN, or gst:PIPELINE")
	out := f.String("out", "", "`file` to write the calibration to (JSON)")
	picture := f.String("picture", "", "also write the picture with the found grid to this `file` (.jpg or .png)")
	if code, done := parse(f, "eye calibrate --source S --out F [FLAG]...", args, std); done {
		return code
	}
	options, err := where.options()
	if err == nil && (f.NArg() != 0 || *source == "" || *out == "") {
		err = errors.New("want --source and --out and no further arguments")
	}
	if err == nil && *picture != "" && !strings.HasSuffix(*picture, ".jpg") && !strings.HasSuffix(*picture, ".png") {
		err = fmt.Errorf("--picture %s: want a name ending in .jpg or .png", *picture)
	}
	if err != nil {
		fmt.Fprintf(std.err, "eye calibrate: %v\n", err)
		return exitUsage
	}
	c, err := calibrate(ctx, *source, *picture, options)
	if err == nil {
		err = c.Save(*out)
	}
	if err != nil {
		fmt.Fprintf(std.err, "eye calibrate: %v\n", err)
		return exitBad
	}
	showCalibration(std.out, c, *out)
	return exitOK
}

// calibrate joins the grids of several frames and asks the last one about its light.
func calibrate(ctx context.Context, name, picture string, options opencv.Options) (c opencv.Calibration, err error) {
	source, err := opencv.Open(name, 0)
	if err != nil {
		return c, err
	}
	defer func() { _ = source.Close() }()
	frame, last := gocv.NewMat(), gocv.NewMat()
	defer func() { _ = frame.Close() }()
	defer func() { _ = last.Close() }()
	var found []opencv.Found
	for try := 0; try < calibrateTries && len(found) < calibrateFrames && ctx.Err() == nil; try++ {
		if _, err := source.Next(&frame); errors.Is(err, io.EOF) {
			break
		} else if errors.Is(err, opencv.ErrNoFrame) {
			continue
		} else if err != nil {
			return c, err
		}
		one, err := find(frame, options)
		if err != nil || len(found) > 0 && (frame.Cols() != last.Cols() || frame.Rows() != last.Rows()) {
			continue
		}
		found = append(found, one)
		frame.CopyTo(&last)
	}
	if len(found) == 0 {
		return c, fmt.Errorf("%s: no board found: show the entire board, or give its --size and --corners", name)
	}
	if c, err = opencv.Calibrate(found, last.Cols(), last.Rows()); err != nil {
		return c, err
	}
	c.Source = name
	if c.Advice, err = lightAdvice(c, last, options); err != nil {
		return c, err
	}
	return c, drawCalibration(c, &last, picture)
}

func find(frame gocv.Mat, options opencv.Options) (opencv.Found, error) {
	if options.Corners != nil {
		return opencv.FitGrid(frame, options.Size, *options.Corners)
	}
	return opencv.FindGrid(frame, options.Size)
}

func lightAdvice(c opencv.Calibration, frame gocv.Mat, options opencv.Options) ([]string, error) {
	r, err := opencv.NewReader(c.Grid, frame.Cols(), frame.Rows())
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
func drawCalibration(c opencv.Calibration, frame *gocv.Mat, path string) error {
	if path == "" {
		return nil
	}
	if err := opencv.DrawGrid(frame, c.Grid); err != nil {
		return err
	}
	if !gocv.IMWrite(path, *frame) {
		return fmt.Errorf("%s: cannot write the picture", path)
	}
	return nil
}

// showCalibration says in words how well the board was found.
func showCalibration(w io.Writer, c opencv.Calibration, path string) {
	fmt.Fprintf(w, "%s: %d lines in %dx%d, sure %.2f, spread %.2f px, lens %+.3f\n",
		c.Source, c.Grid.Size, c.Width, c.Height, c.Sure, c.Spread, c.Grid.Lens.K1)
	for i, name := range [4]string{"top left", "top right", "bottom right", "bottom left"} {
		p := c.Grid.Corners[i]
		fmt.Fprintf(w, "  %-12s %7.1f,%7.1f  sure %.2f\n", name, p[0], p[1], c.Corner[i])
	}
	if c.Sure < opencv.GridSure {
		fmt.Fprintln(w, "the grid is not sure: look at the --picture, or give the --corners")
	}
	for _, a := range c.Advice {
		fmt.Fprintln(w, a)
	}
	fmt.Fprintf(w, "written to %s\n", path)
}
