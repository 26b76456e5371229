package main

import (
	"context"
	"io"

	"shinpan/commands"
)

// Exit codes of every command.
const (
	exitOK    = commands.OK
	exitBad   = commands.Bad
	exitUsage = commands.Usage
)

// stdio is where a command reads and writes; tests hand in buffers.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// verbs are the commands, each in a file of its own name.
func verbs() commands.Table[stdio] {
	return commands.Table[stdio]{Program: "eye", Verbs: []commands.Verb[stdio]{
		commands.New("read", "read what lies on the board in pictures", runRead),
		commands.New("calibrate", "find the board before a camera and store where it is", runCalibrate),
		commands.New("watch", "follow a game through a video and print what happens on the board", runWatch),
		commands.New("stream", "watch a camera or a recording for the referee (binary on standard output)", runStream),
	}}
}

func dispatch(ctx context.Context, args []string, io stdio) int {
	return verbs().Dispatch(ctx, args, io, io.out, io.err)
}
