package opening

import "shinpan/board"

// zone is the set of points on which a stone may be laid: a ring around a base point,
// given by the least and the greatest distance in lines (OPENINGS.md section 0).
type zone struct {
	least, most int8
	base        base
}

// base is what a zone is measured from.
type base uint8

const (
	fromCentre base = iota
	fromFirst       // the first stone, wherever it lies (Na)
	onBaseLine      // row 1, whatever the distances
	onFile          // the file of the first stone, whatever the distances
)

// The zones of the protocols.
var (
	centre     = zone{}
	within3    = zone{most: 1}
	within5    = zone{most: 2}
	within7    = zone{most: 3}
	within9    = zone{most: 4}
	beside     = zone{least: 1, most: 1}
	anywhere   = zone{most: board.MaxSize}
	outside5   = zone{least: 3, most: board.MaxSize}
	outside7   = zone{least: 4, most: board.MaxSize}
	baseLine   = zone{base: onBaseLine}
	sameFile   = zone{base: onFile}
	besideHis  = zone{least: 1, most: 1, base: fromFirst}
	aroundHis5 = zone{most: 2, base: fromFirst}
)

// distance is the number of king's steps between two points.
func distance(p, q board.Point) int {
	return max(abs(p.Col()-q.Col()), abs(p.Row()-q.Row()))
}

func abs(n int) int { return max(n, -n) }

// middle is the centre of a board of size lines, H8 on 15.
func middle(size int) board.Point { return board.At(size/2, size/2) }

// has reports whether p lies in the zone. first is the first stone, for the zones
// that go by it.
func (z zone) has(p, first board.Point, size int) bool {
	from := middle(size)
	switch z.base {
	case onBaseLine:
		return p.Row() == 0
	case onFile:
		return p.Col() == first.Col()
	case fromFirst:
		from = first
	}
	d := distance(p, from)
	return d >= int(z.least) && d <= int(z.most)
}
