package record

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"

	"shinpan/board"
)

// Measures of the drawing, in units of the drawing; a cell is the distance of two lines.
const (
	svgCell   = 36
	svgMargin = 54
	svgLine   = 18 // height of a line of text
	svgStone  = 16.5
)

// SVG draws the sheet: the board with numbered stones, and the head and the moves beneath.
func SVG(s Sheet) []byte {
	side := 2*svgMargin + (s.Size-1)*svgCell
	lines := append(s.heading(), s.moveLines()...)
	w := svgWriter{size: s.Size}
	height := side + svgLine*(len(lines)+1)
	fmt.Fprintf(&w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\">\n", side, height, side, height)
	fmt.Fprintf(&w, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", side, height)
	w.board()
	for _, m := range s.Setup {
		w.stone(m.Color, m.Point, "")
	}
	for i, m := range s.Moves {
		w.stone(m.Color, m.Point, strconv.Itoa(i+1))
	}
	for i, line := range lines {
		w.text(svgMargin-svgCell/2, float64(side+svgLine*i+svgLine/2), 13, "start", "#000", line)
	}
	w.WriteString("</svg>\n")
	return w.Bytes()
}

type svgWriter struct {
	bytes.Buffer
	size int
}

// at is where a point is drawn; row 1 is at the bottom.
func (w *svgWriter) at(p board.Point) (x, y int) {
	return svgMargin + p.Col()*svgCell, svgMargin + (w.size-1-p.Row())*svgCell
}

// board draws lines, star points and coordinates.
func (w *svgWriter) board() {
	last := svgMargin + (w.size-1)*svgCell
	edge := last + svgMargin - 18
	w.WriteString("<g stroke=\"#000\" stroke-width=\"1\">\n")
	for i := range w.size {
		at := svgMargin + i*svgCell
		fmt.Fprintf(w, "<path d=\"M%d %dH%dM%d %dV%d\"/>\n", svgMargin, at, last, at, svgMargin, last)
	}
	w.WriteString("</g>\n")
	for _, p := range starPoints(w.size) {
		x, y := w.at(p)
		fmt.Fprintf(w, "<circle cx=\"%d\" cy=\"%d\" r=\"4\"/>\n", x, y)
	}
	for i := range w.size {
		x, y := w.at(board.At(i, i))
		letter, number := string(rune('A'+i)), strconv.Itoa(i+1)
		w.text(x, 22, 13, "middle", "#000", letter)
		w.text(x, float64(edge)+4, 13, "middle", "#000", letter)
		w.text(18, float64(y)+5, 13, "middle", "#000", number)
		w.text(edge, float64(y)+5, 13, "middle", "#000", number)
	}
}

// starPoints are the marked points of a board: the centre, and four around it.
func starPoints(size int) []board.Point {
	mid, near := size/2, 3
	if size < 13 {
		near = 2
	}
	far := size - 1 - near
	return []board.Point{board.At(mid, mid), board.At(near, near), board.At(near, far), board.At(far, near), board.At(far, far)}
}

// stone draws a stone with its number; a pass is only in the list of moves.
func (w *svgWriter) stone(c board.Color, p board.Point, number string) {
	if !p.OnBoard(w.size) {
		return
	}
	fill, ink := "#fff", "#000"
	if c == board.Black {
		fill, ink = "#000", "#fff"
	}
	x, y := w.at(p)
	fmt.Fprintf(w, "<circle cx=\"%d\" cy=\"%d\" r=\"%g\" fill=\"%s\" stroke=\"#000\" stroke-width=\"1.2\"/>\n", x, y, svgStone, fill)
	w.text(x, float64(y)+5, 14, "middle", ink, number)
}

func (w *svgWriter) text(x int, y float64, size int, anchor, ink, text string) {
	if text == "" {
		return
	}
	fmt.Fprintf(w, "<text x=\"%d\" y=\"%g\" font-size=\"%d\" text-anchor=\"%s\" fill=\"%s\">", x, y, size, anchor, ink)
	_ = xml.EscapeText(w, []byte(text)) // a Buffer takes everything
	w.WriteString("</text>\n")
}

// heading is who played whom, when, how, and how it ended.
func (s *Sheet) heading() []string {
	var lines []string
	add := func(parts ...string) {
		line := ""
		for _, part := range parts {
			switch part = simpleText(part); {
			case part == "":
			case line == "":
				line = part
			default:
				line += " · " + part
			}
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	add("Black: "+orName(s.Black, "?"), "White: "+orName(s.White, "?"), s.ending())
	add(s.Event, prefixed("round ", s.Round), prefixed("table ", s.Table), s.Date)
	add(s.Rules, prefixed("opening ", s.protocol()), s.control())
	return lines
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

// ending is the result with its reason.
func (s *Sheet) ending() string {
	if s.Result == "" || s.Result == "*" {
		return "not finished"
	}
	if s.Reason == "" {
		return s.Result
	}
	return s.Result + " (" + s.Reason + ")"
}

// movesALine is how many moves stand on a line beneath the board.
const movesALine = 12

// moveLines lists the moves with their numbers.
func (s *Sheet) moveLines() []string {
	var lines []string
	for i, m := range s.Moves {
		word := m.Point.String()
		switch {
		case m.Unseen:
			word = "?"
		case m.Point == board.NoPoint:
			word = "pass"
		}
		word = fmt.Sprintf("%d. %s", i+1, word)
		if i%movesALine == 0 {
			lines = append(lines, word)
		} else {
			lines[len(lines)-1] += "  " + word
		}
	}
	return lines
}
