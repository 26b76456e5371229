package main

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"shinpan/game"
	"shinpan/vision"
	"shinpan/vision/wire"
	"shinpan/web"
)

// cameraDesk keeps what the eye says of its camera and of where the board is, for the
// arbiter's page. hear is called by the owner, view by whoever looks.
type cameraDesk struct {
	size int                     // lines of the board
	say  func(wire.Message) bool // to the eye

	mu      sync.Mutex
	view    web.CameraView
	trouble map[string]string // by code
}

func newCameraDesk(size int, say func(wire.Message) bool) *cameraDesk {
	return &cameraDesk{size: size, say: say, trouble: map[string]string{}}
}

// hear notes what a message says of the camera; now is the game's time.
func (c *cameraDesk) hear(m wire.Message, now time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch m.Type {
	case wire.Hello:
		c.view.Width, c.view.Height = m.Width, m.Height
	case wire.Camera:
		c.view.Report = m.Text
	case wire.Frame:
		for _, code := range provesWell[wire.Frame] {
			delete(c.trouble, code)
		}
	case wire.Fault:
		c.trouble[m.Code] = m.Text
	case wire.Calibration:
		clear(c.trouble)
		c.found(m, now)
	}
}

// found takes where the board is.
func (c *cameraDesk) found(m wire.Message, now time.Duration) {
	if len(m.Corners) < 8 {
		return
	}
	if m.Width > 0 && m.Height > 0 {
		c.view.Width, c.view.Height = m.Width, m.Height
	}
	var corners [4][2]float64
	for i := range corners {
		corners[i] = [2]float64{m.Corners[2*i], m.Corners[2*i+1]}
	}
	var lens vision.Lens
	if len(m.Corners) > 8 && c.view.Width > 0 {
		lens = vision.NewLens(c.view.Width, c.view.Height, m.Corners[8])
	}
	g, err := vision.NewLensGrid(c.size, corners, lens)
	if err != nil {
		return
	}
	at := game.Seconds(now)
	c.view.Corners, c.view.Lines, c.view.At = corners[:], linesOf(g), &at
	c.view.Sure, c.view.CornerSure, c.view.Advice = m.Sure, m.CornerSure, m.Advice
}

// linesOf are the lines of a grid, each from intersection to intersection.
func linesOf(g vision.Grid) (lines [][]float64) {
	for i := range g.Size {
		var across, down []float64
		for k := range g.Size {
			x, y := g.Pixel(float64(k), float64(i))
			across = append(across, x, y)
			x, y = g.Pixel(float64(i), float64(k))
			down = append(down, x, y)
		}
		lines = append(lines, across, down)
	}
	return lines
}

// look is what is known now.
func (c *cameraDesk) look() *web.CameraView {
	c.mu.Lock()
	defer c.mu.Unlock()
	v := c.view
	for _, text := range c.trouble {
		v.Trouble = append(v.Trouble, text)
	}
	slices.Sort(v.Trouble)
	return &v
}

// findBoard asks the eye to find the board anew and to keep what it finds.
func (c *cameraDesk) findBoard(corners []float64) error {
	if len(corners) == 8 {
		var quad [4][2]float64
		for i := range quad {
			quad[i] = [2]float64{corners[2*i], corners[2*i+1]}
		}
		if _, err := vision.NewGrid(c.size, quad); err != nil {
			return errors.New("camera: " + strings.TrimPrefix(err.Error(), "vision: "))
		}
	}
	if !c.say(wire.Message{Type: wire.AskGrid, Corners: corners}) {
		return errors.New("camera: the eye does not listen: try again when it works")
	}
	return nil
}
