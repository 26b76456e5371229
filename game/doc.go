// Package game is the referee: one game at one table as a state machine. It is told
// what happens (Input) and answers with what follows (Event); Step is the only way in.
//
// # What it may import
//
// board, rules and clock. It does no I/O, starts no goroutine and never asks what
// time it is: every Input says when it happened. Feeding the same inputs to a fresh
// Game gives the same events, byte for byte; that is how a journal becomes a game again.
//
// # One stone
//
//  1. The eye says a black stone lies on H8: Input{Kind: See}. It lies there, but
//     it is not yet a move; the game remembers it as a candidate.
//  2. Black presses: Input{Kind: Press}. The clock changes sides and the candidate
//     becomes move 1: an Event of kind Move.
//  3. rules judges it. A five, a foul or a full board follow as events of their own,
//     and Over if the game ends there.
//
// If the press comes before the eye has made up its mind, the game waits for the
// stone: the eye's delay is never held against a player. A stone that makes five needs
// no press (CLOCK.md section 3).
//
// # Where things are
//
// table.go says which handler takes which input in which phase. sight.go keeps what
// the eye sees against what the position should be, press.go joins stone and button,
// ruling.go judges moves and ends games, conduct.go handles incidents and the
// restoring of positions, arbiter.go obeys the arbiter. mode.go holds the one table
// that decides who is told what.
package game
