package opencv

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"
)

// laidThing is a rectangle lying on the board's plane: its corner, turn and size in lines.
type laidThing struct {
	p          *attacked
	col, row   float64 // its middle
	cos, sin   float64
	wide, long float64
}

func (p *attacked) lay(col, row, degrees, wide, long float64) laidThing {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return laidThing{p, col, row, cos, sin, wide, long}
}

// pixel is where a part of the thing lies, from -1 to 1 across and along.
func (o *laidThing) pixel(u, v float64) placeAt {
	u, v = u*o.wide/2, v*o.long/2
	x, y := o.p.at(o.col+u*o.cos-v*o.sin, o.row+u*o.sin+v*o.cos)
	return placeAt{x, y}
}

// fill paints a rectangle on the thing.
func (o *laidThing) fill(u0, v0, u1, v1 float64, ink color.RGBA) []placeAt {
	outline := []placeAt{o.pixel(u0, v0), o.pixel(u1, v0), o.pixel(u1, v1), o.pixel(u0, v1)}
	o.p.paint(outline, ink)
	return outline
}

// paint fills an outline.
func (p *attacked) paint(outline []placeAt, ink color.RGBA) {
	const parts = 16 // of a pixel
	var list []image.Point
	for _, c := range outline {
		if math.Abs(c.x) > 1e4 || math.Abs(c.y) > 1e4 || math.IsNaN(c.x+c.y) {
			return
		}
		list = append(list, image.Pt(int(math.Round(c.x*parts)), int(math.Round(c.y*parts))))
	}
	poly := gocv.NewPointsVectorFromPoints([][]image.Point{list})
	defer poly.Close()
	gocv.FillPolyWithParams(&p.frame, poly, ink, gocv.LineAA, 4, image.Point{})
}

// cover paints the whole thing and remembers what it hides.
func (o *laidThing) cover(ink color.RGBA) {
	o.p.covers = append(o.p.covers, o.fill(-1, -1, 1, 1, ink))
}

// line draws a line on the thing, thick as a part of the pitch.
func (o *laidThing) line(u0, v0, u1, v1, thick float64, ink color.RGBA) {
	a, b := o.pixel(u0, v0), o.pixel(u1, v1)
	n := math.Max(math.Hypot(b.x-a.x, b.y-a.y), 1e-6)
	half := math.Max(thick*o.p.pitch(), 1) / 2
	nx, ny := -(b.y-a.y)/n*half, (b.x-a.x)/n*half
	o.p.paint([]placeAt{{a.x + nx, a.y + ny}, {b.x + nx, b.y + ny}, {b.x - nx, b.y - ny}, {a.x - nx, a.y - ny}}, ink)
}

var (
	inkPaper = color.RGBA{R: 232, G: 230, B: 224}
	inkBlack = color.RGBA{R: 28, G: 28, B: 30}
	inkGrey  = color.RGBA{R: 150, G: 152, B: 158}
	inkWood  = color.RGBA{R: 205, G: 165, B: 110}
	inkBlue  = color.RGBA{R: 70, G: 95, B: 150}
	inkRed   = color.RGBA{R: 165, G: 50, B: 45}
	inkSkin  = color.RGBA{R: 205, G: 150, B: 120}
)

// telephone lies partly over the board's rim, its screen on.
func telephone(p *attacked, rng *rand.Rand) {
	last := float64(p.from.size - 1)
	along, over := between(rng, 0.15, 0.85)*last, between(rng, -2.2, 0.5)
	at := [4][2]float64{{along, over - 1.2}, {along, last - over + 1.2}, {over - 1.2, along}, {last - over + 1.2, along}}[rng.IntN(4)]
	o := p.lay(at[0], at[1], between(rng, 0, 180), 3.2, 6.5)
	o.cover(inkBlack)
	o.fill(-0.88, -0.85, 0.88, 0.85, [3]color.RGBA{inkPaper, inkBlue, inkGrey}[rng.IntN(3)])
	for v := -0.7; v < 0.7; v += 0.17 {
		o.fill(-0.7, v, between(rng, 0, 0.7), v+0.06, inkBlack)
	}
}

