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
	probe  *probe
	begun  bool
	shown  []byte // the picture that Show was given last; not ours
	fresh  bool   // it has been sampled
	moved  []bool // points that look different from when they were last shown
	stale  []bool // those and their neighbours, not judged since
	cells  []vision.Cell
	beyond []bool // points that lie outside the picture
	look   []float32
	work   *Work
}

// NewReader prepares reading pictures of w×h pixels through the grid g, frame by frame.
func NewReader(g vision.Grid, w, h int) (*Reader, error) { return newReader(g, w, h, TrainedNear) }

// NewPatientReader is NewReader for what there is time for: it asks the wide network, which
// reads better but takes longer (docs/PERFORMANCE.md).
func NewPatientReader(g vision.Grid, w, h int) (*Reader, error) {
	return newReader(g, w, h, TrainedWide)
}

func newReader(g vision.Grid, w, h int, trained func() (*Net, error)) (*Reader, error) {
	if g.Zero() {
		return nil, fmt.Errorf("points: reader: no grid: find it or give its corners first")
	}
	if w < 16 || h < 16 || w > 1<<14 || h > 1<<14 {
		return nil, fmt.Errorf("points: reader: picture of %dx%d: want 16 to 16384 each way", w, h)
	}
	net, err := trained()
	if err != nil {
		return nil, err
	}
	r := NewRaster(g, w, h)
	n := g.Size * g.Size
	beyond := make([]bool, n)
	for i := range beyond {
		x, y := g.Pixel(float64(i%g.Size), float64(i/g.Size))
		beyond[i] = !(x >= 0 && y >= 0 && x <= float64(w-1) && y <= float64(h-1))
	}
	return &Reader{
		size: g.Size, raster: r, tones: NewTones(r, net.Shape), net: net, probe: newProbe(r),
		moved: make([]bool, n), stale: make([]bool, n), cells: make([]vision.Cell, n), beyond: beyond,
		look: make([]float32, net.Shape.Inputs()), work: net.NewWork(),
	}, nil
}

// Read answers with one Cell per point as seen, the top row first, left to right; DX and
// DY are in image directions (right, down). The slice is reused by the next Read. The
// picture is w·h pixels of blue, green, red. Points that look as they did when they were
// last judged, but for noise, keep their Cell.
func (r *Reader) Read(picture []byte) ([]vision.Cell, error) {
	if err := r.Show(picture); err != nil {
		return nil, err
	}
	for i := range r.cells {
		r.Cell(i)
	}
	return r.cells, nil
}

// Show has Cell read from a picture, which must not change meanwhile.
func (r *Reader) Show(picture []byte) error {
	if len(picture) != r.raster.pixels {
		return fmt.Errorf("points: reader: picture of %d bytes: want %d", len(picture), r.raster.pixels)
	}
	r.shown, r.fresh = picture, false
	if !r.probe.changed(picture, r.moved) && r.begun {
		return nil
	}
	r.spread()
	for i, moved := range r.moved {
		if moved || !r.begun {
			r.probe.keep(picture, i)
		}
	}
	r.begun = true
	return nil
}

// Cell reads point i, counted as in Read, from the picture shown last: nothing of it is looked
// at but what is asked for. A point that looks as it did when it was last judged keeps its
// Cell.
func (r *Reader) Cell(i int) vision.Cell {
	if !r.stale[i] {
		return r.cells[i]
	}
	if !r.fresh {
		r.raster.Gather(r.shown)
		r.tones.Measure(r.raster)
		r.fresh = true
	}
	r.cells[i], r.stale[i] = r.judge(i%r.size, i/r.size), false
	return r.cells[i]
}

// spread marks the neighbours of what moved too: a look reaches over to them.
func (r *Reader) spread() {
	if !r.begun {
		for i := range r.stale {
			r.stale[i] = true
		}
	}
	for i, moved := range r.moved {
		if !moved {
			continue
		}
		col, row := i%r.size, i/r.size
		for y := max(row-1, 0); y <= min(row+1, r.size-1); y++ {
			for x := max(col-1, 0); x <= min(col+1, r.size-1); x++ {
				r.stale[y*r.size+x] = true
			}
		}
	}
}

func (r *Reader) judge(col, row int) vision.Cell {
	if r.beyond[row*r.size+col] {
		return vision.Cell{Black: 1.0 / 3, White: 1.0 / 3, Empty: 1.0 / 3}
	}
	r.tones.Look(r.net.Shape, col, row, r.look)
	o := r.net.Consider(r.look, r.work)
	c := vision.Cell{Black: o.Black, White: o.White, Empty: o.Empty}
	if o.Empty < 0.5 {
		c.DX, c.DY = o.DX, o.DY
	}
	c.Contrast, c.Warm, c.Cool, c.Light = r.tones.Disc(col, row)
	return c
}
