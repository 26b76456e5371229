package gpio

import (
	"errors"
	"strconv"

	"periph.io/x/conn/v3"
)

// oled is a display of 128 by 64 dots on I2C, by one of two chips that differ in their
// supply, and in where the display begins in their memory. Both are written page by
// page, which is the one way they have in common.
type oled struct {
	chip   conn.Conn
	model  oledModel
	shown  *picture // what the display is known to have; nil when that is not known
	repeat int      // the page that is sent again next
}

// oledModel is how a chip differs.
type oledModel struct {
	setup []byte // its own commands
	first int    // column of the memory that is the leftmost of the display
}

var oledModels = map[string]oledModel{
	"ssd1306": {setup: []byte{0x8d, 0x14, 0x20, 0x02}}, // its pump on; page by page
	"sh1106":  {setup: []byte{0xad, 0x8b}, first: 2},   // its converter on
}

// What a message is, by its first byte.
const (
	oledCommands = 0x00
	oledMemory   = 0x40
)

// Commands of both chips.
const (
	oledOff      = 0xae
	oledOn       = 0xaf
	oledContrast = 0x81 // and 0 to 255
	oledPage     = 0xb0 // and the page in the low bits
	oledLow      = 0x00 // and the low half of the column
	oledHigh     = 0x10 // and its high half
)

// oledSetup is the panel: 64 rows from row 0, turned so that the pins are on top, dots
// from memory and not inverted.
var oledSetup = []byte{0xd5, 0x80, 0xa8, 0x3f, 0xd3, 0x00, 0x40, 0xa1, 0xc8, 0xda, 0x12, 0xd9, 0xf1, 0xdb, 0x35, 0xa4, 0xa6}

// Show sends what has changed, and one page more: a display that has lost its memory
// without anybody noticing is right again after eight drawings.
func (o *oled) Show(v View) error {
	next := paint(v)
	s := sender{to: o.chip}
	commands := append([]byte{oledCommands}, oledSetup...)
	commands = append(commands, o.model.setup...)
	s.send(append(commands, oledContrast, v.level(255))...)
	for page := range oledPages {
		from, to := 0, oledWide
		if o.shown != nil && page != o.repeat {
			from, to = changed(&o.shown[page], &next[page])
		}
		if from < to {
			column := o.model.first + from
			s.send(oledCommands, oledPage|byte(page), oledLow|byte(column&15), oledHigh|byte(column>>4))
			s.send(append([]byte{oledMemory}, next[page][from:to]...)...)
		}
	}
	s.send(oledCommands, oledOn)
	o.shown, o.repeat = next, (o.repeat+1)%oledPages
	if s.err != nil {
		o.shown = nil
	}
	return s.err
}

// changed is the stretch of columns that holds every difference.
func changed(a, b *[oledWide]byte) (from, to int) {
	from, to = 0, oledWide
	for from < to && a[from] == b[from] {
		from++
	}
	for to > from && a[to-1] == b[to-1] {
		to--
	}
	return from, to
}

// Close switches the display off.
func (o *oled) Close() error {
	return errors.Join(o.chip.Tx([]byte{oledCommands, oledOff}, nil), closeConn(o.chip))
}

// word is mark in full.
func (v View) word() string {
	switch {
	case v.Face.Flag:
		return "FLAG FIRST"
	case v.Paused:
		return "PAUSED"
	case v.Countdown != "":
		return "DRAW? " + v.Countdown
	case v.Face.PeriodMark:
		return "NEW PERIOD"
	case v.Hours:
		return "HOURS"
	case v.Face.Relief:
		return "NO SHEET" // the score sheet may wait
	}
	return ""
}

// note is what is left beside time.
func (v View) note() string {
	switch {
	case v.Face.Stones > 0:
		return "STONES " + strconv.Itoa(v.Face.Stones)
	case v.Face.Periods > 0:
		return "PERIODS " + strconv.Itoa(v.Face.Periods)
	}
	return ""
}
