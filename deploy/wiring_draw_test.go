package deploy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The drawing's measures, in pixels.
const (
	rowHigh    = 30 // of the header
	headLeft   = 130
	headTop    = 80
	partLeft   = 620
	partWide   = 400
	lineHigh   = 24 // of a terminal
	partGap    = 14
	canvasWide = partLeft + partWide + 20
)

// supplyColors are the usual ones; signals take the others in turn.
var supplyColors = map[string]string{"ground": "#222222", "3.3 V": "#e07000", "5 V": "#c00020"}

var signalColors = []string{"#0066cc", "#008850", "#8833bb", "#b08800", "#00899c", "#cc3377", "#55606e", "#5a7d00"}

// drawing writes an SVG.
type drawing struct {
	strings.Builder
	colors map[int]string // of the header's pins in use
	roles  map[int]string
}

// draw is the diagram of a build: the header as it lies, pin 1 at its top left, and beside it
// the parts, each terminal with its wire and the pin the wire goes to.
func draw(b build) string {
	d := &drawing{colors: map[int]string{}, roles: map[int]string{}}
	high := headTop + 20*rowHigh + 60
	y := headTop - 8
	parts := slices.Clone(b.parts)
	// The parts lie in the order of their pins, so that few wires cross.
	slices.SortStableFunc(parts, func(a, b wired) int { return cmp.Compare(row(a.terminals[0].pin), row(b.terminals[0].pin)) })
	for _, p := range parts {
		for _, to := range p.terminals {
			d.roles[to.pin] = to.role
			if d.colors[to.pin] == "" {
				d.colors[to.pin] = color(to.role, len(d.colors))
			}
		}
		y += lineHigh*(len(p.terminals)+1) + partGap
	}
	high = max(high, y+20)
	fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="DejaVu Sans, Arial, sans-serif">`+"\n", canvasWide, high, canvasWide, high)
	fmt.Fprintf(d, "<title>Wiring of the %s build</title>\n", b.name)
	fmt.Fprintf(d, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", canvasWide, high)
	d.text(20, 34, 20, "start", "#111111", "Wiring of the "+b.name+" build")
	d.text(20, 56, 13, "start", "#555555", "The 40-pin header seen from above, pin 1 (square pad) at the top left. Made from "+b.name+".toml.")
	d.header()
	top := headTop - 8
	for _, p := range parts {
		d.part(p, top)
		top += lineHigh*(len(p.terminals)+1) + partGap
	}
	d.WriteString("</svg>\n")
	return d.String()
}

func color(role string, n int) string {
	if c := supplyColors[role]; c != "" {
		return c
	}
	return signalColors[n%len(signalColors)]
}

// row is the header's row of a pin, and spot where it lies.
func row(pin int) int { return (pin - 1) / 2 }

func spot(pin int) (x, y int) {
	return headLeft + 36*((pin-1)%2), headTop + row(pin)*rowHigh + rowHigh/2
}

// header draws all pins; those in use are filled, and named outside.
func (d *drawing) header() {
	fmt.Fprintf(d, `<rect x="%d" y="%d" width="80" height="%d" rx="6" fill="#2b2f36"/>`+"\n", headLeft-22, headTop, 20*rowHigh)
	for pin := 1; pin <= 40; pin++ {
		x, y := spot(pin)
		fill, ink := "#8a8f98", "#2b2f36"
		if c := d.colors[pin]; c != "" {
			fill, ink = c, "#ffffff"
		}
		if pin == 1 {
			fmt.Fprintf(d, `<rect x="%d" y="%d" width="24" height="24" fill="%s" stroke="#ffffff"/>`+"\n", x-12, y-12, fill)
		} else {
			fmt.Fprintf(d, `<circle cx="%d" cy="%d" r="12" fill="%s" stroke="#ffffff"/>`+"\n", x, y, fill)
		}
		d.text(x, y+4, 11, "middle", ink, fmt.Sprint(pin))
		if role := d.roles[pin]; role != "" && pin%2 == 1 {
			d.text(x-28, y+4, 12, "end", d.colors[pin], role)
		}
	}
}

// part draws one part and its wires.
func (d *drawing) part(p wired, top int) {
	high := lineHigh * (len(p.terminals) + 1)
	fmt.Fprintf(d, `<rect x="%d" y="%d" width="%d" height="%d" rx="6" fill="#f4f1ea" stroke="#9a9488"/>`+"\n", partLeft, top, partWide, high)
	d.text(partLeft+14, top+17, 14, "start", "#111111", p.title)
	d.text(partLeft+partWide-12, top+17, 12, "end", "#777777", p.key)
	for i, to := range p.terminals {
		y := top + lineHigh*(i+1) + lineHigh/2
		d.wire(to, y)
		fmt.Fprintf(d, `<circle cx="%d" cy="%d" r="5" fill="%s"/>`+"\n", partLeft, y, d.colors[to.pin])
		d.text(partLeft+14, y+4, 13, "start", "#111111", to.name)
		d.text(partLeft+partWide-12, y+4, 13, "end", d.colors[to.pin], fmt.Sprintf("pin %d, %s", to.pin, to.role))
	}
}

// wire leads from a pin to a terminal. One of the left row passes between the pins of the right.
func (d *drawing) wire(to terminal, y int) {
	x0, y0 := spot(to.pin)
	path := fmt.Sprintf("M%d,%d", x0+12, y0)
	if to.pin%2 == 1 {
		y0 += rowHigh / 2
		path = fmt.Sprintf("M%d,%d L%d,%d L%d,%d", x0+8, y0-rowHigh/2+9, x0+14, y0, x0+60, y0)
	}
	out := headLeft + 80
	fmt.Fprintf(d, `<path d="%s L%d,%d C%d,%d %d,%d %d,%d" fill="none" stroke="%s" stroke-width="2.5" stroke-linecap="round"/>`+"\n",
		path, out, y0, out+190, y0, partLeft-200, y, partLeft, y, d.colors[to.pin])
}

func (d *drawing) text(x, y, size int, anchor, fill, words string) {
	words = strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(words)
	fmt.Fprintf(d, `<text x="%d" y="%d" font-size="%d" text-anchor="%s" fill="%s">%s</text>`+"\n", x, y, size, anchor, fill, words)
}
