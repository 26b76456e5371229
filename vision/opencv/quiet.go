package opencv

import (
	"shinpan/board"
	"shinpan/vision"
)

// Assume takes the frame last looked at as one in which nothing moves, although no frame
// before it is known: that of a restart.
func (w *Watcher) Assume() {
	for i := range w.points {
		w.points[i].still = w.long
	}
	w.calm = true
}

// Checkpoint takes the frame last looked at as the quiet board, on which lies what is
// believed, one entry a point in board order. All that the watcher knows afterwards follows
// from this frame and these beliefs, so one that starts here sees the same.
//
// Where something lies over the board, all of this holds for the rest of it: what is hidden
// stays as it was.
func (w *Watcher) Checkpoint(beliefs []vision.Belief) vision.Reading {
	w.spare, w.quiet = w.quiet, w.spare
	w.takeQuiet()
	w.keepHidden() // before anything of the points changes
	w.rested = restedLooks
	for i := range w.points {
		p := &w.points[i]
		if p.hidden {
			continue
		}
		b := w.believes(i, beliefs)
		likely := float32(0.99)
		if b.Unknown {
			likely = 0.4
			w.blank(i%w.size, i/w.size, w.bareBoard())
		} else if b.Strange {
			w.keepQuiet(i%w.size, i/w.size)
		}
		p.cell = certainly(vision.Cell{}, b.Color, likely)
		p.quietCell, p.odd, p.changed, p.fresh = p.cell, b.Unknown, false, true
		p.since, p.guess, p.held, p.alone, p.still = w.reading.Frame, guess{}, 0, 0, w.long
	}
	for range 2 { // the second time with the neighbours where they were fitted
		for i := range w.points {
			p := &w.points[i]
			if color, _ := p.quietCell.Best(); color != board.Empty && !p.hidden {
				f := w.fit(i%w.size, i/w.size, w.otherStones(i%w.size, i/w.size))
				p.cell.DX, p.cell.DY = float32(f.dx/planPitch), float32(f.dy/planPitch)
			}
		}
		for i := range w.points {
			if p := &w.points[i]; !p.hidden {
				p.quietCell = p.cell
			}
		}
	}
	for i := range w.points {
		if p := &w.points[i]; w.believes(i, beliefs).Strange && !p.hidden {
			color, _ := p.cell.Best()
			p.cell = certainly(p.cell, color, 0.4)
		}
	}
	w.report()
	return w.reading
}

// believes is what is believed of point i, as seen order.
func (w *Watcher) believes(i int, beliefs []vision.Belief) vision.Belief {
	at := w.side.Point(i%w.size, i/w.size, w.size)
	return beliefs[at.Row()*w.size+at.Col()]
}

func (w *Watcher) takeQuiet() {
	if w.quiet == nil {
		w.quiet = make([]byte, len(w.cur))
	}
	copy(w.quiet, w.cur)
	clear(w.over.blank)
	w.steady.refer(&w.bright)
	w.before.valid, w.leastNoise = false, mostNoise
}

// keepQuiet leaves the surroundings of a point as they were on the former quiet board,
// because what lies there now is not understood.
func (w *Watcher) keepQuiet(col, row int) {
	if w.spare == nil {
		return
	}
	x, y := w.plan.center(col, row)
	w.copyAround(x, y, planPitch, w.spare)
}

// copyAround makes the quiet board as another plan is, so far around a plan pixel.
func (w *Watcher) copyAround(x, y, reach int, plan []byte) {
	for py := y - reach; py <= y+reach; py++ {
		from, to := 3*(py*w.plan.side+x-reach), 3*(py*w.plan.side+x+reach+1)
		copy(w.quiet[from:to], plan[from:to])
	}
}

// keepHidden leaves what lies over the board, and all that is under it, as it was on the
// former quiet board, but for the stones that are seen beside it.
func (w *Watcher) keepHidden() {
	if w.spare == nil || w.over.share == 0 {
		return
	}
	side := w.plan.side
	for y := range side {
		for x := range side {
			if w.over.at(x, y) {
				copy(w.quiet[3*(y*side+x):3*(y*side+x)+3], w.spare[3*(y*side+x):])
			}
		}
	}
	for i := range w.points {
		p := &w.points[i]
		x, y := w.plan.center(i%w.size, i/w.size)
		if p.hidden {
			w.copyAround(x, y, planPitch/2, w.spare)
		}
		if color, _ := p.cell.Best(); !p.changed || !p.fresh || !w.over.at(x, y) && color == board.Empty {
			continue
		}
		x, y = x+int(planPitch*p.cell.DX), y+int(planPitch*p.cell.DY)
		for _, o := range discWide {
			if k := 3 * ((y+o.dy)*side + x + o.dx); w.plan.holds(x+o.dx, y+o.dy) {
				copy(w.quiet[k:k+3], w.cur[k:])
			}
		}
	}
}

// lies reports whether nothing has moved around a point for so long that what is over the
// board there lies on it.
func (w *Watcher) lies(i int) bool { return w.around(i%w.size, i/w.size, 2, w.long) }

// Lying reports whether all points that cannot be read are hidden by something that lies
// over the board, and there are such.
func (w *Watcher) Lying() bool {
	some := false
	for i := range w.points {
		p := &w.points[i]
		if p.changed && !p.fresh && !p.hidden {
			return false
		}
		some = some || p.hidden
	}
	return some
}
