// Package journal is the memory that survives a pulled plug: an append-only file of
// everything a game was told.
//
// # What it may import
//
// game, for the words it stores. It is an adapter: it does I/O, one file at a time, and
// is called by the one goroutine that owns the game.
//
// # Format
//
// One record a line: the CRC-32C of the JSON as eight hex digits, a space, the JSON, a
// newline. The first record is the Head with the game's settings; each further one is a
// game.Input. A record is written with one write and synced before Append returns. Where
// somebody has removed the file in the middle of a game, it is written anew, whole.
//
// # One stone
//
// The sighting and the press are appended and synced; only then do their events leave
// the appliance. After a power cut, Open returns the head and every whole record, drops
// a torn last line, and the game is rebuilt by stepping through the inputs.
package journal
