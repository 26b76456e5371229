// Package record reads and writes games as files: SGF, PSQ, RenjuNet's XML and plain
// move text.
//
// # What it may import
//
// game, and board, clock and rules for their words. It opens no files: readers get a
// stream, writers give bytes.
//
// # One stone
//
// The seventh move is black on J10, 3.2 seconds were thought about it and 19:41 are
// left. FromGame puts it into a Sheet together with what the referee said about it;
// SGF writes it as
//
//	;B[jf]BL[1181.4]C[…]
//
// and a Reader gives it back as Move{Black, J10} of a Game.
//
// # Two types
//
// A Game is what a file says, unjudged: points may be taken twice. A Sheet is what we
// say. Sheet goes out through SGF, Text, PSQ and XML; Game comes in through Reader;
// FromRecord makes a Sheet of a Game, so that one format becomes another.
//
// # Coordinates
//
// H8 is the eighth column from Black's left and the eighth row from Black's edge; no
// letter is left out. SGF counts rows from the top: A15 is "aa", H8 is "hh", O1 is "oo",
// and column I is "i". PSQ counts both from 1, rows from the top.
package record
