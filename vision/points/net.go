package points

import (
	"bytes"
	_ "embed" // the trained weights
	"encoding/binary"
	"fmt"
	"math"
)

// Net is a small convolutional network: a Look in, five numbers out: the scores of black,
// white and empty, and where the stone's middle lies off the point. Two layers look for
// edges, lines and rims wherever they are; two full layers join what they find with what
// is known of the board.
type Net struct {
	Layers [4]Layer
}

// Layer is one layer: every filter is a row of In weights and a bias. A layer with a
// window slides it over its input, which is Side×Side places of Depth values, and gives
// Out values a place; a full layer (Window 0) sees everything at once.
type Layer struct {
	In, Out                           int
	Window, Step, Side, Depth, Places int
	Weights                           []float32
	Bias                              []float32
}

// Shape of the network.
const (
	firstFilters  = 12
	secondFilters = 16
	hidden        = 32
	outputs       = 5
	firstSide     = (lookSide-3)/2 + 1
	secondSide    = firstSide - 2
	// Joined is the number of inputs of the first full layer.
	joined = secondSide*secondSide*secondFilters + inputsBoard
)

// NewNet makes a network of zeros.
func NewNet() *Net {
	n := &Net{Layers: [4]Layer{
		{In: 9 * lookDepth, Out: firstFilters, Window: 3, Step: 2, Side: lookSide, Depth: lookDepth, Places: firstSide},
		{In: 9 * firstFilters, Out: secondFilters, Window: 3, Step: 1, Side: firstSide, Depth: firstFilters, Places: secondSide},
		{In: joined, Out: hidden},
		{In: hidden, Out: outputs},
	}}
	for i := range n.Layers {
		l := &n.Layers[i]
		l.Weights, l.Bias = make([]float32, l.In*l.Out), make([]float32, l.Out)
	}
	return n
}

// Activations are the outputs of the layers for one look.
type Activations struct {
	First  [firstSide * firstSide * firstFilters]float32
	Second [joined]float32 // ends with the look's values about the board
	Hidden [hidden]float32
	Out    [outputs]float32
}

// Forward gives the activations of every layer; all but the last are cut off at a slope
// of Leak below zero.
func (n *Net) Forward(in *[Inputs]float32, a *Activations) {
	n.Layers[0].slide(in[:], a.First[:])
	n.Layers[1].slide(a.First[:], a.Second[:joined-inputsBoard])
	copy(a.Second[joined-inputsBoard:], in[Inputs-inputsBoard:])
	n.Layers[2].full(a.Second[:], a.Hidden[:])
	leak(a.Hidden[:])
	n.Layers[3].full(a.Hidden[:], a.Out[:])
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

func (l *Layer) slide(in, out []float32) {
	var room [9 * firstFilters]float32
	patch := room[:l.In]
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

//go:embed weights.bin
var trained []byte

// Trained is the network that vision/train made.
func Trained() (*Net, error) { return Load(trained) }

// Load reads what Store wrote.
func Load(data []byte) (*Net, error) {
	n := NewNet()
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
