package rules

import "math/bits"

// reach is how far from a stone another can matter on their line: a four's completing
// point lies at most four away, and the stone beyond it may turn a five into a six.
const (
	reach  = 5
	window = 2*reach + 1 // points of a line around and including the stone
)

// shape is what a black stone makes on one line, packed into 16 bits:
//
//	bit 0      a row of exactly five
//	bit 1      a row of six or more
//	bits 2-3   the number of fours, 0 to 2
//	bits 4-10  the points that turn a three into a straight four: bit 4+3+n for the
//	           point n steps along the line, n from -3 to 3
//
// A line with a row of five or more has no fours and threes here: rows decide first.
type shape uint16

const (
	shapeFive     shape = 1 << 0
	shapeOverline shape = 1 << 1
	shapeFours          = 2 // shift of the number of fours
	shapeExtend         = 4 // shift of the extensions
	extendMiddle        = 3 // the bit of the stone itself among the extensions
)

func (s shape) five() bool     { return s&shapeFive != 0 }
func (s shape) overline() bool { return s&shapeOverline != 0 }
func (s shape) fours() int     { return int(s>>shapeFours) & 3 }

// extensions has bit 3+n set for the point n steps away; it is 0 where there is no three.
func (s shape) extensions() uint { return uint(s >> shapeExtend) }

// shapes holds the shape of every window. A window is 10 points, each empty, black or
// blocked (white or off the board), so it is a number of ten ternary digits: digits
// gives the weight of the black ones and twice that of the blocked ones.
var (
	digits [1 << window]uint16
	shapes [59049]shape
)

func init() {
	for set := range digits {
		digits[set] = ternary(uint(set))
	}
	// Every pair of disjoint sets of the ten neighbours, by walking the subsets of
	// what the black stones leave free.
	const middle = 1 << reach
	for black := uint(0); black < 1<<window; black++ {
		if black&middle == 0 {
			continue
		}
		free := (1<<window - 1) &^ black
		for blocked := free; ; blocked = (blocked - 1) & free {
			shapes[digits[black]+2*digits[blocked]] = drawShape(black, blocked)
			if blocked == 0 {
				break
			}
		}
	}
}

// ternary is the value of set when its bits are read as ternary digits, leaving out the
// middle one, where the stone itself lies.
func ternary(set uint) uint16 {
	value, weight := uint16(0), uint16(1)
	for i := range window {
		if i == reach {
			continue
		}
		if set>>i&1 == 1 {
			value += weight
		}
		weight *= 3
	}
	return value
}

// shapeOf looks a window up. black and blocked hold one bit a point, the stone in the
// middle; whatever they say of the middle itself is not looked at.
func shapeOf(black, blocked uint) shape {
	return shapes[digits[black&(1<<window-1)]+2*digits[blocked&(1<<window-1)]]
}

// drawShape works the shape of one window out, for the table. The middle is black.
func drawShape(black, blocked uint) shape {
	run := 1
	for i := reach + 1; i < window && black>>i&1 == 1; i++ {
		run++
	}
	for i := reach - 1; i >= 0 && black>>i&1 == 1; i-- {
		run++
	}
	switch {
	case run == 5:
		return shapeFive
	case run > 5:
		return shapeOverline
	}
	return shape(countFours(black, blocked))<<shapeFours | shape(straightPoints(black, blocked))<<shapeExtend
}

// countFours is the number of different fours through the middle.
func countFours(black, blocked uint) int {
	fours, last := 0, -2
	for first := 1; first <= reach; first++ { // the five would lie on first … first+4
		five := uint(0b11111) << first
		exact := black&(1<<(first-1)) == 0 && black&(1<<(first+5)) == 0
		if !exact || blocked&five != 0 || bits.OnesCount(black&five) != 4 {
			continue
		}
		// Two fives a step apart share their four stones: one straight four.
		if last != first-1 {
			fours++
		}
		last = first
	}
	return fours
}

// straightPoints is the set of points that make a straight four with the middle: an
// unbroken four that both its ends complete to exactly five.
func straightPoints(black, blocked uint) uint {
	points := uint(0)
	for first := 2; first <= reach; first++ { // the four would lie on first … first+3
		four := uint(0b1111) << first
		ends := uint(0b100001) << (first - 1)
		beyond := uint(0b10000001) << (first - 2)
		missing := four &^ black
		if bits.OnesCount(missing) != 1 || missing&blocked != 0 ||
			ends&(black|blocked) != 0 || beyond&black != 0 {
			continue
		}
		points |= missing >> (reach - extendMiddle)
	}
	return points
}
