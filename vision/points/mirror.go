package points

// Symmetries is the number of ways to turn and mirror a look.
const Symmetries = 8

// mirrors tells for each symmetry from which input every input comes.
var mirrors = func() (m [Symmetries][Inputs]int16) {
	sides := [4][2]int{{0, 1}, {1, 0}, {2, 1}, {1, 2}} // left, top, right, bottom of 3×3
	for s := range m {
		for y := range lookSide {
			for x := range lookSide {
				u, v := mirrored(s, x, y, lookSide-1)
				for k := range lookDepth {
					m[s][(y*lookSide+x)*lookDepth+k] = int16((v*lookSide+u)*lookDepth + k)
				}
			}
		}
		for i := Inputs - inputsBoard; i < Inputs; i++ {
			m[s][i] = int16(i)
		}
		for i, side := range sides {
			u, v := mirrored(s, side[0], side[1], 2)
			for j, other := range sides {
				if other == [2]int{u, v} {
					m[s][Inputs-4+i] = int16(Inputs - 4 + j)
					m[s][inputLean+i] = int16(inputLean + j)
				}
			}
		}
	}
	return m
}()

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
func Mirror(s int, in, out *[Inputs]float32) {
	for i, from := range mirrors[s] {
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
