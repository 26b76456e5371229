package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"shinpan/vision"
	"shinpan/vision/opencv"
	"shinpan/vision/wire"
)

// tellOfCamera tells what a frame has shown of camera and grid.
func (s *streamer) tellOfCamera(follower *opencv.Follower, step opencv.Step) error {
	w, h := follower.Size()
	if was := s.info; (w != was.Width || h != was.Height) && was.Width > 0 {
		s.info.Width, s.info.Height = w, h
		text := fmt.Sprintf("the pictures come in %dx%d, and came in %dx%d before: if it is not the same camera, name it in [eye] source; the board is looked for anew", w, h, was.Width, was.Height)
		if err := s.fault(step, faultSize, text); err != nil {
			return err
		}
	}
	if step.Grid != nil {
		s.found = true
		if err := s.tellOfGrid(follower, step); err != nil {
			return err
		}
	}
	return s.notes(s.holder.step(follower, step))
}

// tellOfGrid tells where the board was found, and keeps it where that was asked for.
func (s *streamer) tellOfGrid(follower *opencv.Follower, step opencv.Step) error {
	found := *step.Grid
	m := wire.Message{
		Type: wire.Calibration, T: wire.Seconds(step.At), Frame: step.Frame, Sure: found.Sure, CornerSure: found.Corner[:],
	}
	m.Width, m.Height = follower.Size()
	for _, c := range found.Grid.Corners {
		m.Corners = append(m.Corners, c[0], c[1])
	}
	if k1 := found.Grid.Lens.K1; k1 != 0 {
		m.Corners = append(m.Corners, k1)
	}
	c, err := follower.Calibration(found)
	if err != nil {
		return err
	}
	m.Advice = c.Advice
	if err := s.out.Write(m); err != nil {
		return err
	}
	if s.grid.keeps() && s.flags.known != "" {
		if err := c.Save(s.flags.known); err != nil {
			return s.fault(step, faultFile, err.Error())
		}
	}
	return nil
}

// notes tells what a camera was told and what it answers.
func (s *streamer) notes(lines []string) error {
	if len(lines) == 0 {
		return nil
	}
	return s.out.Write(wire.Message{Type: wire.Camera, Text: strings.Join(lines, "; ")})
}

// missing tells the referee, once, that the camera has gone silent: the view is lost,
// and a person must look after the camera.
func (s *streamer) missing(follower *opencv.Follower, last opencv.Step, info opencv.Info) error {
	now := opencv.Monotonic()
	if err := s.pictures.answer(now, false, s.out.Write); err != nil {
		return err
	}
	if s.silent || time.Since(s.heard) < silentAfter {
		return nil
	}
	s.silent = true
	why := follower.Trouble()
	if why == "" {
		why = "check the camera's cable"
	}
	lost := vision.Sighting{
		Kind: vision.ViewLost, At: now, SureAt: now, Frame: last.Frame, Sure: 1, Reason: vision.ReasonFrozen,
	}
	if err := s.out.Write(wire.FromSighting(lost)); err != nil {
		return err
	}
	return s.out.Write(wire.Message{
		Type: wire.Fault, T: wire.Seconds(now), Frame: last.Frame, Code: faultSilent,
		Text: fmt.Sprintf("%s: no frame for %.1f s: %s", info.Name, time.Since(s.heard).Seconds(), why),
	})
}

// gridWish is the referee's wish to have the board found anew. ask is called from the
// goroutine that hears the referee.
type gridWish struct {
	mu     sync.Mutex
	wanted *wire.Message
	keep   bool // what is found next is to be kept
}

func (g *gridWish) ask(m wire.Message) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.wanted = &m
}

// obey begins the search that was asked for.
func (g *gridWish) obey(follower *opencv.Follower) error {
	g.mu.Lock()
	m := g.wanted
	g.wanted = nil
	g.mu.Unlock()
	if m == nil {
		return nil
	}
	var corners *[4][2]float64
	if len(m.Corners) >= 8 {
		corners = new([4][2]float64)
		for i := range corners {
			corners[i] = [2]float64{m.Corners[2*i], m.Corners[2*i+1]}
		}
	}
	if err := follower.Recalibrate(corners); err != nil {
		return err
	}
	g.keep = true
	return nil
}

// keeps reports, once, whether the grid that was found is one that was asked for.
func (g *gridWish) keeps() bool {
	keep := g.keep
	g.keep = false
	return keep
}
