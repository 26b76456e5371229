package main

import (
	"context"
	"encoding/json"
	"fmt"

	"shinpan/journal"
)

// runReplay rebuilds a game from its journal: "referee replay".
func runReplay(_ context.Context, args []string, io stdio) int {
	f := newFlags("replay", "JOURNAL", "Rebuilds the game from its journal and prints its events, a JSON object a line.", io)
	if code, done := f.parse(args); done {
		return code
	}
	if f.NArg() != 1 {
		f.Usage()
		return exitUsage
	}
	contents, err := journal.Read(f.Arg(0))
	code := exitOK
	if err != nil {
		code = complain(io, err)
		if contents.Head.Shinpan == 0 {
			return code
		}
	}
	if contents.Torn {
		fmt.Fprintf(io.err, "%s: the last line was cut off and is left out: the appliance was stopped while it wrote it\n", f.Arg(0))
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
