package main

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"shinpan/vision/points"
)

// learner holds a network, what Adam remembers of its gradients, and what a batch of
// examples gives in every layer.
type learner struct {
	net    *points.Net
	grad   *points.Net
	first  *points.Net
	power  *points.Net
	steps  int
	layers []pass
}

// pass is what goes through one layer for a batch: the patches its windows see, a row per
// place of an example, and its outputs; and the slopes of the loss along both.
type pass struct {
	in, out           blas32.General
	slopeIn, slopeOut blas32.General
	slopes            []float32 // of the layer's inputs before they were cut into patches
}

func newLearner(shape points.Shape, rng *rand.Rand) *learner {
	l := &learner{net: points.NewNet(shape), grad: points.NewNet(shape), first: points.NewNet(shape), power: points.NewNet(shape)}
	for i := range l.net.Layers {
		layer := &l.net.Layers[i]
		scale := math.Sqrt(1.6 / float64(layer.In))
		for k := range layer.Weights {
			layer.Weights[k] = float32(rng.NormFloat64() * scale)
		}
		places := batch
		if layer.Window > 0 {
			places *= layer.Places * layer.Places
		}
		p := pass{in: matrix(places, layer.In), out: matrix(places, layer.Out), slopeIn: matrix(places, layer.In), slopeOut: matrix(places, layer.Out)}
		if layer.Window > 0 {
			p.slopes = make([]float32, batch*layer.Side*layer.Side*layer.Depth)
		}
		l.layers = append(l.layers, p)
	}
	return l
}

func matrix(rows, columns int) blas32.General {
	return blas32.General{Rows: rows, Cols: columns, Stride: columns, Data: make([]float32, rows*columns)}
}

// weights are a layer's as a matrix: a row per output.
func weights(l *points.Layer) blas32.General {
	return blas32.General{Rows: l.Out, Cols: l.In, Stride: l.In, Data: l.Weights}
}

// see adds the gradients of a batch of examples and gives the sum of their losses.
func (l *learner) see(examples []example) (loss float64) {
	l.forward(examples)
	last := &l.layers[len(l.layers)-1]
	for i := range examples {
		out, slope := last.out.Data[i*points.Outputs:][:points.Outputs], last.slopeOut.Data[i*points.Outputs:][:points.Outputs]
		clear(slope)
		if e := &examples[i]; e.arms != nil {
			loss += armsLoss(e.arms, out, slope)
		} else {
			loss += stoneLoss(e, out, slope)
		}
	}
	l.backward()
	return loss
}

func (l *learner) forward(examples []example) {
	slides := len(l.net.Shape.Slides)
	known := l.net.Shape.Known()
	for i := range l.net.Layers {
		layer, p := &l.net.Layers[i], &l.layers[i]
		switch {
		case i == 0:
			for k := range examples {
				gather(layer, examples[k].look, p.in.Data[k*layer.Places*layer.Places*layer.In:])
			}
		case i < slides:
			before := l.layers[i-1].out.Data
			each := layer.Side * layer.Side * layer.Depth
			for k := range examples {
				gather(layer, before[k*each:][:each], p.in.Data[k*layer.Places*layer.Places*layer.In:])
			}
		case i == slides:
			each := layer.In - known
			for k := range examples {
				row := p.in.Data[k*layer.In:][:layer.In]
				copy(row, l.layers[i-1].out.Data[k*each:][:each])
				look := examples[k].look
				copy(row[each:], look[len(look)-known:])
			}
		default:
			copy(p.in.Data, l.layers[i-1].out.Data)
		}
		for r := range p.out.Rows {
			copy(p.out.Data[r*layer.Out:], layer.Bias)
		}
		blas32.Gemm(blas.NoTrans, blas.Trans, 1, p.in, weights(layer), 1, p.out)
		if i < len(l.net.Layers)-1 {
			for k, v := range p.out.Data {
				if v < 0 {
					p.out.Data[k] = v * points.Leak
				}
			}
		}
	}
}

// backward takes the slopes of the last layer's outputs to all weights.
func (l *learner) backward() {
	slides := len(l.net.Shape.Slides)
	for i := len(l.net.Layers) - 1; i >= 0; i-- {
		layer, p := &l.net.Layers[i], &l.layers[i]
		if i < len(l.net.Layers)-1 {
			for k, v := range p.out.Data {
				if v < 0 {
					p.slopeOut.Data[k] *= points.Leak
				}
			}
		}
		grad := &l.grad.Layers[i]
		blas32.Gemm(blas.Trans, blas.NoTrans, 1, p.slopeOut, p.in, 1, weights(grad))
		for r := range p.slopeOut.Rows {
			for k, v := range p.slopeOut.Data[r*layer.Out:][:layer.Out] {
				grad.Bias[k] += v
			}
		}
		if i == 0 {
			return
		}
		blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, p.slopeOut, weights(layer), 0, p.slopeIn)
		to := l.layers[i-1].slopeOut.Data
		switch {
		case i < slides:
			scatter(layer, p.slopeIn.Data, to)
		case i == slides:
			each := layer.In - l.net.Shape.Known()
			for k := range batch {
				copy(to[k*each:][:each], p.slopeIn.Data[k*layer.In:])
			}
		default:
			copy(to, p.slopeIn.Data)
		}
	}
}

// gather lays out what the windows of a layer see of one input, a row per place.
func gather(l *points.Layer, in, rows []float32) {
	for y := range l.Places {
		for x := range l.Places {
			l.Patch(in, x, y, rows[(y*l.Places+x)*l.In:][:l.In])
		}
	}
}

// scatter adds the slopes of what windows saw up to the slopes of what they looked at.
func scatter(l *points.Layer, rows, to []float32) {
	clear(to)
	each, width := l.Side*l.Side*l.Depth, l.Window*l.Depth
	for k := range len(to) / each {
		in := to[k*each:][:each]
		for at := range l.Places * l.Places {
			row := rows[(k*l.Places*l.Places+at)*l.In:][:l.In]
			x, y := at%l.Places*l.Step, at/l.Places*l.Step
			for j := range l.Window {
				part := in[((y+j)*l.Side+x)*l.Depth:][:width]
				for i, v := range row[j*width:][:width] {
					part[i] += v
				}
			}
		}
	}
}

// step is one step of Adam over the gradients of n examples.
func (l *learner) step(n int, rate, decay float64) {
	const b1, b2 = 0.9, 0.999
	l.steps++
	c1 := float32(1 - math.Pow(b1, float64(l.steps)))
	c2 := float32(1 - math.Pow(b2, float64(l.steps)))
	for i := range l.net.Layers {
		for part := range 2 {
			w, g, m, v := slot(l.net, i, part), slot(l.grad, i, part), slot(l.first, i, part), slot(l.power, i, part)
			for k := range w {
				x := g[k] / float32(n)
				g[k] = 0
				m[k] = b1*m[k] + (1-b1)*x
				v[k] = b2*v[k] + (1-b2)*x*x
				w[k] -= float32(rate) * (m[k]/c1/(float32(math.Sqrt(float64(v[k]/c2)))+1e-8) + float32(decay)*w[k])
			}
		}
	}
}

func slot(n *points.Net, layer, part int) []float32 {
	if part == 0 {
		return n.Layers[layer].Weights
	}
	return n.Layers[layer].Bias
}
