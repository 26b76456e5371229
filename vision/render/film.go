package render

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
)

// film is what lens, sensor and coder make of the light.
type film struct {
	gain      rgb     // exposure and white balance
	vignette  float64 // how much darker the corners are
	blur      float64 // pixels
	flare     float64 // light that goes astray
	contrast  float64 // of the tone curve, 0 for a screen's own
	sharpen   float64
	noise     float64 // of the brightness, grey levels
	hueNoise  float64 // of the colours, grey levels
	quality   int     // of the JPEG; 0 for none
	tone      []float32
	saturated float64   // strength of the colours
	auto      rgb       // what automatic exposure and white balance add, as factors
	columns   []float32 // how much light each column of pixels gets; nil for all
}

// toneSteps is how finely the tone curve is tabulated, from 0 to toneReach.
const (
	toneSteps = 8192
	toneReach = 2.0
)

// prepare tabulates the tone curve.
func (f *film) prepare() {
	f.tone = make([]float32, toneSteps+1)
	for i := range f.tone {
		v := float64(i)/toneSteps*toneReach*(1-f.flare) + f.flare
		if v > 0.7 {
			v = 0.7 + 0.3*(1-math.Exp((0.7-v)/0.3))
		}
		v = toScreen(v)
		s := v * v * (3 - 2*v)
		f.tone[i] = float32(255 * (v + f.contrast*(s-v)))
	}
}

// Picture is 8-bit pixels as a camera gives them: blue, green, red, row by row.
type Picture struct {
	W, H int
	BGR  []byte
}

// exposed is the linear picture as the sensor gets it, before tone and noise.
type exposed struct {
	w, h  int
	light []float32 // red, green, blue
	spare []float32
	y     []float32 // scratch of develop
	cb    []float32
	cr    []float32
	sharp []float32
	bytes *image.YCbCr
}

func newExposed(w, h int) *exposed {
	e := &exposed{}
	e.fit(w, h)
	return e
}

// fit makes the picture w × h; what it showed is lost.
func (e *exposed) fit(w, h int) {
	n := w * h
	if e.w != w || e.h != h {
		e.bytes = image.NewYCbCr(image.Rect(0, 0, w, h), image.YCbCrSubsampleRatio420)
	}
	e.w, e.h = w, h
	e.light, e.spare = ofLength(e.light, 3*n), ofLength(e.spare, 3*n)
	e.y, e.cb, e.cr, e.sharp = ofLength(e.y, n), ofLength(e.cb, n), ofLength(e.cr, n), ofLength(e.sharp, n)
}

// kernel is half of a Gaussian, from the middle outwards.
func kernel(sigma float64) []float32 {
	if sigma < 0.3 {
		return []float32{1}
	}
	reach := int(math.Ceil(2.3 * sigma))
	k := make([]float32, reach+1)
	sum := 0.0
	for i := range k {
		v := math.Exp(-float64(i*i) / (2 * sigma * sigma))
		k[i] = float32(v)
		sum += v
		if i > 0 {
			sum += v
		}
	}
	for i := range k {
		k[i] /= float32(sum)
	}
	return k
}

// soften blurs a part of from into to, both red, green, blue of width w, by way of spare.
func soften(from, to, spare []float32, w, h int, a area, k []float32) {
	r := len(k) - 1
	rows := a.grown(r).inside(area{a.x0, 0, a.x1, h})
	for y := rows.y0; y < rows.y1; y++ {
		row, out := from[3*y*w:3*(y+1)*w], spare[3*y*w:3*(y+1)*w]
		for x := a.x0; x < a.x1; x++ {
			i := 3 * x
			s0, s1, s2 := k[0]*row[i], k[0]*row[i+1], k[0]*row[i+2]
			for n := 1; n <= r; n++ {
				l, m := 3*max(x-n, 0), 3*min(x+n, w-1)
				q := k[n]
				s0 += q * (row[l] + row[m])
				s1 += q * (row[l+1] + row[m+1])
				s2 += q * (row[l+2] + row[m+2])
			}
			out[i], out[i+1], out[i+2] = s0, s1, s2
		}
	}
	for y := a.y0; y < a.y1; y++ {
		out := to[3*(y*w+a.x0) : 3*(y*w+a.x1)]
		mid := spare[3*(y*w+a.x0):]
		for i := range out {
			out[i] = k[0] * mid[i]
		}
		for n := 1; n <= r; n++ {
			up, low, q := spare[3*(max(y-n, 0)*w+a.x0):], spare[3*(min(y+n, h-1)*w+a.x0):], k[n]
			up, low = up[:len(out)], low[:len(out)]
			for i := range out {
				out[i] += q * (up[i] + low[i])
			}
		}
	}
}

// develop turns exposed light into a picture, whose pixels go into bgr where that is long
// enough. The noise comes from d.
func (f *film) develop(e *exposed, d dice, bgr []byte) Picture {
	f.tones(e)
	if f.sharpen > 0 {
		f.sharpenUp(e)
	}
	img := e.bytes
	f.grainy(e, img, d)
	if f.quality > 0 {
		img = coded(img, f.quality)
	}
	return toBGR(img, bgr)
}

