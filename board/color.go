package board

import "fmt"

// Color is what lies on a point: nothing, a black stone or a white one.
type Color uint8

// The three things that can be on a point. Empty is the zero value.
const (
	Empty Color = iota
	Black
	White
)

// Opponent returns the other colour, and Empty for Empty.
func (c Color) Opponent() Color {
	switch c {
	case Black:
		return White
	case White:
		return Black
	}
	return Empty
}

// String is "black", "white" or "empty", the words used in every published format.
func (c Color) String() string {
	switch c {
	case Black:
		return "black"
	case White:
		return "white"
	}
	return "empty"
}

// Rune is the stone's letter in board text and diagrams: 'x', 'o' or '.'.
func (c Color) Rune() rune {
	switch c {
	case Black:
		return 'x'
	case White:
		return 'o'
	}
	return '.'
}

// ColorOfRune reads one letter of a diagram; ok is false for anything but
// x, X, o, O and the full stop.
func ColorOfRune(r rune) (c Color, ok bool) {
	switch r {
	case '.':
		return Empty, true
	case 'x', 'X':
		return Black, true
	case 'o', 'O':
		return White, true
	}
	return Empty, false
}

// MarshalText writes the colour as String does.
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads "black", "white" or "empty".
func (c *Color) UnmarshalText(text []byte) error {
	switch string(text) {
	case "black":
		*c = Black
	case "white":
		*c = White
	case "empty":
		*c = Empty
	default:
		return fmt.Errorf("board: color %q: want black, white or empty", text)
	}
	return nil
}
