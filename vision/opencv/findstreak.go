package opencv

import "math"

// streakTurns are the directions in which streaks are looked for: every 15 degrees.
const streakTurns = 12

// streaks looks for dark or light lines as newRidges does, but at every pixel takes the mean
// along a piece of line, of reach pixels both ways, in the direction in which that is most:
// noise, grain and blur hide a line at each of its pixels, and yet not along all of them.
func streaks(gray []float32, w, h int, sigma float64, reach int) (both [2]*ridges) {
	for k := range both {
		both[k] = &ridges{w: w, h: h, strength: make([]float32, w*h), dx: make([]float32, w*h), dy: make([]float32, w*h)}
	}
	// Smoothing takes away from the curvature; what is called noise should stay the same.
	curve := newCurvature(gray, w, h, float32(sigma*sigma/(passes[0].sigma*passes[0].sigma)))
	across := make([]float32, w*h)
	steps := make([]int, 2*reach+1)
	for turn := range streakTurns {
		sin, cos := math.Sincos(float64(turn) * math.Pi / streakTurns)
		curve.across(across, float32(cos), float32(sin))
		for k := range steps {
			t := float64(k - reach)
			steps[k] = int(math.Round(t*sin))*w + int(math.Round(t*cos))
		}
		for y := reach + 1; y < h-reach-1; y++ {
			for i := y*w + reach + 1; i < y*w+w-reach-1; i++ {
				var sum float32
				for _, s := range steps {
					sum += across[i+s]
				}
				sum /= float32(len(steps))
				r := both[0]
				if sum < 0 {
					r, sum = both[1], -sum
				}
				if sum > r.strength[i] {
					r.strength[i], r.dx[i], r.dy[i] = sum, float32(cos), float32(sin)
				}
			}
		}
	}
	for _, r := range both {
		r.low = r.noise()
	}
	return both
}

// curvature is the second derivatives of a picture.
type curvature struct{ xx, yy, xy []float32 }

func newCurvature(gray []float32, w, h int, by float32) *curvature {
	c := &curvature{xx: make([]float32, w*h), yy: make([]float32, w*h), xy: make([]float32, w*h)}
	for y := 1; y < h-1; y++ {
		for i := y*w + 1; i < y*w+w-1; i++ {
			middle := 2 * gray[i]
			c.xx[i] = by * (gray[i+1] + gray[i-1] - middle)
			c.yy[i] = by * (gray[i+w] + gray[i-w] - middle)
			c.xy[i] = by * (gray[i+w+1] + gray[i-w-1] - gray[i+w-1] - gray[i-w+1]) / 4
		}
	}
	return c
}

// across is the second derivative across a direction.
func (c *curvature) across(out []float32, cos, sin float32) {
	a, b, d := sin*sin, -2*sin*cos, cos*cos
	for i := range out {
		out[i] = a*c.xx[i] + b*c.xy[i] + d*c.yy[i]
	}
}
