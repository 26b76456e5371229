package gpio

import (
	"errors"

	"periph.io/x/conn/v3"
)

// ht16k33 is a backpack of four digits with points and a colon, on I2C. Its memory has a
// word for each column, of which the low byte drives a digit; the colon is column 2.
type ht16k33 struct{ chip conn.Conn }

// Commands of the chip; the low bits are their argument.
const (
	htOscillator = 0x20 // 1: on
	htDisplay    = 0x80 // 1: on, without blinking
	htBrightness = 0xe0 // 0 to 15
	htColon      = 0x02
)

// Show sends the memory first: a display that comes to life is right at once.
func (h *ht16k33) Show(v View) error {
	digits, colon := four(v)
	memory := [10]byte{1: digits[0], 3: digits[1], 7: digits[2], 9: digits[3]}
	if colon {
		memory[5] = htColon
	}
	s := sender{to: h.chip}
	s.send(htOscillator | 1)
	s.send(append([]byte{0}, memory[1:]...)...)
	s.send(htBrightness | v.level(15))
	s.send(htDisplay | 1)
	return s.err
}

// Close switches the display off.
func (h *ht16k33) Close() error {
	return errors.Join(h.chip.Tx([]byte{htDisplay}, nil), closeConn(h.chip))
}
