// Package board holds the words everybody at the table shares: Color, Point,
// Board, their coordinates and their diagrams.
//
// # What it may import
//
// Only the standard library, and of that nothing that does I/O. Everything else
// in Shinpan may import board.
//
// # One stone
//
// A black stone laid on the centre is the Color Black at the Point "H8". Columns
// are lettered A, B, C … from Black's left, without leaving out I; rows are
// numbered from 1 at Black's near edge. The side of the board is taken from the
// player who opens the game and does not turn when colours are swapped
// (SEEDS S-104, S-105).
//
// # Sizes
//
// 15 lines is the game's size; 9, 13 and 19 exist for other boards. A Point
// knows its column and row but not the size of its board, so the same "H8" can
// be asked of any of them.
package board
