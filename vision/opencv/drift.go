package opencv

import (
	"math"

	"shinpan/vision"
)

// steadyFold is by how many plan pixels the camera must have moved for good, rather than
// to and fro, before the grid is moved after it.
const steadyFold = 0.5

// followDrift moves the grid after a camera that has slowly moved, so that the picture
// need not be moved back for ever, and tells where the grid is now.
func (f *Follower) followDrift(step *Step) error {
	if !f.watcher.steady.drifted() {
		return nil
	}
	g, err := f.watcher.takeDrift()
	if err != nil {
		return err
	}
	f.grid = g
	step.Grid = &Found{Grid: g, Sure: f.sure, Corner: [4]float64{f.sure, f.sure, f.sure, f.sure}}
	return nil
}

// drifted reports whether the camera has moved for good since the grid was found.
func (s *steadier) drifted() bool {
	return math.Hypot(s.meanX, s.meanY) > steadyFold*s.scale()
}

// takeDrift moves the grid by what the camera has moved on the average of the last second.
// What was seen so far stays: it is kept in lines of the board, not in pixels.
func (w *Watcher) takeDrift() (vision.Grid, error) {
	corners := w.grid.Corners
	for i := range corners {
		corners[i][0] += w.steady.meanX
		corners[i][1] += w.steady.meanY
	}
	g, err := vision.NewLensGrid(w.grid.Size, corners, w.grid.Lens)
	if err != nil {
		return w.grid, err
	}
	p, err := newPlan(g, w.plan.w, w.plan.h)
	if err != nil {
		return w.grid, err
	}
	reader, err := NewReader(g, w.plan.w, w.plan.h)
	if err != nil {
		p.Close()
		return w.grid, err
	}
	w.plan.Close()
	w.reader.Close()
	w.plan, w.reader, w.grid, w.glance, w.rested = p, reader, g, newGlance(g, p.w, p.h), 0
	w.surveyed = false
	w.steady.dx, w.steady.dy = w.steady.dx-w.steady.meanX, w.steady.dy-w.steady.meanY
	w.steady.meanX, w.steady.meanY = 0, 0
	return g, nil
}
