package opencv

import (
	"math"
	"slices"

	"shinpan/board"
	"shinpan/vision"
)

// Measures of points that are told empty although a first look could not tell.
const (
	footSolid    = 0.50  // a vessel's foot is at least this part of its outline: a stone that would touch it is none
	footBurying  = 0.70  // and so far inside the outline, in pitches
	besideMost   = 0.45  // a point so far inside the outline may be judged by what is seen beside it
	besideFacing = 0.30  // cosine between its direction from the middle and the camera's
	besideGap    = 0.07  // of board right beside an outline that is left out, in pitches
	stoneHalf    = 0.44  // radius of a stone in pitches
	stoneTone    = 0.20  // a stone's tone differs from the board beside it by more, as logarithms
	tonePlaces   = 8     // fewer places to look at tell nothing
	armFrom      = 0.11  // a line that leaves a point is looked at from here
	armTo        = 0.42  // to here, in pitches
	armLast      = 0.60  // beside a vessel, from no farther than this
	armPlain     = 0.40  // of the usual contrast, on the side where the board is lit
	armBoth      = 0.20  // and on the other side of one line
	plainInk     = 0.30  // lines of less contrast than this, as logarithms, tell nothing
	besideEmpty  = 0.35  // likelihood of empty from which on a look at the lines decides
	besideDark   = -0.30 // where it is so much darker than the board around, as a logarithm
	plainStone   = 0.97  // a stone told less surely may be part of a vessel
	surelyEmpty  = 0.95
)

// clearUp tells the points empty that could not be told and of which it is plain to see that
// no stone lies there: because all their lines are seen, in shadow, or because a vessel
// stands on them. A stone that was told is never told empty; one where a vessel is seen is
// doubted.
func (l *looker) clearUp(cells []vision.Cell) {
	var unknown []int
	var places [][2]float64
	for i, c := range cells {
		color, likely := c.Best()
		if c.Rune() == '?' {
			unknown = append(unknown, i)
		}
		if c.Rune() == '?' || color != board.Empty && likely < plainStone {
			places = append(places, [2]float64{float64(i % l.grid.Size), float64(i / l.grid.Size)})
		}
	}
	if len(places) == 0 {
		return
	}
	usual := l.usualInk(cells)
	if !(usual >= plainInk) {
		return
	}
	var standing []vessel
	if st, ok := stanceOf(l.grid, l.w, l.h); ok {
		standing = newWide(l.pixels, l.w, l.h, l.grid).vessels(st, l, usual, places)
	}
	doubtAll(cells, stonesUnder(standing, cells, l.grid.Size))
	for _, i := range unknown {
		col, row := i%l.grid.Size, i/l.grid.Size
		// A black stone shows no lines, a shadow does; on a clear stone that would tell nothing.
		likeliest, _ := cells[i].Best()
		empty := likeliest == board.Empty && cells[i].Empty >= besideEmpty && cells[i].Contrast < besideDark && l.showsLines(col, row, usual)
		for _, v := range standing {
			empty = empty || v.buries(col, row) || l.bareBeside(v, col, row, usual)
		}
		if empty {
			cells[i] = certainly(cells[i], board.Empty, surelyEmpty)
		}
	}
}

// stonesUnder lists the cells that are told to hold a stone although a vessel hides the point:
// what is seen there is its wall, or what is in it.
func stonesUnder(standing []vessel, cells []vision.Cell, size int) (list []int) {
	for i, c := range cells {
		color, likely := c.Best()
		if color != board.Empty && likely >= vision.SureEnough && slices.ContainsFunc(standing, func(v vessel) bool {
			return v.foot.beyond(float64(i%size), float64(i/size)) < -besideGap
		}) {
			list = append(list, i)
		}
	}
	return list
}

// buries reports whether the vessel stands on a point, so that no stone can lie there.
func (v vessel) buries(col, row int) bool {
	in := -v.foot.beyond(float64(col), float64(row))
	return in >= (1-footSolid)*v.foot.r-stoneHalf && in >= footBurying
}