// tones fills brightness and colour differences.
func (f *film) tones(e *exposed) {
	const scale = toneSteps / toneReach
	gain := [3]float32{float32(f.auto.r * scale), float32(f.auto.g * scale), float32(f.auto.b * scale)}
	sat := float32(f.saturated)
	i := 0
	for range e.h {
		for x := range e.w {
			k := float32(1)
			if f.columns != nil {
				k = f.columns[x]
			}
			p := e.light[3*i : 3*i+3 : 3*i+3]
			r, g, b := f.toned(k*gain[0]*p[0]), f.toned(k*gain[1]*p[1]), f.toned(k*gain[2]*p[2])
			y := 0.299*r + 0.587*g + 0.114*b
			e.y[i], e.cb[i], e.cr[i] = y, sat*0.564*(b-y), sat*0.713*(r-y)
			i++
		}
	}
}

// toned looks a value up in the tone curve.
func (f *film) toned(v float32) float32 {
	if v > toneSteps {
		v = toneSteps
	}
	return f.tone[int(v)]
}

// sharpenUp does what cheap cameras do: it makes edges stand out, with seams.
func (f *film) sharpenUp(e *exposed) {
	copy(e.sharp, e.y)
	w := e.w
	k := float32(f.sharpen)
	for y := 1; y < e.h-1; y++ {
		for x := 1; x < w-1; x++ {
			i := y*w + x
			around := e.sharp[i-1] + e.sharp[i+1] + e.sharp[i-w] + e.sharp[i+w]
			e.y[i] += k * (e.sharp[i] - around/4)
		}
	}
}

// normals are normal numbers to draw noise from.
var normals = func() (out [1 << 14]float32) {
	d := newDice(1, 1)
	for i := range out {
		out[i] = float32(d.NormFloat64())
	}
	return out
}()

// grainy adds the sensor's noise and rounds to bytes.
func (f *film) grainy(e *exposed, img *image.YCbCr, d dice) {
	const mask = len(normals) - 1
	noise, hue := float32(f.noise), float32(f.hueNoise)
	for y := range e.h {
		n := d.IntN(len(normals))
		step := 1 + 2*d.IntN(40)
		row := e.y[y*e.w : (y+1)*e.w]
		out := img.Y[y*img.YStride : y*img.YStride+e.w]
		for x, v := range row {
			n += step
			out[x] = toByte(v + noise*normals[n&mask])
		}
	}
	for y := range (e.h + 1) / 2 {
		n := d.IntN(len(normals))
		step := 1 + 2*d.IntN(40)
		for x := range (e.w + 1) / 2 {
			i := min(2*y, e.h-1)*e.w + min(2*x, e.w-1)
			j := min(2*y+1, e.h-1)*e.w + min(2*x, e.w-1)
			k := min(2*x+1, e.w-1) - min(2*x, e.w-1)
			o := y*img.CStride + x
			n += step
			img.Cb[o] = toByte(128 + (e.cb[i]+e.cb[i+k]+e.cb[j]+e.cb[j+k])/4 + hue*normals[n&mask])
			img.Cr[o] = toByte(128 + (e.cr[i]+e.cr[i+k]+e.cr[j]+e.cr[j+k])/4 + hue*normals[(n+777)&mask])
		}
	}
}

func toByte(v float32) byte {
	if v <= 0 {
		return 0
	}
	if v >= 255 {
		return 255
	}
	return byte(v + 0.5)
}

// coded is the picture after a JPEG coder.
func coded(img *image.YCbCr, quality int) *image.YCbCr {
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, img, &jpeg.Options{Quality: quality}); err != nil {
		return img
	}
	back, err := jpeg.Decode(&buf)
	if err != nil {
		return img
	}
	if out, ok := back.(*image.YCbCr); ok {
		return out
	}
	return img
}

func toBGR(img *image.YCbCr, bgr []byte) Picture {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if len(bgr) != 3*w*h {
		bgr = make([]byte, 3*w*h)
	}
	p := Picture{W: w, H: h, BGR: bgr}
	for y := range h {
		out := p.BGR[3*y*w : 3*(y+1)*w]
		lum := img.Y[y*img.YStride:]
		blue, red := img.Cb[y/2*img.CStride:], img.Cr[y/2*img.CStride:]
		for x := range w {
			l := int32(lum[x])<<16 + 1<<15
			cb, cr := int32(blue[x/2])-128, int32(red[x/2])-128
			o := out[3*x : 3*x+3 : 3*x+3]
			o[0] = limit((l + 116130*cb) >> 16)
			o[1] = limit((l - 22554*cb - 46802*cr) >> 16)
			o[2] = limit((l + 91881*cr) >> 16)
		}
	}
	return p
}

func limit(v int32) byte {
	if v < 0 {
		return 0
	}
	if v > 255 {
		return 255
	}
	return byte(v)
}
