package opencv

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// line3 is a line or a point of the picture in homogeneous coordinates, with the picture's
// middle as origin and half its width as unit.
type line3 [3]float64

func (a line3) cross(b line3) line3 {
	return line3{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func (a line3) dot(b line3) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func (a line3) unit() line3 {
	n := math.Sqrt(a.dot(a))
	if n == 0 {
		return a
	}
	return line3{a[0] / n, a[1] / n, a[2] / n}
}

// stroke is a straight piece of a trace.
type stroke struct {
	x, y   float64 // its middle
	dx, dy float64 // its direction
	weight float64 // its length in pixels, within limits
	line   line3
}

// Limits of strokes and pencils.
const (
	strokeCap   = 60   // longer strokes weigh no more
	strokeMax   = 260  // strokes looked at, the longest first
	pencilTries = 1500 // pairs of strokes tried for a pencil
	pencilMax   = 5    // pencils looked at
	pencilSine  = 0.03 // how far a stroke may point past the place where its pencil meets
	pairCos     = 0.8  // strokes of one pencil are no further apart in direction
	crossCos    = 0.85 // the two pencils of a board are
)

// strokes are the longest straight traces of a picture.
func strokes(traces []*trace, w, h int) []stroke {
	half := float64(w) / 2
	var out []stroke
	for _, t := range traces {
		last := t.length() - 1
		dx, dy := t.x[last]-t.x[0], t.y[last]-t.y[0]
		n := math.Hypot(dx, dy)
		if n < traceMin-1 {
			continue
		}
		s := stroke{dx: dx / n, dy: dy / n, weight: math.Min(n, strokeCap)}
		for i := range t.x {
			s.x += t.x[i] / float64(len(t.x))
			s.y += t.y[i] / float64(len(t.y))
		}
		s.x, s.y = (s.x-half)/half, (s.y-float64(h)/2)/half
		s.line = line3{-s.dy, s.dx, s.dy*s.x - s.dx*s.y}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b stroke) int { return cmp.Compare(b.weight, a.weight) })
	return out[:min(len(out), strokeMax)]
}

// towards is the unit direction from the middle of s to the point v.
func (s *stroke) towards(v line3) (float64, float64) {
	x, y := v[0]-v[2]*s.x, v[1]-v[2]*s.y
	n := math.Max(math.Hypot(x, y), 1e-12)
	return x / n, y / n
}

// aims reports whether s points to v.
func (s *stroke) aims(v line3) bool {
	x, y := s.towards(v)
	return math.Abs(x*s.dy-y*s.dx) < pencilSine
}

// pencil is a family of strokes on lines that are parallel on the board: they all point to
// one place in the picture.
type pencil struct {
	meet    line3
	strokes []stroke
	weight  float64
}

// pencils finds the heaviest families of strokes, each without the strokes of the heavier
// ones.
func pencils(all []stroke) []pencil {
	rng := rand.New(rand.NewPCG(15, 19))
	rest := slices.Clone(all)
	var out []pencil
	for len(out) < pencilMax && len(rest) > 8 {
		best := line3{}
		most := 0.0
		for range pencilTries {
			// Long strokes are tried more often.
			i := int(float64(len(rest)) * rng.Float64() * rng.Float64())
			j := int(float64(len(rest)) * rng.Float64() * rng.Float64())
			a, b := &rest[i], &rest[j]
			if i == j || math.Abs(a.dx*b.dx+a.dy*b.dy) < pairCos || math.Abs(a.line.dot(line3{b.x, b.y, 1})) < 0.02 {
				continue
			}
			v := a.line.cross(b.line).unit()
			if w := weightOn(rest, v); w > most {
				best, most = v, w
			}
		}
		if most == 0 {
			break
		}
		p, left := gather(rest, best)
		if len(p.strokes) < 6 {
			break
		}
		out, rest = append(out, p), left
	}
	return out
}

func weightOn(all []stroke, v line3) (sum float64) {
	for i := range all {
		if all[i].aims(v) {
			sum += all[i].weight
		}
	}
	return sum
}

// gather takes the strokes that aim at v, with v moved to where they really meet.
func gather(all []stroke, v line3) (p pencil, left []stroke) {
	for range 3 {
		v = meeting(all, v)
	}
	p.meet = v
	for _, s := range all {
		if s.aims(v) {
			p.strokes = append(p.strokes, s)
			p.weight += s.weight
		} else {
			left = append(left, s)
		}
	}
	return p, left
}

// meeting is the point nearest to the lines of the strokes that aim at v: the vector with
// the least sum of squares of its products with them, by inverse iteration.
func meeting(all []stroke, v line3) line3 {
	var m [3][3]float64
	for i := range all {
		s := &all[i]
		if !s.aims(v) {
			continue
		}
		// The angle at the stroke's middle counts, not the distance at v.
		reach := math.Max(math.Hypot(v[0]-v[2]*s.x, v[1]-v[2]*s.y), 1e-6)
		k := s.weight * s.weight / (reach * reach)
		for a := range 3 {
			for b := range 3 {
				m[a][b] += k * s.line[a] * s.line[b]
			}
		}
	}
	trace := m[0][0] + m[1][1] + m[2][2]
	for a := range 3 {
		m[a][a] += 1e-9*trace + 1e-12
	}
	x := v
	for range 8 {
		y, ok := solve3(m, x)
		if !ok {
			return v
		}
		x = y.unit()
	}
	return x
}

func solve3(m [3][3]float64, b line3) (line3, bool) {
	r0, r1, r2 := line3(m[0]), line3(m[1]), line3(m[2])
	c0, c1, c2 := r1.cross(r2), r2.cross(r0), r0.cross(r1)
	det := r0.dot(c0)
	if math.Abs(det) < 1e-300 || math.IsNaN(det) {
		return line3{}, false
	}
	var x line3
	for k := range 3 {
		x[k] = (c0[k]*b[0] + c1[k]*b[1] + c2[k]*b[2]) / det
	}
	return x, true
}
