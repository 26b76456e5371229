package opencv

import (
	"image"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"
)

// each changes every pixel, given as blue, green and red.
func (p *attacked) each(change func(x, y int, c *[3]float64)) {
	pixels, _ := p.frame.DataPtrUint8()
	w := p.frame.Cols()
	for i := 0; i < len(pixels); i += 3 {
		c := [3]float64{float64(pixels[i]), float64(pixels[i+1]), float64(pixels[i+2])}
		change(i/3%w, i/3/w, &c)
		for k := range c {
			pixels[i+k] = level(c[k])
		}
	}
}

func gamma(p *attacked, rng *rand.Rand) {
	power := 0.5 * math.Pow(4, rng.Float64())
	p.each(func(_, _ int, c *[3]float64) {
		for k := range c {
			c[k] = 255 * math.Pow(c[k]/255, power)
		}
	})
}

// linear and coded go between a camera's levels and light.
func linear(v float64) float64 { return math.Pow(v/255, 2.2) }
func coded(v float64) float64  { return 255 * math.Pow(math.Max(v, 0), 1/2.2) }

// gain exposes longer or shorter.
func (p *attacked) gain(by float64) { p.cast(by, by, by) }

// cast is another colour of the light.
func (p *attacked) cast(blue, green, red float64) {
	by := [3]float64{blue, green, red}
	p.each(func(_, _ int, c *[3]float64) {
		for k := range c {
			c[k] = coded(linear(c[k]) * by[k])
		}
	})
}

func grey(c *[3]float64) float64 { return 0.114*c[0] + 0.587*c[1] + 0.299*c[2] }

func saturated(p *attacked, rng *rand.Rand) {
	by := [3]float64{0, 0.4, 1.8}[rng.IntN(3)]
	p.each(func(_, _ int, c *[3]float64) {
		g := grey(c)
		for k := range c {
			c[k] = g + by*(c[k]-g)
		}
	})
}

func vignetted(p *attacked, rng *rand.Rand) {
	w, h := float64(p.frame.Cols()), float64(p.frame.Rows())
	least := between(rng, 0.15, 0.4)
	p.each(func(x, y int, c *[3]float64) {
		dx, dy := (float64(x)-w/2)/w*2, (float64(y)-h/2)/h*2
		by := 1 - (1-least)*(dx*dx+dy*dy)/2
		for k := range c {
			c[k] = coded(linear(c[k]) * by)
		}
	})
}

func (p *attacked) jpeg(quality int) {
	buf, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, p.frame, []int{gocv.IMWriteJpegQuality, quality})
	if err != nil {
		panic(err)
	}
	defer buf.Close()
	out, err := gocv.IMDecode(buf.GetBytes(), gocv.IMReadColor)
	if err != nil {
		panic(err)
	}
	_ = p.frame.Close()
	p.frame = out
}

// blur puts the picture out of focus by a part of the pitch.
func (p *attacked) blur(part float64) {
	sigma := math.Max(part*p.pitch(), 0.8)
	side := 2*int(3*sigma+0.5) + 1
	gocv.GaussianBlur(p.frame, &p.frame, image.Pt(side, side), sigma, sigma, gocv.BorderReflect101)
}

// moved is the mean of the picture along a short way.
func moved(p *attacked, rng *rand.Rand) {
	sin, cos := math.Sincos(between(rng, 0, math.Pi))
	far := between(rng, 0.12, 0.3) * p.pitch()
	src := append([]byte(nil), p.pixels()...)
	w, h := p.frame.Cols(), p.frame.Rows()
	const steps = 9
	p.each(func(x, y int, c *[3]float64) {
		*c = [3]float64{}
		for s := range steps {
			t := far * (float64(s)/(steps-1) - 0.5)
			fx := math.Max(0, math.Min(float64(w-1), float64(x)+t*cos))
			fy := math.Max(0, math.Min(float64(h-1), float64(y)+t*sin))
			b := bilinear(src, w, h, fx, fy)
			for k := range c {
				c[k] += b[k] / steps
			}
		}
	})
}

func (p *attacked) pixels() []byte {
	pixels, _ := p.frame.DataPtrUint8()
	return pixels
}

func grainy(p *attacked, rng *rand.Rand) {
	sigma := between(rng, 10, 22)
	p.each(func(_, _ int, c *[3]float64) {
		all := 0.7 * sigma * rng.NormFloat64()
		for k := range c {
			c[k] += all + 0.7*sigma*rng.NormFloat64()
		}
	})
}

