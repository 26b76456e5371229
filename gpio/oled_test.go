package gpio

import (
	"slices"
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3"

	"shinpan/clock"
)

// oledChip is an SSD1306 or SH1106 as far as it is used: it understands no more than the
// page by page way of both.
type oledChip struct {
	t            *testing.T
	memory       [8][132]byte
	page, column int
	lit, powered bool
	contrast     byte
	bytes        int
	unplugged    bool
}

func (c *oledChip) String() string      { return "oled" }
func (c *oledChip) Duplex() conn.Duplex { return conn.Half }
func (c *oledChip) reads(first int) (p picture) {
	for page := range p {
		copy(p[page][:], c.memory[page][first:])
	}
	return p
}

func (c *oledChip) Tx(w, r []byte) error {
	if c.unplugged {
		return errUnplugged
	}
	c.bytes += len(w)
	switch {
	case len(r) > 0 || len(w) < 2:
		c.t.Errorf("message %x, reading %d", w, len(r))
	case w[0] == 0x40:
		for _, b := range w[1:] {
			if c.column >= 132 {
				c.t.Fatal("written beyond the end of a page")
			}
			c.memory[c.page][c.column] = b
			c.column++
		}
	case w[0] == 0:
		c.obey(w[1:])
	default:
		c.t.Errorf("neither commands nor memory: %x", w)
	}
	return nil
}

func (c *oledChip) obey(w []byte) {
	two := []byte{0x20, 0x81, 0x8d, 0xa8, 0xad, 0xd3, 0xd5, 0xd9, 0xda, 0xdb}
	for len(w) > 0 {
		op, arg := w[0], byte(0)
		w = w[1:]
		if slices.Contains(two, op) {
			if len(w) == 0 {
				c.t.Errorf("command %#x without what belongs to it", op)
				return
			}
			arg, w = w[0], w[1:]
		}
		switch {
		case op <= 0x0f:
			c.column = c.column&0xf0 | int(op)
		case op <= 0x1f:
			c.column = c.column&0x0f | int(op&15)<<4
		case op&0xf8 == 0xb0:
			c.page = int(op & 7)
		case op == 0x81:
			c.contrast = arg
		case op == 0x8d && arg == 0x14, op == 0xad && arg == 0x8b:
			c.powered = true
		case op == 0x20 && arg != 2:
			c.t.Errorf("addressing mode %d", arg)
		case op == 0xae, op == 0xaf:
			c.lit = op == 0xaf
		}
	}
}

// art is a picture as text, two characters a row apart, for people.
func art(p picture) string {
	var b strings.Builder
	for y := range 64 {
		line := make([]byte, 128)
		for x := range line {
			line[x] = " #"[p[y/8][x]>>(y%8)&1]
		}
		b.WriteString(strings.TrimRight(string(line), " ") + "\n")
	}
	return b.String()
}

// readText reads text of a scale off a picture: at each place the character whose dots
// are there, exactly.
func readText(t *testing.T, p picture, x, y, scale int) string {
	t.Helper()
	out := ""
	for ; x+glyphWide*scale <= 128; x += glyphStep * scale {
		found := ""
		for c, g := range font {
			same := true
			for i := range 7 * scale {
				for j := range 5 * scale {
					dot := p[(y+i)/8][x+j]>>((y+i)%8)&1 == 1
					same = same && dot == g[i/scale][j/scale]
				}
			}
			if same {
				found += string(c)
			}
		}
		if found == "" {
			t.Fatalf("no character at %d, %d:\n%s", x, y, art(p))
		}
		if found == "0O" || found == "O0" { // they look alike
			found = "0"
		}
		out += found
	}
	return strings.TrimSpace(out)
}

// The digits as people see them.
const digitArt = `
 ###    #    ###   ###     #  #####   ##  #####  ###   ###
#   #  ##   #   # #   #   ##  #      #        # #   # #   #
#   #   #       #     #  # #  ####  #        #  #   # #   #
#   #   #     ##    ##  #  #      # ####    #    ###   ####
#   #   #    #        # #####     # #   #   #   #   #     #
#   #   #   #     #   #    #  #   # #   #  #    #   #    #
 ###   ###  #####  ###     #   ###   ###   #     ###   ##
`

