package gpio

import "strings"

// font are the characters of the displays of dots: seven rows of five, from the top.
var font = parseFont(map[rune]string{
	'0': "01110 10001 10001 10001 10001 10001 01110", '1': "00100 01100 00100 00100 00100 00100 01110",
	'2': "01110 10001 00001 00110 01000 10000 11111", '3': "01110 10001 00001 00110 00001 10001 01110",
	'4': "00010 00110 01010 10010 11111 00010 00010", '5': "11111 10000 11110 00001 00001 10001 01110",
	'6': "00110 01000 10000 11110 10001 10001 01110", '7': "11111 00001 00010 00100 00100 01000 01000",
	'8': "01110 10001 10001 01110 10001 10001 01110", '9': "01110 10001 10001 01111 00001 00010 01100",
	':': "00000 00100 00100 00000 00100 00100 00000", '.': "00000 00000 00000 00000 00000 01100 01100",
	'?': "01110 10001 00001 00110 00100 00000 00100", ' ': "00000 00000 00000 00000 00000 00000 00000",
	'A': "01110 10001 10001 11111 10001 10001 10001", 'D': "11110 10001 10001 10001 10001 10001 11110",
	'E': "11111 10000 10000 11110 10000 10000 11111", 'F': "11111 10000 10000 11110 10000 10000 10000",
	'G': "01110 10001 10000 10111 10001 10001 01111", 'H': "10001 10001 10001 11111 10001 10001 10001",
	'I': "01110 00100 00100 00100 00100 00100 01110", 'L': "10000 10000 10000 10000 10000 10000 11111",
	'N': "10001 11001 10101 10101 10011 10001 10001", 'O': "01110 10001 10001 10001 10001 10001 01110",
	'P': "11110 10001 10001 11110 10000 10000 10000", 'R': "11110 10001 10001 11110 10100 10010 10001",
	'S': "01111 10000 10000 01110 00001 00001 11110", 'T': "11111 00100 00100 00100 00100 00100 00100",
	'U': "10001 10001 10001 10001 10001 10001 01110", 'W': "10001 10001 10001 10101 10101 11011 10001",
})

// The size of a character, and the columns from one to the next.
const (
	glyphWide = 5
	glyphHigh = 7
	glyphStep = glyphWide + 1
)

// glyph is true where a dot is lit, by row and column.
type glyph [glyphHigh][glyphWide]bool

func parseFont(rows map[rune]string) map[rune]glyph {
	out := map[rune]glyph{}
	for c, text := range rows {
		var g glyph
		for y, row := range strings.Fields(text) {
			for x, dot := range row {
				g[y][x] = dot == '1'
			}
		}
		out[c] = g
	}
	return out
}

// The size of the display, in dots and in pages, which are bytes high.
const (
	oledWide  = 128
	oledPages = 8
)

// picture is what a display of dots shows: a byte is eight dots of a column, the lowest
// bit on top.
type picture [oledPages][oledWide]byte

func (p *picture) set(x, y int) {
	if x >= 0 && x < oledWide && y >= 0 && y < 8*oledPages {
		p[y/8][x] |= 1 << (y % 8)
	}
}

// write puts text with its top left corner at x, y; every dot of a character is a square
// of scale dots.
func (p *picture) write(text string, x, y, scale int) {
	for _, c := range text {
		g := font[c]
		for i := range glyphHigh * scale {
			for j := range glyphWide * scale {
				if g[i/scale][j/scale] {
					p.set(x+j, y+i)
				}
			}
		}
		x += glyphStep * scale
	}
}

// width is how many dots a text takes.
func width(text string, scale int) int { return (len(text)*glyphStep - 1) * scale }

// The lines of the display: a word, the time, and what is to be known beside it.
const (
	wordTop  = 0
	timeTop  = 18
	noteTop  = 57
	bigScale = 5
)

// paint draws a view. The time is as large as it fits.
func paint(v View) *picture {
	p := &picture{}
	if v.Everything {
		for page := range p {
			for x := range p[page] {
				p[page][x] = 0xff
			}
		}
		return p
	}
	p.write(v.word(), 0, wordTop, 2)
	scale := bigScale
	for scale > 1 && width(v.Face.Text, scale) > oledWide {
		scale--
	}
	p.write(v.Face.Text, oledWide-width(v.Face.Text, scale), timeTop, scale)
	p.write(v.note(), 0, noteTop, 1)
	p.write(v.Face.Second, oledWide-width(v.Face.Second, 1), noteTop, 1)
	return p
}
