package vision

import "math"

// Lens is one radial distortion term: a pixel at distance r from the centre is moved
// along the radius by the factor 1 + K1·(r/Radius)². The zero value is a perfect lens.
type Lens struct {
	CX     float64 `json:"cx"`     // centre of distortion, pixels
	CY     float64 `json:"cy"`     //
	Radius float64 `json:"radius"` // the distance K1 is given at, pixels; 0 for a perfect lens
	K1     float64 `json:"k1"`     // negative: barrel, as of wide lenses
}

// NewLens is a lens centred in a frame of the given size, with K1 given at half the
// frame's diagonal.
func NewLens(frameW, frameH int, k1 float64) Lens {
	w, h := float64(frameW), float64(frameH)
	return Lens{CX: w / 2, CY: h / 2, Radius: math.Hypot(w, h) / 2, K1: k1}
}

// Distort moves a pixel of the perfect lens to where this lens shows it.
func (l Lens) Distort(x, y float64) (float64, float64) {
	if l.K1 == 0 || l.Radius == 0 {
		return x, y
	}
	dx, dy := x-l.CX, y-l.CY
	s := 1 + l.K1*(dx*dx+dy*dy)/(l.Radius*l.Radius)
	return l.CX + dx*s, l.CY + dy*s
}

// Undistort is the inverse of Distort, found by Newton's method along the radius. Past the
// radius at which a barrel lens folds over it gives the fold.
func (l Lens) Undistort(x, y float64) (float64, float64) {
	if l.K1 == 0 || l.Radius == 0 {
		return x, y
	}
	dx, dy := (x-l.CX)/l.Radius, (y-l.CY)/l.Radius
	seen := math.Hypot(dx, dy)
	if seen == 0 {
		return x, y
	}
	fold := math.Inf(1)
	if l.K1 < 0 {
		fold = math.Sqrt(-1 / (3 * l.K1))
	}
	r := math.Min(seen, fold)
	for range 12 {
		slope := 1 + 3*l.K1*r*r
		if slope < 1e-6 {
			break
		}
		r = math.Min(math.Max(r-(r+l.K1*r*r*r-seen)/slope, 0), fold)
	}
	s := r / seen * l.Radius
	return l.CX + dx*s, l.CY + dy*s
}
