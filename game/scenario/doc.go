// Package scenario is the language in which a game is told in a text file an arbiter can
// read: head lines with the settings, then timed lines with what the eye sees, the players
// press and the arbiter orders, and lines that say which events are expected.
//
// # What it may import
//
// game and the packages below it. It does no I/O: it is handed the text.
//
// # One stone
//
//	2.0   see x H8
//	2.4   press p1
//	      expect move n=1 point=H8
package scenario
