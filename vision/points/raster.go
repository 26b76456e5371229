package points

import (
	"math"

	"shinpan/vision"
)

// The raster is the board seen from straight above: Pitch samples from line to line and
// one line of surroundings on every side. Each sample is the mean of some pixels spread
// over its footprint in the picture, so that noise averages out and fine grain does not
// alias.
const (
	Pitch      = 8
	margin     = 1
	tapsAcross = 3
	taps       = tapsAcross * tapsAcross
)

// Raster holds the precomputed map from a picture to the raster and the last samples.
type Raster struct {
	side   int     // samples along one edge
	size   int     // lines
	pixels int     // bytes a picture must have
	taps   []int32 // side·side·taps byte offsets into the picture
	sums   []int32 // side·side·3 sums over the taps, blue green red
}

// NewRaster prepares looking at pictures of w×h pixels, three bytes each in the order
// blue, green, red, through the grid g.
func NewRaster(g vision.Grid, w, h int) *Raster {
	side := (g.Size-1+2*margin)*Pitch + 1
	r := &Raster{
		side: side, size: g.Size, pixels: 3 * w * h,
		taps: make([]int32, 0, side*side*taps), sums: make([]int32, side*side*3),
	}
	for y := range side {
		for x := range side {
			for t := range taps {
				px, py := g.Pixel(lines(x, t%tapsAcross), lines(y, t/tapsAcross))
				r.taps = append(r.taps, int32(3*(clamp(py, h)*w+clamp(px, w))))
			}
		}
	}
	return r
}

// lines is where a tap of raster sample i lies, in lines from the first one.
func lines(i, tap int) float64 {
	sub := (float64(tap)+0.5)/tapsAcross - 0.5
	return (float64(i)+sub)/Pitch - margin
}

// clamp rounds a pixel coordinate and keeps it inside the picture.
func clamp(v float64, n int) int {
	if math.IsNaN(v) {
		return 0
	}
	return int(math.Min(math.Max(math.Round(v), 0), float64(n-1)))
}

// Gather takes the samples from a picture; it reports false when the picture has not the
// size the raster was made for.
func (r *Raster) Gather(picture []byte) bool {
	if len(picture) != r.pixels {
		return false
	}
	offsets := r.taps
	for i := 0; i < len(r.sums); i += 3 {
		var b, g, red int32
		for _, off := range offsets[:taps] {
			p := picture[off : off+3 : off+3]
			b += int32(p[0])
			g += int32(p[1])
			red += int32(p[2])
		}
		offsets = offsets[taps:]
		r.sums[i], r.sums[i+1], r.sums[i+2] = b, g, red
	}
	return true
}

// Side is the number of samples along one edge of the raster.
func (r *Raster) Side() int { return r.side }

// Samples are the last samples, blue green red, each the sum of Taps pixels. The trainer
// changes them to make new light.
func (r *Raster) Samples() []int32 { return r.sums }

// Taps is the number of pixels a sample sums.
const Taps = taps

// at is the number of the sample on the point (col, row).
func (r *Raster) at(col, row int) int {
	return (row+margin)*Pitch*r.side + (col+margin)*Pitch
}
