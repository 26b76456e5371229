package opencv

import (
	"math"

	"shinpan/board"
)

// surrounded reports whether the quarters around a stone look as they did on the quiet
// board, those aside that are hidden altogether; one may look otherwise while nothing
// foreign is over the board, and two beside something that lies there. Neighbours that have changed too, and look like stones or
// empty points by themselves, are left out, but the middles of the cells between them
// must be seen: they tell four stones from one thing that covers four points.
func (w *Watcher) surrounded(col, row int, fit stoneFit) bool {
	x, y := w.plan.center(col, row)
	bare, other, told := 0, 0, 0
	lying := w.over.share >= noHand && w.lies(row*w.size+col)
	for q := range 4 {
		sx, sy := 2*(q&1)-1, q&2-1
		if w.unknown(col+sx, row) || w.unknown(col, row+sy) || w.unknown(col+sx, row+sy) {
			continue
		}
		told++
		hidden := w.hidden(col, row, sx, sy, fit)
		m, t := w.quarter(x, y, sx, sy, hidden[:])
		if m.n >= shadedPixels && m.corr(w.noise) > shadedCorr {
			bare++
			continue
		}
		if w.middleGone(x+sx*planPitch/2, y+sy*planPitch/2, hidden[:]) {
			if !lying {
				return false
			}
			other++
			continue
		}
		switch {
		case m.n < quarterPixels:
		case m.corr(w.noise) > bareCorr, m.contrast() < faintLines+w.noise && w.sameTone(t.likeness()):
			bare++
		default:
			other++
		}
	}
	switch {
	case told == 0:
		return true
	case lying:
		return bare >= min(2, told)
	}
	return bare > 0 && (other == 0 || other == 1 && w.over.share < noHand)
}

// unknown reports whether nothing is known of what lay on a point.
func (w *Watcher) unknown(col, row int) bool {
	return col >= 0 && row >= 0 && col < w.size && row < w.size && w.points[row*w.size+col].odd
}

// quarter compares one quarter around (x, y) with the quiet board where it is not hidden.
func (w *Watcher) quarter(x, y, sx, sy int, hidden []spot) (m match, t tally) {
	for dy := range planPitch {
		for dx := range planPitch {
			px, py := x+sx*dx, y+sy*dy
			if covers(hidden, px, py, quarterInner) {
				continue
			}
			i := py*w.plan.side + px
			m.add(w.now.fine[i], w.before.fine[i])
			t.add(w.cur[3*i:3*i+3], w.quiet[3*i:3*i+3])
		}
	}
	return m, t
}

// middleGone reports whether the middle of a cell has another tone than on the quiet
// board, where the stones nearby do not reach.
func (w *Watcher) middleGone(x, y int, stones []spot) bool {
	var t tally
	for _, o := range discCore {
		px, py := x+o.dx, y+o.dy
		if covers(stones, px, py, stoneReach) {
			continue
		}
		i := 3 * (py*w.plan.side + px)
		t.add(w.cur[i:i+3], w.quiet[i:i+3])
	}
	if t.n < middlePixels {
		return false
	}
	l := t.likeness()
	for c := range 3 {
		if math.Abs(math.Log(l.gain[c])-w.over.median[c]) > middleTone {
			return true
		}
	}
	return false
}

// spot is a place on the plan; far away where there is none.
type spot struct{ x, y float64 }

// hidden lists the places in one quarter where a stone may have changed the board: the
// point itself and the three neighbours, each where its stone was and where it is now.
func (w *Watcher) hidden(col, row, sx, sy int, fit stoneFit) (out [8]spot) {
	for k, step := range [4][2]int{{0, 0}, {sx, 0}, {0, sy}, {sx, sy}} {
		out[2*k], out[2*k+1] = spot{-1e6, -1e6}, spot{-1e6, -1e6}
		c, r := col+step[0], row+step[1]
		if c < 0 || r < 0 || c >= w.size || r >= w.size {
			continue
		}
		n := &w.points[r*w.size+c]
		f := fit
		if k > 0 {
			if !n.changed || n.still < w.rest || !n.guess.sure {
				continue
			}
			f = n.guess.fit
			if n.guess.color == board.Empty {
				f.dx, f.dy = 0, 0
			}
		}
		x, y := w.plan.center(c, r)
		out[2*k] = spot{float64(x) + f.dx, float64(y) + f.dy}
		if was, _ := n.quietCell.Best(); was != board.Empty {
			out[2*k+1] = spot{float64(x) + planPitch*float64(n.quietCell.DX), float64(y) + planPitch*float64(n.quietCell.DY)}
		}
	}
	return out
}

// covers reports whether (x, y) lies within radius, in pitches, of one of the spots.
func covers(spots []spot, x, y int, radius float64) bool {
	limit := radius * planPitch * radius * planPitch
	for _, s := range spots {
		dx, dy := float64(x)-s.x, float64(y)-s.y
		if dx*dx+dy*dy < limit {
			return true
		}
	}
	return false
}

func (w *Watcher) sameTone(l likeness) bool {
	return math.Abs(l.gain[0]-1) < sameTone && math.Abs(l.gain[1]-1) < sameTone && math.Abs(l.gain[2]-1) < sameTone
}
