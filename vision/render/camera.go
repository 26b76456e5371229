package render

import (
	"math"

	"shinpan/vision"
)

// camera is a pinhole with one radial lens term, as vision.Grid assumes it. The middle of
// the first pixel is (0, 0).
type camera struct {
	w, h                 int
	focal                float64 // pixels
	at                   vec
	right, down, forward vec
	lens                 vision.Lens
	straight             [lensSteps + 2]float64 // radius of the perfect lens over the seen one
}

// lensSteps is how finely the lens is tabulated, over the squared radius.
const (
	lensSteps = 512
	lensReach = 1.5 // of the squared half diagonal
)

// tabulate prepares ray; call it when lens is set.
func (c *camera) tabulate() {
	for i := range c.straight {
		r := math.Sqrt(float64(i)/lensSteps*lensReach) * c.lens.Radius
		c.straight[i] = 1
		if r > 0 {
			x, _ := c.lens.Undistort(c.lens.CX+r, c.lens.CY)
			c.straight[i] = (x - c.lens.CX) / r
		}
	}
}

// look turns the camera at a place, with the given roll.
func (c *camera) look(from, at vec, roll float64) {
	c.at = from
	c.forward = at.sub(from).unit()
	up := vec{z: 1}
	if math.Abs(c.forward.z) > 0.999 {
		up = vec{y: 1}
	}
	right := c.forward.cross(up).unit()
	down := c.forward.cross(right)
	s, k := math.Sincos(roll)
	c.right = right.times(k).add(down.times(s))
	c.down = down.times(k).sub(right.times(s))
}

// ray is the direction in which a pixel looks, 1 long along the axis of the camera.
func (c *camera) ray(px, py float64) vec {
	dx, dy := px-c.lens.CX, py-c.lens.CY
	if c.lens.K1 != 0 {
		q := (dx*dx + dy*dy) / (c.lens.Radius * c.lens.Radius) * (lensSteps / lensReach)
		if q > lensSteps {
			q = lensSteps
		}
		i := int(q)
		s := c.straight[i] + (c.straight[i+1]-c.straight[i])*(q-float64(i))
		dx, dy = dx*s, dy*s
	}
	dx, dy = dx/c.focal, dy/c.focal
	return vec{
		c.forward.x + c.right.x*dx + c.down.x*dy,
		c.forward.y + c.right.y*dx + c.down.y*dy,
		c.forward.z + c.right.z*dx + c.down.z*dy,
	}
}

// project is the pixel that shows a place, and how far along the axis it lies.
func (c *camera) project(p vec) (x, y, depth float64) {
	q := p.sub(c.at)
	depth = q.dot(c.forward)
	if depth < 0.1 {
		depth = 0.1
	}
	x, y = c.lens.Distort(c.lens.CX+c.focal*q.dot(c.right)/depth, c.lens.CY+c.focal*q.dot(c.down)/depth)
	return x, y, depth
}

// frame is the whole picture.
func (c *camera) frame() area { return area{0, 0, c.w, c.h} }

// around is the part of the picture in which a ball can be seen.
func (c *camera) around(p vec, radius float64) area {
	if p.sub(c.at).dot(c.forward) < -radius {
		return area{}
	}
	x, y, depth := c.project(p)
	r := radius*c.focal/math.Max(depth-radius, 0.2)*1.25 + 2
	return area{int(x - r), int(y - r), int(x+r) + 2, int(y+r) + 2}.inside(c.frame())
}

// area is a rectangle of pixels, without its last column and row.
type area struct{ x0, y0, x1, y1 int }

func (a area) empty() bool { return a.x0 >= a.x1 || a.y0 >= a.y1 }

func (a area) inside(b area) area {
	return area{max(a.x0, b.x0), max(a.y0, b.y0), min(a.x1, b.x1), min(a.y1, b.y1)}
}

func (a area) with(b area) area {
	if a.empty() {
		return b
	}
	if b.empty() {
		return a
	}
	return area{min(a.x0, b.x0), min(a.y0, b.y0), max(a.x1, b.x1), max(a.y1, b.y1)}
}

func (a area) grown(by int) area { return area{a.x0 - by, a.y0 - by, a.x1 + by, a.y1 + by} }
