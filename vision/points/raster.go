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
	lean   [][4]float32
}

// NewRaster prepares looking at pictures of w×h pixels, three bytes each in the order
// blue, green, red, through the grid g.
func NewRaster(g vision.Grid, w, h int) *Raster {
	side := (g.Size-1+2*margin)*Pitch + 1
	r := &Raster{
		side: side, size: g.Size, pixels: 3 * w * h,
		taps: make([]int32, 0, side*side*taps), sums: make([]int32, side*side*3),
	}
	// Within a sample the picture is as good as flat: its taps follow from its neighbours.
	wide := side + 2
	at := make([][2]float64, 0, wide*wide)
	for y := range wide {
		for x := range wide {
			px, py := g.Pixel(float64(x-1)/Pitch-margin, float64(y-1)/Pitch-margin)
			at = append(at, [2]float64{px, py})
		}
	}
	for y := range side {
		for x := range side {
			i := (y+1)*wide + x + 1
			for t := range taps {
				u, v := tapOff(t%tapsAcross), tapOff(t/tapsAcross)
				px := at[i][0] + u*(at[i+1][0]-at[i-1][0]) + v*(at[i+wide][0]-at[i-wide][0])
				py := at[i][1] + u*(at[i+1][1]-at[i-1][1]) + v*(at[i+wide][1]-at[i-wide][1])
				r.taps = append(r.taps, int32(3*(clamp(py, h)*w+clamp(px, w))))
			}
		}
	}
	for row := range g.Size {
		for col := range g.Size {
			r.lean = append(r.lean, leanAt(g, float64(col), float64(row)))
		}
	}
	return r
}

// leanAt is how far the camera looks along the board at a point and which way, 0 from
// straight above to 1 at 60 degrees: to the left, up, to the right, down as seen. The grid
// itself tells it: its cells are shorter along the view, and smaller further off.
func leanAt(g vision.Grid, col, row float64) (lean [4]float32) {
	const h = 0.25
	x0, y0 := g.Pixel(col-h, row)
	x1, y1 := g.Pixel(col+h, row)
	u0, v0 := g.Pixel(col, row-h)
	u1, v1 := g.Pixel(col, row+h)
	a, b := (x1-x0)*(x1-x0)+(y1-y0)*(y1-y0), (x1-x0)*(u1-u0)+(y1-y0)*(v1-v0)
	c := (u1-u0)*(u1-u0) + (v1-v0)*(v1-v0)
	half, root := (a+c)/2, math.Hypot((a-c)/2, b)
	if !(half+root > 0) {
		return lean
	}
	// The shorter direction is the eigenvector of the smaller eigenvalue.
	sin, cos := math.Sincos(0.5*math.Atan2(2*b, a-c) + math.Pi/2)
	if g.Pitch(col+cos, row+sin) > g.Pitch(col-cos, row-sin) {
		sin, cos = -sin, -cos
	}
	far := 2 * (1 - math.Sqrt(math.Max(half-root, 0)/(half+root)))
	for i, d := range [4]float64{-cos, -sin, cos, sin} {
		lean[i] = float32(far * math.Max(d, 0))
	}
	return lean
}

// tapOff is how far a tap lies off its sample, in parts of the way from the sample before
// to the one after.
func tapOff(tap int) float64 { return ((float64(tap)+0.5)/tapsAcross - 0.5) / 2 }

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
