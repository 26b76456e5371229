package render

import (
	"math"
	"sync"
)

// meter sets exposure and white balance as a camera would, more or less.
func (s *Scene) meter(c *canvas, d dice) {
	var sum rgb
	n := 0.0
	for y := c.h / 40; y < c.h; y += c.h / 20 {
		for x := c.w / 40; x < c.w; x += c.w / 20 {
			i := 3 * (y*c.w + x)
			weight := 1.0
			if math.Abs(float64(x)/float64(c.w)-0.5) < 0.25 && math.Abs(float64(y)/float64(c.h)-0.5) < 0.25 {
				weight = 2
			}
			for k, v := range [3]*float64{&sum.r, &sum.g, &sum.b} {
				*v += weight * math.Min(float64(c.room[i+k]+c.key[i+k]+c.fill[i+k]), 2)
			}
			n += weight
		}
	}
	light := s.room.sky.add(s.room.lights[0].color).add(s.room.lights[1].color)
	k := d.between(0.5, 1)
	white := rgb{math.Pow(light.grey()/light.r, k), 1, math.Pow(light.grey()/light.b, k)}
	white = d.tinted(white, 0, 0.06)
	mean := sum.times(1 / n).grey()
	// A camera brightens a dark scene, but not all the way.
	target := 0.24 * math.Pow(mean/0.25, 0.25) * math.Exp(d.around(0, 0.3))
	s.film.gain = white.times(target / math.Max(mean, 1e-4))
}

// expose adds up the light that falls on the sensor in a part of the picture; room, key and
// fill are how bright the three lights shine now.
func (s *Scene) expose(c *canvas, e *exposed, a area, room, key, fill float64) {
	g := s.film.gain
	gain := [3]float32{float32(g.r), float32(g.g), float32(g.b)}
	cx, cy := float64(c.w)/2, float64(c.h)/2
	corner := cx*cx + cy*cy
	kr, kk, kf := float32(room), float32(key), float32(fill)
	for y := a.y0; y < a.y1; y++ {
		for x := a.x0; x < a.x1; x++ {
			dx, dy := float64(x)-cx, float64(y)-cy
			v := float32(1 - s.film.vignette*(dx*dx+dy*dy)/corner)
			i := 3 * (y*c.w + x)
			o := e.light[i : i+3 : i+3]
			p, q, r := c.room[i:i+3:i+3], c.key[i:i+3:i+3], c.fill[i:i+3:i+3]
			o[0] = v * gain[0] * (kr*p[0] + kk*q[0] + kf*r[0])
			o[1] = v * gain[1] * (kr*p[1] + kk*q[1] + kf*r[1])
			o[2] = v * gain[2] * (kr*p[2] + kk*q[2] + kf*r[2])
		}
	}
}

// buffers are what a picture is made in. They are large, so they are used again.
type buffers struct {
	canvas  *canvas
	exposed *exposed
	taps    handTaps
}

var spareBuffers sync.Pool

func takeBuffers(w, h int) *buffers {
	b, ok := spareBuffers.Get().(*buffers)
	if !ok {
		b = &buffers{canvas: &canvas{}, exposed: &exposed{}}
	}
	b.canvas.fit(w, h)
	b.exposed.fit(w, h)
	return b
}

// Shoot takes a picture of the scene.
func (s *Scene) Shoot() (Picture, Truth) {
	b := takeBuffers(s.cam.w, s.cam.h)
	defer spareBuffers.Put(b)
	c, e := b.canvas, b.exposed
	s.paint(c, s.cam.frame())
	s.meter(c, newDice(s.Seed, chanceFilm+100))
	if s.hand != nil {
		s.hand.shadows(s)
		s.hand.shadeOver(s, c, s.cam.frame())
		s.hand.paint(s, c, &b.taps)
	}
	s.expose(c, e, s.cam.frame(), 1, 1, 1)
	soften(e.light, e.light, e.spare, c.w, c.h, s.cam.frame(), kernel(s.film.blur))
	return s.film.develop(e, newDice(s.Seed, chanceNoise), nil), s.truth(c)
}
