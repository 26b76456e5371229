package opencv

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// The plan is the board seen straight from above at planPitch pixels from line to
// line, with planMargin lines of surroundings on every side. Everything about motion
// is measured on it, so that cost and thresholds do not depend on the camera.
const (
	planPitch  = 12
	planMargin = 2
)

// plan maps a frame to the board seen from above. It owns Mats: Close it.
type plan struct {
	size, side int // lines; pixels along one edge
	w, h       int // the frame it was made for
	roi        image.Rectangle
	shrink     int // whole factor by which the frame is reduced before mapping
	shrinker   shrinker
	beyond     []bool   // pixels that the camera does not see
	toFrame    gocv.Mat // where in small each pixel lies
	moved      gocv.Mat // … and where, when the camera has moved
	none       gocv.Mat
	small, out gocv.Mat
}

// newPlan prepares the map for frames of w×h pixels through the grid g.
func newPlan(g vision.Grid, w, h int) (*plan, error) {
	side := (g.Size-1+2*planMargin)*planPitch + 1
	beyond := make([]bool, side*side)
	xs, ys := make([]float64, side*side), make([]float64, side*side)
	minX, minY, maxX, maxY := float64(w), float64(h), 0.0, 0.0
	for y := range side {
		for x := range side {
			px, py := g.Pixel(planLines(x), planLines(y))
			beyond[y*side+x] = !(px >= 0 && py >= 0 && px <= float64(w-1) && py <= float64(h-1))
			px, py = clampTo(px, w), clampTo(py, h)
			xs[y*side+x], ys[y*side+x] = px, py
			minX, maxX = math.Min(minX, px), math.Max(maxX, px)
			minY, maxY = math.Min(minY, py), math.Max(maxY, py)
		}
	}
	mid := float64(g.Size-1) / 2
	shrink := min(max(1, int(g.Pitch(mid, mid)/planPitch)), mostShrink)
	roi := image.Rect(int(minX), int(minY), min(int(maxX)+2, w), min(int(maxY)+2, h))
	roi = widen(alignTo(roi, shrink, w, h), shrink, w, h)
	if roi.Dx() < shrink*2 || roi.Dy() < shrink*2 {
		return nil, fmt.Errorf("opencv: plan: the grid does not lie in the %dx%d frame", w, h)
	}
	p := &plan{
		size: g.Size, side: side, w: w, h: h, roi: roi, shrink: shrink, shrinker: newShrinker(w), beyond: beyond,
		toFrame: gocv.NewMatWithSize(side, side, gocv.MatTypeCV32FC2), moved: gocv.NewMatWithSize(side, side, gocv.MatTypeCV32FC2),
		none: gocv.NewMat(), small: gocv.NewMatWithSize(roi.Dy()/shrink, roi.Dx()/shrink, gocv.MatTypeCV8UC3), out: gocv.NewMat(),
	}
	coords, err := p.toFrame.DataPtrFloat32()
	if err != nil {
		p.Close()
		return nil, fmt.Errorf("opencv: plan: %w", err)
	}
	for i := range xs {
		coords[2*i] = float32((xs[i]-float64(roi.Min.X)+0.5)/float64(shrink) - 0.5)
		coords[2*i+1] = float32((ys[i]-float64(roi.Min.Y)+0.5)/float64(shrink) - 0.5)
	}
	return p, nil
}

// planLines is where plan pixel i lies, in lines from the first one.
func planLines(i int) float64 { return float64(i)/planPitch - planMargin }

// clampTo keeps a coordinate inside 0…n-1; what the camera does not see is taken from
// the frame's edge.
func clampTo(v float64, n int) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return math.Min(math.Max(v, 0), float64(n-1))
}

// alignTo makes width and height of r whole multiples of k inside a w×h frame.
func alignTo(r image.Rectangle, k, w, h int) image.Rectangle {
	fit := func(lo, hi, n int) (int, int) {
		length := (hi - lo + k - 1) / k * k
		if length > n {
			length = n / k * k
		}
		return min(lo, n-length), min(lo, n-length) + length
	}
	r.Min.X, r.Max.X = fit(r.Min.X, r.Max.X, w)
	r.Min.Y, r.Max.Y = fit(r.Min.Y, r.Max.Y, h)
	return r
}

// widen makes room around r for a camera that moves, in multiples of k inside a w×h frame.
func widen(r image.Rectangle, k, w, h int) image.Rectangle {
	room := func(left int) int { return k * min(int(steadyMost)+1, left/k) }
	r.Min.X, r.Max.X = r.Min.X-room(r.Min.X), r.Max.X+room(w-r.Max.X)
	r.Min.Y, r.Max.Y = r.Min.Y-room(r.Min.Y), r.Max.Y+room(h-r.Max.Y)
	return r
}

// Take fills dst with the plan of the frame: side×side pixels, B G R.
func (p *plan) Take(frame gocv.Mat, dst []byte) error {
	if err := checkFrame(frame, p.w, p.h); err != nil {
		return err
	}
	pixels, err1 := frame.DataPtrUint8()
	small, err2 := p.small.DataPtrUint8()
	if err := errors.Join(err1, err2); err != nil {
		return fmt.Errorf("opencv: plan: %w", err)
	}
	if p.shrink > 1 {
		p.shrinker.shrink(pixels, p.w, p.roi, p.shrink, small)
	} else {
		part := frame.Region(p.roi)
		part.CopyTo(&p.small)
		_ = part.Close()
	}
	return p.lay(&p.toFrame, dst)
}

// TakeMoved fills dst with the plan of the frame taken last, which a camera saw that had moved
// so that everything in the frame lies (dx, dy) pixels further on.
func (p *plan) TakeMoved(dx, dy float64, dst []byte) error {
	from, err1 := p.toFrame.DataPtrFloat32()
	to, err2 := p.moved.DataPtrFloat32()
	if err := errors.Join(err1, err2); err != nil {
		return fmt.Errorf("opencv: plan: %w", err)
	}
	x, y := float32(dx/float64(p.shrink)), float32(dy/float64(p.shrink))
	to = to[:len(from)]
	for i := 0; i+1 < len(from); i += 2 {
		to[i], to[i+1] = from[i]+x, from[i+1]+y
	}
	return p.lay(&p.moved, dst)
}

// lay maps the reduced frame to the plan.
func (p *plan) lay(at *gocv.Mat, dst []byte) error {
	gocv.Remap(p.small, &p.out, at, &p.none, gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{})
	pix, err := p.out.DataPtrUint8()
	if err != nil || len(pix) != len(dst) {
		return fmt.Errorf("opencv: plan: mapped %d bytes, want %d", len(pix), len(dst))
	}
	copy(dst, pix)
	return nil
}

// Close frees the maps.
func (p *plan) Close() {
	for _, m := range []*gocv.Mat{&p.toFrame, &p.moved, &p.none, &p.small, &p.out} {
		_ = m.Close()
	}
}

// center is the plan pixel of the point at (col, row) as seen.
func (p *plan) center(col, row int) (x, y int) {
	return (col + planMargin) * planPitch, (row + planMargin) * planPitch
}

// holds reports whether (x, y) is a pixel of the plan.
func (p *plan) holds(x, y int) bool { return x >= 0 && y >= 0 && x < p.side && y < p.side }
