package board

// Symmetry is one of the eight ways to lay a square board on itself, 0 to 7;
// 0 leaves everything where it is. OPENINGS.md section 1.2 lists them in this order.
type Symmetry uint8

// Symmetries is the number of board symmetries.
const Symmetries = 8

// Map gives the point on which p comes to lie on a board of size lines.
func (s Symmetry) Map(p Point, size int) Point {
	if p == NoPoint {
		return NoPoint
	}
	last := size - 1
	x, y := p.Col(), p.Row()
	switch s {
	case 1:
		x, y = last-y, x
	case 2:
		x, y = last-x, last-y
	case 3:
		x, y = y, last-x
	case 4:
		x = last - x
	case 5:
		y = last - y
	case 6:
		x, y = y, x
	case 7:
		x, y = last-y, last-x
	}
	return At(x, y)
}

// Inverse undoes s: s.Inverse().Map(s.Map(p, n), n) is p.
func (s Symmetry) Inverse() Symmetry {
	switch s {
	case 1:
		return 3
	case 3:
		return 1
	}
	return s
}

// Apply returns the board with every stone moved by s.
func (s Symmetry) Apply(b *Board) Board {
	out := New(b.Size())
	for p := range b.Points {
		out.Set(s.Map(p, b.Size()), b.At(p))
	}
	return out
}
