package opencv

import (
	"errors"
	"fmt"
	"math"

	"shinpan/vision"
)

// searchOrExpect finds the grid of this frame. What a person has calibrated counts first, what
// is found surely next, because a board that has moved by exactly one line shows lines where
// the calibration has some; last what was calibrated without a person.
func (f *Follower) searchOrExpect() (found Found, known bool) {
	c := f.options.Calibration
	if c != nil && c.ByHand {
		if found, known = f.expectedGrid(); known {
			return found, true
		}
	}
	found, err := f.search()
	if err == nil && f.believes(found) {
		return found, true
	}
	if c == nil {
		return Found{}, false
	}
	return f.expectedGrid()
}

// expectedGrid is where an earlier calibration has the board, fitted to the lines of this
// frame; ok is false where no lines are seen there.
func (f *Follower) expectedGrid() (found Found, ok bool) {
	c := f.options.Calibration
	if c == nil || c.Grid.Size != f.options.Size {
		return Found{}, false
	}
	g := c.Grid
	if f.frame.Cols() != c.Width || f.frame.Rows() != c.Height {
		// The same camera in another resolution shows the same, smaller or larger.
		scale := float64(f.frame.Cols()) / float64(c.Width)
		if math.Abs(scale*float64(c.Height)-float64(f.frame.Rows())) > 2 {
			return Found{}, false
		}
		var err error
		if g, err = g.Scaled(scale); err != nil {
			return Found{}, false
		}
	}
	found, err := FitGrid(f.frame, f.options.Size, g.Corners)
	return found, err == nil && found.Sure >= GridSure
}

// Recalibrate looks for the board anew from the next frame on, at the corners where they
// are given by hand. The position is carried over.
func (f *Follower) Recalibrate(corners *[4][2]float64) error {
	if corners != nil {
		if _, err := vision.NewGrid(f.options.Size, *corners); err != nil {
			return fmt.Errorf("opencv: %w", err)
		}
	}
	if f.watcher != nil {
		f.watcher.Close()
		f.watcher = nil
	}
	f.options.Corners, f.options.K1, f.options.Board, f.options.Calibration = corners, 0, nil, nil
	f.looked, f.unsure, f.meaned = false, 0, 0
	f.carry = f.settler.Started()
	return nil
}

// Calibration is what was found, for a file, with what would help the eye to see better.
func (f *Follower) Calibration(found Found) (Calibration, error) {
	if f.watcher == nil {
		return Calibration{}, errors.New("opencv: calibration: no board has been found")
	}
	c := Calibration{
		Source: f.source.Info().Name, Width: f.frame.Cols(), Height: f.frame.Rows(),
		Grid: found.Grid, Sure: found.Sure, Corner: found.Corner,
		ByHand: f.options.Corners != nil,
	}
	if _, err := f.watcher.reader.Read(f.frame); err != nil {
		return c, err
	}
	c.Advice = append(f.watcher.reader.Advice(f.options.Side), c.doubtfulCorners()...)
	return c, nil
}

// doubtful is the certainty below which a corner is worth a look.
const doubtful = 0.6

// doubtfulCorners says which corners are not seen well.
func (c *Calibration) doubtfulCorners() (out []string) {
	for i, name := range cornerNames {
		if c.Corner[i] < doubtful {
			out = append(out, fmt.Sprintf("the %s corner is hardly seen (%.0f %%): clear it, or set the corners by hand", name, 100*c.Corner[i]))
		}
	}
	return out
}

// cornerNames are the corners in the order of a Grid's.
var cornerNames = [4]string{"top left", "top right", "bottom right", "bottom left"}

// Light is the mean brightness of the frame last read, 0 to 255.
func (f *Follower) Light() float64 {
	mean := f.frame.Mean()
	return (mean.Val1 + mean.Val2 + mean.Val3) / 3
}

// Size is the size of the frame last read.
func (f *Follower) Size() (w, h int) { return f.frame.Cols(), f.frame.Rows() }

// Openings counts how often a camera was opened: after each it decides by itself again.
func (f *Follower) Openings() int {
	if c, ok := f.source.(*camera); ok {
		return c.openings()
	}
	return 0
}

// HoldCamera holds a camera to its exposure, gain, white balance and focus as they are now,
// and says what it has made of that; nothing for sources that cannot be told.
func (f *Follower) HoldCamera() []string { return f.onKnobs(holdKnobs) }

// FreeCamera lets a camera decide for itself again.
func (f *Follower) FreeCamera() []string {
	return f.onKnobs(func(k knobs) []string {
		freeKnobs(k)
		return []string{"exposure, white balance and focus are the camera's again"}
	})
}

func (f *Follower) onKnobs(do func(knobs) []string) []string {
	c, ok := f.source.(*camera)
	if !ok {
		return nil
	}
	node := c.node()
	if node == "" {
		return nil
	}
	d, err := openDevice(node)
	if err != nil {
		return []string{"the camera's controls cannot be opened: " + err.Error()}
	}
	defer d.close()
	return do(d)
}
