package render

import "math"

// automatic is a camera's automatic exposure and white balance: they follow what the frame
// shows, slowly and not all the way.
type automatic struct {
	answer float64 // how much of a change is undone; 0 for a locked camera
	speed  float64 // how much of the way is gone with each frame
	white  float64 // as answer, for the colours
	first  rgb     // the mean of the first frame
	gain   rgb
}

func newAutomatic(d dice) automatic {
	a := automatic{gain: rgb{1, 1, 1}}
	if d.chance(0.6) {
		a.answer, a.speed = d.between(0.2, 0.9), d.between(0.05, 0.4)
	}
	if d.chance(0.4) {
		a.white = d.between(0.1, 0.6)
	}
	return a
}

// follow looks at the light of a frame.
func (a *automatic) follow(e *exposed) {
	if a.answer == 0 {
		return
	}
	var sum [3]float64
	n := 0.0
	for i := 0; i < e.w*e.h; i += 97 {
		for c := range sum {
			sum[c] += math.Min(float64(e.light[3*i+c]), 1)
		}
		n++
	}
	mean := rgb{sum[0] / n, sum[1] / n, sum[2] / n}
	if a.first == (rgb{}) {
		a.first = mean
	}
	all := math.Pow(a.first.grey()/math.Max(mean.grey(), 1e-4), a.answer)
	red := math.Pow((a.first.r/a.first.g)/(mean.r/mean.g), a.white)
	blue := math.Pow((a.first.b/a.first.g)/(mean.b/mean.g), a.white)
	a.gain = a.gain.toward(rgb{all * red, all, all * blue}, a.speed)
}

// passing is the soft shadow of someone who goes by between a lamp and the table.
type passing struct {
	from, to float64
	deep     float64 // how much light it takes
	wide     float64 // of the frame's width
	back     bool    // from right to left
}

func newPassing(d dice, t float64) passing {
	return passing{from: t, to: t + d.between(0.8, 3), deep: d.between(0.08, 0.4), wide: d.between(0.15, 0.5), back: d.chance(0.5)}
}

// dim fills how much light each column of a frame w wide gets at t; it reports whether any
// gets less than all.
func (p *passing) dim(t float64, columns []float32) bool {
	if t < p.from || t > p.to {
		return false
	}
	k := (t - p.from) / (p.to - p.from)
	if p.back {
		k = 1 - k
	}
	middle := -p.wide + k*(1+2*p.wide)
	for x := range columns {
		d := math.Abs(float64(x)/float64(len(columns))-middle) / p.wide
		columns[x] *= float32(1 - p.deep*smooth(1.6-1.6*d))
	}
	return true
}
