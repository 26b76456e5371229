package gpio

import (
	"errors"
	"strings"
	"testing"

	"periph.io/x/conn/v3"
	pgpio "periph.io/x/conn/v3/gpio"
)

// What follows are the chips, as far as their data sheets say what they do with the bytes
// they are sent. They share nothing with the drivers: not the numbers, not the font.

// letters are the segments that make a character, by the letters of the data sheets.
var letters = map[string]byte{
	"": ' ', "abcdef": '0', "bc": '1', "abdeg": '2', "abcdg": '3', "bcfg": '4', "acdfg": '5', "acdefg": '6',
	"abc": '7', "abcdefg": '8', "abcdfg": '9', "g": '-', "aefg": 'F', "abefg": 'P', "cefg": 'h',
}

// character reads one digit. order names the segment of each bit, from bit 0.
func character(segments byte, order string) string {
	lit := ""
	for _, name := range "abcdefg" {
		if segments>>strings.IndexRune(order, name)&1 == 1 {
			lit += string(name)
		}
	}
	c, ok := letters[lit]
	if !ok {
		return "<" + lit + ">"
	}
	if p := strings.IndexByte(order, '.'); segments>>p&1 == 1 {
		return string(c) + "."
	}
	return string(c)
}

// htChip is an HT16K33 with its backpack of four digits.
type htChip struct {
	memory               [16]byte
	running, lit, blinks bool
	brightness           int
	unplugged            bool
	messages             int
	t                    *testing.T
}

var errUnplugged = errors.New("remote I/O error")

func (c *htChip) Tx(w, r []byte) error {
	c.messages++
	if c.unplugged {
		return errUnplugged
	}
	if len(w) == 0 || len(r) > 0 {
		c.t.Errorf("message %x, reading %d", w, len(r))
		return nil
	}
	switch w[0] >> 4 {
	case 0x0:
		for i, b := range w[1:] {
			c.memory[(int(w[0])+i)%16] = b
		}
	case 0x2:
		c.running = w[0]&1 == 1
	case 0x8:
		c.lit, c.blinks = w[0]&1 == 1, w[0]&6 != 0
	case 0xe:
		c.brightness = int(w[0] & 15)
	default:
		c.t.Errorf("the chip knows no command %#x", w[0])
	}
	return nil
}

func (c *htChip) String() string       { return "ht16k33" }
func (c *htChip) Duplex() conn.Duplex  { return conn.Half }
func (c *maxChip) String() string      { return "max7219" }
func (c *maxChip) Duplex() conn.Duplex { return conn.Full }

func (c *htChip) reads() string {
	if !c.running || !c.lit || c.blinks {
		return "dark"
	}
	out := ""
	for i, at := range []int{0, 2, 6, 8} {
		if i == 2 && c.memory[4]&2 != 0 {
			out += ":"
		}
		out += character(c.memory[at], "abcdefg.")
	}
	return out
}

// maxChip is a MAX7219 with eight digits, digit 0 on the right.
type maxChip struct {
	registers [16]byte
	t         *testing.T
}

func (c *maxChip) Tx(w, r []byte) error {
	if len(w) != 2 || len(r) > 0 {
		c.t.Errorf("the chip takes 16 bits at a time, not %x", w)
		return nil
	}
	c.registers[w[0]&15] = w[1]
	return nil
}

func (c *maxChip) reads() string {
	if c.registers[0xc]&1 == 0 || c.registers[0xf]&1 == 1 || c.registers[9] != 0 || c.registers[0xb]&7 != 7 {
		return "dark, or not what we sent"
	}
	out := ""
	for digit := 7; digit >= 0; digit-- {
		out += character(c.registers[1+digit], "gfedcba.")
	}
	return out
}

// tmChip is a TM1637 on its two lines, which it sees as levels.
type tmChip struct {
	t                testing.TB
	clk, master, ack bool // levels; ack: the chip pulls the data line down
	listening        bool
	bits             int
	now              byte
	message          []byte
	digits           [6]byte
	auto             bool
	next             int
	lit              bool
	brightness       int
	absent, shorted  bool
	broken           error // of the next call on a line
}

