package hil

import (
	"strings"
	"time"

	"shinpan/clock"
)

// lit are the segments of an HT16K33 backpack's digit, by what a person reads: bit 0 is the
// top, then clockwise, bit 6 the middle. They are read off such a display.
var lit = map[byte]rune{
	0b0000000: ' ', 0b0111111: '0', 0b0000110: '1', 0b1011011: '2', 0b1001111: '3', 0b1100110: '4', 0b1101101: '5',
	0b1111101: '6', 0b0000111: '7', 0b1111111: '8', 0b1101111: '9', 0b1000000: '-', 0b1110001: 'F', 0b1110011: 'P', 0b1110100: 'h',
}

// backpack is a display as its chip has been told: its memory, and whether it shows it.
type backpack struct {
	memory          [16]byte
	clocked, shines bool
}

// hear is what the chip does with a message, by its data sheet.
func (b *backpack) hear(bytes []byte) {
	switch command := bytes[0]; {
	case command < 0x10: // an address in the memory, and what to write from there
		for i, data := range bytes[1:] {
			b.memory[(int(command)+i)%len(b.memory)] = data
		}
	case command&0xf0 == 0x20:
		b.clocked = command&1 == 1
	case command&0xf0 == 0x80:
		b.shines = command&1 == 1
	}
}

// reads is what a person reads: four digits, and the colon in their middle.
func (b *backpack) reads() string {
	if !b.clocked || !b.shines {
		return ""
	}
	var s strings.Builder
	for column := 0; column < 10; column += 2 {
		cell := b.memory[column]
		if column == 4 {
			if cell&2 != 0 {
				s.WriteRune(':')
			}
			continue
		}
		digit, known := lit[cell&0x7f]
		if !known {
			digit = '?'
		}
		s.WriteRune(digit)
		if cell&0x80 != 0 {
			s.WriteRune('.')
		}
	}
	return s.String()
}

// seen is what a display showed from a moment on.
type seen struct {
	at   time.Duration
	text string
}

// faces replays the bus: what each display has shown, change by change.
func (w trace) faces() map[clock.Side][]seen {
	w.t.Helper()
	chips := map[byte]*backpack{0x70: {}, 0x71: {}}
	sides := map[byte]clock.Side{0x70: clock.P1, 0x71: clock.P2}
	shown := map[clock.Side][]seen{}
	for _, m := range w.messages() {
		chip, ours := chips[m.address]
		if !ours {
			w.t.Fatalf("a message to %#x, where there is nothing", m.address)
		}
		chip.hear(m.bytes)
		side := sides[m.address]
		text := chip.reads()
		if before := shown[side]; len(before) == 0 || before[len(before)-1].text != text {
			shown[side] = append(before, seen{m.at, text})
		}
	}
	return shown
}

// now is what the display of a side shows.
func (w trace) now(side clock.Side) string {
	w.t.Helper()
	shown := w.faces()[side]
	if len(shown) == 0 {
		return ""
	}
	return shown[len(shown)-1].text
}
