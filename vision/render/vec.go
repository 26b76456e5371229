package render

import "math"

// vec is a place or a direction in the room: x to Black's right, y away from Black, z up.
// The unit is the mean distance between lines; the middle of the board is the origin, its
// surface lies at z = 0.
type vec struct{ x, y, z float64 }

func (a vec) add(b vec) vec       { return vec{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vec) sub(b vec) vec       { return vec{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vec) times(k float64) vec { return vec{a.x * k, a.y * k, a.z * k} }
func (a vec) dot(b vec) float64   { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a vec) length() float64     { return math.Sqrt(a.dot(a)) }

func (a vec) unit() vec {
	l := a.length()
	if l == 0 {
		return vec{z: 1}
	}
	return a.times(1 / l)
}

func (a vec) cross(b vec) vec {
	return vec{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x}
}

// mirrored is the direction d thrown back by a surface with normal n.
func mirrored(d, n vec) vec { return d.sub(n.times(2 * d.dot(n))) }

// rgb is a colour in linear light.
type rgb struct{ r, g, b float64 }

func (a rgb) add(b rgb) rgb       { return rgb{a.r + b.r, a.g + b.g, a.b + b.b} }
func (a rgb) mul(b rgb) rgb       { return rgb{a.r * b.r, a.g * b.g, a.b * b.b} }
func (a rgb) times(k float64) rgb { return rgb{a.r * k, a.g * k, a.b * k} }
func (a rgb) toward(b rgb, k float64) rgb {
	return rgb{a.r + (b.r-a.r)*k, a.g + (b.g-a.g)*k, a.b + (b.b-a.b)*k}
}
func (a rgb) grey() float64 { return 0.2126*a.r + 0.7152*a.g + 0.0722*a.b }

// hex is a colour given as on a screen, 0xRRGGBB.
func hex(v uint32) rgb {
	return rgb{fromScreen(float64(v>>16&255) / 255), fromScreen(float64(v>>8&255) / 255), fromScreen(float64(v&255) / 255)}
}

// fromScreen turns a screen's value, 0 to 1, into linear light.
func fromScreen(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// toScreen is the inverse of fromScreen.
func toScreen(v float64) float64 {
	if v <= 0.0031308 {
		return v * 12.92
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

func clamp(v, low, high float64) float64 { return math.Min(math.Max(v, low), high) }

// clamp01 is clamp to 0…1 without calls.
func clamp01(v float64) float64 {
	if v < 0 {
		return 0
	}
	if v > 1 {
		return 1
	}
	return v
}

// smooth rises from 0 at v = 0 to 1 at v = 1 without a corner.
func smooth(v float64) float64 {
	v = clamp01(v)
	return v * v * (3 - 2*v)
}
