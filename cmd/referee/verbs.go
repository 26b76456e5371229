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
	return commands.Table[stdio]{Program: "referee", Verbs: []commands.Verb[stdio]{
		commands.New("run", "the appliance", runRun),
		commands.New("demo", "the appliance on a bundled video of a game", runDemo),
		commands.New("doctor", "is this machine ready for a game?", runDoctor),
		commands.New("replay", "the events of a journal", runReplay),
		commands.New("scenario", "a game told in a text file", runScenario),
		commands.New("forbidden", "the forbidden points of positions", runForbidden),
		commands.New("explain", "why a point is or is not forbidden", runExplain),
		commands.New("check", "records held to the rules", runCheck),
		commands.New("export", "a record in another form", runExport),
		commands.New("schema", "the JSON Schemas of everything published", runSchema),
		commands.New("clock", "a clock driven by a script", runClock),
	}}
}

func dispatch(ctx context.Context, args []string, io stdio) int {
	return verbs().Dispatch(ctx, args, io, io.out, io.err)
}
