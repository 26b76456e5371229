package main

import (
	"math"
	"math/rand/v2"

	"shinpan/vision/points"
)

// example is one point as the network sees it, with the right answer.
type example struct {
	look    [points.Inputs]float32
	class   int  // 0 black, 1 white, 2 empty
	unknown bool // under something: all three are as likely
	off     [2]float32
	hasOff  bool
}

// learner holds a network and what Adam remembers of its gradients.
type learner struct {
	net   *points.Net
	grad  *points.Net
	first *points.Net
	power *points.Net
	steps int
}

func newLearner(rng *rand.Rand) *learner {
	l := &learner{net: points.NewNet(), grad: points.NewNet(), first: points.NewNet(), power: points.NewNet()}
	for i := range l.net.Layers {
		layer := &l.net.Layers[i]
		scale := math.Sqrt(1.6 / float64(layer.In))
		for k := range layer.Weights {
			layer.Weights[k] = float32(rng.NormFloat64() * scale)
		}
	}
	return l
}

// smooth keeps the network from being surer than its labels are.
const smooth = 0.004

// see adds the gradient of one example and gives its loss.
func (l *learner) see(e *example) float64 {
	var a points.Activations
	l.net.Forward(e.look[:], &a)
	p := points.Softmax([3]float32(a[2][:3]))
	var d points.Activations
	for c := range 3 {
		want := float32(smooth)
		switch {
		case e.unknown:
			want = 1.0 / 3
		case c == e.class:
			want = 1 - 2*smooth
		}
		d[2][c] = p[c] - want
	}
	if e.hasOff {
		for k := range 2 {
			d[2][3+k] = 3 * (a[2][3+k] - e.off[k])
		}
	}
	for i := 2; i >= 0; i-- {
		in := e.look[:]
		if i > 0 {
			in = a[i-1][:l.net.Layers[i].In]
		}
		l.back(i, in, &d, &a)
	}
	return -math.Log(math.Max(float64(p[e.class]), 1e-9))
}

// back takes the gradient through layer i.
func (l *learner) back(i int, in []float32, d, a *points.Activations) {
	layer, grad := &l.net.Layers[i], &l.grad.Layers[i]
	for o := range layer.Out {
		g := d[i][o]
		if g == 0 {
			continue
		}
		grad.Bias[o] += g
		row := grad.Weights[o*layer.In:][:len(in)]
		for k, v := range in {
			row[k] += g * v
		}
		if i > 0 {
			weights := layer.Weights[o*layer.In:][:len(in)]
			for k, w := range weights {
				d[i-1][k] += g * w
			}
		}
	}
	if i > 0 {
		for k := range in {
			if a[i-1][k] < 0 {
				d[i-1][k] *= 0.1
			}
		}
	}
}

// step is one step of Adam over the gradients of n examples.
func (l *learner) step(n int, rate, decay float64) {
	const b1, b2 = 0.9, 0.999
	l.steps++
	c1 := 1 - math.Pow(b1, float64(l.steps))
	c2 := 1 - math.Pow(b2, float64(l.steps))
	for i := range l.net.Layers {
		for part := range 2 {
			w, g, m, v := slot(l.net, i, part), slot(l.grad, i, part), slot(l.first, i, part), slot(l.power, i, part)
			for k := range w {
				x := float64(g[k]) / float64(n)
				g[k] = 0
				fm := b1*float64(m[k]) + (1-b1)*x
				fv := b2*float64(v[k]) + (1-b2)*x*x
				m[k], v[k] = float32(fm), float32(fv)
				w[k] -= float32(rate * (fm/c1/(math.Sqrt(fv/c2)+1e-8) + decay*float64(w[k])))
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
