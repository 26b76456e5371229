package opencv

import (
	"math"

	"shinpan/board"
	"shinpan/vision"
)

// auditRound is how many quiet seconds reading the entire board again takes.
const auditRound = 6

// auditShare is how many points are read again with a frame.
func auditShare(size int, fps float64) int {
	return max(1, int(math.Ceil(float64(size*size)/(auditRound*fps))))
}

// audit holds some points against what is believed, while nothing moves. What contradicts
// it again and again is told as a doubt; nothing else comes of it. anew is true where the
// board was just found settled, so that it is this picture that is read from now on.
func (f *Follower) audit(step *Step, anew bool) error {
	if anew {
		if err := f.watcher.survey(); err != nil {
			return err
		}
	}
	if !f.watcher.surveyed {
		return nil
	}
	var points []board.Point
	for range auditShare(f.options.Size, f.source.Info().FPS) {
		if at, cell := f.watcher.auditOne(); f.settler.Audit(at, cell) {
			points = append(points, at)
		}
	}
	if len(points) > 0 {
		step.Sightings = append(step.Sightings, vision.Sighting{
			Kind: vision.Doubt, At: step.At, SureAt: step.At, Frame: step.Frame, Points: points,
			Reason: "read again from scratch, it looks otherwise than believed",
		})
	}
	return nil
}

// survey takes the frame last looked at as the one that is audited.
func (w *Watcher) survey() error {
	frame := w.steadied()
	pixels, err := frame.DataPtrUint8()
	if err != nil {
		return err
	}
	w.surveyed = true
	return w.reader.points.Sample(pixels)
}

// auditOne reads the next point again. An opinion that its tone and lines speak against is
// none.
func (w *Watcher) auditOne() (board.Point, vision.Cell) {
	i := w.audited
	w.audited = (i + 1) % len(w.points)
	col, row := i%w.size, i/w.size
	at, cell := w.side.Point(col, row, w.size), w.reader.points.Again(i)
	held, _ := w.points[i].shown().Best()
	if color, likely := cell.Best(); color == held || likely < vision.SureEnough {
		return at, cell
	}
	w.measure()
	if g := w.guess(col, row); g.sure && g.color == held && (held != board.Empty || w.crossLikeness(col, row) > crossCorr) {
		return at, certainly(cell, held, vision.SureEnough)
	}
	return at, cell
}
