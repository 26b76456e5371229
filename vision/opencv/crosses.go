package opencv

import (
	"math"

	"shinpan/board"
)

// crossLikeness is how like a cross of lines a point is, wherever within a plan pixel
// the grid puts it.
func (w *Watcher) crossLikeness(col, row int) float64 {
	x, y := w.plan.center(col, row)
	t := w.crosses[crossKind(col, row, w.size)]
	best := 0.0
	for sy := -1; sy <= 1; sy++ {
		for sx := -1; sx <= 1; sx++ {
			var m match
			for k, o := range discBody {
				m.add(w.now.fine[(y+o.dy+sy)*w.plan.side+x+o.dx+sx], t[k])
			}
			if m.contrast() >= faintLines {
				best = math.Max(best, m.corr(0))
			}
		}
	}
	return best
}

// crossKind numbers the nine shapes of lines on a board: the corners, the edges and
// the inside.
func crossKind(col, row, size int) int {
	third := func(v int) int {
		switch v {
		case 0:
			return 0
		case size - 1:
			return 2
		}
		return 1
	}
	return 3*third(row) + third(col)
}

// learnCrosses takes from the quiet board what the lines of an empty point look like.
func (w *Watcher) learnCrosses() {
	var sums [9][]int32
	var n [9]int32
	for i := range w.points {
		col, row := i%w.size, i/w.size
		if color, likely := w.points[i].quietCell.Best(); color != board.Empty || likely < 0.9 {
			continue
		}
		k := crossKind(col, row, w.size)
		if sums[k] == nil {
			sums[k] = make([]int32, len(discBody))
		}
		n[k]++
		x, y := w.plan.center(col, row)
		for j, o := range discBody {
			sums[k][j] += int32(w.before.fine[(y+o.dy)*w.plan.side+x+o.dx])
		}
	}
	for k := range w.crosses {
		if w.crosses[k] == nil {
			w.crosses[k] = make([]int16, len(discBody))
		}
		for j := range w.crosses[k] {
			w.crosses[k][j] = 0
			if n[k] > 0 {
				w.crosses[k][j] = int16(sums[k][j] / n[k])
			}
		}
	}
}
