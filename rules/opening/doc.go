// Package opening walks two players through the opening of a game: which stones
// whom, on which points, who may swap, how many fifth moves are offered and which
// is kept. Every protocol of OPENINGS.md is a row of data in protocols.go; one small
// interpreter (state.go) plays them all.
//
// # What it may import
//
// board and rules, and of the standard library nothing that does I/O. A State is a value:
// copying it is all that undo and replay need. It never panics, whatever it is told.
//
// # One stone
//
// The first stone of RIF's protocol arrives among the loose stones, those that lie on
// the board and are no moves yet. Watch says what is wrong with them already: a stone
// outside its zone (OP-01), one of the wrong colour (OP-03). When the player presses,
// Press matches the loose stones with what is due in any order, says what stands in the
// way or, if nothing does, which moves they have become, and goes on to the next stage.
//
// Players are persons, P1 and P2, never colours: a swap exchanges who holds Black
// and White and moves no stone.
package opening
