package points

import (
	"bytes"
	_ "embed" // the trained weights
	"encoding/binary"
	"fmt"
	"math"
)

// Net is a small convolutional network: a look in, five numbers out: the scores of black,
// white and empty, and where the stone's middle lies off the point. Layers that slide look
// for edges, lines and rims wherever they are; two full layers join what they find with
// what is known of the board.
type Net struct {
	Shape  Shape
	Layers []Layer
	turns  *Turns
}

// Shape is what a network looks like.
type Shape struct {
	Half    int  // samples it sees on every side of the point
	Overall bool // it is told how the wood here and all points compare with the whole board
	Slides  []Slide
	Hidden  int
	// Sharpness is the power to which its likelihoods are raised, because training in worse
	// light than there is makes it too modest; chosen so that in docs/ACCURACY.md hardly a
	// point is told wrong.
	Sharpness float64
}

// Slide is a layer that looks through a window of Window×Window places, every Step places.
type Slide struct{ Window, Step, Filters int }

// Near judges from a point alone, quickly: in every frame. Wide sees all of the eight
// neighbours' middles too, and better: in what is read without haste.
var (
	Near = Shape{Half: 6, Slides: []Slide{{3, 2, 12}, {3, 1, 16}}, Hidden: 32, Sharpness: 2}
	Wide = Shape{Half: 8, Overall: true, Slides: []Slide{{5, 2, 16}, {3, 1, 32}, {3, 1, 48}}, Hidden: 64, Sharpness: 1.75}
)

// Side is the number of samples along one edge of a look.
func (s Shape) Side() int { return 2*s.Half + 1 }

// Known is the number of values about the board that end a look.
func (s Shape) Known() int {
	if s.Overall {
		return boardValues + ranked*len(ranks) + bareValues
	}
	return boardValues + len(ranks)
}

// Inputs is the number of values of a look.
func (s Shape) Inputs() int { return s.Side()*s.Side()*lookDepth + s.Known() }

// Layer is one layer: every filter is a row of In weights and a bias. A layer with a
// window slides it over its input, which is Side×Side places of Depth values, and gives
// Out values a place; a full layer (Window 0) sees everything at once.
type Layer struct {
	In, Out                           int
	Window, Step, Side, Depth, Places int
	Weights                           []float32
	Bias                              []float32
}

// Outputs is the number of values a network gives.
const Outputs = 5

// NewNet makes a network of zeros.
func NewNet(s Shape) *Net {
	n := &Net{Shape: s, turns: NewTurns(s)}
	side, depth := s.Side(), lookDepth
	for _, f := range s.Slides {
		places := (side-f.Window)/f.Step + 1
		n.Layers = append(n.Layers, Layer{
			In: f.Window * f.Window * depth, Out: f.Filters,
			Window: f.Window, Step: f.Step, Side: side, Depth: depth, Places: places,
		})
		side, depth = places, f.Filters
	}
	n.Layers = append(n.Layers, Layer{In: side*side*depth + s.Known(), Out: s.Hidden}, Layer{In: s.Hidden, Out: Outputs})
	for i := range n.Layers {
		l := &n.Layers[i]
		l.Weights, l.Bias = make([]float32, l.In*l.Out), make([]float32, l.Out)
	}
	return n
}

// Work is room for the outputs of the layers for one look; the last sliding one's end with
// the look's values about the board.
type Work struct {
	layers [][]float32
	patch  []float32
	turned []float32
}

// NewWork makes room for looking with n.
func (n *Net) NewWork() *Work {
	w := &Work{turned: make([]float32, n.Shape.Inputs())}
	patch := 0
	for i, l := range n.Layers {
		size := l.Out
		if l.Window > 0 {
			size = l.Places * l.Places * l.Out
			patch = max(patch, l.In)
		}
		if i == len(n.Shape.Slides)-1 {
			size += n.Shape.Known()
		}
		w.layers = append(w.layers, make([]float32, size))
	}
	w.patch = make([]float32, patch)
	return w
}

