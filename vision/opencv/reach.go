package opencv

import (
	"math"
	"slices"

	"shinpan/board"
	"shinpan/vision"
)

// A finger that comes in over the board's edge ends on a point of the outermost line like
// a stone: round, pale, no line to be seen. What gives it away in a single picture is
// that it goes on, outwards, across the rim of the board, where a stone has its end. A
// stone seen at a slant leans out by 0.9 of the pitch at most.
const (
	reachEnd    = 1.4  // how far out a reach is followed, in parts of the pitch
	reachRim    = 1.0  // from where on no stone of the board can be
	reachStep   = 0.1  // between two looks at a reach
	reachAlike  = 48.0 // how far in colour one look may be from the stone, of 255
	reachJump   = 22.0 // and from the look before it
	reachStrong = 30.0 // how far what lies outside must be from what lies there otherwise
)

// reachTurns are the directions a reach is looked for in, as turns from straight out.
var reachTurns = [...]float64{-1, -0.6, -0.3, 0, 0.3, 0.6, 1}

// reachers lists the cells of the outermost lines that are told to hold a stone but where
// something as bright goes on across the rim.
func (l *looker) reachers(cells []vision.Cell) (list []int) {
	size := l.grid.Size
	for edge := range 4 {
		usual := l.usual(edge)
		for along := range size {
			col, row := onEdge(edge, along, size)
			color, likely := cells[row*size+col].Best()
			if color == board.Empty || likely < vision.SureEnough {
				continue
			}
			if l.reachesIn(edge, along, usual) && !slices.Contains(list, row*size+col) {
				list = append(list, row*size+col)
			}
		}
	}
	return list
}

// reachesIn follows a point's colour outwards in every direction.
func (l *looker) reachesIn(edge, along int, usual [3]float64) bool {
	middle, ok := l.look(edge, float64(along), 0)
	if !ok {
		return false
	}
	for _, turn := range reachTurns {
		if l.follows(edge, along, turn, middle, usual) {
			return true
		}
	}
	return false
}

func (l *looker) follows(edge, along int, turn float64, middle, usual [3]float64) bool {
	before := middle
	for out := reachStep; out <= reachEnd; out += reachStep {
		seen, ok := l.look(edge, float64(along)+turn*out, out)
		if !ok || apart(seen, middle) > reachAlike || apart(seen, before) > reachJump {
			return false
		}
		if out >= reachRim && apart(seen, usual) < reachStrong {
			return false
		}
		before = seen
	}
	return true
}

// usual is the middle of the colours outside an edge.
func (l *looker) usual(edge int) (middle [3]float64) {
	var channels [3][]float64
	for along := range l.grid.Size {
		if seen, ok := l.look(edge, float64(along), (reachRim+reachEnd)/2); ok {
			for c := range channels {
				channels[c] = append(channels[c], seen[c])
			}
		}
	}
	for c, list := range channels {
		if len(list) > 0 {
			slices.Sort(list)
			middle[c] = list[len(list)/2]
		}
	}
	return middle
}

// look is the mean colour of the few pixels around a place, along an edge and out from it;
// false where the picture has ended.
func (l *looker) look(edge int, along, out float64) (mean [3]float64, ok bool) {
	last := float64(l.grid.Size - 1)
	at := [4][2]float64{{along, -out}, {along, last + out}, {-out, along}, {last + out, along}}[edge]
	x, y := l.grid.Pixel(at[0], at[1])
	half := max(int(0.06*l.grid.Pitch(at[0], at[1])), 1)
	cx, cy := int(math.Round(x)), int(math.Round(y))
	if cx < half || cy < half || cx >= l.w-half || cy >= l.h-half {
		return mean, false
	}
	for py := cy - half; py <= cy+half; py++ {
		for px := cx - half; px <= cx+half; px++ {
			for c := range mean {
				mean[c] += float64(l.pixels[3*(py*l.w+px)+c])
			}
		}
	}
	side := float64(2*half + 1)
	for c := range mean {
		mean[c] /= side * side
	}
	return mean, true
}

// onEdge is a point of the top, bottom, left or right line as seen.
func onEdge(edge, along, size int) (col, row int) {
	return [4]int{along, along, 0, size - 1}[edge], [4]int{0, size - 1, along, along}[edge]
}

// apart is the greatest difference of two colours in one channel.
func apart(a, b [3]float64) (d float64) {
	for c := range a {
		d = max(d, math.Abs(a[c]-b[c]))
	}
	return d
}
