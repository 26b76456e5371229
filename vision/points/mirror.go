package points

import "slices"

// Symmetries is the number of ways to turn and mirror a look.
const Symmetries = 8

// Turns tells for each symmetry from which value of a look every value comes.
type Turns [Symmetries][]int16

// NewTurns makes the table of the looks of a shape.
func NewTurns(s Shape) *Turns {
	sides := [4][2]int{{0, 1}, {1, 0}, {2, 1}, {1, 2}} // left, top, right, bottom of 3×3
	m, side, inputs := new(Turns), s.Side(), s.Inputs()
	for k := range m {
		m[k] = make([]int16, inputs)
		for i := range m[k] {
			m[k][i] = int16(i)
		}
		for y := range side {
			for x := range side {
				u, v := mirrored(k, x, y, side-1)
				for d := range lookDepth {
					m[k][(y*side+x)*lookDepth+d] = int16((v*side+u)*lookDepth + d)
				}
			}
		}
		// Which way the camera looks, and on which edge the point lies.
		for _, from := range [2]int{inputs - s.Known() + bareValues, inputs - len(sides)} {
			for i, at := range sides {
				u, v := mirrored(k, at[0], at[1], 2)
				m[k][from+i] = int16(from + slices.Index(sides[:], [2]int{u, v}))
			}
		}
	}
	return m
}

// mirrored is where the value at (x, y) of a square with the given last index comes from:
// bit 0 of s exchanges the axes, then bit 1 mirrors left and right, bit 2 top and bottom.
func mirrored(s, x, y, last int) (int, int) {
	if s&1 != 0 {
		x, y = y, x
	}
	if s&2 != 0 {
		x = last - x
	}
	if s&4 != 0 {
		y = last - y
	}
	return x, y
}

// Mirror fills out with the look turned or mirrored by symmetry s, 0 to 7.
func (t *Turns) Mirror(s int, in, out []float32) {
	for i, from := range t[s] {
		out[i] = in[from]
	}
}

// MirrorOffset is an offset of a stone in the look that Mirror makes.
func MirrorOffset(s int, dx, dy float32) (float32, float32) {
	if s&2 != 0 {
		dx = -dx
	}
	if s&4 != 0 {
		dy = -dy
	}
	if s&1 != 0 {
		dx, dy = dy, dx
	}
	return dx, dy
}

// MirrorArms are the arms in the look that Mirror makes.
func MirrorArms(s int, arms Arms) (out Arms) {
	for i, step := range ArmSteps {
		dx, dy := MirrorOffset(s, float32(step[0]), float32(step[1]))
		for k, to := range ArmSteps {
			if to == [2]int{int(dx), int(dy)} {
				out[k] = arms[i]
			}
		}
	}
	return out
}
