package opencv

import (
	"math"

	"shinpan/board"
	"shinpan/vision"
)

// Measures of finding a stone again that has moved on its point.
const (
	registerReach = 5    // plan pixels in each direction
	registerCorr  = 0.60 // a stone is found again where its structure is as alike as this
	plainDepth    = 20.0 // a stone that is not found again has moved only if it stands out by so
	plainFill     = 0.90 // many grey levels, and so much of it is seen
)

// register finds by how many plan pixels the stone of a point has moved since the board
// was quiet, from the structure of its rim rather than from its colour, so that a
// shadow over half of it does not pass for a movement.
func (w *Watcher) register(col, row int) (dx, dy float64, ok bool) {
	was := &w.points[row*w.size+col].quietCell
	x, y := w.plan.center(col, row)
	x += int(math.Round(planPitch * float64(was.DX)))
	y += int(math.Round(planPitch * float64(was.DY)))
	others := w.otherStones(col, row)
	const across = 2*registerReach + 1
	var score [across][across]float64
	bx, by := registerReach, registerReach
	for sy := range across {
		for sx := range across {
			score[sy][sx] = w.movedBy(x, y, sx-registerReach, sy-registerReach, others)
			if score[sy][sx] > score[by][bx] {
				bx, by = sx, sy
			}
		}
	}
	if score[by][bx] < registerCorr || bx == 0 || by == 0 || bx == across-1 || by == across-1 {
		return 0, 0, false
	}
	return float64(bx-registerReach) + peak(score[by][bx-1], score[by][bx], score[by][bx+1]),
		float64(by-registerReach) + peak(score[by-1][bx], score[by][bx], score[by+1][bx]), true
}

// movedBy is how alike the present structure, moved back by (dx, dy), is to the quiet one,
// where it is not under the stones of others.
func (w *Watcher) movedBy(x, y, dx, dy int, others []spot) float64 {
	var m match
	for _, o := range discFull {
		bx, by := x+o.dx, y+o.dy
		nx, ny := bx+dx, by+dy
		if w.plan.holds(bx, by) && w.plan.holds(nx, ny) && !covers(others, nx, ny, rimOuter) {
			m.add(w.now.fine[ny*w.plan.side+nx], w.before.fine[by*w.plan.side+bx])
		}
	}
	return m.corr(w.noise)
}

// peak is where, between -0.5 and 0.5, the parabola through three values is highest.
func peak(a, b, c float64) float64 {
	if d := a - 2*b + c; d < 0 {
		return math.Min(math.Max((a-c)/(2*d), -0.5), 0.5)
	}
	return 0
}

// place puts the centre of a stone into a cell: where its own stone was before, as far
// as that has moved, and where it is fitted otherwise; a stone without a tone of its own stays where the reader saw it.
func (w *Watcher) place(cell vision.Cell, i int, color board.Color, f stoneFit) vision.Cell {
	was := &w.points[i].quietCell
	before, _ := was.Best()
	last, _ := w.points[i].cell.Best()
	dx, dy, found := 0.0, 0.0, false
	if before == color {
		dx, dy, found = w.register(i%w.size, i/w.size)
	}
	switch {
	case found:
		cell.DX, cell.DY = was.DX+float32(dx/planPitch), was.DY+float32(dy/planPitch)
	case last == color && (f.depth < plainDepth || f.fill < plainFill):
		cell.DX, cell.DY = w.points[i].cell.DX, w.points[i].cell.DY // not seen well enough to say that it has moved
	case f.depth >= stoneDepth:
		cell.DX, cell.DY = float32(f.dx/planPitch), float32(f.dy/planPitch)
	}
	return cell
}
