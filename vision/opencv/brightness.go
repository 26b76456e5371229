package opencv

// brightness is a plan in grey, four times as bright, and its sums, from which the mean of any
// rectangle follows.
type brightness struct {
	side int
	grey []int32
	sums []int32 // of all pixels above and to the left, (side+1)²
}

func newBrightness(side int) brightness {
	return brightness{side: side, grey: make([]int32, side*side), sums: make([]int32, (side+1)*(side+1))}
}

// of measures a B G R plan.
func (b *brightness) of(plan []byte) {
	wide := b.side + 1
	for y := range b.side {
		row, grey := plan[3*y*b.side:][:3*b.side], b.grey[y*b.side:][:b.side]
		above, sums := b.sums[y*wide+1:][:len(grey)], b.sums[(y+1)*wide+1:][:len(grey)]
		sum := int32(0)
		for x := range grey {
			p := row[3*x:][:3]
			g := int32(p[0]) + 2*int32(p[1]) + int32(p[2])
			grey[x] = g
			sum += g
			sums[x] = above[x] + sum
		}
	}
}

// corners gives, for every pixel of row y at least reach from the plan's edge, the sums at the
// corners of the square around it that reaches so far: the first, less the next two, with the
// last, is the sum of the square.
func (b *brightness) corners(y, reach int) (s [4][]int32) {
	wide, n := b.side+1, b.side-2*reach
	up, low := (y-reach)*wide, (y+reach+1)*wide
	across := 2*reach + 1
	for k, from := range [4]int{low + across, up + across, low, up} {
		s[k] = b.sums[from:][:n]
	}
	return s
}
