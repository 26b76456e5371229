package opencv

import (
	"fmt"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// Reader reads what lies on the points of one grid, frame by frame, without history.
// It is not safe for use by several goroutines at once.
type Reader struct {
	grid   vision.Grid
	w, h   int
	raster *raster
	mids   []tone // bare board in the middle of every cell, (Size+1)² from outside the first line
	cells  []vision.Cell
}

// tone is a colour as natural logarithms: luminance, red over green, blue over green.
type tone struct{ light, warm, cool float64 }

// NewReader prepares reading frames of frameW×frameH pixels through the grid g.
func NewReader(g vision.Grid, frameW, frameH int) (*Reader, error) {
	if g.Zero() {
		return nil, fmt.Errorf("opencv: reader: no grid: find it or give its corners first")
	}
	if frameW < 16 || frameH < 16 || frameW > 1<<14 || frameH > 1<<14 {
		return nil, fmt.Errorf("opencv: reader: frame of %dx%d: want 16 to 16384 each way", frameW, frameH)
	}
	cells := g.Size + 1
	return &Reader{
		grid: g, w: frameW, h: frameH, raster: newRaster(g, frameW, frameH),
		mids: make([]tone, cells*cells), cells: make([]vision.Cell, g.Size*g.Size),
	}, nil
}

// Read answers with one Cell per point as seen: the top row first, left to right. DX and
// DY are in image directions (right, down), in parts of the pitch; vision.BlackSide.Turn
// turns them. The slice is reused by the next Read. The frame must be 8-bit BGR of the
// size the reader was made for.
func (r *Reader) Read(frame gocv.Mat) ([]vision.Cell, error) {
	if err := checkFrame(frame, r.w, r.h); err != nil {
		return nil, err
	}
	pix, err := frame.DataPtrUint8()
	if err != nil {
		return nil, fmt.Errorf("opencv: reader: %w", err)
	}
	r.raster.gather(pix)
	r.measureMids()
	for row := range r.grid.Size {
		for col := range r.grid.Size {
			r.cells[row*r.grid.Size+col] = r.judge(col, row)
		}
	}
	return r.cells, nil
}

// Close ends the reader.
func (r *Reader) Close() { r.raster = nil }

// box is the mean tone of the (2·half+1)² samples around a raster position.
func (r *Reader) box(col, row, dx, dy, half int) (t tone, luma float64) {
	var b, g, red, n float64
	for y := -half; y <= half; y++ {
		i := r.raster.at(col, row, dx-half, dy+y)
		for range 2*half + 1 {
			b += float64(r.raster.sums[i])
			g += float64(r.raster.sums[i+1])
			red += float64(r.raster.sums[i+2])
			n += rasterTaps
			i += 3
		}
	}
	b, g, red = b/n+2, g/n+2, red/n+2
	luma = 0.114*b + 0.587*g + 0.299*red
	return tone{math.Log(luma), math.Log(red / g), math.Log(b / g)}, luma - 2
}

func (r *Reader) measureMids() {
	cells := r.grid.Size + 1
	for row := range cells {
		for col := range cells {
			r.mids[row*cells+col], _ = r.box(col-1, row-1, rasterPitch/2, rasterPitch/2, 1)
		}
	}
}

// bare is the tone of the bare board around a point: the median over the middles of the
// cells nearby, which stones hardly cover.
func (r *Reader) bare(col, row int) tone {
	cells := r.grid.Size + 1
	var light, warm, cool []float64
	for y := max(row-1, 1); y <= min(row+2, cells-2); y++ {
		for x := max(col-1, 1); x <= min(col+2, cells-2); x++ {
			m := r.mids[y*cells+x]
			light, warm, cool = append(light, m.light), append(warm, m.warm), append(cool, m.cool)
		}
	}
	return tone{median(light), median(warm), median(cool)}
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

func (r *Reader) judge(col, row int) vision.Cell {
	disc, luma := r.box(col, row, 0, 0, 2)
	bare := r.bare(col, row)
	c := vision.Cell{
		Contrast: float32(disc.light - bare.light), Warm: float32(disc.warm - bare.warm),
		Cool: float32(disc.cool - bare.cool), Light: float32(luma),
	}
	black := logistic((-0.75 - float64(c.Contrast)) / 0.08)
	white := logistic((float64(c.Contrast) + 0.8*float64(c.Cool) - 0.22) / 0.04)
	c.Black, c.White = float32(black), float32(white*(1-black))
	c.Empty = 1 - c.Black - c.White
	return c
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
