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
//
// # What a scenario is for
//
// A comment "# Rows: H1, CLOCK 5.3" names the rows of the written rules that the scenario
// tells of; a test holds that each row has one. "# The same in every profile." has it
// played in all four.
//
// # Beyond what every arbiter needs
//
// A see may end in how far off its point the stone lies, as a part of the pitch. "audit
// x H8 o G7" is the eye's reading of the entire board; "doubt H8", "recover" and "at" are
// what an appliance meets with. An order may begin with the word arbiter: "arbiter scatter
// p1", "rewind 4", "irreparable", "mixed-colors", "adjourn", "unseal J9", "absent", "colors
// grab 7 4", "enter event Club evening" and the others of the table in parse.go. The head
// may name the players and a match: "p1 Anna", "match 3 2". An expected field may lead into
// an object: clock.p1.main=598.5.
package scenario
