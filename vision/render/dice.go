package render

import (
	"math"
	"math/rand/v2"
)

// dice is chance that a seed repeats.
type dice struct{ *rand.Rand }

// newDice gives the chances of a seed; streams of one seed are independent.
func newDice(seed, stream uint64) dice { return dice{rand.New(rand.NewPCG(seed, stream))} }

func (d dice) between(low, high float64) float64 { return low + (high-low)*d.Float64() }
func (d dice) chance(p float64) bool             { return d.Float64() < p }

// around is a normal number with the given deviation, cut off at twice that.
func (d dice) around(mean, deviation float64) float64 {
	return mean + deviation*clamp(d.NormFloat64(), -2, 2)
}

// sign is -1 or 1.
func (d dice) sign() float64 { return float64(2*d.IntN(2) - 1) }

// tinted is a colour a little lighter or darker and of a little other hue.
func (d dice) tinted(c rgb, light, hue float64) rgb {
	k := math.Exp(d.around(0, light))
	return rgb{c.r * k * math.Exp(d.around(0, hue)), c.g * k, c.b * k * math.Exp(d.around(0, hue))}
}

// pick is one of the values.
func pick[T any](d dice, values ...T) T { return values[d.IntN(len(values))] }

// weighted is one of the values, each as often as its weight.
func weighted[T any](d dice, values []T, weight func(T) float64) T {
	var sum float64
	for _, v := range values {
		sum += weight(v)
	}
	left := d.Float64() * sum
	for _, v := range values {
		if left -= weight(v); left <= 0 {
			return v
		}
	}
	return values[len(values)-1]
}
