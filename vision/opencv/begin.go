package opencv

import (
	"time"

	"shinpan/board"
	"shinpan/vision"
)

// When the position is first read, and what of it is believed.
const (
	beginRest  = 700 * time.Millisecond // for which nothing may move: hands pause for less
	beginAfter = 2 * time.Second        // of unrest, after which it is read nevertheless
	beginStill = 0.60                   // … where so many of the points lie still
	linesSeen  = 0.70                   // lines count where so many of the empty points show them
)

// begin reads the whole position as soon as the board lies quiet, or, where it does not for
// a while, that part of it that does.
func (f *Follower) begin(stamp Stamp, step *Step) error {
	restarted := f.restarted()
	if restarted {
		f.watcher.Assume()
	}
	if !f.watcher.Calm() {
		f.unrest = stamp.At
	}
	rested := restarted || stamp.At-f.unrest >= beginRest
	if !rested && (stamp.At-f.found < beginAfter || f.watcher.stillShare() < beginStill) {
		return nil
	}
	if _, err := f.watcher.ReadAll(stamp.Frame); err != nil {
		return err
	}
	if !restarted {
		f.watcher.takeBack(rested)
	}
	reading := f.watcher.Suspect(f.options.Board)
	for !restarted && f.watcher.suspectBeside() {
		reading = f.watcher.reading
	}
	step.Sightings = append(step.Sightings, f.settler.Start(reading, f.options.Board))
	return nil
}

// restarted reports that the first frame shows a position that is known, at rest.
func (f *Follower) restarted() bool { return f.options.Board != nil && !f.source.Info().Live }

// stillShare is the part of the points that have not moved for a while, nor has anything
// around them.
func (w *Watcher) stillShare() float64 {
	n := 0
	for i := range w.points {
		if w.around(i%w.size, i/w.size, 1, w.rest) {
			n++
		}
	}
	return float64(n) / float64(len(w.points))
}

// takeBack takes back what a first reading says of points over or beside which something
// moves, and, as a hand may rest there, of empty points that show no lines although others do.
// While something moves, stones must be plain by themselves too: they may be part of an arm.
func (w *Watcher) takeBack(rested bool) {
	bare := w.bareBoard()
	lines := w.showLines()
	for i := range w.points {
		p, col, row := &w.points[i], i%w.size, i/w.size
		color, likely := p.cell.Best()
		plain := true
		switch {
		case color == board.Empty:
			plain = !lines || w.crossLikeness(col, row) > crossCorr
		case !rested:
			g := w.guess(col, row)
			plain = g.sure && g.color == color
		}
		if plain && likely >= readerSure && (rested || w.around(col, row, 1, w.rest)) {
			continue
		}
		p.cell = certainly(p.cell, board.Empty, 0.4)
		p.quietCell, p.odd = p.cell, true
		w.blank(col, row, bare)
	}
	w.before.valid = false
	w.report()
}

// suspectBeside takes back stones beside others that are suspect, which may be parts of the
// same hand, and reports whether there were such.
func (w *Watcher) suspectBeside() (some bool) {
	for i := range w.points {
		p, col, row := &w.points[i], i%w.size, i/w.size
		color, likely := p.cell.Best()
		if color == board.Empty || likely < vision.SureEnough || !w.besideSuspect(col, row) {
			continue
		}
		p.cell = certainly(p.cell, color, suspectSure)
		p.quietCell, some = p.cell, true
	}
	w.report()
	return some
}

// besideSuspect reports whether one of the eight points around is a suspect stone.
func (w *Watcher) besideSuspect(col, row int) bool {
	for r := max(row-1, 0); r <= min(row+1, w.size-1); r++ {
		for c := max(col-1, 0); c <= min(col+1, w.size-1); c++ {
			if color, likely := w.points[r*w.size+c].cell.Best(); color != board.Empty && likely <= suspectSure {
				return true
			}
		}
	}
	return false
}

// showLines reports whether most of the points that were read as empty show their lines.
func (w *Watcher) showLines() bool {
	empty, shown := 0, 0
	for i := range w.points {
		if color, likely := w.points[i].cell.Best(); color == board.Empty && likely >= readerSure {
			empty++
			if w.crossLikeness(i%w.size, i/w.size) > crossCorr {
				shown++
			}
		}
	}
	return float64(shown) > linesSeen*float64(empty)
}

// bareBoard is the colour of the bare board: the median of the middles of the cells.
func (w *Watcher) bareBoard() (bare [3]byte) {
	for c := range bare {
		w.sorted = w.sorted[:0]
		for i := range w.points {
			x, y := w.plan.center(i%w.size, i/w.size)
			w.sorted = append(w.sorted, float64(w.cur[3*((y+planPitch/2)*w.plan.side+x+planPitch/2)+c]))
		}
		bare[c] = byte(median(w.sorted))
	}
	return bare
}

// blank makes the surroundings of a point on the quiet board as plain as its bare wood; with
// an outermost one goes the rim beside it.
func (w *Watcher) blank(col, row int, bare [3]byte) {
	span := func(line, at int) (from, to int) {
		from, to = at-planPitch, at+planPitch
		if line == 0 {
			from = 0
		}
		if line == w.size-1 {
			to = w.plan.side - 1
		}
		return from, to
	}
	x, y := w.plan.center(col, row)
	x0, x1 := span(col, x)
	y0, y1 := span(row, y)
	w.over.ignore(x0, y0, x1, y1)
	for py := y0; py <= y1; py++ {
		for px := x0; px <= x1; px++ {
			copy(w.quiet[3*(py*w.plan.side+px):], bare[:])
		}
	}
}
