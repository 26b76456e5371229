package points

// A probe is a few pixels of every point, compared from picture to picture: where nothing
// has changed nothing need be judged again.
type probe struct {
	offsets []int32 // size²·probePixels byte offsets into the picture
	last    []uint8 // blue, green, red of each at the last judgement
}

// Pixels of a probe, and what counts as a change: the mean of a point's pixels moving by
// so many grey levels (added over the three channels), which noise does not, or so many
// pixels moving far, as under the edge of a hand.
const (
	probeHalf   = 3
	probePixels = (2*probeHalf + 1) * (2*probeHalf + 1)
	meanMoved   = 8
	pixelMoved  = 45
	manyMoved   = 7
)

func newProbe(r *Raster) *probe {
	p := &probe{offsets: make([]int32, 0, r.size*r.size*probePixels)}
	for row := range r.size {
		for col := range r.size {
			for y := -probeHalf; y <= probeHalf; y++ {
				for x := -probeHalf; x <= probeHalf; x++ {
					sample := r.at(col, row) + y*r.side + x
					p.offsets = append(p.offsets, r.taps[sample*taps+taps/2])
				}
			}
		}
	}
	p.last = make([]uint8, 3*len(p.offsets))
	return p
}

// changed sets moved for every point that differs from its last judgement, and reports
// whether there is any.
func (p *probe) changed(picture []byte, moved []bool) (some bool) {
	for i := range moved {
		moved[i] = p.moved(picture, i)
		some = some || moved[i]
	}
	return some
}

func (p *probe) moved(picture []byte, i int) bool {
	last := p.last[3*i*probePixels:][:3*probePixels]
	var sum [3]int
	many := 0
	for k, off := range p.offsets[i*probePixels:][:probePixels] {
		now, was := picture[off:off+3:off+3], last[3*k:3*k+3:3*k+3]
		b, g, r := int(now[0])-int(was[0]), int(now[1])-int(was[1]), int(now[2])-int(was[2])
		sum[0] += b
		sum[1] += g
		sum[2] += r
		if max(b, -b)+max(g, -g)+max(r, -r) > pixelMoved {
			many++
		}
	}
	mean := max(sum[0], -sum[0]) + max(sum[1], -sum[1]) + max(sum[2], -sum[2])
	return mean > meanMoved*probePixels || many > manyMoved
}

// keep remembers how point i looks now.
func (p *probe) keep(picture []byte, i int) {
	last := p.last[3*i*probePixels:][:3*probePixels]
	for k, off := range p.offsets[i*probePixels:][:probePixels] {
		copy(last[3*k:3*k+3], picture[off:off+3])
	}
}
