package points

import (
	"fmt"

	"shinpan/vision"
)

// Sample takes the samples of a picture that Again looks at.
func (r *Reader) Sample(picture []byte) error {
	if len(picture) != r.raster.pixels {
		return fmt.Errorf("points: reader: picture of %d bytes: want %d", len(picture), r.raster.pixels)
	}
	r.fresh = false
	r.raster.Gather(picture)
	r.tones.Measure(r.raster)
	return nil
}

// Again reads point i, counted as in Read, from the picture last sampled or read, whatever it
// was judged to be before.
func (r *Reader) Again(i int) vision.Cell { return r.judge(i%r.size, i/r.size) }
