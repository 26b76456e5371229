// Package gpio is what stands on the table: the players' buttons, and the faces, lamps and
// buzzer that show them the clock.
//
// Buttons are real ones on a header, or virtual ones on the desk. Both are a Buttons, and
// both say the same thing: this side has pressed, at this time. A Table shows: it is given
// a copy of the clock whenever that has changed, and works out by itself when a digit does.
//
// # What it may import
//
// clock for the sides, go-gpiocdev's kernel types for the buttons, and periph for the other
// pins; nothing else in Shinpan imports those. Where periph's own gpio is needed it is
// called pgpio, everywhere.
//
// # One stone
//
// The player lays it and hits the button. The contact pulls the line to ground; the
// interrupt stamps the moment on CLOCK_MONOTONIC, and the kernel keeps the edge until the
// one goroutine that reads the buttons gets its turn. The debouncer takes the first edge
// for the press and everything after it for bounce, until the button has come to rest. The
// Press goes to the one goroutine that owns the game, where the clock turns over at the
// stamped time, however late it arrives. The clock as it is then comes back to the Table,
// which writes both faces from one instant and hands each to the goroutine of its display,
// the only one that waits for the bus.
//
// # Time
//
// A press is stamped on CLOCK_MONOTONIC; who owns the game turns that into the game's time.
// The stamp is the kernel's own, of the interrupt: a program that waits for the processor
// costs the player nothing. Where OpenButtons has to fall back to periph, which throws the
// kernel's stamps away, it is the moment at which the program woke.
//
// The kernel's own debouncing (Options.Filter) is off unless asked for: it stamps an edge
// when the line has been still for a while, and starts anew at each bounce, so that a bad
// switch would cost its player time, and a quick press would not be seen at all. Bounce is
// told from presses here, after the stamp.
package gpio
