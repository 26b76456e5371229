package render

// canvas is a picture in linear light, kept apart by where the light comes from, so that a
// lamp can be dimmed and a hand's shadow thrown without painting anew.
type canvas struct {
	w, h            int
	room, key, fill []float32 // red, green, blue
	place           []float32 // what each pixel shows lies here: x, y, z
	owner           []int16   // what it shows: a stone's index, or one of the below
	mark            int16     // owner of what is put now
}

// Owners of pixels other than stones.
const (
	ofTable int16 = -1 - iota
	ofBoard
	ofThing
	ofHand
)

func newCanvas(w, h int) *canvas {
	c := &canvas{}
	c.fit(w, h)
	return c
}

// fit makes the canvas w × h; what was on it is lost.
func (c *canvas) fit(w, h int) {
	n := 3 * w * h
	c.w, c.h = w, h
	c.room, c.key, c.fill, c.place = ofLength(c.room, n), ofLength(c.key, n), ofLength(c.fill, n), ofLength(c.place, n)
	if cap(c.owner) < w*h {
		c.owner = make([]int16, w*h)
	}
	c.owner = c.owner[:w*h]
}

// ofLength is v with n entries, of any value, made anew where it is too short.
func ofLength(v []float32, n int) []float32 {
	if cap(v) < n {
		return make([]float32, n)
	}
	return v[:n]
}

// put covers a part of the pixel with light that comes from p.
func (c *canvas) put(x, y int, s shade, p vec, cover float64) {
	i := 3 * (y*c.w + x)
	k := float32(cover)
	r, g, f, q := c.room[i:i+3:i+3], c.key[i:i+3:i+3], c.fill[i:i+3:i+3], c.place[i:i+3:i+3]
	if k > 0.5 {
		c.owner[y*c.w+x] = c.mark
	}
	if k >= 1 {
		r[0], r[1], r[2] = float32(s.room.r), float32(s.room.g), float32(s.room.b)
		g[0], g[1], g[2] = float32(s.key.r), float32(s.key.g), float32(s.key.b)
		f[0], f[1], f[2] = float32(s.fill.r), float32(s.fill.g), float32(s.fill.b)
		q[0], q[1], q[2] = float32(p.x), float32(p.y), float32(p.z)
		return
	}
	r[0] += k * (float32(s.room.r) - r[0])
	r[1] += k * (float32(s.room.g) - r[1])
	r[2] += k * (float32(s.room.b) - r[2])
	g[0] += k * (float32(s.key.r) - g[0])
	g[1] += k * (float32(s.key.g) - g[1])
	g[2] += k * (float32(s.key.b) - g[2])
	f[0] += k * (float32(s.fill.r) - f[0])
	f[1] += k * (float32(s.fill.g) - f[1])
	f[2] += k * (float32(s.fill.b) - f[2])
	if k > 0.5 {
		q[0], q[1], q[2] = float32(p.x), float32(p.y), float32(p.z)
	}
}
