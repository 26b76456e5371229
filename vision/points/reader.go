package points

import (
	"fmt"

	"shinpan/vision"
)

// Reader reads all points of one grid, picture by picture. It is not safe for use by
// several goroutines at once.
type Reader struct {
	size   int
	raster *Raster
	tones  *Tones
	net    *Net
	cells  []vision.Cell
	look   [Inputs]float32
}

// NewReader prepares reading pictures of w×h pixels through the grid g.
func NewReader(g vision.Grid, w, h int) (*Reader, error) {
	if g.Zero() {
		return nil, fmt.Errorf("points: reader: no grid: find it or give its corners first")
	}
	if w < 16 || h < 16 || w > 1<<14 || h > 1<<14 {
		return nil, fmt.Errorf("points: reader: picture of %dx%d: want 16 to 16384 each way", w, h)
	}
	net, err := Trained()
	if err != nil {
		return nil, err
	}
	r := NewRaster(g, w, h)
	return &Reader{size: g.Size, raster: r, tones: NewTones(r), net: net, cells: make([]vision.Cell, g.Size*g.Size)}, nil
}

// Read answers with one Cell per point as seen, the top row first, left to right; DX and
// DY are in image directions (right, down). The slice is reused by the next Read. The
// picture is w·h pixels of blue, green, red.
func (r *Reader) Read(picture []byte) ([]vision.Cell, error) {
	if !r.raster.Gather(picture) {
		return nil, fmt.Errorf("points: reader: picture of %d bytes: want %d", len(picture), r.raster.pixels)
	}
	r.tones.Measure(r.raster)
	for row := range r.size {
		for col := range r.size {
			r.cells[row*r.size+col] = r.judge(col, row)
		}
	}
	return r.cells, nil
}

func (r *Reader) judge(col, row int) vision.Cell {
	r.tones.Look(col, row, &r.look)
	o := r.net.Judge(&r.look)
	c := vision.Cell{Black: o.Black, White: o.White, Empty: o.Empty}
	if o.Empty < 0.5 {
		c.DX, c.DY = o.DX, o.DY
	}
	c.Contrast, c.Warm, c.Cool, c.Light = r.tones.Disc(col, row)
	return c
}
