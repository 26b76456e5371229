package opencv

import (
	"fmt"
	"image"
	"math"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// Measures of a camera that shakes. Distances are plan pixels.
const (
	steadyRounds   = 4    // of finding a shift, each from where the last one ended
	steadyLeast    = 0.15 // a smaller shift is not worth moving the picture back for
	steadyMost     = 4.0  // a larger one is no shaking: a third of the pitch
	steadyStarts   = 8    // directions in which a shift is looked for
	steadyStep     = 2.0  // so far away
	steadyNear     = 0.40 // a point agrees with the others within this
	steadyAgree    = 0.50 // so many of the points that tell must agree
	steadyTell     = 0.25 // so many of the points must tell anything
	steadyPatience = 0.5  // seconds without agreement, after which another reference is taken
	steadyEdges    = 60   // a point tells a shift where its squared slopes sum up to this
)

// steadier finds by how many pixels of the frame the camera has moved since a reference
// plan was taken, from the slopes of brightness around each point. Each point tells by
// itself, and most must agree, so that neither hands nor stones pass for a movement.
type steadier struct {
	size, side int
	jac        [][4]float64 // of each point: frame pixels right and down for a plan pixel right and down
	quiet      steadyPlan   // the reference
	interim    steadyPlan   // another one while the board is not where it was
	soft       []int32      // grey, smoothed, of the present plan
	offsets    []int        // of steadyAround on the plan
	shifts     [2][]float64
	sorted     []float64
	dx, dy     float64 // frame pixels found last
	meanX      float64 // of dx over about a second
	meanY      float64
	fps        float64
	patience   int      // frames without a shift before another reference is taken
	lost       int      // frames in a row without one
	shown      gocv.Mat // the frame moved back
}

// steadyPlan is what shifts are measured against.
type steadyPlan struct {
	points []steadyPoint
	taps   []steadyTap // a point's in a row
	valid  bool
}

// steadyPoint is what a point's neighbourhood in the reference tells of shifts.
type steadyPoint struct {
	xx, xy, yy   float64 // sums of products of the slopes
	grey, x, y   float64 // sums of brightness and of twice the slopes
	greyGrey     float64 // sums of products of brightness with itself
	greyX, greyY float64 // … and with twice the slopes
	tells        bool
}

// steadyTap is one pixel of a point's neighbourhood: its brightness and twice its slopes.
type steadyTap struct{ grey, x, y int32 }

func newSteadier(g vision.Grid, side int, fps float64) (*steadier, error) {
	n := g.Size * g.Size
	s := &steadier{
		size: g.Size, side: side, jac: make([][4]float64, n), fps: math.Max(fps, 2), patience: max(2, int(steadyPatience*fps)),
		quiet: newSteadyPlan(n), interim: newSteadyPlan(n), soft: make([]int32, side*side),
		sorted: make([]float64, 0, n), shown: gocv.NewMat(),
	}
	for _, o := range steadyAround {
		s.offsets = append(s.offsets, o.dy*side+o.dx)
	}
	const step = 1.0 / planPitch
	for i := range s.jac {
		c, r := float64(i%g.Size), float64(i/g.Size)
		x0, y0 := g.Pixel(c-step, r)
		x1, y1 := g.Pixel(c+step, r)
		x2, y2 := g.Pixel(c, r-step)
		x3, y3 := g.Pixel(c, r+step)
		s.jac[i] = [4]float64{(x1 - x0) / 2, (x3 - x2) / 2, (y1 - y0) / 2, (y3 - y2) / 2}
		if j := s.jac[i]; !(math.Abs(j[0]*j[3]-j[1]*j[2]) > 1e-6) {
			s.Close()
			return nil, fmt.Errorf("opencv: steadier: the grid is flat at point %d", i)
		}
	}
	for k := range s.shifts {
		s.shifts[k] = make([]float64, 0, n)
	}
	return s, nil
}

func newSteadyPlan(points int) steadyPlan {
	return steadyPlan{points: make([]steadyPoint, points), taps: make([]steadyTap, points*len(steadyAround))}
}

// Close frees what the steadier holds in OpenCV.
func (s *steadier) Close() {
	_ = s.shown.Close()
}

// steadyReach is half the side of a point's neighbourhood.
const steadyReach = planPitch/2 - 1

// steadyAround is every second pixel around a point, as a chess board has them.
var steadyAround = func() (r region) {
	for dy := -steadyReach; dy <= steadyReach; dy++ {
		for dx := -steadyReach + (dy & 1); dx <= steadyReach; dx += 2 {
			r = append(r, struct{ dx, dy int }{dx, dy})
		}
	}
	return r
}()

// middle is the plan pixel of point i.
func (s *steadier) middle(i int) int {
	return (i/s.size+planMargin)*planPitch*s.side + (i%s.size+planMargin)*planPitch
}

// refer takes a plan as the reference.
func (s *steadier) refer(plan *brightness) {
	s.smooth(plan)
	s.keep(&s.quiet)
	s.interim.valid, s.lost = false, 0
}

// keep makes the smoothed plan a reference.
func (s *steadier) keep(to *steadyPlan) {
	to.valid = true
	for i := range to.points {
		p, middle := steadyPoint{}, s.middle(i)
		for t, off := range s.offsets {
			k := middle + off
			grey, x, y := s.soft[k], s.soft[k+1]-s.soft[k-1], s.soft[k+s.side]-s.soft[k-s.side]
			to.taps[i*len(s.offsets)+t] = steadyTap{grey, x, y}
			r, gx, gy := float64(grey), float64(x), float64(y)
			p.xx, p.xy, p.yy = p.xx+gx*gx/4, p.xy+gx*gy/4, p.yy+gy*gy/4
			p.grey, p.x, p.y = p.grey+r, p.x+gx, p.y+gy
			p.greyGrey, p.greyX, p.greyY = p.greyGrey+r*r, p.greyX+gx*r, p.greyY+gy*r
		}
		p.tells = math.Min(p.xx, p.yy) > 16*steadyEdges && p.xx*p.yy-p.xy*p.xy > 0.2*p.xx*p.yy
		to.points[i] = p
	}
}

// smooth averages 3×3 pixels of a plan.
func (s *steadier) smooth(b *brightness) {
	for y := 1; y < s.side-1; y++ {
		sums := b.corners(y, 1)
		low, up, lowLeft, upLeft := sums[0], sums[1], sums[2], sums[3]
		soft := s.soft[y*s.side+1:][:len(low)]
		up, lowLeft, upLeft = up[:len(low)], lowLeft[:len(low)], upLeft[:len(low)]
		for x := range low {
			soft[x] = int32(uint32(low[x]-up[x]-lowLeft[x]+upLeft[x]) / 9)
		}
	}
}

// find says by how many frame pixels the camera has moved since the reference; frames is
// how many have passed since it was last asked. Where
// the points do not agree it gives what it found last, for then a hand hides the board;
// where they do not for a while, the board has moved, and shaking is measured against
// the picture as it is now, until the board is found again.
func (s *steadier) find(plan *brightness, frames int) (dx, dy float64) {
	s.smooth(plan)
	for _, ref := range [2]*steadyPlan{&s.quiet, &s.interim} {
		if s.try(ref, 0, 0) || s.try(ref, s.dx, s.dy) || s.tryAround(ref) {
			s.lost = 0
			part := math.Min(float64(frames)/s.fps, 1)
			s.meanX += (s.dx - s.meanX) * part
			s.meanY += (s.dy - s.meanY) * part
			s.interim.valid = s.interim.valid && ref == &s.interim
			return s.dx, s.dy
		}
	}
	if s.lost++; s.lost >= s.patience {
		s.keep(&s.interim)
		s.dx, s.dy, s.lost = 0, 0, 0
	}
	return s.dx, s.dy
}

// tryAround starts from shifts in every direction, too far away for the slopes at rest.
func (s *steadier) tryAround(ref *steadyPlan) bool {
	for k := range steadyStarts {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / steadyStarts)
		if s.try(ref, steadyStep*s.scale()*cos, steadyStep*s.scale()*sin) {
			return true
		}
	}
	return false
}

