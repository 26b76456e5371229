package points

import (
	"bytes"
	_ "embed" // the trained weights
	"encoding/binary"
	"fmt"
	"math"
)

// Net is a small network of three layers: a Look in, five numbers out: the scores of
// black, white and empty, and where the stone's middle lies off the point.
type Net struct {
	Layers [3]Layer
}

// Layer is one full layer: Out = Weights·in + Bias, Weights in rows of In values.
type Layer struct {
	In, Out int
	Weights []float32
	Bias    []float32
}

// widest is the size of the widest layer.
const widest = 64

// Sizes of the layers.
var layerSizes = [4]int{Inputs, widest, 24, 5}

// NewNet makes a network of zeros.
func NewNet() *Net {
	n := &Net{}
	for i := range n.Layers {
		in, out := layerSizes[i], layerSizes[i+1]
		n.Layers[i] = Layer{In: in, Out: out, Weights: make([]float32, in*out), Bias: make([]float32, out)}
	}
	return n
}

// Activations are the outputs of the three layers.
type Activations [3][widest]float32

// Forward gives the activations of every layer; the hidden ones are cut off at a slope
// of 0.1 below zero.
func (n *Net) Forward(in []float32, a *Activations) {
	for i := range n.Layers {
		l := &n.Layers[i]
		out := a[i][:l.Out]
		l.apply(in, out)
		if i < len(n.Layers)-1 {
			for k, v := range out {
				if v < 0 {
					out[k] = v * 0.1
				}
			}
		}
		in = out
	}
}

func (l *Layer) apply(in, out []float32) {
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

// Opinion is what a network says about a point: likelihoods that add up to 1, and the
// stone's place off the point in parts of the pitch, right and down.
type Opinion struct {
	Black, White, Empty float32
	DX, DY              float32
}

// Judge looks at one point.
func (n *Net) Judge(look *[Inputs]float32) Opinion {
	var a Activations
	n.Forward(look[:], &a)
	out := a[2]
	p := Softmax([3]float32(out[:3]))
	return Opinion{Black: p[0], White: p[1], Empty: p[2], DX: out[3], DY: out[4]}
}

// Softmax turns scores into likelihoods.
func Softmax(s [3]float32) (p [3]float32) {
	top := max(s[0], s[1], s[2])
	var sum float32
	for i, v := range s {
		p[i] = float32(math.Exp(float64(v - top)))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
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
