package main

import (
	"testing"
	"time"

	"shinpan/vision"
	"shinpan/vision/opencv"
)

// fakeCamera counts what it is told.
type fakeCamera struct {
	found       bool
	openings    int
	light       float64
	holds, free int
}

func (f *fakeCamera) Grid() vision.Grid {
	if f.found {
		return vision.Grid{Size: 15}
	}
	return vision.Grid{}
}
func (f *fakeCamera) Openings() int        { return f.openings }
func (f *fakeCamera) Light() float64       { return f.light }
func (f *fakeCamera) HoldCamera() []string { f.holds++; return []string{"held"} }
func (f *fakeCamera) FreeCamera() []string { f.free++; return []string{"free"} }

// TestHolder follows a camera through an evening: the board is found, the lamp goes out and
// comes back, the sun sets, the cable is pulled.
func TestHolder(t *testing.T) {
	c := &fakeCamera{openings: 1, light: 120}
	h := holder{on: true}
	at := time.Second
	pass := func(d time.Duration, seen ...vision.Sighting) {
		for end := at + d; at < end; at += 100 * time.Millisecond {
			h.step(c, opencv.Step{Stamp: opencv.Stamp{At: at}, Sightings: seen})
			seen = nil
		}
	}
	want := func(what string, holds, free int) {
		t.Helper()
		if c.holds != holds || c.free != free {
			t.Errorf("%s: held %d times, given back %d times; want %d, %d", what, c.holds, c.free, holds, free)
		}
	}
	pass(10 * time.Second)
	want("no board yet", 0, 0)
	c.found = true
	pass(10 * time.Second)
	want("found", 1, 0)
	pass(time.Second, vision.Sighting{Kind: vision.ViewLost, Reason: vision.ReasonCovered})
	pass(time.Second, vision.Sighting{Kind: vision.ViewBack})
	want("covered for a while", 1, 0)
	pass(10*time.Second, vision.Sighting{Kind: vision.ViewLost, Reason: vision.ReasonDark})
	want("dark", 1, 1)
	pass(2*time.Second, vision.Sighting{Kind: vision.ViewBack})
	want("just light again", 1, 1)
	pass(10 * time.Second)
	want("light again", 2, 1)
	c.light = 60
	pass(3 * time.Second)
	c.light = 110
	pass(10 * time.Second)
	want("a hand over the lamp", 2, 1)
	c.light = 50
	pass(20 * time.Second)
	want("sunset", 3, 2)
	c.openings = 2
	pass(2 * time.Second)
	want("plugged in again", 3, 2)
	pass(10 * time.Second)
	want("plugged in for a while", 4, 2)
	off := holder{}
	if off.step(c, opencv.Step{}) != nil {
		t.Error("a camera is held that is to be left alone")
	}
}
