// Package gpio is what stands on the table: the players' buttons, and the faces, lamps and
// buzzer that show them the clock.
//
// Buttons are real ones on a header, or virtual ones on the desk. Both are a Buttons, and
// both say the same thing: this side has pressed, at this time. A Table shows: it is given
// a copy of the clock whenever that has changed, and works out by itself when a digit does.
//
// # What it may import
//
// clock for the sides, and periph for the pins; nothing else in Shinpan imports
// periph. Where periph's own gpio is needed it is called pgpio, everywhere.
//
// # One stone
//
// The player lays it and hits the button. The contact pulls the line to ground; the
// goroutine of that line, which does nothing else, wakes and stamps the moment. The
// debouncer takes the first edge for the press and everything after it for bounce,
// until the button has come to rest. The Press goes to the one goroutine that owns
// the game, where the clock turns over at the stamped time, however late it arrives. The
// clock as it is then comes back to the Table, which writes both faces from one instant
// and hands each to the goroutine of its display, the only one that waits for the bus.
//
// # Time
//
// At is the referee's monotonic time, from the same now function as everything else
// it stamps. A press is stamped when the program wakes for its edge: late by the
// scheduler's delay, a fraction of a millisecond on an idle machine.
package gpio
