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
	arms    *points.Arms // for the network of lines: which lines meet on the point
}

// learner holds a network and what Adam remembers of its gradients.
type learner struct {
	net   *points.Net
	grad  *points.Net
	first *points.Net
	power *points.Net
	steps int
	work  points.Activations
	slope points.Activations
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
	a := &l.work
	l.net.Forward(&e.look, a)
	d := &l.slope
	*d = points.Activations{}
	loss := 0.0
	if e.arms != nil {
		loss = armsLoss(e.arms, a, d)
	} else {
		loss = stoneLoss(e, a, d)
	}
	layers, grads := &l.net.Layers, &l.grad.Layers
	back(&layers[3], &grads[3], a.Hidden[:], d.Out[:], d.Hidden[:])
	cut(a.Hidden[:], d.Hidden[:])
	back(&layers[2], &grads[2], a.Second[:], d.Hidden[:], d.Second[:])
	cut(a.Second[:], d.Second[:])
	slideBack(&layers[1], &grads[1], a.First[:], d.Second[:], d.First[:])
	cut(a.First[:], d.First[:])
	slideBack(&layers[0], &grads[0], e.look[:], d.First[:], nil)
	return loss
}

// stoneLoss is the loss of an opinion about a stone, and its slope.
func stoneLoss(e *example, a, d *points.Activations) (loss float64) {
	p := points.Softmax([3]float32(a.Out[:3]))
	for c := range 3 {
		want := float32(smooth)
		switch {
		case e.unknown:
			want = 1.0 / 3
		case c == e.class:
			want = 1 - 2*smooth
		}
		d.Out[c] = p[c] - want
		loss -= float64(want) * math.Log(math.Max(float64(p[c]/want), 1e-9))
	}
	if e.hasOff {
		for k := range 2 {
			d.Out[3+k] = 3 * (a.Out[3+k] - e.off[k])
		}
	}
	return loss
}

// armsLoss is the loss of an opinion about lines, and its slope.
func armsLoss(arms *points.Arms, a, d *points.Activations) (loss float64) {
	for k, is := range arms {
		want := smooth + (1-2*smooth)*float64(is)
		p := 1 / (1 + math.Exp(-float64(a.Out[k])))
		d.Out[k] = float32(p - want)
		loss -= want*math.Log(math.Max(p, 1e-9)) + (1-want)*math.Log(math.Max(1-p, 1e-9))
	}
	return loss
}

// cut applies the slope of the activation to the gradient.
func cut(a, d []float32) {
	for i, v := range a {
		if v < 0 {
			d[i] *= points.Leak
		}
	}
}

// back takes the gradient d of a layer's outputs to its weights and, unless din is nil, to
// its inputs.
func back(layer, grad *points.Layer, in, d, din []float32) {
	for o := range layer.Out {
		g := d[o]
		if g == 0 {
			continue
		}
		grad.Bias[o] += g
		row := grad.Weights[o*layer.In:][:layer.In]
		for k, v := range in[:len(row)] {
			row[k] += g * v
		}
		if din != nil {
			weights := layer.Weights[o*layer.In:][:layer.In]
			to := din[:len(weights)]
			for k, w := range weights {
				to[k] += g * w
			}
		}
	}
}

// slideBack is back for every place of a sliding layer.
func slideBack(layer, grad *points.Layer, in, d, din []float32) {
	var patch, slope [256]float32
	for y := range layer.Places {
		for x := range layer.Places {
			layer.Patch(in, x, y, patch[:layer.In])
			out := d[(y*layer.Places+x)*layer.Out:][:layer.Out]
			if din == nil {
				back(layer, grad, patch[:layer.In], out, nil)
				continue
			}
			clear(slope[:layer.In])
			back(layer, grad, patch[:layer.In], out, slope[:layer.In])
			width := layer.Window * layer.Depth
			for k := range layer.Window {
				to := din[((y*layer.Step+k)*layer.Side+x*layer.Step)*layer.Depth:][:width]
				for i := range to {
					to[i] += slope[k*width+i]
				}
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
