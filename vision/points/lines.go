package points

import (
	_ "embed" // the trained weights
	"fmt"
	"math"

	"shinpan/vision"
)

// Arms are the likelihoods that a line of the board goes from a point to the right, down,
// to the left and up.
type Arms [4]float32

// ArmSteps are the directions of Arms, in columns and rows.
var ArmSteps = [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// Lines tells which lines meet on a point: all four inside a board, three on its edge, two
// on a corner, none beside it or where a grid does not lie on the lines of a board. Stones
// and shadows hide lines, but a stone lies on a point.
type Lines struct {
	net  *Net
	look []float32
	work *Work
}

//go:embed lines.bin
var trainedLines []byte

// TrainedLines is the network that vision/train made.
func TrainedLines() (*Lines, error) {
	net, err := Load(Near, trainedLines)
	if err != nil {
		return nil, fmt.Errorf("points: lines: %w", err)
	}
	return &Lines{net: net, look: make([]float32, Near.Inputs()), work: net.NewWork()}, nil
}

// Wider is the grid g with beyond more lines on every side.
func Wider(g vision.Grid, beyond int) (vision.Grid, error) {
	low, high := float64(-beyond), float64(g.Size-1+beyond)
	var corners [4][2]float64
	for i, c := range [4][2]float64{{low, low}, {high, low}, {high, high}, {low, high}} {
		corners[i][0], corners[i][1] = g.Pixel(c[0], c[1])
	}
	return vision.NewLensGrid(g.Size+2*beyond, corners, g.Lens)
}

// Read looks at all points of the grid g in a picture of w×h pixels of blue, green, red:
// the top row first.
func (l *Lines) Read(picture []byte, w, h int, g vision.Grid) ([]Arms, error) {
	r := NewRaster(g, w, h)
	if !r.Gather(picture) {
		return nil, fmt.Errorf("points: lines: picture of %d bytes: want %d", len(picture), 3*w*h)
	}
	t := NewTones(r, Near)
	t.Measure(r)
	out := make([]Arms, g.Size*g.Size)
	for i := range out {
		t.LookAlone(i%g.Size, i/g.Size, l.look)
		out[i] = l.net.Arms(l.look, l.work)
	}
	return out, nil
}

// Arms is what a network trained on lines says about one look.
func (n *Net) Arms(look []float32, w *Work) (arms Arms) {
	out := n.forward(look, w)
	for k := range arms {
		arms[k] = float32(1 / (1 + math.Exp(-float64(out[k]))))
	}
	return arms
}

// LookAlone is the look of the network of lines, whose shape is Near: without what is known
// of the whole board.
func (t *Tones) LookAlone(col, row int, in []float32) {
	t.Look(Near, col, row, in)
	clear(in[len(in)-len(ranks)-edgeValues:])
}
