package opencv

import (
	"errors"
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// Measures of telling a camera that moved from a board that did.
const (
	sceneWidth = 320  // pixels of the small picture
	sceneLines = 1.8  // around the outermost lines the board and its rim reach
	sceneEdge  = 8    // grey levels by which a pixel's neighbours differ at an edge
	sceneLeast = 60   // fewer pixels of edges around the board tell nothing
	sceneClear = 0.70 // one of the two must fit better than the other by this factor
	sceneNoise = 1.5  // grey levels that two pictures of the same things differ by
)

// What a moved board is put down to.
const (
	movedBoard   = "the board was moved: what is around it is where it was"
	movedCamera  = "the camera was moved: what is around the board has moved with it"
	movedUnknown = "the board or the camera was moved: what is around the board does not tell"
)

// scene is all that the camera sees, as it was when the board last was settled. Small grey
// pictures are made of it when they are asked for, not with every settled board.
type scene struct {
	whole            gocv.Mat
	then, now, moved gocv.Mat // small and grey
	scale            float64
	kept             bool
}

func newScene() scene {
	return scene{whole: gocv.NewMat(), then: gocv.NewMat(), now: gocv.NewMat(), moved: gocv.NewMat()}
}

// Close frees the pictures.
func (s *scene) Close() error {
	return errors.Join(s.whole.Close(), s.then.Close(), s.now.Close(), s.moved.Close())
}

// shrink makes a small grey picture of a frame.
func (s *scene) shrink(frame gocv.Mat, to *gocv.Mat) {
	s.scale = math.Min(sceneWidth/float64(frame.Cols()), 1)
	w, h := int(float64(frame.Cols())*s.scale), int(float64(frame.Rows())*s.scale)
	gocv.Resize(frame, to, image.Pt(max(w, 1), max(h, 1)), 0, 0, gocv.InterpolationArea)
	gocv.CvtColor(*to, to, gocv.ColorBGRToGray)
}

// keep takes the frame as the one to compare with.
func (s *scene) keep(frame gocv.Mat) {
	frame.CopyTo(&s.whole)
	s.kept = true
}

// whatMoved compares what is around the board on a frame with what was around it, as it was
// and moved as the board has moved since.
func (s *scene) whatMoved(frame gocv.Mat, before, after vision.Grid) string {
	if !s.kept {
		return movedUnknown
	}
	s.shrink(s.whole, &s.then)
	s.shrink(frame, &s.now)
	if s.now.Cols() != s.then.Cols() || s.now.Rows() != s.then.Rows() {
		return movedUnknown
	}
	from, to := s.outline(before, 0), s.outline(after, 0)
	src, dst := gocv.NewPoint2fVectorFromPoints(from), gocv.NewPoint2fVectorFromPoints(to)
	defer src.Close()
	defer dst.Close()
	h := gocv.GetPerspectiveTransform2f(src, dst)
	defer func() { _ = h.Close() }()
	gocv.WarpPerspectiveWithParams(s.then, &s.moved, h, image.Pt(s.now.Cols(), s.now.Rows()), gocv.InterpolationLinear, gocv.BorderConstant, color.RGBA{})
	stayed, along, ok := s.compare(s.outline(before, sceneLines), s.outline(after, sceneLines))
	switch {
	case !ok:
		return movedUnknown
	case stayed < sceneClear*along && along > sceneNoise:
		return movedBoard
	case along < sceneClear*stayed && stayed > sceneNoise:
		return movedCamera
	}
	return movedUnknown
}

// outline is the board's corners, so many lines further out, in the small picture.
func (s *scene) outline(g vision.Grid, out float64) []gocv.Point2f {
	last := float64(g.Size-1) + out
	var quad []gocv.Point2f
	for _, c := range [4][2]float64{{-out, -out}, {last, -out}, {last, last}, {-out, last}} {
		x, y := g.Pixel(c[0], c[1])
		quad = append(quad, gocv.Point2f{X: float32(x * s.scale), Y: float32(y * s.scale)})
	}
	return quad
}

// compare is the mean difference, at the edges of things around both outlines, of the present
// picture from the former one as it was and as it was moved.
func (s *scene) compare(before, after []gocv.Point2f) (stayed, along float64, ok bool) {
	now, err1 := s.now.DataPtrUint8()
	then, err2 := s.then.DataPtrUint8()
	moved, err3 := s.moved.DataPtrUint8()
	if errors.Join(err1, err2, err3) != nil {
		return 0, 0, false
	}
	n, w := 0, s.now.Cols()
	apart := func(a, b byte) int { return max(int(a)-int(b), int(b)-int(a)) }
	for i := w; i < len(now)-w; i++ {
		x, y, v := float32(i%w), float32(i/w), now[i]
		if apart(now[i-1], now[i+1])+apart(now[i-w], now[i+w]) < sceneEdge || moved[i] == 0 || within(before, x, y) || within(after, x, y) {
			continue
		}
		n++
		stayed += math.Abs(float64(v) - float64(then[i]))
		along += math.Abs(float64(v) - float64(moved[i]))
	}
	return stayed / float64(max(n, 1)), along / float64(max(n, 1)), n >= sceneLeast
}

// within reports whether a place lies inside a convex quadrangle.
func within(quad []gocv.Point2f, x, y float32) bool {
	left, right := false, false
	for k, a := range quad {
		b := quad[(k+1)%len(quad)]
		side := (b.X-a.X)*(y-a.Y) - (b.Y-a.Y)*(x-a.X)
		left, right = left || side > 0, right || side < 0
	}
	return !left || !right
}
