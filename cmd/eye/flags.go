package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"shinpan/board"
	"shinpan/vision"
	"shinpan/vision/opencv"
)

// boardFlags are the flags that say where the board is and what lies on it.
type boardFlags struct {
	size    int
	corners string
	side    string
	text    string
	known   string // a calibration file
}

func (b *boardFlags) register(f *flag.FlagSet) {
	f.IntVar(&b.size, "size", board.DefaultSize, "`lines` of the board: 9, 13, 15 or 19")
	f.StringVar(&b.corners, "corners", "", "`x,y,x,y,x,y,x,y`: pixels of the corner intersections, top-left, top-right, bottom-right, bottom-left as seen (default: found)")
	f.StringVar(&b.side, "black-side", "bottom", "the `side` of the picture at which Black sits: bottom, top, left or right")
}

// registerCalibration adds the flag that names an earlier calibration.
func (b *boardFlags) registerCalibration(f *flag.FlagSet) {
	f.StringVar(&b.known, "calibration", "", "a `file` of eye calibrate: where the board is, if it is still seen there")
}

// calibration reads the file that the flag names.
func (b *boardFlags) calibration(o *opencv.Options) error {
	if b.known == "" {
		return nil
	}
	c, err := opencv.LoadCalibration(b.known)
	if err != nil {
		return fmt.Errorf("--%w", err)
	}
	if c.Grid.Size != b.size {
		return fmt.Errorf("--calibration %s: of a board of %d lines: want --size %d", b.known, c.Grid.Size, c.Grid.Size)
	}
	o.Calibration = &c
	return nil
}

// options checks the flags.
func (b *boardFlags) options() (opencv.Options, error) {
	o := opencv.Options{Size: b.size}
	if !board.ValidSize(b.size) {
		return o, fmt.Errorf("--size %d: want 9, 13, 15 or 19", b.size)
	}
	side, err := vision.ParseBlackSide(b.side)
	if err != nil {
		return o, fmt.Errorf("--black-side %q: want bottom, top, left or right", b.side)
	}
	o.Side = side
	if b.corners != "" {
		corners, lens, err := parseCorners(b.corners)
		if err != nil {
			return o, fmt.Errorf("--corners: %w", err)
		}
		if _, err := vision.NewGrid(b.size, corners); err != nil {
			return o, fmt.Errorf("--corners: %w", err)
		}
		o.Corners, o.K1 = &corners, lens
	}
	if b.text != "" {
		position, err := board.ParseText(b.text)
		if err != nil {
			return o, fmt.Errorf("--board: %w", err)
		}
		if position.Size() != b.size {
			return o, fmt.Errorf("--board: %d letters: want %d for --size %d", len(b.text), b.size*b.size, b.size)
		}
		o.Board = &position
	}
	return o, nil
}

// parseCorners reads eight numbers separated by commas or spaces, and the bend of the
// lens where a ninth follows, as calibration messages have it.
func parseCorners(text string) (corners [4][2]float64, k1 float64, err error) {
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	if len(fields) != 8 && len(fields) != 9 {
		return corners, 0, fmt.Errorf("%d numbers: want 8, x,y of top-left, top-right, bottom-right, bottom-left", len(fields))
	}
	var values [9]float64
	for i, f := range fields {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return corners, 0, fmt.Errorf("%q is not a number of pixels", f)
		}
		values[i] = v
	}
	for i := range corners {
		corners[i] = [2]float64{values[2*i], values[2*i+1]}
	}
	if math.Abs(values[8]) > 1 {
		return corners, 0, fmt.Errorf("the ninth number, %v, is the bend of the lens: want -1 to 1", values[8])
	}
	return corners, values[8], nil
}

// parse reads a command's flags, which may stand before, between and after its arguments;
// done is true where the command has nothing more to do.
func parse(f *flag.FlagSet, usage string, args []string, io stdio) (code int, done bool) {
	f.SetOutput(io.err)
	f.Usage = func() {}
	var rest []string
	for {
		switch err := f.Parse(args); err {
		case nil:
		case flag.ErrHelp:
			f.SetOutput(io.out)
			printUsage(f, usage, io.out)
			return exitOK, true
		default:
			printUsage(f, usage, io.err)
			return exitUsage, true
		}
		if args = f.Args(); len(args) == 0 {
			// Once more without flags, so that Args are the arguments.
			_ = f.Parse(append([]string{"--"}, rest...))
			return exitOK, false
		}
		rest, args = append(rest, args[0]), args[1:]
	}
}

func printUsage(f *flag.FlagSet, usage string, w io.Writer) {
	fmt.Fprintf(w, "usage: %s\n", usage)
	f.PrintDefaults()
}
