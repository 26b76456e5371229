package render

import "math"

// ink is what is drawn on the board's surface.
type ink struct {
	size     int
	ax, ay   float64 // distance of the lines, in units
	color    rgb
	strength float64 // how much the ink covers
	uneven   float64 // how much less it covers in places
	half     float64 // half the width of a line
	edge     float64 // half the width of the outer lines
	stars    []vec   // star points
	star     float64 // their radius
	frames   []frameLine
	noise    *lattice
}

// frameLine is a rectangle drawn around the lines.
type frameLine struct {
	out, half float64 // how far outside the outer line, half its width
	color     rgb
	strength  float64
}

// rx and ry are how far the outer lines lie from the middle.
func (k *ink) rx() float64 { return float64(k.size-1) / 2 * k.ax }
func (k *ink) ry() float64 { return float64(k.size-1) / 2 * k.ay }

// over draws what ink there is at (x, y) over the bare colour; fx and fy are the pixel's
// size on the board.
func (k *ink) over(bare rgb, x, y, fx, fy float64) rgb {
	rx, ry := k.rx(), k.ry()
	for i := range k.frames {
		f := &k.frames[i]
		dx, dy := math.Abs(x)-rx-f.out, math.Abs(y)-ry-f.out
		d, foot := dx, fx
		if dy > dx {
			d, foot = dy, fy
		}
		if c := overlap(math.Abs(d), f.half, foot); c > 0 {
			bare = bare.toward(f.color, c*f.strength)
		}
	}
	if math.Abs(x) > rx+1 || math.Abs(y) > ry+1 {
		return bare
	}
	c := math.Max(k.line(x/k.ax, k.ax, fx)*within(math.Abs(y)-ry-k.edge, fy), k.line(y/k.ay, k.ay, fy)*within(math.Abs(x)-rx-k.edge, fx))
	for _, s := range k.stars {
		dx, dy := x-s.x, y-s.y
		if math.Abs(dx) < k.star+fx && math.Abs(dy) < k.star+fy {
			c = math.Max(c, clamp01((k.star-math.Hypot(dx, dy))/math.Max(fx, fy)+0.5))
		}
	}
	if c == 0 {
		return bare
	}
	if k.uneven > 0 {
		c *= 1 - k.uneven*k.noise.at(x*0.9, y*0.9)
	}
	return bare.toward(k.color, c*k.strength)
}

// line is how much of a pixel at v, in distances of lines, is on a line across it.
func (k *ink) line(v, pitch, foot float64) float64 {
	last := float64(k.size-1) / 2
	n := math.Floor(v + last + 0.5)
	half := k.half
	if n <= 0 {
		n, half = 0, k.edge
	} else if n >= 2*last {
		n, half = 2*last, k.edge
	}
	return overlap(math.Abs(v+last-n)*pitch, half, foot)
}

// overlap is the part of a pixel, foot wide and d away from the middle of a line, that the
// line covers.
func overlap(d, half, foot float64) float64 {
	from, to := d-foot/2, d+foot/2
	if from < -half {
		from = -half
	}
	if to > half {
		to = half
	}
	if to <= from {
		return 0
	}
	return (to - from) / foot
}

// within is how much of a pixel, foot wide and d outside an edge, lies within it.
func within(d, foot float64) float64 { return clamp01(0.5 - d/foot) }

// starPoints are the places of the star points of a board.
func starPoints(size int, ax, ay float64) []vec {
	half := float64(size-1) / 2
	in := map[int]float64{9: 2, 13: 3, 15: 3, 19: 3}[size]
	out := []vec{{}}
	for _, sx := range []float64{-1, 0, 1} {
		for _, sy := range []float64{-1, 0, 1} {
			sides := math.Abs(sx) + math.Abs(sy)
			if sides == 2 || sides == 1 && size == 19 {
				out = append(out, vec{sx * (half - in) * ax, sy * (half - in) * ay, 0})
			}
		}
	}
	return out
}