// forward gives the outputs for one look; all layers but the last are cut off at a slope
// of Leak below zero.
func (n *Net) forward(look []float32, w *Work) []float32 {
	in := look
	slides := len(n.Shape.Slides)
	for i := range slides {
		l := &n.Layers[i]
		out := w.layers[i][:l.Places*l.Places*l.Out]
		l.slide(in, out, w.patch[:l.In])
		in = out
	}
	known := n.Shape.Known()
	in = w.layers[slides-1]
	copy(in[len(in)-known:], look[len(look)-known:])
	n.Layers[slides].full(in, w.layers[slides])
	leak(w.layers[slides])
	n.Layers[slides+1].full(w.layers[slides], w.layers[slides+1])
	return w.layers[slides+1]
}

// Leak is the slope of the activation below zero.
const Leak = 0.1

func leak(v []float32) {
	for i, x := range v {
		if x < 0 {
			v[i] = x * Leak
		}
	}
}

// Patch copies the values under the window at place (x, y) to patch.
func (l *Layer) Patch(in []float32, x, y int, patch []float32) {
	width := l.Window * l.Depth
	for k := range l.Window {
		from := ((y*l.Step+k)*l.Side + x*l.Step) * l.Depth
		copy(patch[k*width:(k+1)*width], in[from:from+width])
	}
}

func (l *Layer) slide(in, out, patch []float32) {
	for y := range l.Places {
		for x := range l.Places {
			l.Patch(in, x, y, patch)
			l.full(patch, out[(y*l.Places+x)*l.Out:][:l.Out])
		}
	}
	leak(out)
}

func (l *Layer) full(in, out []float32) {
	in = in[:l.In]
	for o := range out {
		w := l.Weights[o*l.In:][:len(in)]
		var s0, s1, s2, s3 float32
		k := 0
		for ; k+4 <= len(in); k += 4 {
			s0 += w[k] * in[k]
			s1 += w[k+1] * in[k+1]
			s2 += w[k+2] * in[k+2]
			s3 += w[k+3] * in[k+3]
		}
		for ; k < len(in); k++ {
			s0 += w[k] * in[k]
		}
		out[o] = s0 + s1 + s2 + s3 + l.Bias[o]
	}
}

// The weights that vision/train made.
var (
	//go:embed weights.bin
	trainedNear []byte
	//go:embed wide.bin
	trainedWide []byte
)

// TrainedNear is the network that reads every frame.
func TrainedNear() (*Net, error) { return Load(Near, trainedNear) }

// TrainedWide is the network that reads what there is time for.
func TrainedWide() (*Net, error) { return Load(Wide, trainedWide) }

// Load reads what Store wrote of a network of this shape.
func Load(s Shape, data []byte) (*Net, error) {
	n := NewNet(s)
	r := bytes.NewReader(data)
	for i := range n.Layers {
		l := &n.Layers[i]
		for _, part := range [2][]float32{l.Weights, l.Bias} {
			if err := readHalf(r, part); err != nil {
				return nil, fmt.Errorf("points: weights of layer %d: %w", i+1, err)
			}
		}
	}
	if r.Len() != 0 {
		return nil, fmt.Errorf("points: weights: %d bytes too many: they belong to another network", r.Len())
	}
	return n, nil
}

// Store writes the weights, two bytes each: the upper half of a float32.
func (n *Net) Store() []byte {
	var out []byte
	for _, l := range n.Layers {
		for _, part := range [2][]float32{l.Weights, l.Bias} {
			for _, v := range part {
				out = binary.LittleEndian.AppendUint16(out, uint16((math.Float32bits(v)+0x8000)>>16))
			}
		}
	}
	return out
}

func readHalf(r *bytes.Reader, out []float32) error {
	raw := make([]byte, 2*len(out))
	if n, _ := r.Read(raw); n != len(raw) {
		return fmt.Errorf("%d of %d bytes", n, len(raw))
	}
	for i := range out {
		v := math.Float32frombits(uint32(binary.LittleEndian.Uint16(raw[2*i:])) << 16)
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return fmt.Errorf("value %d is not a number", i)
		}
		out[i] = v
	}
	return nil
}
