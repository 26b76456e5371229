// Package rules answers what a stone means: a win, a foul, or nothing but a move.
//
// # What it may import
//
// board, and of the standard library nothing that does I/O. It keeps no state
// between calls, starts nothing and never panics on a position or a point.
//
// # One stone
//
// A stone on H10 arrives as Judge(set, board, point, color). The four lines through the
// point are read; the Verdict that comes back says Five, Overline, DoubleFour,
// DoubleThree or OK, with every four and three, the points that complete them, and,
// where a three does not count, the Verdict on the move that would have made it a
// straight four. Classify gives the kind alone and costs nothing to speak of;
// Forbidden gives every special point of a position. FactsOf and VCF say what a side
// threatens, for training; VCF searches on a Position.
//
// # The rule of renju
//
// CONDUCT.md section 5, for a black stone, first match decides:
//
//  1. a row of exactly five: Black wins, whatever else the stone makes
//  2. a row of six or more: overline, a foul
//  3. two or more fours: double-four, a foul
//  4. two or more real threes: double-three, a foul
//
// A four is four stones one move from a row of exactly five; with two such moves it
// is a straight four and still one four. Two different fours may lie on one line:
// X.XXX.X, XX.XX.XX and XXX.X.XXX. A three is three stones that one more stone turns
// into a straight four, and it is real only if that stone would itself be legal: it
// makes no five anywhere, and is no overline, double-four or real double-three on
// the board with the first stone on it. The question is asked again for each
// extension, to any depth. A line counts as one three however many extensions it has.
//
// White wins with five or more and has no fouls.
//
// # How it is fast
//
// mask.go answers "which points make a five, a four, a three on some line" for all
// points at once with a few hundred operations on 256-bit sets; window.go answers it
// for one point with one table look-up a line. A position is first put through the
// masks; only points with two threes go on to the recursion, which uses the look-ups.
package rules
