// Package config reads referee.toml, the one file an organiser edits.
//
// # What it may import
//
// board, clock and rules, whose values it checks, and a TOML decoder. Nothing of
// the machine's: it opens the file and the two secret files named in it, no more.
//
// # What it promises
//
// Every problem of a file is reported at once, sorted by line, each as
// "file:line: section.key: what is wrong and what to do". A key that is not there
// keeps the value of Default. The commented referee.toml beside this file is the
// reference: it is embedded as Commented, installed on the machine, and a test
// holds it equal to Default.
//
// # One stone
//
// A stone never passes through here. What does: how large the board is, where the
// camera is, which rules judge the stone, which clock runs while it is chosen, and
// where the news of it is sent.
package config
