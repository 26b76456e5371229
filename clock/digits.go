package clock

import "strings"

// Digits is a face on a display of four or six digits. Leading zeros are blank.
type Digits struct {
	Cells string // one byte a digit, '0' to '9' or ' '
	Colon bool   // the colons between pairs of digits are lit
	Point int    // the digit after which the decimal point is lit, -1 for none
}

// Blank is a dark display, for standby.
func Blank(cells int) Digits { return Digits{Cells: strings.Repeat(" ", max(0, cells)), Point: -1} }

// Digits puts the text on a display of that many digits, to the right. What does not fit
// is shown as the most the display can say, which is less than is left; a
// fraction too fine for it is cut.
func (f Face) Digits(cells int) Digits {
	d := Blank(cells)
	text, fraction, hasPoint := strings.Cut(f.Text, ".")
	d.Colon = strings.Contains(text, ":")
	digits := strings.ReplaceAll(text, ":", "")
	if hasPoint {
		digits += fraction[:min(len(fraction), max(0, cells-len(digits)))]
		d.Point = cells - 1 - (len(digits) - len(text))
	}
	if len(digits) > cells {
		d.Cells = fullest(cells)
		return d
	}
	d.Cells = d.Cells[:cells-len(digits)] + digits
	return d
}

// fullest is the highest h:mm or h:mm:ss a display has digits for.
func fullest(cells int) string {
	full := []byte(strings.Repeat("9", max(0, cells)))
	for i := len(full) - 2; i > 0; i -= 2 {
		full[i] = '5'
	}
	return string(full)
}
