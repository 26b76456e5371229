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
		{"run", "the appliance", runRun},
		{"demo", "the appliance on a bundled video of a game", runDemo},
		{"doctor", "is this machine ready for a game?", runDoctor},
		{"replay", "the events of a journal", runReplay},
		{"scenario", "a game told in a text file", runScenario},
		{"forbidden", "the forbidden points of positions", runForbidden},
		{"explain", "why a point is or is not forbidden", runExplain},
		{"check", "records held to the rules", runCheck},
		{"export", "a record in another form", runExport},
		{"schema", "the JSON Schemas of everything published", runSchema},
		{"clock", "a clock driven by a script", runClock},
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
	fmt.Fprintf(io.err, "referee: no command %q\n\n", args[0])
	usage(io.err)
	return exitUsage
}

func usage(w io.Writer) {
	fmt.Fprint(w, "usage: referee COMMAND [FLAG]... [ARGUMENT]...\n\n")
	for _, v := range verbs() {
		fmt.Fprintf(w, "  %-10s %s\n", v.name, v.brief)
	}
	fmt.Fprint(w, "\nEvery command takes --help.\n")
}
