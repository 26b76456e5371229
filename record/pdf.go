package record

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"shinpan/board"
)

// Measures of the page, A4, in points; the origin is at the bottom left.
const (
	pdfWidth, pdfHeight = 595, 842
	pdfMargin           = 50
	pdfLeading          = 13
	pdfText             = 9.5
)

// PDF draws score sheets, a page a game: head, board with numbered stones, moves. It uses
// the fonts that every reader of PDF has; a letter they lack becomes a question mark,
// and the error, beside a document that can be used, names it.
func PDF(sheets ...Sheet) ([]byte, error) {
	var doc pdfDocument
	for i := range sheets {
		doc.sheet(&sheets[i])
	}
	out := doc.finish()
	if doc.lacking != "" {
		return out, fmt.Errorf("record: the fonts of a PDF have no letter %q: a ? stands in its place; svg has all letters", doc.lacking)
	}
	return out, nil
}

// pdfDocument collects the contents of pages.
type pdfDocument struct {
	pages   []*pdfPage
	lacking string // letters no font has
}

func (d *pdfDocument) page() *pdfPage {
	p := &pdfPage{doc: d}
	d.pages = append(d.pages, p)
	return p
}

// sheet draws a game; moves that do not fit go on to further pages.
func (d *pdfDocument) sheet(s *Sheet) {
	p := d.page()
	y := pdfHeight - pdfMargin
	for _, line := range s.heading() {
		p.text(pdfMargin, float64(y), pdfText, line)
		y -= pdfLeading
	}
	cell := 27.0
	if s.Size > board.DefaultSize {
		cell = 21
	}
	left := (pdfWidth - cell*float64(s.Size-1)) / 2
	bottom := float64(y) - 30 - cell*float64(s.Size-1)
	p.drawBoard(s, pdfGrid{left, bottom, cell, s.Size})
	y = int(bottom) - 45
	for _, line := range s.moveLines() {
		if y < pdfMargin {
			p, y = d.page(), pdfHeight-pdfMargin
		}
		p.text(pdfMargin, float64(y), pdfText, line)
		y -= pdfLeading
	}
}

// pdfGrid says where the points lie on the page.
type pdfGrid struct {
	left, bottom, cell float64
	size               int
}

func (g pdfGrid) at(p board.Point) (x, y float64) {
	return g.left + g.cell*float64(p.Col()), g.bottom + g.cell*float64(p.Row())
}

// pdfPage is the drawing of one page.
type pdfPage struct {
	bytes.Buffer
	doc *pdfDocument
}

func (p *pdfPage) drawBoard(s *Sheet, g pdfGrid) {
	last := g.cell * float64(g.size-1)
	p.WriteString("0.6 w\n")
	for i := range g.size {
		at := g.cell * float64(i)
		fmt.Fprintf(p, "%.2f %.2f m %.2f %.2f l S\n", g.left, g.bottom+at, g.left+last, g.bottom+at)
		fmt.Fprintf(p, "%.2f %.2f m %.2f %.2f l S\n", g.left+at, g.bottom, g.left+at, g.bottom+last)
		letter, number := string(rune('A'+i)), strconv.Itoa(i+1)
		for _, away := range []float64{-24, last + 17} {
			p.centred(g.left+at, g.bottom+away, 9, letter)
			p.centred(g.left+away+3.5, g.bottom+at-3, 9, number)
		}
	}
	for _, star := range starPoints(g.size) {
		x, y := g.at(star)
		p.disc(x, y, 2.6, "0 g", "f")
	}
	for _, m := range s.Setup {
		p.stone(g, m.Color, m.Point, "")
	}
	for i, m := range s.Moves {
		p.stone(g, m.Color, m.Point, strconv.Itoa(i+1))
	}
}

func (p *pdfPage) stone(g pdfGrid, c board.Color, at board.Point, label string) {
	if !at.OnBoard(g.size) {
		return
	}
	fill, ink := "1 g", "0 g"
	if c == board.Black {
		fill, ink = "0 g", "1 g"
	}
	x, y := g.at(at)
	p.disc(x, y, g.cell*0.46, fill, "b")
	p.WriteString(ink + "\n")
	p.centred(x, y-g.cell*0.13, g.cell*0.38, label)
	p.WriteString("0 g\n")
}

// disc draws a circle out of four curves; op fills it, or fills and outlines it.
func (p *pdfPage) disc(x, y, r float64, fill, op string) {
	const bend = 0.5523 // of the radius: how far the control points are from the ends
	k := r * bend
	fmt.Fprintf(p, "%s %.2f %.2f m\n", fill, x+r, y)
	for _, c := range [][6]float64{
		{r, k, k, r, 0, r}, {-k, r, -r, k, -r, 0}, {-r, -k, -k, -r, 0, -r}, {k, -r, r, -k, r, 0},
	} {
		fmt.Fprintf(p, "%.2f %.2f %.2f %.2f %.2f %.2f c\n", x+c[0], y+c[1], x+c[2], y+c[3], x+c[4], y+c[5])
	}
	p.WriteString(op + " 0 g\n")
}

func (p *pdfPage) text(x, y, size float64, text string) {
	if text != "" {
		fmt.Fprintf(p, "BT /F1 %.2f Tf %.2f %.2f Td (%s) Tj ET\n", size, x, y, p.doc.latin(text))
	}
}

// centred is text around x: digits, and the letters of columns.
func (p *pdfPage) centred(x, y, size float64, text string) {
	width := 0
	for _, r := range text {
		width += pdfWidthOf(r)
	}
	p.text(x-size*float64(width)/2000, y, size, text)
}

// pdfLetters are the widths of the letters A to S in Helvetica, in thousandths.
var pdfLetters = [...]int{667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667}

func pdfWidthOf(r rune) int {
	if i := int(r - 'A'); i >= 0 && i < len(pdfLetters) {
		return pdfLetters[i]
	}
	return 556 // every digit
}

// latin writes text in the fonts' encoding, escaped.
func (d *pdfDocument) latin(text string) string {
	var s strings.Builder
	for _, r := range text {
		switch {
		case r == '(' || r == ')' || r == '\\':
			s.WriteByte('\\')
			s.WriteRune(r)
		case r < 0x7f:
			s.WriteRune(r)
		case r >= 0xa0 && r <= 0xff:
			fmt.Fprintf(&s, "\\%03o", r)
		default:
			s.WriteByte('?')
			if !strings.ContainsRune(d.lacking, r) {
				d.lacking += string(r)
			}
		}
	}
	return s.String()
}

// finish writes the file: catalogue, list of pages, font, then each page and its contents.
func (d *pdfDocument) finish() []byte {
	const fixed = 3 // objects before the pages
	var kids strings.Builder
	objects := make([]string, fixed, fixed+2*len(d.pages))
	for i, p := range d.pages {
		n := fixed + 1 + 2*i
		fmt.Fprintf(&kids, "%d 0 R ", n)
		objects = append(objects,
			fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Resources<</Font<</F1 3 0 R>>>>/Contents %d 0 R>>", pdfWidth, pdfHeight, n+1),
			fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", p.Len(), p.String()))
	}
	objects[0] = "<</Type/Catalog/Pages 2 0 R>>"
	objects[1] = fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(d.pages), strings.TrimSpace(kids.String()))
	objects[2] = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"

	var w bytes.Buffer
	w.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = w.Len()
		fmt.Fprintf(&w, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := w.Len()
	fmt.Fprintf(&w, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&w, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&w, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return w.Bytes()
}
