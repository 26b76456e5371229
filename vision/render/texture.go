package render

import "math"

// texture is the colour of the places of a plane.
type texture struct {
	x0, y0, scale float64 // the first texel's place; texels a unit
	w, h          int
	color         []float32 // red, green, blue
}

// newTexture paints ±rx, ±ry around the origin.
func newTexture(rx, ry, scale float64, paint func(x, y float64) rgb) *texture {
	t := &texture{x0: -rx, y0: -ry, scale: scale, w: int(2*rx*scale) + 2, h: int(2*ry*scale) + 2}
	t.color = make([]float32, 3*t.w*t.h)
	for j := range t.h {
		for i := range t.w {
			c := paint(t.x0+float64(i)/scale, t.y0+float64(j)/scale)
			o := t.color[3*(j*t.w+i):]
			o[0], o[1], o[2] = float32(c.r), float32(c.g), float32(c.b)
		}
	}
	return t
}

// at is the colour at (x, y). Beyond its edge the texture goes on mirrored.
func (t *texture) at(x, y float64) rgb {
	ix, a := mirrorIndex((x-t.x0)*t.scale, t.w)
	iy, b := mirrorIndex((y-t.y0)*t.scale, t.h)
	i := 3 * (iy*t.w + ix)
	p := t.color[i : i+6 : i+6]
	j := i + 3*t.w
	q := t.color[j : j+6 : j+6]
	k00, k10, k01, k11 := (1-a)*(1-b), a*(1-b), (1-a)*b, a*b
	return rgb{
		float64(p[0]*k00 + p[3]*k10 + q[0]*k01 + q[3]*k11),
		float64(p[1]*k00 + p[4]*k10 + q[1]*k01 + q[4]*k11),
		float64(p[2]*k00 + p[5]*k10 + q[2]*k01 + q[5]*k11),
	}
}

// mirrorIndex is the texel before v among n, and how far v lies behind it.
func mirrorIndex(v float64, n int) (int, float32) {
	last := float64(n - 1)
	if v < 0 || v >= last {
		v = math.Abs(math.Mod(v, 2*last))
		if v >= last {
			v = 2*last - v
		}
	}
	i := int(v)
	if i >= n-1 {
		i = n - 2
	}
	return i, float32(v - float64(i))
}

// blend mixes a colour into the texel at (i, j).
func (t *texture) blend(i, j int, c rgb, k float64) {
	if i < 0 || j < 0 || i >= t.w || j >= t.h || k <= 0 {
		return
	}
	o := t.color[3*(j*t.w+i):]
	for n, v := range [3]float64{c.r, c.g, c.b} {
		o[n] += float32(k) * (float32(v) - o[n])
	}
}
