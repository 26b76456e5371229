package opencv

import (
	"cmp"
	"math"
	"slices"
)

// A board's two pencils, seen from straight above, are two combs: lines at equal steps.
// That finds boards whose crossings are hidden under stones: pieces of a line between two
// stones still lie on it.

// Of all pairs of combs so many are looked at, and so many fitted.
const (
	combsLooked = 24
	combsFitted = 6
)

// searchPencils finds grids among the ridges of one polarity from the pencils of its traces.
func searchPencils(r *ridges, traces []*trace, size int) (found []Found) {
	families := pencils(strokes(traces, r.w, r.h))
	var planes []combed
	for i := range families {
		for j := i + 1; j < len(families); j++ {
			planes = append(planes, combPlanes(&families[i], &families[j], r.w, r.h, size)...)
		}
	}
	slices.SortStableFunc(planes, func(a, b combed) int { return cmp.Compare(b.score, a.score) })
	var all []place
	for _, c := range planes[:min(len(planes), combsLooked)] {
		all = append(all, places(r, c.plane, c.lo, c.hi, size)...)
	}
	slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(b.window.score, a.window.score) })
	for _, p := range all[:min(len(all), combsFitted)] {
		if f, ok := fitWindow(r, p.plane, p.window, size); ok {
			found = append(found, f)
		}
	}
	return found
}

// combed is a plane laid so that the strokes of two pencils lie on whole columns and rows.
type combed struct {
	plane  plane
	lo, hi [2]int
	score  float64 // the strokes in step, in pixels
}

// combPlanes lays planes on two pencils.
func combPlanes(a, b *pencil, w, h, size int) []combed {
	far := a.meet.cross(b.meet)
	if far[2] < 0 {
		far = line3{-far[0], -far[1], -far[2]}
	}
	if n := math.Hypot(far[0], far[1]); far[2] < 1e-9 || far[2]/math.Max(n, 1e-12) < 0.2 {
		return nil // the picture would look along the board
	}
	if x, y := a.direction(); math.Abs(dot2(x, y, b)) > crossCos {
		return nil
	}
	middle := line3{0, 0, 1}
	// Lines towards a.meet have the same place across a, the rows; those towards b.meet are columns.
	rowOf, colOf := a.meet.cross(middle), b.meet.cross(middle)
	var out []combed
	for _, rows := range combs(a.strokes, rowOf, far, size) {
		for _, cols := range combs(b.strokes, colOf, far, size) {
			p, ok := cols.with(rows, colOf, rowOf, far, w, h)
			if ok {
				out = append(out, combed{p, [2]int{cols.lo, rows.lo}, [2]int{cols.hi, rows.hi}, math.Sqrt(rows.score * a.weight * cols.score * b.weight)})
			}
		}
	}
	return out
}

// direction is the direction of the pencil in the middle of its strokes.
func (p *pencil) direction() (float64, float64) {
	var m stroke
	for _, s := range p.strokes {
		m.x += s.x * s.weight / p.weight
		m.y += s.y * s.weight / p.weight
	}
	return m.towards(p.meet)
}

func dot2(x, y float64, p *pencil) float64 {
	u, v := p.direction()
	return x*u + y*v
}

// comb is a set of lines at equal steps: line n is where step·place + shift is n.
type comb struct {
	step, shift float64
	lo, hi      int // the lines with the most strokes
	score       float64
}

// combs finds the likeliest combs under the strokes of one pencil: frequencies at which
// the strokes' places lie in step.
func combs(strokes []stroke, across, far line3, size int) []comb {
	const most, steps = 3, 360
	var at, weight []float64
	for _, s := range strokes {
		m := line3{s.x, s.y, 1}
		if d := far.dot(m); d > 0.15*far[2] {
			at, weight = append(at, across.dot(m)/d), append(weight, s.weight)
		}
	}
	if len(at) < 6 {
		return nil
	}
	sorted := slices.Clone(at)
	slices.Sort(sorted)
	span := sorted[len(sorted)-1-len(sorted)/20] - sorted[len(sorted)/20]
	if !(span > 0) {
		return nil
	}
	low, high := float64(size)/3/span, float64(size)*3/span
	var power [steps]float64
	freq := func(i float64) float64 { return low * math.Pow(high/low, i/(steps-1)) }
	for i := range steps {
		power[i], _ = inStep(at, weight, freq(float64(i)))
	}
	var out []comb
	for i := 1; i < steps-1; i++ {
		if power[i] < power[i-1] || power[i] < power[i+1] {
			continue
		}
		f := freq(float64(i) + peak(power[i-1], power[i], power[i+1]))
		p, phase := inStep(at, weight, f)
		c := comb{step: f, shift: -phase / (2 * math.Pi), score: p}
		c.range_(at, weight, size)
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b comb) int { return cmp.Compare(b.score, a.score) })
	return out[:min(len(out), most)]
}

// inStep is how far the places are in step at a frequency, 0 to 1, and at which phase.
func inStep(at, weight []float64, f float64) (power, phase float64) {
	var re, im, sum float64
	for i, u := range at {
		sin, cos := math.Sincos(2 * math.Pi * f * u)
		re += weight[i] * cos
		im += weight[i] * sin
		sum += weight[i]
	}
	return math.Hypot(re, im) / sum, math.Atan2(im, re)
}

// range_ finds the size lines in a row that hold the most strokes.
func (c *comb) range_(at, weight []float64, size int) {
	held := map[int]float64{}
	lo, hi := math.MaxInt32, math.MinInt32
	for i, u := range at {
		n := math.Round(c.step*u + c.shift)
		if math.Abs(n) > 200 || math.Abs(c.step*u+c.shift-n) > 0.2 {
			continue
		}
		held[int(n)] += weight[i]
		lo, hi = min(lo, int(n)), max(hi, int(n))
	}
	best := -1.0
	for from := lo; from <= max(hi-size+1, lo); from++ {
		sum := 0.0
		for n := from; n < from+size; n++ {
			sum += math.Min(held[n], 6*strokeCap)
		}
		if sum > best {
			best, c.lo, c.hi = sum, from, min(from+size-1, hi)
		}
	}
}

// with is the plane on which c are the columns and rows the rows.
func (c comb) with(rows comb, colOf, rowOf, far line3, w, h int) (plane, bool) {
	// The rows of this matrix take a place in the picture to column, row and depth.
	var m [3][3]float64
	for k := range 3 {
		m[0][k] = c.step*colOf[k] + c.shift*far[k]
		m[1][k] = rows.step*rowOf[k] + rows.shift*far[k]
		m[2][k] = far[k]
	}
	half := float64(w) / 2
	var from, to [][2]float64
	for _, at := range [4][2]int{{c.lo, rows.lo}, {c.hi, rows.lo}, {c.hi, rows.hi}, {c.lo, rows.hi}} {
		p, ok := solve3(m, line3{float64(at[0]), float64(at[1]), 1})
		if !ok || math.Abs(p[2]) < 1e-9 {
			return plane{}, false
		}
		from = append(from, [2]float64{float64(at[0]), float64(at[1])})
		to = append(to, [2]float64{p[0]/p[2]*half + half, p[1]/p[2]*half + float64(h)/2})
	}
	return fitPlane(from, to, []float64{1, 1, 1, 1})
}
