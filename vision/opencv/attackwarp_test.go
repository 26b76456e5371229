package opencv

import (
	"image"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// warp is a change of a picture's geometry: a homography, and then a lens.
type warp struct {
	forth, back plane
	lens        vision.Lens
}

func (w *warp) to(x, y float64) (float64, float64) { return w.lens.Distort(w.forth.at(x, y)) }

func (w *warp) from(x, y float64) (float64, float64) { return w.back.at(w.lens.Undistort(x, y)) }

// warpOf is the warp without a lens that takes four places to four others.
func warpOf(from, to [4][2]float64) warp {
	ones := []float64{1, 1, 1, 1}
	forth, ok1 := fitPlane(from[:], to[:], ones)
	back, ok2 := fitPlane(to[:], from[:], ones)
	if !ok1 || !ok2 {
		panic("a warp that folds")
	}
	return warp{forth: forth, back: back}
}

// edges are the corners of a picture.
func (p *attacked) edges() [4][2]float64 {
	w, h := float64(p.frame.Cols()), float64(p.frame.Rows())
	return [4][2]float64{{0, 0}, {w, 0}, {w, h}, {0, h}}
}

// resize makes the picture larger or smaller.
func (p *attacked) resize(by float64) {
	w, h := int(float64(p.frame.Cols())*by+0.5), int(float64(p.frame.Rows())*by+0.5)
	from := p.edges()
	out := gocv.NewMat()
	how := gocv.InterpolationCubic
	if by < 1 {
		how = gocv.InterpolationArea
	}
	gocv.Resize(p.frame, &out, image.Pt(w, h), 0, 0, how)
	_ = p.frame.Close()
	p.frame = out
	// OpenCV's pixels have their middle at whole numbers plus a half.
	to := p.edges()
	for i := range to {
		for k := range 2 {
			from[i][k] -= 0.5
			to[i][k] -= 0.5
		}
	}
	p.warps = append(p.warps, warpOf(from, to))
}

// apply warps the picture onto one of w×h pixels; beyond its edges go on the blurred
// colours of what lies there.
func (p *attacked) apply(by warp, w, h int) {
	src, _ := p.frame.DataPtrUint8()
	sw, sh := p.frame.Cols(), p.frame.Rows()
	beyond := gocv.NewMat()
	defer func() { _ = beyond.Close() }()
	const coarse = 40
	bw, bh := max(sw/coarse, 4), max(sh/coarse, 4)
	gocv.Resize(p.frame, &beyond, image.Pt(bw, bh), 0, 0, gocv.InterpolationArea)
	soft, _ := beyond.DataPtrUint8()
	out := gocv.NewMatWithSize(h, w, gocv.MatTypeCV8UC3)
	dst, _ := out.DataPtrUint8()
	for y := range h {
		for x := range w {
			var sum [3]float64
			for s := range 4 {
				fx, fy := by.from(float64(x)-0.25+0.5*float64(s%2), float64(y)-0.25+0.5*float64(s/2))
				var c [3]float64
				if fx >= 0 && fy >= 0 && fx <= float64(sw-1) && fy <= float64(sh-1) {
					c = bilinear(src, sw, sh, fx, fy)
				} else {
					c = bilinear(soft, bw, bh, mirrorInto(fx/float64(sw)*float64(bw)-0.5, bw), mirrorInto(fy/float64(sh)*float64(bh)-0.5, bh))
				}
				for k := range sum {
					sum[k] += c[k] / 4
				}
			}
			for k := range sum {
				dst[3*(y*w+x)+k] = level(sum[k])
			}
		}
	}
	_ = p.frame.Close()
	p.frame = out
	p.warps = append(p.warps, by)
}

// mirrorInto reflects a coordinate at the ends of a row of n until it lies within.
func mirrorInto(v float64, n int) float64 {
	last := float64(n - 1)
	if math.IsNaN(v) || math.Abs(v) > 1e6 {
		return 0
	}
	v = math.Mod(math.Abs(v), 2*last)
	return math.Min(v, 2*last-v)
}

func bilinear(pixels []byte, w, h int, x, y float64) (c [3]float64) {
	ix, iy := min(max(int(x), 0), w-2), min(max(int(y), 0), h-2)
	fx, fy := x-float64(ix), y-float64(iy)
	i := 3 * (iy*w + ix)
	for k := range c {
		a, b := float64(pixels[i+k]), float64(pixels[i+3+k])
		d, e := float64(pixels[i+3*w+k]), float64(pixels[i+3*w+3+k])
		c[k] = (a*(1-fx)+b*fx)*(1-fy) + (d*(1-fx)+e*fx)*fy
	}
	return c
}

func level(v float64) byte { return byte(math.Max(0, math.Min(255, v+0.5))) }

// tilted looks at the picture from the side, as at a sheet that is turned in space.
func tilted(p *attacked, rng *rand.Rand) {
	p.tilt(between(rng, 10, 25), between(rng, 0, 360))
}

// tilt leaves all of the board in the picture.
func (p *attacked) tilt(degrees, towards float64) {
	w, h := float64(p.frame.Cols()), float64(p.frame.Rows())
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	ax, ay := math.Sincos(towards * math.Pi / 180)
	far := 1.3 * w
	turned := func(x, y float64) (float64, float64) {
		x, y = x-w/2, y-h/2
		along, across := x*ax+y*ay, -x*ay+y*ax
		depth := far + across*sin
		across *= cos
		return (along*ax - across*ay) * far / depth, (along*ay + across*ax) * far / depth
	}
	const room = 1.2 // lines around the board
	low, high := -room, float64(p.from.size-1)+room
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, c := range [4][2]float64{{low, low}, {high, low}, {high, high}, {low, high}} {
		x, y := turned(p.at(c[0], c[1]))
		minX, maxX = math.Min(minX, x), math.Max(maxX, x)
		minY, maxY = math.Min(minY, y), math.Max(maxY, y)
	}
	by := math.Min(1, math.Min(w/(maxX-minX), h/(maxY-minY)))
	dx := math.Min(math.Max(w/2, -by*minX), w-by*maxX)
	dy := math.Min(math.Max(h/2, -by*minY), h-by*maxY)
	from := p.edges()
	var to [4][2]float64
	for i, c := range from {
		x, y := turned(c[0], c[1])
		to[i] = [2]float64{dx + by*x, dy + by*y}
	}
	p.apply(warpOf(from, to), int(w), int(h))
}

// turnedAny turns the picture; the new one holds all of the board.
func turnedAny(p *attacked, rng *rand.Rand) {
	p.turn(between(rng, 0, 360), between(rng, 1.2, 1.6))
}

// turn turns the picture about the board's middle, and makes room for the board's longest
// diagonal and some more.
func (p *attacked) turn(degrees, room float64) {
	mid := float64(p.from.size-1) / 2
	cx, cy := p.at(mid, mid)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	reach := 0.0
	tr := p.truth()
	for _, c := range tr.corners {
		reach = math.Max(reach, math.Hypot(c[0]-cx, c[1]-cy))
	}
	side := 2 * reach * room
	by := math.Min(1, 1100/side)
	from := p.edges()
	var to [4][2]float64
	for i, c := range from {
		x, y := by*(c[0]-cx), by*(c[1]-cy)
		to[i] = [2]float64{by*side/2 + x*cos - y*sin, by*side/2 + x*sin + y*cos}
	}
	p.apply(warpOf(from, to), int(by*side), int(by*side))
}

func mirrored(p *attacked, rng *rand.Rand) {
	from := p.edges()
	to := [4][2]float64{from[1], from[0], from[3], from[2]}
	if rng.IntN(2) == 0 {
		to = [4][2]float64{from[3], from[2], from[1], from[0]}
	}
	for i := range to {
		for k, n := range [2]int{p.frame.Cols(), p.frame.Rows()} {
			if to[i][k] > 0 {
				to[i][k] = float64(n - 1)
			}
			if from[i][k] > 0 {
				from[i][k] = float64(n - 1)
			}
		}
	}
	p.apply(warpOf(from, to), p.frame.Cols(), p.frame.Rows())
}

func scaled(p *attacked, rng *rand.Rand) {
	by := 0.6 * math.Pow(1.6/0.6, rng.Float64())
	p.resize(by)
}

// lens distorts the picture; a pincushion's is made smaller so that its corners stay.
func (p *attacked) lens(k1 float64) {
	w, h := p.frame.Cols(), p.frame.Rows()
	from := p.edges()
	by := 1 / (1 + math.Max(k1, 0))
	var to [4][2]float64
	for i, c := range from {
		to[i] = [2]float64{float64(w)/2 + by*(c[0]-float64(w)/2), float64(h)/2 + by*(c[1]-float64(h)/2)}
	}
	change := warpOf(from, to)
	change.lens = vision.NewLens(w, h, k1)
	p.apply(change, w, h)
}

// crop cuts the picture so that on one or two sides the board's outermost line lies the
// given number of pitches from the picture's edge.
func (p *attacked) crop(rng *rand.Rand, lo, hi float64) {
	tr := p.truth()
	x0, y0, x1, y1 := 0.0, 0.0, float64(p.frame.Cols()), float64(p.frame.Rows())
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, c := range tr.corners {
		minX, maxX = math.Min(minX, c[0]), math.Max(maxX, c[0])
		minY, maxY = math.Min(minY, c[1]), math.Max(maxY, c[1])
	}
	first := rng.IntN(4)
	for k := range 1 + rng.IntN(2) {
		off := between(rng, lo, hi) * p.pitch()
		switch (first + k) % 4 {
		case 0:
			x0 = minX - off
		case 1:
			y0 = minY - off
		case 2:
			x1 = maxX + off
		case 3:
			y1 = maxY + off
		}
	}
	from := [4][2]float64{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}
	to := [4][2]float64{{0, 0}, {x1 - x0, 0}, {x1 - x0, y1 - y0}, {0, y1 - y0}}
	p.apply(warpOf(from, to), int(x1-x0), int(y1-y0))
}

// aside makes the board smaller and moves it to one side, so that there is room for other
// things; it gives the side that is free: 1 to the right, -1 to the left.
func (p *attacked) aside(rng *rand.Rand) int {
	side := 1 - 2*rng.IntN(2)
	w, h := float64(p.frame.Cols()), float64(p.frame.Rows())
	by := between(rng, 0.62, 0.75)
	x := 0.0
	if side < 0 {
		x = w * (1 - by)
	}
	y := h * (1 - by) * rng.Float64()
	from := p.edges()
	to := [4][2]float64{{x, y}, {x + by*w, y}, {x + by*w, y + by*h}, {x, y + by*h}}
	big := 1.25 // the board keeps most of its pixels
	for i := range to {
		to[i][0] *= big
		to[i][1] *= big
	}
	p.apply(warpOf(from, to), int(big*w), int(big*h))
	return side
}
