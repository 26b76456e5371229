package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"shinpan/board"
	"shinpan/rules"
)

const forbiddenUsage = `usage: referee forbidden [--json] [FILE]...

Reads lines id<TAB>board (225 characters, '.' empty, 'x' black, 'o' white, row 1
first) from the files or standard input and writes id<TAB>verdicts: the empty points
that are special for Black to move, such as H10=33,J9=44 (5 wins, 6 overline, 44
double-four, 33 double-three), or - where there is none. Further columns and lines
that begin with # are ignored.

`

// runForbidden is "referee forbidden": the special points of boards.
func runForbidden(ctx context.Context, args []string, std stdio) int {
	flags := flag.NewFlagSet("forbidden", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "write a JSON object a line")
	files, code, done := parseMixed(flags, forbiddenUsage, args, std)
	if done {
		return code
	}
	if len(files) == 0 {
		files = []string{"-"}
	}
	out := bufio.NewWriter(std.out)
	code = exitOK
	var specials []rules.Special // kept between lines: a corpus has many
	for _, name := range files {
		bad := func(line int, why error) {
			fmt.Fprintf(std.err, "%s:%d: %v\n", name, line, why)
			code = exitBad
		}
		err := eachLine(ctx, name, std.in, bad, func(line int, text string) error {
			id, b, err := boardRow(text)
			if err != nil {
				bad(line, err)
				return nil
			}
			specials = rules.AppendForbidden(specials[:0], &b)
			return writeForbidden(out, *asJSON, id, specials)
		})
		if err != nil {
			fmt.Fprintf(std.err, "referee forbidden: %v\n", err)
			code = exitBad
		}
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintf(std.err, "referee forbidden: writing the verdicts: %v\n", err)
		return exitBad
	}
	return code
}

func writeForbidden(w io.Writer, asJSON bool, id string, specials []rules.Special) error {
	if !asJSON {
		_, err := fmt.Fprintf(w, "%s\t%s\n", id, rules.FormatVerdicts(specials))
		return err
	}
	if specials == nil {
		specials = []rules.Special{}
	}
	return json.NewEncoder(w).Encode(struct {
		ID       string          `json:"id"`
		Verdicts []rules.Special `json:"verdicts"`
	}{id, specials})
}

// boardRow reads "id<TAB>board…" or "id<TAB>class<TAB>board…": the board is the first
// column after the id that has the length of one.
func boardRow(text string) (id string, b board.Board, err error) {
	cols := strings.Split(text, "\t")
	for _, col := range cols[1:] {
		if n := len(col); n == 225 || n == 361 {
			b, err = board.ParseText(col)
			return cols[0], b, err
		}
	}
	if len(cols) == 1 {
		return "", b, errors.New("one column: want id<TAB>board")
	}
	return "", b, fmt.Errorf("no board among the %d columns: want one of 225 characters '.', 'x', 'o' after the id", len(cols))
}

// parseMixed parses flags wherever they stand among the arguments and returns the
// others. done says that the command ends here with the given code: after --help, or
// after a wrong flag, which has been reported.
func parseMixed(flags *flag.FlagSet, usage string, args []string, std stdio) (rest []string, code int, done bool) {
	flags.SetOutput(std.err)
	flags.Usage = func() {}
	show := func(w io.Writer) {
		fmt.Fprint(w, usage)
		flags.SetOutput(w)
		flags.PrintDefaults()
	}
	for {
		if err := flags.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				show(std.out)
				return nil, exitOK, true
			}
			show(std.err)
			return nil, exitUsage, true
		}
		args = flags.Args()
		if len(args) == 0 {
			return rest, exitOK, false
		}
		rest, args = append(rest, args[0]), args[1:]
	}
}

// maxLine is the longest line that is read; nothing the commands read comes near it.
const maxLine = 1 << 20

// eachLine calls yield for every line of a file ("-" is standard input) that is neither
// blank nor a comment, without its line end, until yield fails or ctx ends. A line too
// long to be meant is given to bad and skipped.
func eachLine(ctx context.Context, name string, in io.Reader, bad func(int, error), yield func(line int, text string) error) error {
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	r := bufio.NewReaderSize(in, maxLine)
	for line := 1; ctx.Err() == nil; line++ {
		text, err := r.ReadSlice('\n')
		long := false
		for errors.Is(err, bufio.ErrBufferFull) {
			long = true
			_, err = r.ReadSlice('\n')
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("%s:%d: %w", name, line, err)
		}
		s := strings.TrimRight(string(text), "\r\n")
		if line == 1 {
			s = withoutMark(s)
		}
		switch {
		case long:
			bad(line, fmt.Errorf("the line is longer than %d bytes: is this the right file?", maxLine))
		case strings.TrimSpace(s) != "" && s[0] != '#':
			if err := yield(line, s); err != nil {
				return err
			}
		}
		if err != nil {
			return nil
		}
	}
	return ctx.Err()
}

// withoutMark takes away the byte order mark that some editors put before a text.
func withoutMark(text string) string { return strings.TrimPrefix(text, "\ufeff") }
