package vision

import "math"

// matrix3 is a 3×3 matrix in row order, acting on homogeneous points of the plane.
type matrix3 [9]float64

// apply maps a point. A point on the horizon comes out very far away rather than infinite.
func (m matrix3) apply(x, y float64) (float64, float64) {
	w := m[6]*x + m[7]*y + m[8]
	if math.Abs(w) < 1e-12 {
		w = math.Copysign(1e-12, w)
	}
	return (m[0]*x + m[1]*y + m[2]) / w, (m[3]*x + m[4]*y + m[5]) / w
}

// inverse is the inverse up to scale; ok is false for a matrix without one.
func (m matrix3) inverse() (inv matrix3, ok bool) {
	inv = matrix3{
		m[4]*m[8] - m[5]*m[7], m[2]*m[7] - m[1]*m[8], m[1]*m[5] - m[2]*m[4],
		m[5]*m[6] - m[3]*m[8], m[0]*m[8] - m[2]*m[6], m[2]*m[3] - m[0]*m[5],
		m[3]*m[7] - m[4]*m[6], m[1]*m[6] - m[0]*m[7], m[0]*m[4] - m[1]*m[3],
	}
	det := m[0]*inv[0] + m[1]*inv[3] + m[2]*inv[6]
	if math.Abs(det) < 1e-15 || !finite(det) {
		return inv, false
	}
	for i := range inv {
		inv[i] /= det
	}
	return inv, true
}

// squareToQuad is the homography that takes the square (0,0) (side,0) (side,side)
// (0,side) to the four corners of q, in closed form.
func squareToQuad(q [4][2]float64, side float64) (matrix3, bool) {
	x0, y0, x1, y1 := q[0][0], q[0][1], q[1][0], q[1][1]
	x2, y2, x3, y3 := q[2][0], q[2][1], q[3][0], q[3][1]
	sx, sy := x0-x1+x2-x3, y0-y1+y2-y3
	dx1, dy1, dx2, dy2 := x1-x2, y1-y2, x3-x2, y3-y2
	det := dx1*dy2 - dx2*dy1
	if math.Abs(det) < 1e-9 {
		return matrix3{}, false
	}
	g := (sx*dy2 - dx2*sy) / det
	h := (dx1*sy - sx*dy1) / det
	return matrix3{
		(x1 - x0 + g*x1) / side, (x3 - x0 + h*x3) / side, x0,
		(y1 - y0 + g*y1) / side, (y3 - y0 + h*y3) / side, y0,
		g / side, h / side, 1,
	}, true
}
