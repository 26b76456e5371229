package points

import "math"

// Opinion is what a network says about a point: likelihoods that add up to 1, and the
// stone's place off the point in parts of the pitch, right and down.
type Opinion struct {
	Black, White, Empty float32
	DX, DY              float32
}

// Judge looks at one point.
func (n *Net) Judge(look []float32, w *Work) Opinion {
	out := n.forward(look, w)
	p := Softmax([3]float32(out[:3]))
	return Opinion{Black: p[0], White: p[1], Empty: p[2], DX: out[3], DY: out[4]}
}

// plain is the likelihood above which one look is enough.
const plain = 0.96

// Consider looks at one point, and where that is not plain once more from all sides: the
// mean of eight opinions is better and knows better when it does not know.
func (n *Net) Consider(look []float32, w *Work) Opinion {
	o := n.Judge(look, w)
	if max(o.Black, o.White, o.Empty) >= plain {
		return o.sharpened(n.Shape.Sharpness)
	}
	return n.fromAllSides(look, w).sharpened(n.Shape.Sharpness)
}

// fromAllSides looks at one point in all symmetries and gives the mean.
func (n *Net) fromAllSides(look []float32, w *Work) (o Opinion) {
	for s := range Symmetries {
		n.turns.Mirror(s, look, w.turned)
		p := n.Judge(w.turned, w)
		if s == 0 {
			o.DX, o.DY = p.DX, p.DY
		}
		o.Black += p.Black / Symmetries
		o.White += p.White / Symmetries
		o.Empty += p.Empty / Symmetries
	}
	return o
}

// sharpened undoes the modesty of training in worse light than there is.
func (o Opinion) sharpened(sharpness float64) Opinion {
	power := func(p float32) float32 { return float32(math.Pow(float64(p), sharpness)) }
	b, w, e := power(o.Black), power(o.White), power(o.Empty)
	sum := b + w + e
	o.Black, o.White, o.Empty = b/sum, w/sum, e/sum
	return o
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