func (c *tmChip) level() bool { return c.master && !c.ack && !c.shorted }

func (c *tmChip) data(level bool) {
	before := c.level()
	c.master = level
	switch after := c.level(); {
	case c.absent || !c.clk:
	case before && !after:
		c.listening, c.bits, c.now, c.message = true, 0, 0, nil
	case !before && after && c.listening:
		c.listening = false
		if c.bits == 1 { // the clock has gone up for the stop: a whole message
			c.obey()
		}
	}
}

func (c *tmChip) clock(level bool) {
	rises, falls := level && !c.clk, !level && c.clk
	c.clk = level
	switch {
	case c.absent || !c.listening:
	case rises:
		if c.bits < 8 && c.level() {
			c.now |= 1 << c.bits
		}
		c.bits++
	case falls && c.bits == 8:
		c.ack = true
	case falls && c.bits == 9:
		c.ack = false
		c.message = append(c.message, c.now)
		c.bits, c.now = 0, 0
	}
}

func (c *tmChip) obey() {
	if len(c.message) == 0 {
		return
	}
	switch first := c.message[0]; first >> 6 {
	case 1:
		c.auto = first&4 == 0
	case 2:
		c.lit, c.brightness = first&8 != 0, int(first&7)
	case 3:
		c.next = int(first & 15)
		for _, b := range c.message[1:] {
			if c.next < len(c.digits) {
				c.digits[c.next] = b
			}
			if c.auto {
				c.next++
			}
		}
	default:
		c.t.Errorf("the chip knows no command %#x", first)
	}
}

func (c *tmChip) reads() string {
	if !c.lit {
		return "dark"
	}
	out := ""
	for i, segments := range c.digits[:4] {
		out += character(segments&0x7f, "abcdefg.")
		if i == 1 && segments&0x80 != 0 {
			out += ":"
		}
	}
	return out
}

// kernelLine is a line as periph drives it, with its faults: the first Out is Low first,
// and reading an output makes it an input, which is reported.
type kernelLine struct {
	t      testing.TB
	output bool
	moved  func(bool)
	level  func() bool
	fails  *error
	closed bool
	trace  []string
}

func (l *kernelLine) fail() error {
	if l.fails == nil || *l.fails == nil {
		return nil
	}
	err := *l.fails
	*l.fails = nil
	return err
}

func (l *kernelLine) In(pull pgpio.Pull, _ pgpio.Edge) error {
	if err := l.fail(); err != nil {
		return err
	}
	l.output = false
	l.moved(pull == pgpio.PullUp)
	return nil
}

func (l *kernelLine) Out(level pgpio.Level) error {
	if err := l.fail(); err != nil {
		return err
	}
	if !l.output {
		l.output = true
		l.trace = append(l.trace, "Low")
		l.moved(false)
	}
	l.trace = append(l.trace, level.String())
	l.moved(bool(level))
	return nil
}

func (l *kernelLine) Read() pgpio.Level {
	if l.output {
		l.t.Error("an output was read: periph has made an input of it")
	}
	if l.level == nil {
		return pgpio.Low
	}
	return pgpio.Level(l.level())
}

func (l *kernelLine) String() string {
	l.t.Error("a line was printed: periph reads it for that")
	return "line"
}

func (l *kernelLine) Close() { l.closed = true }

func newTM(t *testing.T) (*tmChip, *tm1637) {
	chip := &tmChip{t: t, master: true}
	return chip, &tm1637{
		clock: &kernelLine{t: t, moved: chip.clock, fails: &chip.broken},
		data:  &kernelLine{t: t, moved: chip.data, level: chip.level},
	}
}

// The decoders must not believe everything.
func TestDecodersSeeWrongSegments(t *testing.T) {
	if got := character(0x09, "abcdefg."); got != "<ad>" {
		t.Errorf("two bars read as %q", got)
	}
	chip := &htChip{t: t}
	if got := chip.reads(); got != "dark" {
		t.Errorf("a chip that was told nothing shows %q", got)
	}
	if got := character(0xbf, "abcdefg.") + " " + character(0xfe, "gfedcba."); got != "0. 0." {
		t.Errorf("0. in the two orders reads %q", got)
	}
}
