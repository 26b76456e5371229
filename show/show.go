package show

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"shinpan/board"
	"shinpan/clock"
)

//go:embed SHOW.mp4
var video []byte

//go:embed SHOW.json
var truth []byte

// Press is one press of a clock button in the recording.
type Press struct {
	At   time.Duration // since the first frame
	Side clock.Side
}

// Truth is what is known to happen in a recording.
type Truth struct {
	FPS       float64    `json:"fps"`
	Frames    int        `json:"frames"`
	BlackSide string     `json:"black_side"`
	Events    []Happened `json:"events"`
	// Final is the board at the end, the highest row first.
	Final []string `json:"final"`
}

// Happened is one thing that happens in a recording.
type Happened struct {
	Frame int         `json:"frame"`
	T     float64     `json:"t"` // seconds since the first frame
	Type  string      `json:"type"`
	Color board.Color `json:"color"`
	Point board.Point `json:"point"`
}

// Load is the truth of the bundled recording.
func Load() (Truth, error) { return ParseTruth("SHOW.json", truth) }

// ReadTruth reads the truth of another recording.
func ReadTruth(path string) (Truth, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Truth{}, fmt.Errorf("show: %w", err)
	}
	return ParseTruth(path, data)
}

// ParseTruth reads a truth file; name is for the error message.
func ParseTruth(name string, data []byte) (Truth, error) {
	var t Truth
	if err := json.Unmarshal(data, &t); err != nil {
		return Truth{}, fmt.Errorf("show: %s: %w", name, err)
	}
	if t.FPS <= 0 {
		return Truth{}, fmt.Errorf("show: %s: fps: want the frames per second of the recording", name)
	}
	return t, nil
}

// afterHand is when a press is taken to follow in a recording that shows none: this
// long after the mover's hand has left the board.
const afterHand = 700 * time.Millisecond

// Presses lists the clock presses of the recording in order of time: those it shows,
// or, where it shows none, one after each placing.
func (t Truth) Presses() []Press {
	var shown, derived []Press
	var placed board.Color
	for _, e := range t.Events {
		at := time.Duration(e.T * float64(time.Second))
		switch e.Type {
		case "clock_press":
			shown = append(shown, Press{at, sideOf(e.Color)})
		case "place":
			placed = e.Color
		case "hand_out":
			if placed != board.Empty {
				derived = append(derived, Press{at + afterHand, sideOf(placed)})
				placed = board.Empty
			}
		}
	}
	if len(shown) > 0 {
		return shown
	}
	return derived
}

// sideOf is the side that holds a colour from the start.
func sideOf(c board.Color) clock.Side {
	if c == board.White {
		return clock.P2
	}
	return clock.P1
}

// WriteVideo puts the bundled recording into dir, where the eye can open it, and returns
// its path. It is written once.
func WriteVideo(dir string) (string, error) {
	path := filepath.Join(dir, "SHOW.mp4")
	if info, err := os.Stat(path); err == nil && info.Size() == int64(len(video)) {
		return path, nil
	}
	if err := os.WriteFile(path, video, 0o644); err != nil {
		return "", fmt.Errorf("show: %w: choose another folder with --out", err)
	}
	return path, nil
}