// beside is a place on the board's plane on its free side.
func (p *attacked) beside(side int, far, along float64) (col, row float64) {
	last := float64(p.from.size - 1)
	dirs := [4][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	best, most := dirs[0], math.Inf(-1)
	for _, d := range dirs { // the direction on the board that leads to that side of the picture
		x0, _ := p.at(last/2, last/2)
		x1, _ := p.at(last/2+d[0]*3, last/2+d[1]*3)
		if s := float64(side) * (x1 - x0); s > most {
			best, most = d, s
		}
	}
	reach := last/2 + far
	return last/2 + best[0]*reach + math.Abs(best[1])*along, last/2 + best[1]*reach + math.Abs(best[0])*along
}

// sheet is a printed page: paragraphs, a ruled form or a table.
func sheet(p *attacked, rng *rand.Rand) {
	side := p.aside(rng)
	wide, long := between(rng, 6, 9), between(rng, 9, 13)
	col, row := p.beside(side, between(rng, 0.6, 1.8)+wide/2, between(rng, -3, 3))
	turn := between(rng, -30, 30)
	if x, y := p.beside(side, 10, 0); math.Abs(y-float64(p.from.size-1)/2) > math.Abs(x-float64(p.from.size-1)/2) {
		turn += 90
	}
	o := p.lay(col, row, turn, wide, long)
	o.cover(inkPaper)
	step := between(rng, 0.06, 0.14)
	for v := -0.9; v < 0.9; v += step {
		o.line(-0.9, v, 0.9, v, 0.05, inkBlack)
	}
	if rng.IntN(2) == 0 { // a table
		for u := -0.9; u <= 0.9; u += step * long / wide {
			o.line(u, -0.9, u, 0.9, 0.05, inkBlack)
		}
	}
}

// smallGrid is another board beside: of fewer lines, and smaller.
func smallGrid(p *attacked, rng *rand.Rand) {
	side := p.aside(rng)
	lines := 7 + rng.IntN(8)
	if lines == p.from.size {
		lines--
	}
	wide := between(rng, 6, 10)
	col, row := p.beside(side, between(rng, 0.9, 1.6)+wide/2, between(rng, -3, 3))
	o := p.lay(col, row, between(rng, -15, 15), wide, wide)
	o.cover([2]color.RGBA{inkWood, inkPaper}[rng.IntN(2)])
	for i := range lines {
		at := -0.88 + 1.76*float64(i)/float64(lines-1)
		o.line(at, -0.88, at, 0.88, 0.05, inkBlack)
		o.line(-0.88, at, 0.88, at, 0.05, inkBlack)
	}
}

// checkedCloth lies under the board, everywhere beside it.
func checkedCloth(p *attacked, rng *rand.Rand) {
	if rng.IntN(2) == 0 {
		p.aside(rng)
	}
	sin, cos := math.Sincos(between(rng, 0, math.Pi/2))
	step := between(rng, 0.7, 2)
	inks := [3]color.RGBA{inkRed, inkBlue, inkBlack}
	ink := inks[rng.IntN(3)]
	lined := rng.IntN(2) == 0 // thin lines instead of squares
	last := float64(p.from.size - 1)
	p.each(func(x, y int, c *[3]float64) {
		col, row := p.locate(float64(x), float64(y))
		if math.IsNaN(col+row) || col > -1 && row > -1 && col < last+1 && row < last+1 {
			return
		}
		light := 0.5 + 0.5*grey(c)/200
		u, v := (col*cos+row*sin)/step, (-col*sin+row*cos)/step
		u, v = u-math.Floor(u), v-math.Floor(v)
		part := 0.0
		if lined {
			if u < 0.08 || v < 0.08 {
				part = 1
			}
		} else {
			if u < 0.5 {
				part += 0.5
			}
			if v < 0.5 {
				part += 0.5
			}
		}
		for k, v := range [3]uint8{ink.B, ink.G, ink.R} {
			c[k] = light * (part*float64(v) + (1-part)*235)
		}
	})
}

// keyboard has rows of keys, as regular as a board.
func keyboard(p *attacked, rng *rand.Rand) {
	side := p.aside(rng)
	key := between(rng, 0.8, 1.1)
	cols, rows := 15, 6
	wide, long := key*float64(cols)+0.6, key*float64(rows)+0.6
	turn := 90 + between(rng, -15, 15)
	if x, y := p.beside(side, 10, 0); math.Abs(y-float64(p.from.size-1)/2) > math.Abs(x-float64(p.from.size-1)/2) {
		turn -= 90
	}
	col, row := p.beside(side, between(rng, 0.8, 1.6)+long/2, between(rng, -2, 2))
	o := p.lay(col, row, turn, wide, long)
	light := rng.IntN(2) == 0
	body, top := inkBlack, color.RGBA{R: 70, G: 70, B: 74}
	if light {
		body, top = inkGrey, inkPaper
	}
	o.cover(body)
	for r := range rows {
		for c := range cols {
			u, v := -1+2*(0.3+key*(float64(c)+0.08))/wide, -1+2*(0.3+key*(float64(r)+0.08))/long
			o.fill(u, v, u+2*key*0.84/wide, v+2*key*0.84/long, top)
		}
	}
}

// cornerHidden lays a bowl, a box or a hand's back over one corner.
func cornerHidden(p *attacked, rng *rand.Rand) {
	last := float64(p.from.size - 1)
	corner := [4][2]float64{{0, 0}, {last, 0}, {last, last}, {0, last}}[rng.IntN(4)]
	reach := between(rng, 1.6, 3.2)
	in := between(rng, -1, 1)
	towards := func(v float64) float64 {
		if v == 0 {
			return in - 0.6
		}
		return v - in + 0.6
	}
	ink := [5]color.RGBA{inkBlack, inkPaper, inkWood, inkSkin, inkRed}[rng.IntN(5)]
	o := p.lay(towards(corner[0]), towards(corner[1]), between(rng, 0, 90), 2*reach, 2*reach)
	if rng.IntN(2) == 0 {
		o.cover(ink)
		return
	}
	var round []placeAt
	for k := range 48 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 24)
		round = append(round, o.pixel(cos, sin))
	}
	p.paint(round, ink)
	p.covers = append(p.covers, round)
}

// several does a change of geometry, one of light and one of the camera.
func several(p *attacked, rng *rand.Rand) {
	geometry := []func(*attacked, *rand.Rand){tilted, turnedAny, mirrored, scaled}
	light := []func(*attacked, *rand.Rand){gamma, vignetted, shadowed, glaring, saturated}
	camera := []func(*attacked, *rand.Rand){moved, grainy, flickering, func(p *attacked, _ *rand.Rand) { p.jpeg(30) }}
	geometry[rng.IntN(len(geometry))](p, rng)
	light[rng.IntN(len(light))](p, rng)
	camera[rng.IntN(len(camera))](p, rng)
}