// try looks for a shift near (dx, dy) and keeps it where the points agree.
func (s *steadier) try(ref *steadyPlan, dx, dy float64) bool {
	x, y, ok := s.from(ref, dx, dy)
	if ok {
		s.dx, s.dy = x, y
	}
	return ok
}

// from refines a shift in frame pixels; ok where most of the points agree on it.
func (s *steadier) from(ref *steadyPlan, dx, dy float64) (float64, float64, bool) {
	if !ref.valid {
		return 0, 0, false
	}
	for round := range steadyRounds {
		mx, my, agree := s.round(ref, dx, dy)
		settled := math.Hypot(mx-dx, my-dy) < 0.05*s.scale()
		dx, dy = mx, my
		if math.Hypot(dx, dy) > steadyMost*s.scale() {
			return 0, 0, false
		}
		if settled || round == steadyRounds-1 {
			return dx, dy, agree
		}
	}
	return 0, 0, false
}

// scale is how many frame pixels a plan pixel has in the middle of the board.
func (s *steadier) scale() float64 {
	j := s.jac[len(s.jac)/2]
	return math.Sqrt(math.Abs(j[0]*j[3] - j[1]*j[2]))
}

// round finds the shift of every point near (dx, dy) frame pixels, and their median.
func (s *steadier) round(ref *steadyPlan, dx, dy float64) (mx, my float64, agree bool) {
	s.shifts[0], s.shifts[1] = s.shifts[0][:0], s.shifts[1][:0]
	for i, p := range ref.points {
		if !p.tells {
			continue
		}
		j := s.jac[i]
		det := j[0]*j[3] - j[1]*j[2]
		ix := int(math.Round((j[3]*dx - j[1]*dy) / det))
		iy := int(math.Round((j[0]*dy - j[2]*dx) / det))
		if max(ix, -ix, iy, -iy) > planPitch/2 {
			continue
		}
		sx, sy, ok := s.shift(ref, i, ix, iy)
		if !ok {
			continue
		}
		s.shifts[0] = append(s.shifts[0], j[0]*sx+j[1]*sy)
		s.shifts[1] = append(s.shifts[1], j[2]*sx+j[3]*sy)
	}
	if float64(len(s.shifts[0])) < steadyTell*float64(len(ref.points)) {
		return dx, dy, false
	}
	mx, my = s.median(s.shifts[0]), s.median(s.shifts[1])
	near, limit := 0, steadyNear*s.scale()
	for k := range s.shifts[0] {
		if math.Hypot(s.shifts[0][k]-mx, s.shifts[1][k]-my) < limit {
			near++
		}
	}
	return mx, my, float64(near) >= steadyAgree*float64(len(s.shifts[0]))
}

