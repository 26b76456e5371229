package gpio

import (
	"errors"

	"periph.io/x/conn/v3"
)

// max7219 is a module of eight digits with points, on SPI. It only listens: that it is
// gone cannot be noticed.
type max7219 struct{ chip conn.Conn }

// Registers of the chip. Those of the digits are 1, the rightmost, to 8.
const (
	maxDecode     = 0x09 // 0: we send segments, not numbers
	maxBrightness = 0x0a // 0 to 15
	maxLastDigit  = 0x0b // counted from 0
	maxOn         = 0x0c
	maxTest       = 0x0f // 1: everything lit
)

// maxSpeed is a tenth of what the chip can do, for leads of a metre.
const maxSpeed = 1_000_000

// Show writes every register: each is a message of its own, taken when the chip is
// no longer selected.
func (m *max7219) Show(v View) error {
	digits := eight(v)
	s := sender{to: m.chip}
	s.send(maxTest, 0)
	s.send(maxDecode, 0)
	s.send(maxLastDigit, 7)
	s.send(maxBrightness, v.level(15))
	for i, segments := range digits {
		s.send(byte(8-i), maxOrder(segments))
	}
	s.send(maxOn, 1)
	return s.err
}

// maxOrder is the chip's order of segments: the point, then a to g downwards from bit 6.
func maxOrder(segments byte) byte {
	out := segments & point
	for bit := range 7 {
		out |= segments >> bit & 1 << (6 - bit)
	}
	return out
}

// Close switches the display off.
func (m *max7219) Close() error {
	return errors.Join(m.chip.Tx([]byte{maxOn, 0}, nil), closeConn(m.chip))
}
