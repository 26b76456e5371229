package opencv

import (
	"math"
	"time"

	"shinpan/board"
	"shinpan/vision"
)

// Measures of looking back for when a point came to look as it does now.
const (
	sameShare    = 0.85 // a point looks the same where so much of it does
	noisy        = 2.0  // with more noise than this pixels tell little: the mean light must be the same too
	onsetLevels  = 2.0  // a point begins to move where it differs by more from the frame before
	inViewBefore = 350 * time.Millisecond
	flicker      = 170 * time.Millisecond // for which a point may look otherwise in between
)

// since looks back for the frame in which what is now seen on a point happened.
//
// A stone lies there since the first frame in which it looks as it does now. One that was
// taken away was under the hand then, and it left when the hand, having closed around it,
// began to move again. One that was seen to lie still until it was pushed has been where it
// is since the push.
func (w *Watcher) since(col, row int, cell vision.Cell, number int) int {
	first := w.likeNow(col, row, cell, number)
	was, _ := w.points[row*w.size+col].quietCell.Best()
	is, _ := cell.Best()
	switch {
	case was == board.Empty:
		return first
	case is == board.Empty:
		began, inView := w.onset(col, row, first, number)
		if inView {
			return (began + first) / 2 // the hand never rested
		}
		return began - 1
	case is == was:
		if began, inView := w.onset(col, row, first, number); inView && w.duration(first-began) <= inViewBefore {
			return began
		}
	}
	return first
}

// duration is the time that so many frames take.
func (w *Watcher) duration(frames int) time.Duration {
	return time.Duration(float64(frames) / w.steady.fps * float64(time.Second))
}

// likeNow looks back for the first frame from which the point has looked as it does now, but
// for a moment in which a leaving hand took a reflection away.
func (w *Watcher) likeNow(col, row int, cell vision.Cell, number int) int {
	x, y := w.plan.center(col, row)
	r, tolerance, slack := rowsFull, 14+4*w.noise, 0.14
	if cell.Empty > 0.5 {
		r, tolerance, slack = rowsWide, 10+4*w.noise, 0.10
	} else {
		x += int(math.Round(float64(cell.DX) * planPitch))
		y += int(math.Round(float64(cell.DY) * planPitch))
	}
	first := number
	w.past.back(func(n int, plan []byte) bool {
		if matching(w.cur, plan, w.plan.side, x, y, r, tolerance, slack) >= sameShare &&
			(w.noise < noisy || math.Abs(math.Log(alike(w.cur, plan, w.plan.side, x, y, r).gain[1])) < changeTone) {
			first = n
		}
		return w.duration(first-n) < flicker && w.duration(number-n) < historyTime*time.Second
	})
	return first
}

// onset looks back from a frame for the one in which the movement over a point began that
// ended there. inView reports that the point looked before as on the quiet board.
func (w *Watcher) onset(col, row, from, number int) (began int, inView bool) {
	x, y := w.plan.center(col, row)
	limit := onsetLevels + 3*w.noise
	began = from
	last := from // the number of later
	var later []byte
	if from == number {
		later = w.cur
	}
	w.past.back(func(n int, plan []byte) bool {
		switch {
		case n > from:
			return true
		case n == from:
			later = plan
			return true
		case later == nil:
			return false
		}
		if difference(later, plan, &asItIs, w.plan.side, x, y, rowsFull) <= limit {
			inView = matching(later, w.quiet, w.plan.side, x, y, rowsFull, 14+4*w.noise, 0.14) >= sameShare
			return false
		}
		began, later, last = last, plan, n
		return true
	})
	return began, inView
}