// shift is by how many plan pixels the neighbourhood of a point has moved, to a fraction
// of a pixel, looked for about (ix, iy). Light is taken out by its mean and its strength.
func (s *steadier) shift(ref *steadyPlan, i, ix, iy int) (x, y float64, ok bool) {
	p, middle := &ref.points[i], s.middle(i)+iy*s.side+ix
	taps := ref.taps[i*len(s.offsets):][:len(s.offsets)]
	var sum, sumX, sumY, sumGrey int32 // of the present brightness; its products with the taps
	for t, off := range s.offsets {
		c, tap := s.soft[middle+off], &taps[t]
		sum += c
		sumX += c * tap.x
		sumY += c * tap.y
		sumGrey += c * tap.grey
	}
	m, now := float64(len(taps)), float64(sum)
	gain := (float64(sumGrey) - p.grey*now/m) / math.Max(p.greyGrey-p.grey*p.grey/m, 1)
	if gain < 0.3 || gain > 2.5 {
		return 0, 0, false
	}
	centred := func(product, greyProduct, slopes float64) float64 {
		return (greyProduct - p.grey*slopes/m - (product-now*slopes/m)/gain) / 2
	}
	bx, by := centred(float64(sumX), p.greyX, p.x), centred(float64(sumY), p.greyY, p.y)
	det := p.xx*p.yy - p.xy*p.xy
	x, y = (p.yy*bx-p.xy*by)/det, (p.xx*by-p.xy*bx)/det
	return float64(ix) + x, float64(iy) + y, math.Abs(x) < 2 && math.Abs(y) < 2
}

func (s *steadier) median(v []float64) float64 {
	s.sorted = append(s.sorted[:0], v...)
	return median(s.sorted)
}

// worth reports whether a shift is large enough to move the picture back.
func (s *steadier) worth(dx, dy float64) bool {
	return math.Hypot(dx, dy) > steadyLeast*s.scale()
}

// moveBack gives the frame as it would be without the shift, to a whole pixel. The Mat belongs
// to the steadier.
func (s *steadier) moveBack(frame gocv.Mat, dx, dy float64) gocv.Mat {
	frame.CopyTo(&s.shown) // what lies beyond the edge stays as it is
	whole := image.Rect(0, 0, frame.Cols(), frame.Rows())
	from := whole.Intersect(whole.Add(image.Pt(int(math.Round(dx)), int(math.Round(dy)))))
	if from.Empty() {
		return s.shown
	}
	part, back := frame.Region(from), s.shown.Region(from.Sub(image.Pt(int(math.Round(dx)), int(math.Round(dy)))))
	part.CopyTo(&back)
	_, _ = part.Close(), back.Close()
	return s.shown
}