func TestDigitsLookLikeDigits(t *testing.T) {
	var p picture
	p.write("0123456789", 0, 0, 1)
	if got := strings.TrimRight(art(p), "\n"); got != strings.Trim(digitArt, "\n") {
		t.Errorf("the digits are drawn as\n%s", got)
	}
}

func TestOledShowsEveryCase(t *testing.T) {
	for name, model := range oledModels {
		chip := &oledChip{t: t}
		face := &oled{chip: chip, model: model}
		for _, c := range displayCases {
			k := started(t, c.control)
			if c.do != nil {
				c.do(&k)
			}
			d := clock.DefaultDisplay()
			v := viewOf(k.FacesWith(d, c.at), c.side, d)
			if err := face.Show(v); err != nil || !chip.lit || !chip.powered {
				t.Fatalf("%s: %v, lit %t, powered %t", name, err, chip.lit, chip.powered)
			}
			shown := chip.reads(model.first)
			scale := map[bool]int{true: 5, false: 4}[len(v.Face.Text) <= 4]
			if len(v.Face.Text) == 6 {
				scale = 3
			}
			left := 128 - (len(v.Face.Text)*6-1)*scale
			if got := readText(t, shown, left, 18, scale); got != v.Face.Text {
				t.Errorf("%s, %s: the time reads %q, want %q", name, c.name, got, v.Face.Text)
			}
			word := map[byte]string{'F': "FLAG FIRST", 'P': "PAUSED", '-': "NEW PERIOD", 'h': "HOURS", ' ': ""}[c.eight[0]]
			if word == "" && v.Face.Relief {
				word = "NO SHEET"
			}
			if got := readText(t, shown, 0, 0, 2); got != strings.ReplaceAll(word, "O", "0") {
				t.Errorf("%s, %s: the word reads %q, want %q", name, c.name, got, word)
			}
			note := ""
			switch count := strings.TrimSpace(c.eight[1:3]); {
			case strings.HasPrefix(c.control, "byoyomi"):
				note = "PERIODS " + count
			case strings.HasPrefix(c.control, "canadian") && count != "":
				note = "STONES " + count
			}
			if got := readText(t, shown, 0, 57, 1); got != strings.ReplaceAll(note, "O", "0") {
				t.Errorf("%s, %s: the note reads %q, want %q", name, c.name, got, note)
			}
		}
	}
}

// A display that has lost its memory is right again after a few drawings of the same view,
// and one that was gone at the first.
func TestOledComesBack(t *testing.T) {
	chip := &oledChip{t: t}
	face := &oled{chip: chip, model: oledModels["sh1106"]}
	v := View{Face: clock.Face{Text: "12:34", Periods: 3}, Brightness: 100}
	draw := func() picture {
		t.Helper()
		if err := face.Show(v); err != nil {
			t.Fatal(err)
		}
		return chip.reads(2)
	}
	want := draw()
	if want == (picture{}) || chip.contrast != 255 {
		t.Fatalf("contrast %d:\n%s", chip.contrast, art(want))
	}
	chip.memory, chip.lit, chip.powered = [8][132]byte{}, false, false
	got := draw()
	for range 7 {
		got = draw()
	}
	if got != want || !chip.lit || !chip.powered {
		t.Errorf("after eight drawings:\n%s", art(got))
	}
	chip.unplugged = true
	if err := face.Show(v); err == nil {
		t.Error("a display that is gone was drawn")
	}
	chip.unplugged, chip.memory = false, [8][132]byte{}
	if got := draw(); got != want {
		t.Errorf("plugged in:\n%s", art(got))
	}
}

// A tenth of a second on a bus of 100 kHz is 1100 bytes; ten drawings a second must leave
// room for the other face.
func TestOledSendsLittle(t *testing.T) {
	chip := &oledChip{t: t}
	face := &oled{chip: chip, model: oledModels["ssd1306"]}
	k := started(t, "sd 1m")
	d := clock.DefaultDisplay()
	most := 0
	for at := 50*sec + 1; at < 59*sec; at += 100 * time.Millisecond {
		before := chip.bytes
		if err := face.Show(viewOf(k.FacesWith(d, at), clock.P1, d)); err != nil {
			t.Fatal(err)
		}
		if before > 0 {
			most = max(most, chip.bytes-before)
		}
	}
	t.Logf("at most %d bytes a drawing", most)
	if most > 550 {
		t.Errorf("%d bytes for one tenth", most)
	}
}
