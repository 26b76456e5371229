package opencv

import (
	"math"

	"shinpan/vision"
)

// stance is where the camera stands, in pitches of the board: above the place (col, row), so
// high. It is only as good as the guess of the lens: the direction in which the camera
// looks along the board is hardly touched by that, the height is by as much as the guess.
type stance struct{ col, row, height float64 }

// usualLens is the focal length of usual cameras, in parts of the longer side of the picture.
const usualLens = 1.0

// stanceOf tells where the camera of a picture of w×h pixels stands over the grid's board,
// with the middle of the picture on the lens's axis.
func stanceOf(g vision.Grid, w, h int) (s stance, ok bool) {
	last := float64(g.Size - 1)
	focal := usualLens * float64(max(w, h))
	from := [][2]float64{{0, 0}, {last, 0}, {last, last}, {0, last}}
	var to [][2]float64
	for _, c := range g.Corners {
		x, y := g.Lens.Undistort(c[0], c[1])
		to = append(to, [2]float64{(x - float64(w)/2) / focal, (y - float64(h)/2) / focal})
	}
	p, ok := fitPlane(from, to, []float64{1, 1, 1, 1})
	if !ok {
		return s, false
	}
	// The columns of the plane are the board's two directions and its place, all times a scale.
	a, b, t := [3]float64{p[0], p[3], p[6]}, [3]float64{p[1], p[4], p[7]}, [3]float64{p[2], p[5], p[8]}
	length := func(v [3]float64) float64 { return math.Hypot(math.Hypot(v[0], v[1]), v[2]) }
	dot := func(v, u [3]float64) float64 { return v[0]*u[0] + v[1]*u[1] + v[2]*u[2] }
	scale := (length(a) + length(b)) / 2
	up := [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
	if !(scale > 0) || !(length(up) > 0) {
		return s, false
	}
	s.col = -dot(a, t) / dot(a, a)
	s.row = -dot(b, t) / dot(b, b)
	s.height = math.Abs(dot(up, t)) / length(up) / scale
	return s, s.height > 0 && !math.IsInf(s.col+s.row+s.height, 0) && !math.IsNaN(s.col+s.row+s.height)
}

// towards is the direction from a place on the board to under the camera, and how far the
// camera is seen off the vertical from there, as the tangent.
func (s stance) towards(col, row float64) (dx, dy, slant float64) {
	dx, dy = s.col-col, s.row-row
	d := math.Hypot(dx, dy)
	if d == 0 {
		return 0, 0, 0
	}
	return dx / d, dy / d, d / s.height
}
