package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"shinpan/vision"
	"shinpan/vision/opencv"
)

// Verdicts of `eye read` about a picture.
const (
	readOK    = "ok"    // the grid is sure and every point can be told
	readDoubt = "doubt" // the grid is shaky or some points cannot be told
	readFail  = "fail"  // no picture, or no board in it
)

// still is what `eye read` says about one picture.
type still struct {
	Image   string        `json:"image"`
	Status  string        `json:"status"`
	Rows    []string      `json:"rows,omitempty"`
	Corners [][2]float64  `json:"corners,omitempty"`
	Sure    float64       `json:"sure"`
	Grid    *vision.Grid  `json:"grid,omitempty"`
	Reason  string        `json:"reason,omitempty"`
	Certain []float64     `json:"corner_sure,omitempty"`
	found   *opencv.Found // for calibrate
}

// runRead reads stills with no history.
func runRead(_ context.Context, args []string, std stdio) int {
	f := flag.NewFlagSet("eye read", flag.ContinueOnError)
	var where boardFlags
	where.register(f)
	asJSON := f.Bool("json", false, "print one JSON object a line")
	if code, done := parse(f, "eye read [FLAG]... IMAGE...", args, std); done {
		return code
	}
	if f.NArg() == 0 {
		fmt.Fprintln(std.err, "eye read: want one or more pictures (JPEG or PNG; - is standard input)")
		return exitUsage
	}
	options, err := where.options()
	if err != nil {
		fmt.Fprintf(std.err, "eye read: %v\n", err)
		return exitUsage
	}
	code := exitOK
	for _, name := range f.Args() {
		s := readStill(name, options, std.in)
		if s.Status == readFail {
			fmt.Fprintf(std.err, "eye read: %s: %s\n", name, s.Reason)
			code = exitBad
		}
		if err := s.print(std.out, *asJSON); err != nil {
			fmt.Fprintf(std.err, "eye read: %v\n", err)
			return exitBad
		}
	}
	return code
}

// readStill decodes and reads one picture; what goes wrong is its reason to fail.
func readStill(name string, options opencv.Options, in io.Reader) still {
	s := still{Image: name, Status: readFail}
	data, err := readFile(name, in)
	if err != nil {
		s.Reason = err.Error()
		return s
	}
	frame, err := opencv.DecodePicture(data)
	if err != nil {
		s.Reason = strings.TrimPrefix(err.Error(), "opencv: ")
		return s
	}
	defer func() { _ = frame.Close() }()
	reading, err := opencv.ReadStill(frame, options.Size, options.Corners)
	if err != nil {
		s.Reason = strings.TrimPrefix(err.Error(), "opencv: ") + ": show the entire board, or give its --size and --corners"
		return s
	}
	found := reading.Found
	s.Status, s.Rows, s.Sure, s.Grid = readOK, reading.Rows(), round3(found.Sure), &found.Grid
	s.Corners, s.found = found.Grid.Corners[:], &found
	for _, c := range found.Corner {
		s.Certain = append(s.Certain, round3(c))
	}
	if unknown := strings.Count(strings.Join(s.Rows, ""), "?"); unknown > 0 {
		s.Status, s.Reason = readDoubt, fmt.Sprintf("%d points cannot be told", unknown)
	}
	if found.Sure < opencv.GridSure {
		s.Status, s.Reason = readDoubt, "the grid is not sure: check the corners"
	}
	return s
}

func readFile(name string, in io.Reader) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(in)
	}
	return os.ReadFile(name)
}

// print writes the still as JSON or in the fixed text form.
func (s still) print(w io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(s)
	}
	if _, err := fmt.Fprintf(w, "%s\t%s\n", s.Image, s.Status); err != nil || s.Status == readFail {
		return err
	}
	for _, row := range s.Rows {
		fmt.Fprintln(w, row)
	}
	var corners []string
	for _, c := range s.Corners {
		corners = append(corners, fmt.Sprintf("%.1f,%.1f", c[0], c[1]))
	}
	_, err := fmt.Fprintf(w, "corners: %s\n", strings.Join(corners, " "))
	return err
}

func round3(v float64) float64 { return float64(int(v*1000+0.5)) / 1000 }
