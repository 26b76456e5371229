package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"shinpan/vision/opencv"
)

// runCalibrate finds the grid in several frames of a source and stores it.
func runCalibrate(ctx context.Context, args []string, std stdio) int {
	f := flag.NewFlagSet("eye calibrate", flag.ContinueOnError)
	var where boardFlags
	where.register(f)
	source := f.String("source", "", "`what` to look at: a picture, a video file, a folder of pictures, /dev/videoN, gst:PIPELINE, or pipe:COMMAND that writes JPEGs")
	out := f.String("out", "", "`file` to write the calibration to (JSON)")
	picture := f.String("picture", "", "also write the picture with the found grid to this `file` (.jpg or .png)")
	asJSON := f.Bool("json", false, "print the calibration as one JSON object")
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
	c, err := opencv.CalibrateSource(ctx, *source, *picture, options)
	if err == nil {
		err = c.Save(*out)
	}
	if err != nil {
		fmt.Fprintf(std.err, "eye calibrate: %v\n", err)
		return exitBad
	}
	if *asJSON {
		if line, err := json.Marshal(c); err == nil {
			fmt.Fprintf(std.out, "%s\n", line)
		}
		return exitOK
	}
	showCalibration(std.out, c, *out)
	return exitOK
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
