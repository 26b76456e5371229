package vision

import "shinpan/board"

// auditTimes is how often in a row an audit must contradict what is held before it is told.
const auditTimes = 2

// Audit holds a point read by itself against what is held to lie there. It never changes
// what is held: it reports whether the point is to be doubted, once until it settles anew.
func (s *Settler) Audit(p board.Point, c Cell) (doubt bool) {
	i := p.Row()*s.size + p.Col()
	if i >= len(s.tracks) {
		return false
	}
	t := &s.tracks[i]
	color, likely := c.Best()
	if t.unknown || t.doubted || likely < sureLikelihood || color == t.color {
		t.contradicted = 0
		return false
	}
	t.contradicted = min(t.contradicted+1, auditTimes+1)
	return t.contradicted == auditTimes
}
