package main

import (
	"slices"
	"time"

	"shinpan/vision"
	"shinpan/vision/opencv"
)

// When a camera is held to its exposure: some time after it has been left alone with the
// board in view, because it has to get used to the light first. When it is given back: the
// picture has been so much darker or lighter for a while.
const (
	settleTime  = 3 * time.Second
	lightEvery  = time.Second
	otherLight  = 1.7
	otherChecks = 5
)

// heldCamera is what a holder asks of the camera: an opencv.Follower.
type heldCamera interface {
	Grid() vision.Grid
	Openings() int
	Light() float64
	HoldCamera() []string
	FreeCamera() []string
}

var _ heldCamera = (*opencv.Follower)(nil)

// holder holds a camera to its exposure, white balance and focus, and gives them back when
// the light has changed.
type holder struct {
	on       bool
	openings int           // of the device: one that was plugged in again decides by itself
	since    time.Duration // the camera is left alone; 0 before its first frame
	held     bool
	blind    bool          // the view is lost for want of light, or for too much
	light    float64       // of the picture when the camera was held
	looked   time.Duration // when the light was last looked at
	other    int           // how often in a row it was another
}

// badLight are the reasons of a lost view that a held exposure may be to blame for.
var badLight = []string{vision.ReasonDark, vision.ReasonBright}

// step is told of each frame and returns what the camera has answered, where it was told
// something.
func (h *holder) step(camera heldCamera, step opencv.Step) []string {
	if !h.on {
		return nil
	}
	if n := camera.Openings(); n != h.openings || h.since == 0 {
		h.openings, h.since, h.held = n, step.At, false
	}
	h.see(step)
	switch {
	case h.held && (h.blind || h.lightIsOther(camera, step.At)):
		h.held, h.since = false, step.At
		return camera.FreeCamera()
	case h.held || h.blind || camera.Grid().Zero() || step.At-h.since < settleTime:
		return nil
	}
	h.held, h.light, h.other, h.looked = true, camera.Light(), 0, step.At
	return camera.HoldCamera()
}

// see notes whether there is light enough to see by.
func (h *holder) see(step opencv.Step) {
	for _, s := range step.Sightings {
		switch {
		case s.Kind == vision.ViewLost && slices.Contains(badLight, s.Reason):
			h.blind = true
		case s.Kind == vision.ViewBack:
			h.blind, h.since = false, step.At
		}
	}
}

// lightIsOther reports whether the light has been another for some time.
func (h *holder) lightIsOther(camera heldCamera, at time.Duration) bool {
	if at-h.looked < lightEvery {
		return false
	}
	h.looked = at
	if now := camera.Light(); now > otherLight*h.light || now*otherLight < h.light {
		h.other++
	} else {
		h.other = 0
	}
	return h.other >= otherChecks
}
