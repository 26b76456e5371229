package opencv

import "math"

// structure is the fine structure of a plan: every pixel's brightness less the mean of
// its neighbourhood. Light and shadow leave it (times their strength), while a hand or a
// stone replaces it. That tells a shadow on the lines from something on the lines.
type structure struct {
	side  int
	fine  []int16 // four times the difference to the mean
	valid bool
}

// structureReach is half the side of the neighbourhood, in plan pixels.
const structureReach = 2

func newStructure(side int) structure {
	return structure{side: side, fine: make([]int16, side*side)}
}

// measure computes the fine structure of a plan.
func (s *structure) measure(b *brightness) {
	const across = 2*structureReach + 1
	last := s.side - structureReach
	for y := range s.side {
		if y < structureReach || y >= last {
			s.measureEdge(b, y, 0, s.side)
			continue
		}
		s.measureEdge(b, y, 0, structureReach)
		s.measureEdge(b, y, last, s.side)
		sums := b.corners(y, structureReach)
		low, up, lowLeft, upLeft := sums[0], sums[1], sums[2], sums[3]
		fine, grey := s.fine[y*s.side+structureReach:][:len(low)], b.grey[y*s.side+structureReach:][:len(low)]
		up, lowLeft, upLeft = up[:len(low)], lowLeft[:len(low)], upLeft[:len(low)]
		for x := range low {
			sum := low[x] - up[x] - lowLeft[x] + upLeft[x]
			fine[x] = int16(grey[x] - int32(uint32(sum)/(across*across)))
		}
	}
	s.valid = true
}

// measureEdge is measure for pixels whose neighbourhood is cut off by the plan's edge.
func (s *structure) measureEdge(b *brightness, y, from, to int) {
	wide := s.side + 1
	y0, y1 := max(0, y-structureReach), min(s.side, y+structureReach+1)
	for x := from; x < to; x++ {
		x0, x1 := max(0, x-structureReach), min(s.side, x+structureReach+1)
		sum := b.sums[y1*wide+x1] - b.sums[y0*wide+x1] - b.sums[y1*wide+x0] + b.sums[y0*wide+x0]
		n := int32((y1 - y0) * (x1 - x0))
		s.fine[y*s.side+x] = int16(b.grey[y*s.side+x] - sum/n)
	}
}

// fineAt is the fine structure of a plan at one pixel, whose neighbourhood lies inside.
func fineAt(plan []byte, side, x, y int) int16 {
	const across = 2*structureReach + 1
	grey := func(k int) int32 { return int32(plan[k]) + 2*int32(plan[k+1]) + int32(plan[k+2]) }
	sum := int32(0)
	for py := y - structureReach; py <= y+structureReach; py++ {
		from := 3 * (py*side + x - structureReach)
		for k := from; k < from+3*across; k += 3 {
			sum += grey(k)
		}
	}
	return int16(grey(3*(y*side+x)) - sum/(across*across))
}

// match gathers how one structure repeats another over some pixels.
type match struct {
	n          int
	cc, qq, cq int64
}

func (m *match) add(now, before int16) {
	m.n++
	m.cc += int64(now) * int64(now)
	m.qq += int64(before) * int64(before)
	m.cq += int64(now) * int64(before)
}

// corr is the correlation of the two, 0 where there is nothing to compare. noise is what
// differs from frame to frame, in grey levels: as much as it spoils the correlation of
// equal structures is made up for.
func (m *match) corr(noise float64) float64 {
	if m.cc == 0 || m.qq == 0 {
		return 0
	}
	return float64(m.cq) / (math.Sqrt(float64(m.cc)*float64(m.qq)) * undisturbed(float64(m.qq)/float64(m.n), noise))
}

// Measures of the camera's noise.
const (
	noiseShare = 2.8 // of the fine structure's units in a grey level of noise between frames
	leastShare = 0.5 // no more than this is made up for
)

// undisturbed is the correlation that noise leaves to equal structures of the given mean
// square.
func undisturbed(square, noise float64) float64 {
	n := noiseShare * noise
	return math.Max(leastShare, 1-n*n/math.Max(square, 1))
}

// blurredBy is the correlation that noise in the present structure leaves to it and a former
// one without noise.
func (m *match) blurredBy(noise float64) float64 {
	n, square := noiseShare*noise, float64(m.qq)/math.Max(float64(m.n), 1)
	return math.Max(leastShare, math.Sqrt(square/math.Max(square+n*n, 1)))
}

// contrast is the former structure's root mean square, in grey levels.
func (m *match) contrast() float64 {
	if m.n == 0 {
		return 0
	}
	return math.Sqrt(float64(m.qq)/float64(m.n)) / 4
}
