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
				best = math.Max(best, m.corr(0)/m.blurredBy(w.noise))
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
		from, turn := likeKind(k, n)
		for j, o := range discBody {
			w.crosses[k][j] = 0
			if n[from] > 0 {
				w.crosses[k][j] = int16(sums[from][bodyAt(turn(o.dx, o.dy))] / n[from])
			}
		}
	}
}

// likeKind finds a kind of which empty points were seen that is another one turned or
// mirrored, that itself if possible, and how offsets must be turned to read from it.
func likeKind(kind int, seen [9]int32) (from int, turn func(dx, dy int) (int, int)) {
	x, y := kind%3-1, kind/3-1
	for s := range 8 {
		turn = func(dx, dy int) (int, int) {
			if s&4 != 0 {
				dx, dy = dy, dx
			}
			return dx * (1 - s&1*2), dy * (1 - s&2)
		}
		tx, ty := turn(x, y)
		if from = 3*(ty+1) + tx + 1; seen[from] > 0 {
			return from, turn
		}
	}
	return kind, func(dx, dy int) (int, int) { return dx, dy }
}

// bodyAt is the place of an offset in discBody, which has every offset's mirror images.
func bodyAt(dx, dy int) int {
	for j, o := range discBody {
		if o.dx == dx && o.dy == dy {
			return j
		}
	}
	return 0
}
