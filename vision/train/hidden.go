package main

import "math"

// Shape of a stone in parts of the pitch, for what it hides: half its width, and half its
// height over that.
const (
	stoneHalf  = 0.44
	stoneRound = 0.42
	pointHalf  = 0.36 // of the part of an empty point that is looked at
)

// outline is an ellipse in the picture: its middle, and which way and how far the camera
// looks along the board there.
type outline struct {
	x, y         float64
	awayX, awayY float64 // away from the camera, a unit vector in the picture
	wide, high   float64 // half axes across that and along it
}

// outlineAt is what a stone (or, flat, the point) at a place covers.
func (p *picture) outlineAt(col, row, half, round float64) outline {
	const h = 0.25
	g := p.grid
	x0, y0 := g.Pixel(col-h, row)
	x1, y1 := g.Pixel(col+h, row)
	u0, v0 := g.Pixel(col, row-h)
	u1, v1 := g.Pixel(col, row+h)
	a, b, c, d := (x1-x0)/(2*h), (u1-u0)/(2*h), (y1-y0)/(2*h), (v1-v0)/(2*h)
	// Singular values of the grid's slope: the long one across the view, the short one along.
	e, f := a*a+b*b+c*c+d*d, a*d-b*c
	root := math.Sqrt(math.Max(e*e-4*f*f, 0))
	long, short := math.Sqrt((e+root)/2), math.Sqrt(math.Max((e-root)/2, 0))
	turn := 0.5*math.Atan2(2*(a*c+b*d), a*a+b*b-c*c-d*d) + math.Pi/2
	o := outline{awayX: math.Cos(turn), awayY: math.Sin(turn)}
	o.x, o.y = g.Pixel(col, row)
	cs, rs := g.Locate(o.x+o.awayX*long/2, o.y+o.awayY*long/2)
	cn, rn := g.Locate(o.x-o.awayX*long/2, o.y-o.awayY*long/2)
	if g.Pitch(cs, rs) > g.Pitch(cn, rn) {
		o.awayX, o.awayY = -o.awayX, -o.awayY
	}
	cos := short / math.Max(long, 1e-9)
	o.wide = half * long
	o.high = o.wide * math.Sqrt(cos*cos+round*round*(1-cos*cos))
	return o
}

// holds reports whether a pixel lies within the outline.
func (o outline) holds(x, y float64) bool {
	dx, dy := x-o.x, y-o.y
	along, across := (dx*o.awayX+dy*o.awayY)/o.high, (dx*o.awayY-dy*o.awayX)/o.wide
	return along*along+across*across < 1
}

// estimateHidden tells how much of every point the stones before it hide, where no truth
// says so.
func (p *picture) estimateHidden() {
	var stones []outline
	at := map[[2]int]outline{}
	for place, off := range p.off {
		col, row := float64(place[0])+float64(off[0]), float64(place[1])+float64(off[1])
		o := p.outlineAt(col, row, stoneHalf, stoneRound)
		stones, at[place] = append(stones, o), o
	}
	for i := range p.grid.Size * p.grid.Size {
		place := [2]int{i % p.grid.Size, i / p.grid.Size}
		mine, ok := at[place]
		if !ok {
			mine = p.outlineAt(float64(place[0]), float64(place[1]), pointHalf, 0)
		}
		p.hidden[place] = mine.hiddenBy(stones)
	}
}

// hiddenBy is the part of an outline that others nearer to the camera cover.
func (o outline) hiddenBy(others []outline) float32 {
	var near []outline
	for _, b := range others {
		if (b.x-o.x)*o.awayX+(b.y-o.y)*o.awayY < -0.5 && math.Hypot(b.x-o.x, b.y-o.y) < o.wide+b.wide {
			near = append(near, b)
		}
	}
	under, all := 0, 0
	const steps = 12
	for i := range steps * steps {
		u, v := (float64(i%steps)+0.5)*2/steps-1, (float64(i/steps)+0.5)*2/steps-1
		if u*u+v*v > 1 {
			continue
		}
		all++
		x := o.x + u*o.wide*o.awayY + v*o.high*o.awayX
		y := o.y - u*o.wide*o.awayX + v*o.high*o.awayY
		for _, b := range near {
			if b.holds(x, y) {
				under++
				break
			}
		}
	}
	return float32(under) / float32(all)
}
