package opencv

import "math"

// plane is a homography from grid coordinates (column, row, arbitrary origin) to pixels.
type plane [9]float64

func (h *plane) at(col, row float64) (float64, float64) {
	w := h[6]*col + h[7]*row + h[8]
	if math.Abs(w) < 1e-9 {
		w = 1e-9
	}
	return (h[0]*col + h[1]*row + h[2]) / w, (h[3]*col + h[4]*row + h[5]) / w
}

// pitch is the shorter of the two distances to the next line, in pixels.
func (h *plane) pitch(col, row float64) float64 {
	x, y := h.at(col, row)
	xa, ya := h.at(col+1, row)
	xb, yb := h.at(col, row+1)
	return math.Min(math.Hypot(xa-x, ya-y), math.Hypot(xb-x, yb-y))
}

// finer is the same plane with cols and rows times as many lines.
func (h plane) finer(cols, rows int) plane {
	for r := 0; r < 9; r += 3 {
		h[r] /= float64(cols)
		h[r+1] /= float64(rows)
	}
	return h
}

// fitPlane is the weighted least-squares homography that takes from to to: both sets are
// centred and scaled first, and the smallest element of the last row is fixed, so that
// eight equations remain.
func fitPlane(from, to [][2]float64, weight []float64) (plane, bool) {
	if len(from) < 4 {
		return plane{}, false
	}
	fx, fy, fs := spread(from)
	tx, ty, ts := spread(to)
	if fs == 0 || ts == 0 {
		return plane{}, false
	}
	var m [8][9]float64
	for i := range from {
		u, v := (from[i][0]-fx)/fs, (from[i][1]-fy)/fs
		x, y := (to[i][0]-tx)/ts, (to[i][1]-ty)/ts
		accumulate(&m, [9]float64{u, v, 1, 0, 0, 0, -u * x, -v * x, x}, weight[i])
		accumulate(&m, [9]float64{0, 0, 0, u, v, 1, -u * y, -v * y, y}, weight[i])
	}
	p, ok := solve8(&m)
	if !ok {
		return plane{}, false
	}
	// Undo the scaling: T⁻¹ · P · F.
	a := [9]float64{p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], 1}
	for r := 0; r < 9; r += 3 {
		a[r], a[r+1], a[r+2] = a[r]/fs, a[r+1]/fs, a[r+2]-(a[r]*fx+a[r+1]*fy)/fs
	}
	for c := range 3 {
		a[c] = a[c]*ts + tx*a[6+c]
		a[3+c] = a[3+c]*ts + ty*a[6+c]
	}
	return plane(a), true
}

func spread(p [][2]float64) (cx, cy, scale float64) {
	for _, q := range p {
		cx += q[0]
		cy += q[1]
	}
	n := float64(len(p))
	cx, cy = cx/n, cy/n
	for _, q := range p {
		scale += math.Hypot(q[0]-cx, q[1]-cy)
	}
	return cx, cy, scale / n
}

// accumulate adds one equation row·x = row[8] to normal equations.
func accumulate(m *[8][9]float64, row [9]float64, weight float64) {
	for i := range 8 {
		if row[i] == 0 {
			continue
		}
		for j := range 9 {
			m[i][j] += weight * row[i] * row[j]
		}
	}
}

// solve8 solves eight equations by elimination with pivots.
func solve8(m *[8][9]float64) (x [8]float64, ok bool) {
	for c := range 8 {
		pivot := c
		for r := c + 1; r < 8; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[pivot][c]) {
				pivot = r
			}
		}
		if math.Abs(m[pivot][c]) < 1e-12 {
			return x, false
		}
		m[c], m[pivot] = m[pivot], m[c]
		for r := range 8 {
			if r == c {
				continue
			}
			f := m[r][c] / m[c][c]
			for k := c; k < 9; k++ {
				m[r][k] -= f * m[c][k]
			}
		}
	}
	for c := range 8 {
		x[c] = m[c][8] / m[c][c]
	}
	return x, true
}
