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
	deepShadow   = 0.35 // a hand's shadow leaves more of the light than this
	noShadow     = 1.05
	shadedAlike  = 0.85 // in a shadow a point is the same where its structure is as alike as this
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
			(w.noise < noisy || math.Abs(math.Log(alike(w.cur, plan, w.plan.side, x, y, r).gain[1])) < changeTone) ||
			w.shadedThen(plan, x, y, r) {
			first = n
		}
		return w.duration(first-n) < flicker && w.duration(number-n) < historyTime*time.Second
	})
	return first
}

// shadedThen reports whether a point looked as it does now but for the shadow of a hand that
// lay over a part of it: it was no brighter, and its fine structure was the same.
func (w *Watcher) shadedThen(plan []byte, x, y int, r rows) bool {
	for _, g := range alike(plan, w.cur, w.plan.side, x, y, r).gain {
		if g < deepShadow || g > noShadow {
			return false
		}
	}
	var m match
	for _, row := range r {
		for dx := row.from; dx <= row.to; dx++ {
			px, py := x+dx, y+row.dy
			m.add(fineAt(plan, w.plan.side, px, py), w.now.fine[py*w.plan.side+px])
		}
	}
	return m.contrast() >= 2*(faintLines+w.noise) && m.corr(w.noise) > shadedAlike
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
