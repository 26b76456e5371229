package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"shinpan/journal"
)

const replayUsage = `usage: referee replay JOURNAL

Rebuilds the game from its journal and prints its events, a JSON object a line; - is
standard input.

`

// runReplay rebuilds a game from its journal: "referee replay".
func runReplay(_ context.Context, args []string, io stdio) int {
	f := newFlags("replay", "", "", io)
	f.Bool("json", true, "print JSON lines, which is all it can do")
	files, code, done := parseMixed(f.FlagSet, replayUsage, args, io)
	if done {
		return code
	}
	if len(files) != 1 {
		fmt.Fprint(io.err, replayUsage)
		return exitUsage
	}
	data, err := readInput(files[0], io.in)
	if err != nil {
		return complain(io, fmt.Errorf("referee replay: %w", err))
	}
	contents, code, ok := parseJournal(files[0], data, io)
	if !ok {
		return code
	}
	_, events, err := contents.Replay()
	if err != nil {
		return complain(io, err)
	}
	out := json.NewEncoder(io.out)
	for _, e := range events {
		if err := out.Encode(e); err != nil {
			return complain(io, err)
		}
	}
	return code
}

// parseJournal reads a journal and reports what is wrong with it; ok says that there is a
// game in it all the same.
func parseJournal(name string, data []byte, io stdio) (c journal.Contents, code int, ok bool) {
	c, err := journal.Parse(name, data)
	if err != nil {
		fmt.Fprintln(io.err, strings.TrimPrefix(err.Error(), "journal: "))
		code = exitBad
	}
	if c.Torn && c.Head.Shinpan != 0 {
		fmt.Fprintf(io.err, "%s: the last line was cut off and is left out: the appliance was stopped while it wrote it\n", name)
	}
	return c, code, c.Head.Shinpan != 0
}
