package commands

import (
	"context"
	"fmt"
	"io"
)

// Exit codes of every command.
const (
	OK    = 0 // done
	Bad   = 1 // the thing asked about is bad
	Usage = 2 // the command was called wrongly
)

// Verb is one command. It reads and writes an S, which is each program's own.
type Verb[S any] struct {
	Name  string
	Brief string
	Run   func(ctx context.Context, args []string, stdio S) int
}

// New is a row of a table.
func New[S any](name, brief string, run func(ctx context.Context, args []string, stdio S) int) Verb[S] {
	return Verb[S]{Name: name, Brief: brief, Run: run}
}

// Table is the commands of one program, in the order in which help shows them.
type Table[S any] struct {
	Program string
	Verbs   []Verb[S]
}

// Dispatch runs the command that args begin with. Help goes to out, complaints to errs.
func (t Table[S]) Dispatch(ctx context.Context, args []string, stdio S, out, errs io.Writer) int {
	if len(args) == 0 {
		t.help(errs)
		return Usage
	}
	switch args[0] {
	case "-h", "--help", "-help", "help":
		t.help(out)
		return OK
	}
	for _, v := range t.Verbs {
		if v.Name == args[0] {
			return v.Run(ctx, args[1:], stdio)
		}
	}
	fmt.Fprintf(errs, "%s: no command %q\n\n", t.Program, args[0])
	t.help(errs)
	return Usage
}

// help lists the commands.
func (t Table[S]) help(w io.Writer) {
	width := 0
	for _, v := range t.Verbs {
		width = max(width, len(v.Name))
	}
	fmt.Fprintf(w, "usage: %s COMMAND [FLAG]... [ARGUMENT]...\n\n", t.Program)
	for _, v := range t.Verbs {
		fmt.Fprintf(w, "  %-*s  %s\n", width, v.Name, v.Brief)
	}
	fmt.Fprint(w, "\nEvery command takes --help.\n")
}
