// Package commands is what the command lines of both programs share: exit codes, and a table of
// commands with its help.
//
// # What it may import
//
// The standard library alone, without os: tests hand in what a command reads and where it
// writes.
//
// # One stone
//
// `eye watch game.mp4` reaches Dispatch as the words watch and game.mp4. It finds the row of
// watch in eye's table and runs it, and its exit code becomes the program's.
package commands
