package gpio

import (
	"strconv"
	"strings"
)

// Segments of one digit, bit 0 to 6: a is the top, then clockwise, g the middle; bit 7 is
// the point. Drivers whose chip has another order turn them round.
const point = 0x80

// glyphs are the characters the faces need.
var glyphs = map[byte]byte{
	' ': 0x00, '0': 0x3f, '1': 0x06, '2': 0x5b, '3': 0x4f, '4': 0x66, '5': 0x6d, '6': 0x7d, '7': 0x07,
	'8': 0x7f, '9': 0x6f, '-': 0x40, 'F': 0x71, 'P': 0x73, 'h': 0x74,
}

// four is the view on four digits: segments, and whether the colon in their middle is
// lit. The mark takes the first digit where the time leaves it free; nothing else would
// fit without being read as time.
func four(v View) (segments [4]byte, colon bool) {
	if v.Everything {
		return [4]byte{0xff, 0xff, 0xff, 0xff}, true
	}
	d := v.Face.Digits(4)
	for i := range segments {
		segments[i] = glyphs[d.Cells[i]]
	}
	if d.Point >= 0 {
		segments[d.Point] |= point
	}
	if d.Cells[0] == ' ' {
		segments[0] = glyphs[v.mark()]
	}
	return segments, d.Colon
}

// fourColon is four for a display that has the colon but no points: a fraction is one
// digit behind the colon with nothing after it, where minutes have two: " 9:5 ".
func fourColon(v View) (segments [4]byte, colon bool) {
	whole, fraction, isFraction := strings.Cut(v.Face.Text, ".")
	if !isFraction {
		return four(v)
	}
	segments[0] = glyphs[v.mark()]
	segments[1] = glyphs[whole[len(whole)-1]]
	segments[2] = glyphs[fraction[0]]
	if len(whole) == 2 {
		segments[0] = glyphs[whole[0]]
	}
	return segments, true
}

// eight is the view on eight digits with points and no colon: the mark, two digits of
// stones to play or else periods left, closed by a point, and five of time, in which a
// dash is the colon: "  3.12-34", "      9.5".
func eight(v View) (segments [8]byte) {
	if v.Everything {
		for i := range segments {
			segments[i] = 0xff
		}
		return segments
	}
	segments[0] = glyphs[v.mark()]
	count := v.Face.Stones
	if count == 0 {
		count = v.Face.Periods
	}
	if count > 0 {
		digits := strconv.Itoa(min(count, 99))
		for i := range digits {
			segments[3-len(digits)+i] = glyphs[digits[i]]
		}
		segments[2] |= point
	}
	time := timeCells(v.Face.Text)
	copy(segments[8-len(time):], time)
	return segments
}

// timeCells is a time on at most five digits. A fraction too fine is cut, hours too many
// are the most there is room for: both less than is left.
func timeCells(text string) []byte {
	if strings.Contains(text, ":") && len(text) > 5 {
		text = "99:59"
	}
	var cells []byte
	for i := range len(text) {
		switch c := text[i]; {
		case c == '.' && len(cells) > 0:
			cells[len(cells)-1] |= point
		case len(cells) == 5:
			return cells
		case c == ':':
			cells = append(cells, glyphs['-'])
		default:
			cells = append(cells, glyphs[c])
		}
	}
	return cells
}
