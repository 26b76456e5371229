package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"shinpan/vision/points"
)

// The slopes that backward finds must be those of the loss, and forward must say what the
// network itself says.
func TestSlopesAreThoseOfTheLoss(t *testing.T) {
	for name, k := range kinds {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			l := newLearner(k.shape, rng)
			examples := make([]example, batch)
			for i := range examples {
				e := example{look: make([]float32, k.shape.Inputs()), class: i % 3, hasOff: i%4 == 0, off: [2]float32{0.2, -0.1}}
				for j := range e.look {
					e.look[j] = float32(rng.NormFloat64())
				}
				if name == "lines" {
					e.arms = &points.Arms{1, 0, float32(i % 2), 0}
				}
				if i%5 == 0 {
					e.hidden = 0.5
				}
				examples[i] = e
			}
			l.see(examples)
			out := l.layers[len(l.layers)-1].out.Data
			o := l.net.Judge(examples[3].look, l.net.NewWork())
			if p := points.Softmax([3]float32(out[3*points.Outputs:])); math.Abs(float64(p[0]-o.Black)) > 1e-4 {
				t.Fatalf("forward says black %v, the network %v", p[0], o.Black)
			}
			for i := range l.net.Layers {
				for part := range 2 {
					w, g := slot(l.net, i, part), slot(l.grad, i, part)
					var off, all float64 // squares: a weight moved a little may move an output over its kink
					for range 16 {
						at := rng.IntN(len(w))
						want := slope(l, examples, &w[at])
						off += (want - float64(g[at])) * (want - float64(g[at]))
						all += want * want
					}
					if off > 0.01*all+0.001 {
						t.Errorf("layer %d, part %d: slopes off by %.1f %%", i, part, 100*math.Sqrt(off/all))
					}
				}
			}
		})
	}
}

// slope is how much the loss of all examples changes with one weight.
func slope(l *learner, examples []example, w *float32) float64 {
	const h = 3e-4
	var loss [2]float64
	old, last := *w, &l.layers[len(l.layers)-1]
	for k, d := range [2]float32{-h, h} {
		*w = old + d
		l.forward(examples)
		for i := range examples {
			loss[k] += fullLoss(&examples[i], last.out.Data[i*points.Outputs:][:points.Outputs])
		}
	}
	*w = old
	return (loss[1] - loss[0]) / (2 * h)
}

// fullLoss is an example's loss with that of the offset.
func fullLoss(e *example, out []float32) (loss float64) {
	var slope [points.Outputs]float32
	if e.arms != nil {
		return armsLoss(e.arms, out, slope[:])
	}
	loss = stoneLoss(e, out, slope[:])
	if e.hasOff {
		for k := range 2 {
			d := float64(out[3+k] - e.off[k])
			loss += 1.5 * d * d
		}
	}
	return loss
}

func BenchmarkSee(b *testing.B) {
	for name, k := range kinds {
		b.Run(name, func(b *testing.B) {
			l := newLearner(k.shape, rand.New(rand.NewPCG(1, 2)))
			examples := make([]example, batch)
			for i := range examples {
				examples[i].look = make([]float32, k.shape.Inputs())
			}
			for b.Loop() {
				l.see(examples)
				l.step(batch, 0.001, decay)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*batch), "ns/example")
		})
	}
}