// lineSteps are the directions in which lines leave a point, clockwise.
var lineSteps = [4][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// hasLine reports whether a line of the board leaves a point in direction k of lineSteps.
func (l *looker) hasLine(col, row, k int) bool {
	c, r := col+int(lineSteps[k][0]), row+int(lineSteps[k][1])
	return c >= 0 && r >= 0 && c < l.grid.Size && r < l.grid.Size
}

// showsLines reports whether all lines of a point are seen, from its middle on: each against
// the board on one side at least, one on both, and two beside the same piece of bare board.
func (l *looker) showsLines(col, row int, usual float64) bool {
	var right, left [4]bool
	both := false
	for k, s := range lineSteps {
		if !l.hasLine(col, row, k) {
			continue
		}
		r, e := l.runs(float64(col), float64(row), s[0], s[1], armFrom, armTo, usual)
		if math.Max(r, e) < armPlain {
			return false
		}
		right[k], left[k] = r >= armPlain, e >= armPlain
		both = both || math.Min(r, e) >= armBoth
	}
	for k := range lineSteps {
		if right[k] && left[(k+1)%4] {
			return both
		}
	}
	return false
}

// bareBeside reports whether a point at the rim of a vessel, on the side that the camera
// sees, is empty: its lines run up to the vessel, two of them across each other, and what is
// seen of the place where its stone would be has the tone of the board around.
func (l *looker) bareBeside(v vessel, col, row int, usual float64) bool {
	dx, dy := float64(col)-v.foot.col, float64(row)-v.foot.row
	far := math.Hypot(dx, dy)
	in := v.foot.r - far
	if in > besideMost || in < -stoneHalf || (dx*v.nx+dy*v.ny)/far < besideFacing {
		return false
	}
	var seen [4]bool
	for k, s := range lineSteps {
		if !l.hasLine(col, row, k) {
			continue
		}
		from, ok := v.clears(float64(col), float64(row), s[0], s[1])
		if !ok {
			continue
		}
		right, left := l.runs(float64(col), float64(row), s[0], s[1], from, math.Max(armTo, from+0.12), usual)
		if math.Min(right, left) < armBoth || math.Max(right, left) < armPlain {
			return false
		}
		seen[k] = true
	}
	across := (seen[0] || seen[2]) && (seen[1] || seen[3])
	return across && l.bareRim(v, col, row)
}

// clears is how far from a point a line leaves the vessel; false where it does not within
// half a stone more than a stone.
func (v vessel) clears(col, row, dx, dy float64) (from float64, ok bool) {
	for from = armFrom; from <= armLast; from += lineStep / 2 {
		if v.foot.beyond(col+dx*from, row+dy*from) > besideGap {
			return from, true
		}
	}
	return 0, false
}

// bareRim compares what is seen of a stone's place beside a vessel with the board around it.
func (l *looker) bareRim(v vessel, col, row int) bool {
	var within, around []float64
	const reach, step = 0.8, 0.04
	for y := -reach; y <= reach; y += step {
		for x := -reach; x <= reach; x += step {
			if math.Min(math.Abs(x), math.Abs(y)) < lineSide*0.7 || math.Max(math.Abs(x), math.Abs(y)) > 1-lineSide*0.7 ||
				v.foot.beyond(float64(col)+x, float64(row)+y) < besideGap {
				continue
			}
			tone, ok := l.light(float64(col)+x, float64(row)+y)
			switch far := math.Hypot(x, y); {
			case !ok || far > reach:
			case far < stoneHalf:
				within = append(within, tone)
			case far > stoneHalf+besideGap:
				around = append(around, tone)
			}
		}
	}
	if min(len(within), len(around)) < tonePlaces {
		return false
	}
	usual := median(around)
	return math.Abs(ranked(within, len(within)/10)-usual) < stoneTone && math.Abs(ranked(within, len(within)*9/10)-usual) < stoneTone
}
