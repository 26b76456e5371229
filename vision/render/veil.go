package render

import "math"

// veil says for the places of a level plane how much of something reaches them: 1 for all,
// 0 for nothing.
type veil struct {
	x0, y0, scale float64 // the first entry's place; entries a unit
	w, h          int
	open          []float32
}

// newVeil covers ±rx, ±ry around the origin.
func newVeil(rx, ry, scale float64) *veil {
	v := &veil{x0: -rx, y0: -ry, scale: scale, w: int(2*rx*scale) + 2, h: int(2*ry*scale) + 2}
	v.open = make([]float32, v.w*v.h)
	v.clear()
	return v
}

func (v *veil) clear() {
	for i := range v.open {
		v.open[i] = 1
	}
}

// at is what reaches (x, y); all does outside.
func (v *veil) at(x, y float64) float64 {
	fx, fy := (x-v.x0)*v.scale, (y-v.y0)*v.scale
	if !(fx >= 0 && fy >= 0) {
		return 1
	}
	ix, iy := int(fx), int(fy)
	if ix >= v.w-1 || iy >= v.h-1 {
		return 1
	}
	a, b := float32(fx)-float32(ix), float32(fy)-float32(iy)
	i := iy*v.w + ix
	top := v.open[i] + (v.open[i+1]-v.open[i])*a
	low := v.open[i+v.w] + (v.open[i+v.w+1]-v.open[i+v.w])*a
	return float64(top + (low-top)*b)
}

// dim multiplies the entries within a box by what open says of each place.
func (v *veil) dim(x0, y0, x1, y1 float64, open func(x, y float64) float64) {
	i0, i1 := max(int((x0-v.x0)*v.scale), 0), min(int((x1-v.x0)*v.scale)+1, v.w-1)
	j0, j1 := max(int((y0-v.y0)*v.scale), 0), min(int((y1-v.y0)*v.scale)+1, v.h-1)
	for j := j0; j <= j1; j++ {
		for i := i0; i <= i1; i++ {
			v.open[j*v.w+i] *= float32(open(v.x0+float64(i)/v.scale, v.y0+float64(j)/v.scale))
		}
	}
}

// ball lets an upright ellipsoid of the given radius and half height throw its shadow on
// the plane at height z; dense is how much light it holds back.
func (v *veil) ball(l *light, at vec, radius, half, z, dense float64) {
	x, y := l.onto(at, z)
	to := l.at.sub(at)
	flat := math.Hypot(to.x, to.y)
	grow := (l.at.z - z) / (l.at.z - at.z)
	ax, ay := 1.0, 0.0
	if flat > 0 {
		ax, ay = to.x/flat, to.y/flat
	}
	radius *= grow
	long := math.Hypot(radius, half*grow*flat/math.Max(to.z, 0.1))
	soft := (at.z-z)*l.size/to.length()*1.3 + 0.02
	reach := long + soft
	v.dim(x-reach, y-reach, x+reach, y+reach, func(px, py float64) float64 {
		dx, dy := px-x, py-y
		p, q := (dx*ax+dy*ay)/long, (dy*ax-dx*ay)/radius
		d := (math.Hypot(p, q) - 1) * radius
		return 1 - dense*smooth(0.5-d/(2*soft))
	})
}

// bar lets a thick stick from a to b throw its shadow, ra and rb thick at its ends. Sticks
// of one thing overlap: the darkest counts, so it takes the minimum.
func (v *veil) bar(l *light, a, b vec, ra, rb, z float64) {
	ax, ay := l.onto(a, z)
	bx, by := l.onto(b, z)
	ra *= (l.at.z - z) / (l.at.z - a.z)
	rb *= (l.at.z - z) / (l.at.z - b.z)
	soft := l.size / l.at.sub(a).length() * 1.3
	sa, sb := math.Max(a.z-z, 0)*soft+0.05, math.Max(b.z-z, 0)*soft+0.05
	most := math.Max(ra+sa, rb+sb)
	dx, dy := bx-ax, by-ay
	length := dx*dx + dy*dy + 1e-9
	i0, i1 := max(int((math.Min(ax, bx)-most-v.x0)*v.scale), 0), min(int((math.Max(ax, bx)+most-v.x0)*v.scale)+1, v.w-1)
	j0, j1 := max(int((math.Min(ay, by)-most-v.y0)*v.scale), 0), min(int((math.Max(ay, by)+most-v.y0)*v.scale)+1, v.h-1)
	for j := j0; j <= j1; j++ {
		for i := i0; i <= i1; i++ {
			px, py := v.x0+float64(i)/v.scale-ax, v.y0+float64(j)/v.scale-ay
			t := clamp01((px*dx + py*dy) / length)
			ex, ey := px-t*dx, py-t*dy
			s := sa + (sb-sa)*t
			d := math.Sqrt(ex*ex+ey*ey) - (ra + (rb-ra)*t)
			if d >= s {
				continue
			}
			if open := float32(1 - smooth(0.5-d/(2*s))); open < v.open[j*v.w+i] {
				v.open[j*v.w+i] = open
			}
		}
	}
}

// rect is a rectangle of a plane.
type rect struct{ x0, y0, x1, y1 float64 }

func (b *rect) holds(x, y float64) bool { return x >= b.x0 && x <= b.x1 && y >= b.y0 && y <= b.y1 }

// dark is the box outside which hardly anything is held back; x1 < x0 where nothing is.
func (v *veil) dark() rect {
	i0, j0, i1, j1 := v.w, v.h, -1, -1
	for j := range v.h {
		for i, k := range v.open[j*v.w : (j+1)*v.w] {
			if k < 0.985 {
				i0, i1, j0, j1 = min(i0, i), max(i1, i), min(j0, j), max(j1, j)
			}
		}
	}
	at := func(i int, from float64) float64 { return from + float64(i)/v.scale }
	return rect{at(i0, v.x0), at(j0, v.y0), at(i1, v.x0), at(j1, v.y0)}
}
