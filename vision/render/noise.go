package render

import "math"

// lattice is one random number for each of 256×256 places; it repeats beyond.
type lattice [1 << 16]float32

func newLattice(d dice) *lattice {
	var l lattice
	for i := range l {
		l[i] = d.Float32()
	}
	return &l
}

// at is smooth noise of 0 to 1 that changes over a distance of about 1.
func (l *lattice) at(x, y float64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	ix, iy := int(fx)&255, int(fy)&255
	jx, jy := (ix+1)&255, (iy+1)&255
	u, v := x-fx, y-fy
	u, v = u*u*(3-2*u), v*v*(3-2*v)
	a := float64(l[iy<<8|ix])
	b := float64(l[iy<<8|jx])
	c := float64(l[jy<<8|ix])
	e := float64(l[jy<<8|jx])
	return a + (b-a)*u + (c-a+(a-b-c+e)*u)*v
}

// rough is noise with detail: octaves of at, each half as wide and half as strong.
func (l *lattice) rough(x, y float64, octaves int) float64 {
	sum, weight, total := 0.0, 1.0, 0.0
	for i := range octaves {
		sum += weight * l.at(x+float64(i)*37.3, y+float64(i)*17.7)
		total += weight
		x, y, weight = 2*x, 2*y, weight/2
	}
	return sum / total
}
