package opencv

import (
	"shinpan/board"
	"shinpan/vision"
)

// suspectSure is how sure a stone is that may be the edge of something else.
const suspectSure = 0.5

// Suspect takes back the stones of a whole reading that may be the edge of something
// lying on the board. Stones that were believed to lie there stay; believed may be nil.
func (w *Watcher) Suspect(believed *board.Board) vision.Reading {
	var known func(i int) board.Color
	if believed != nil {
		known = func(i int) board.Color { return believed.At(board.At(i%w.size, i/w.size)) }
	}
	suspects := vision.Suspects(w.reading.Cells, w.size, known)
	for _, i := range suspects {
		at := board.At(i%w.size, i/w.size)
		for k := range w.points {
			if w.side.Point(k%w.size, k/w.size, w.size) == at {
				p := &w.points[k]
				color, _ := p.cell.Best()
				p.cell = certainly(p.cell, color, suspectSure)
				p.quietCell = p.cell
			}
		}
	}
	w.report()
	return w.reading
}

// besideStrange reports whether a point that is not understood lies beside another that
// cannot be told by itself: what looks like a stone there may be the edge of a thing.
func (w *Watcher) besideStrange(i int) bool {
	col, row := i%w.size, i/w.size
	for r := max(row-1, 0); r <= min(row+1, w.size-1); r++ {
		for c := max(col-1, 0); c <= min(col+1, w.size-1); c++ {
			k := r*w.size + c
			if k != i && w.points[k].odd && w.points[k].alone < readerSure {
				return true
			}
		}
	}
	return false
}
