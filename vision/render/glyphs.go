package render

// glyphs are the figures and letters beside the lines, five dots wide and seven high, a
// row a byte, the leftmost dot in bit 4.
var glyphs = map[rune][7]byte{
	'0': {14, 17, 19, 21, 25, 17, 14}, '1': {4, 12, 4, 4, 4, 4, 14}, '2': {14, 17, 1, 6, 8, 16, 31},
	'3': {14, 17, 1, 6, 1, 17, 14}, '4': {2, 6, 10, 18, 31, 2, 2}, '5': {31, 16, 30, 1, 1, 17, 14},
	'6': {6, 8, 16, 30, 17, 17, 14}, '7': {31, 1, 2, 4, 8, 8, 8}, '8': {14, 17, 17, 14, 17, 17, 14},
	'9': {14, 17, 17, 15, 1, 2, 12}, 'A': {14, 17, 17, 31, 17, 17, 17}, 'B': {30, 17, 17, 30, 17, 17, 30},
	'C': {14, 17, 16, 16, 16, 17, 14}, 'D': {30, 17, 17, 17, 17, 17, 30}, 'E': {31, 16, 16, 30, 16, 16, 31},
	'F': {31, 16, 16, 30, 16, 16, 16}, 'G': {14, 17, 16, 23, 17, 17, 14}, 'H': {17, 17, 17, 31, 17, 17, 17},
	'I': {14, 4, 4, 4, 4, 4, 14}, 'J': {7, 2, 2, 2, 2, 18, 12}, 'K': {17, 18, 20, 24, 20, 18, 17},
	'L': {16, 16, 16, 16, 16, 16, 31}, 'M': {17, 27, 21, 21, 17, 17, 17}, 'N': {17, 25, 21, 19, 17, 17, 17},
	'O': {14, 17, 17, 17, 17, 17, 14}, 'P': {30, 17, 17, 30, 16, 16, 16}, 'Q': {14, 17, 17, 17, 21, 18, 13},
	'R': {30, 17, 17, 30, 20, 18, 17}, 'S': {15, 16, 16, 14, 1, 1, 30}, 'T': {31, 4, 4, 4, 4, 4, 4},
}

// write paints a text with its middle at (x, y), letters high units high; turn is in
// quarters to the left.
func (t *texture) write(text string, x, y, high float64, turn int, ink rgb, k float64) {
	dot := high / 7
	wide := float64(6*len(text)-1) * dot
	for n, letter := range text {
		for row, bits := range glyphs[letter] {
			for col := range 5 {
				if bits>>(4-col)&1 == 0 {
					continue
				}
				u := (float64(6*n+col)+0.5)*dot - wide/2
				v := (3 - float64(row)) * dot
				for range turn {
					u, v = -v, u
				}
				t.dab(x+u, y+v, dot*0.62, ink, k)
			}
		}
	}
}

// dab paints a small square with soft edges.
func (t *texture) dab(x, y, half float64, ink rgb, k float64) {
	fx, fy, r := (x-t.x0)*t.scale, (y-t.y0)*t.scale, half*t.scale
	for j := int(fy - r); j <= int(fy+r)+1; j++ {
		for i := int(fx - r); i <= int(fx+r)+1; i++ {
			a := clamp01(r + 0.5 - abs(float64(i)-fx))
			b := clamp01(r + 0.5 - abs(float64(j)-fy))
			t.blend(i, j, ink, k*a*b)
		}
	}
}

func abs(v float64) float64 {
	if v < 0 {
		return -v
	}
	return v
}