// flickering is a lamp on alternating current seen row by row.
func flickering(p *attacked, rng *rand.Rand) {
	period, phase, depth := between(rng, 30, 220), between(rng, 0, 6), between(rng, 0.15, 0.4)
	p.each(func(_, y int, c *[3]float64) {
		by := 1 - depth + depth*math.Sin(2*math.Pi*float64(y)/period+phase)
		for k := range c {
			c[k] = coded(linear(c[k]) * by)
		}
	})
}

// shadowed darkens one side of a line across the board.
func shadowed(p *attacked, rng *rand.Rand) {
	last := float64(p.from.size - 1)
	sin, cos := math.Sincos(between(rng, 0, 2*math.Pi))
	cx, cy := between(rng, 0.25, 0.75)*last, between(rng, 0.25, 0.75)*last
	soft, dark := between(rng, 0.15, 2.5), between(rng, 0.2, 0.5)
	p.each(func(x, y int, c *[3]float64) {
		col, row := p.locate(float64(x), float64(y))
		s := 1 / (1 + math.Exp(-((col-cx)*cos+(row-cy)*sin)/soft*4))
		for k, cool := range [3]float64{1.08, 1, 0.94} {
			c[k] = coded(linear(c[k]) * (1 - s*(1-dark*cool)))
		}
	})
}

// glaring adds the mirrored light of a lamp.
func glaring(p *attacked, rng *rand.Rand) {
	last := float64(p.from.size - 1)
	cx, cy := between(rng, 0.1, 0.9)*last, between(rng, 0.1, 0.9)*last
	wide, long, turn := between(rng, 0.8, 2), between(rng, 1, 3), between(rng, 0, math.Pi)
	strong := between(rng, 0.3, 1.1)
	sin, cos := math.Sincos(turn)
	p.each(func(x, y int, c *[3]float64) {
		col, row := p.locate(float64(x), float64(y))
		u, v := ((col-cx)*cos+(row-cy)*sin)/long, (-(col-cx)*sin+(row-cy)*cos)/wide
		add := strong * math.Exp(-(u*u+v*v)/2)
		for k := range c {
			c[k] = coded(linear(c[k]) + add)
		}
	})
}

// recolour gives the board another colour and leaves white stones as they are.
func (p *attacked) recolour(blue, green, red float64) {
	was := p.boardColour()
	to := [3]float64{blue, green, red}
	var by [3]float64
	for k := range by {
		by[k] = linear(to[k]) / math.Max(linear(was[k]), 0.01)
	}
	chroma := 1 - was[0]/math.Max(was[2], 1)
	last := p.from.size - 1
	p.each(func(x, y int, c *[3]float64) {
		col, row := p.locate(float64(x), float64(y))
		if math.IsNaN(col+row) || col < -0.9 || row < -0.9 || col > float64(last)+0.9 || row > float64(last)+0.9 {
			return
		}
		part := 1.0
		for r := max(int(row)-1, 0); r <= min(int(row)+2, last); r++ {
			for q := max(int(col)-1, 0); q <= min(int(col)+2, last); q++ {
				if p.from.rows[r][q] == 'o' && math.Hypot(col-float64(q), row-float64(r)) < 0.95 {
					own := 1 - c[0]/math.Max(c[2], 1)
					part = math.Min(part, math.Max(0, math.Min(1, (own/math.Max(chroma, 0.05)-0.4)/0.25)))
				}
			}
		}
		for k := range c {
			c[k] = coded(linear(c[k]) * (1 + part*(by[k]-1)))
		}
	})
}

// boardColour is the middle of the colours of the cells between empty points.
func (p *attacked) boardColour() (middle [3]float64) {
	src := p.pixels()
	w, h := p.frame.Cols(), p.frame.Rows()
	var all [3][]float64
	for r := range p.from.size - 1 {
		for c := range p.from.size - 1 {
			x, y := p.at(float64(c)+0.5, float64(r)+0.5)
			if x < 1 || y < 1 || x > float64(w-2) || y > float64(h-2) {
				continue
			}
			at := bilinear(src, w, h, x, y)
			for k := range all {
				all[k] = append(all[k], at[k])
			}
		}
	}
	for k := range middle {
		middle[k] = median(all[k])
	}
	return middle
}
