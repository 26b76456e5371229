package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"shinpan/board"
	"shinpan/vision"
	"shinpan/vision/opencv"
)

// runWatch follows a game through a video and prints each event as it settles.
func runWatch(ctx context.Context, args []string, std stdio) int {
	f := flag.NewFlagSet("eye watch", flag.ContinueOnError)
	var where boardFlags
	where.register(f)
	where.registerCalibration(f)
	asJSON := f.Bool("json", false, "print one JSON object a line")
	if code, done := parse(f, "eye watch [FLAG]... VIDEO", args, std); done {
		return code
	}
	if f.NArg() != 1 {
		fmt.Fprintln(std.err, "eye watch: want one video file or folder of pictures")
		return exitUsage
	}
	options, err := where.options()
	if err == nil {
		err = where.calibration(&options)
	}
	if err != nil {
		fmt.Fprintf(std.err, "eye watch: %v\n", err)
		return exitUsage
	}
	source, err := opencv.Open(f.Arg(0), 0)
	if err != nil {
		fmt.Fprintf(std.err, "eye watch: %v\n", err)
		return exitBad
	}
	follower := opencv.NewFollower(source, options)
	defer func() { _ = follower.Close() }()
	print := printWords
	if *asJSON {
		print = printJSON
	}
	if err := watch(ctx, follower, f.Arg(0), func(e event) { print(std.out, e) }); err != nil {
		fmt.Fprintf(std.err, "eye watch: %v\n", err)
		return exitBad
	}
	return exitOK
}

// watch reads the source to its end and shows every event, then the final position.
func watch(ctx context.Context, follower *opencv.Follower, name string, show func(event)) error {
	for ctx.Err() == nil {
		step, err := follower.Next()
		switch {
		case errors.Is(err, io.EOF):
			rows := follower.Rows()
			if rows == nil {
				return fmt.Errorf("%s: no board seen in it: film the entire board, or give its --corners", name)
			}
			show(event{Type: "final", Rows: rows})
			return nil
		case errors.Is(err, opencv.ErrNoFrame):
			continue // a camera: it may come back
		case err != nil:
			return err
		}
		for _, s := range step.Sightings {
			if e, ok := toEvent(s); ok {
				show(e)
			}
		}
	}
	return fmt.Errorf("%s: interrupted", name)
}

// event is one line of `eye watch`.
type event struct {
	Type   string        `json:"type"`
	T      *float64      `json:"t,omitempty"`
	Frame  *int          `json:"frame,omitempty"`
	Color  *board.Color  `json:"color,omitempty"`
	Point  board.Point   `json:"point,omitzero"`
	Offset float64       `json:"offset,omitempty"`
	Sure   float64       `json:"sure,omitempty"`
	SureT  *float64      `json:"sure_t,omitempty"`
	Points []board.Point `json:"points,omitempty"`
	Reason string        `json:"reason,omitempty"`
	Rows   []string      `json:"rows,omitempty"`
}

// watched lists the sightings that are events of `eye watch`.
var watched = map[vision.Kind]bool{
	vision.Place: true, vision.Lift: true, vision.Shift: true, vision.BoardMoved: true,
	vision.ViewLost: true, vision.ViewBack: true, vision.Doubt: true,
}

func toEvent(s vision.Sighting) (event, bool) {
	if !watched[s.Kind] {
		return event{}, false
	}
	t, sure := seconds(s.At), seconds(s.SureAt)
	e := event{
		Type: string(s.Kind), T: &t, SureT: &sure, Frame: &s.Frame, Point: s.Point,
		Offset: round(s.Offset, 100), Points: s.Points, Reason: s.Reason,
	}
	if s.Color != board.Empty {
		e.Color = &s.Color
	}
	if s.Kind == vision.Place || s.Kind == vision.Lift || s.Kind == vision.Shift {
		e.Sure = round(s.Sure, 1000)
	}
	return e, true
}

// seconds is a time to the millisecond.
func seconds(d time.Duration) float64 { return round(d.Seconds(), 1000) }

func round(v, parts float64) float64 { return float64(int64(v*parts+0.5)) / parts }

func printJSON(w io.Writer, e event) {
	line, err := json.Marshal(e)
	if err != nil {
		return
	}
	fmt.Fprintf(w, "%s\n", line)
}

func printWords(w io.Writer, e event) {
	if e.Type == "final" {
		fmt.Fprintf(w, "final position:\n%s\n", strings.Join(e.Rows, "\n"))
		return
	}
	words := []string{fmt.Sprintf("%8.2f", *e.T), e.Type}
	if e.Color != nil {
		words = append(words, e.Color.String())
	}
	if e.Point != board.NoPoint {
		words = append(words, e.Point.String())
	}
	if e.Offset != 0 {
		words = append(words, fmt.Sprintf("%.2f", e.Offset))
	}
	for _, p := range e.Points {
		words = append(words, p.String())
	}
	if e.Reason != "" {
		words = append(words, "("+e.Reason+")")
	}
	fmt.Fprintln(w, strings.Join(words, " "))
}
