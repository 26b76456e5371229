package opencv

import (
	"math"

	"shinpan/vision"
)

// The raster is the board seen straight from above: rasterPitch samples from line to
// line and rasterMargin lines of surroundings on every side. Each sample is the mean of
// rasterTaps pixels spread over its footprint in the frame, so noise averages out and
// fine wood grain does not alias.
const (
	rasterPitch  = 8
	rasterMargin = 1
	tapsAcross   = 3
	rasterTaps   = tapsAcross * tapsAcross
)

// raster holds the precomputed map from frame to raster and the last samples gathered.
type raster struct {
	side int     // samples along one edge
	taps []int32 // side·side·rasterTaps byte offsets into the frame
	sums []int32 // side·side·3 sums over the taps, B G R
}

func newRaster(g vision.Grid, frameW, frameH int) *raster {
	side := (g.Size-1+2*rasterMargin)*rasterPitch + 1
	r := &raster{side: side, taps: make([]int32, 0, side*side*rasterTaps), sums: make([]int32, side*side*3)}
	for y := range side {
		for x := range side {
			for t := range rasterTaps {
				px, py := g.Pixel(boardUnits(x, t%tapsAcross), boardUnits(y, t/tapsAcross))
				r.taps = append(r.taps, int32(3*(clampPixel(py, frameH)*frameW+clampPixel(px, frameW))))
			}
		}
	}
	return r
}

// boardUnits is where tap number tap of raster sample i lies, in lines from the first one.
func boardUnits(i, tap int) float64 {
	sub := (float64(tap)+0.5)/tapsAcross - 0.5
	return (float64(i)+sub)/rasterPitch - rasterMargin
}

// clampPixel rounds a pixel coordinate and keeps it inside the frame.
func clampPixel(v float64, n int) int {
	if math.IsNaN(v) {
		return 0
	}
	return int(math.Min(math.Max(math.Round(v), 0), float64(n-1)))
}

// gather fills sums from the bytes of a BGR frame.
func (r *raster) gather(pix []byte) {
	taps := r.taps
	for i := 0; i < len(r.sums); i += 3 {
		var b, g, red int32
		for _, off := range taps[:rasterTaps] {
			p := pix[off : off+3 : off+3]
			b += int32(p[0])
			g += int32(p[1])
			red += int32(p[2])
		}
		taps = taps[rasterTaps:]
		r.sums[i], r.sums[i+1], r.sums[i+2] = b, g, red
	}
}

// at is the index into sums of the sample nearest to board position (col, row) plus
// whole samples dx, dy.
func (r *raster) at(col, row, dx, dy int) int {
	x := (col+rasterMargin)*rasterPitch + dx
	y := (row+rasterMargin)*rasterPitch + dy
	return 3 * (y*r.side + x)
}
