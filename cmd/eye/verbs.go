package main

import (
	"context"
	"fmt"
	"io"
)

// Exit codes of every command.
const (
	exitOK    = 0 // done
	exitBad   = 1 // the thing asked about is bad
	exitUsage = 2 // the command was called wrongly
)

// stdio is where a command reads and writes; tests hand in buffers.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// verb is one command. Each lives in a file of its own name.
type verb struct {
	name  string
	brief string
	run   func(ctx context.Context, args []string, io stdio) int
}

// verbs lists the commands in the order --help shows them.
func verbs() []verb {
	return []verb{
		{"read", "read what lies on the board in pictures", runRead},
		{"calibrate", "find the board before a camera and store where it is", runCalibrate},
		{"watch", "follow a game through a video and print what happens on the board", runWatch},
		{"stream", "watch a camera or a recording for the referee (binary on standard output)", runStream},
	}
}

func dispatch(ctx context.Context, args []string, io stdio) int {
	if len(args) == 0 {
		usage(io.err)
		return exitUsage
	}
	switch args[0] {
	case "-h", "--help", "-help", "help":
		usage(io.out)
		return exitOK
	}
	for _, v := range verbs() {
		if v.name == args[0] {
			return v.run(ctx, args[1:], io)
		}
	}
	fmt.Fprintf(io.err, "eye: no command %q\n\n", args[0])
	usage(io.err)
	return exitUsage
}

func usage(w io.Writer) {
	fmt.Fprint(w, "usage: eye COMMAND [FLAG]... [ARGUMENT]...\n\n")
	for _, v := range verbs() {
		fmt.Fprintf(w, "  %-10s %s\n", v.name, v.brief)
	}
	fmt.Fprint(w, "\nEvery command takes --help.\n")
}
