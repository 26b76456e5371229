package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"shinpan/record"
)

const exportUsage = `usage: referee export --format sgf|psq|xml|txt|svg|pdf JOURNAL|RECORD

Writes the game of a journal, or the games of a record (SGF, PSQ, RenjuNet XML or move
text; - is standard input), in another form to standard output. svg and pdf are score
sheets for people: the board with numbered stones.

`

// exportFormat is one form a game can be written in.
type exportFormat struct {
	name  string
	write func([]record.Sheet) ([]byte, error)
}

// exportFormats lists the forms in the order of the usage text.
var exportFormats = []exportFormat{
	{"sgf", eachSheet(func(s record.Sheet) ([]byte, error) { return record.SGF(s), nil })},
	{"psq", eachSheet(record.PSQ)},
	{"xml", func(s []record.Sheet) ([]byte, error) { return record.XML(s...) }},
	{"txt", eachSheet(record.Text)},
	{"svg", single("svg", func(s record.Sheet) ([]byte, error) { return record.SVG(s), nil })},
	{"pdf", func(s []record.Sheet) ([]byte, error) { return record.PDF(s...) }},
}

// eachSheet writes the games one after the other into one file.
func eachSheet(write func(record.Sheet) ([]byte, error)) func([]record.Sheet) ([]byte, error) {
	return func(sheets []record.Sheet) ([]byte, error) {
		var all bytes.Buffer
		var wrong error
		for _, s := range sheets {
			out, err := write(s)
			all.Write(out)
			wrong = errors.Join(wrong, err)
		}
		return all.Bytes(), wrong
	}
}

// single refuses more than one game for a form that is one picture.
func single(name string, write func(record.Sheet) ([]byte, error)) func([]record.Sheet) ([]byte, error) {
	return func(sheets []record.Sheet) ([]byte, error) {
		if len(sheets) > 1 {
			return nil, fmt.Errorf("the record holds %d games and %s is a picture of one: give a record of one game, or use pdf", len(sheets), name)
		}
		return write(sheets[0])
	}
}

// runExport writes a game in another form: "referee export".
func runExport(_ context.Context, args []string, std stdio) int {
	flags := newFlags("export", "", "", std)
	format := flags.String("format", "", "the `form` to write: sgf, psq, xml, txt, svg or pdf")
	files, code, done := parseMixed(flags.FlagSet, exportUsage, args, std)
	if done {
		return code
	}
	row := slices.IndexFunc(exportFormats, func(f exportFormat) bool { return f.name == *format })
	if row < 0 || len(files) != 1 {
		if row < 0 && *format != "" {
			fmt.Fprintf(std.err, "referee export: no format %q\n\n", *format)
		}
		fmt.Fprint(std.err, exportUsage)
		return exitUsage
	}
	sheets, code := readSheets(files[0], std)
	if len(sheets) == 0 {
		return exitBad
	}
	out, err := exportFormats[row].write(sheets)
	if err != nil {
		code = complain(std, fmt.Errorf("referee export: %s: %w", files[0], err))
	}
	if _, err := std.out.Write(out); err != nil {
		return complain(std, fmt.Errorf("referee export: %w", err))
	}
	return code
}

// readSheets reads a journal or a record. What cannot be read is reported; the rest
// is returned.
func readSheets(name string, std stdio) ([]record.Sheet, int) {
	data, err := readInput(name, std.in)
	if err != nil {
		return nil, complain(std, fmt.Errorf("referee export: %w", err))
	}
	if isJournal(data) {
		return journalSheet(name, data, std)
	}
	r, err := record.NewReader(bytes.NewReader(data), name)
	if err != nil {
		return nil, complain(std, err)
	}
	var sheets []record.Sheet
	code := exitOK
	for {
		g, err := r.Next()
		var unreadable *record.SyntaxError
		switch {
		case errors.Is(err, io.EOF):
			if len(sheets) == 0 && code == exitOK {
				code = complain(std, fmt.Errorf("%s: no game in it: want a journal, SGF, PSQ, RenjuNet XML or move text", name))
			}
			return sheets, code
		case errors.As(err, &unreadable):
			code = complain(std, err)
			continue
		case err != nil:
			return sheets, complain(std, err)
		}
		s, err := record.FromRecord(g)
		if err != nil {
			code = complain(std, fmt.Errorf("%s:%d: %w", name, g.Line, err))
			continue
		}
		sheets = append(sheets, s)
	}
}

// readInput reads a file, or standard input for "-".
func readInput(name string, in io.Reader) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(in)
	}
	return os.ReadFile(name)
}

// isJournal reports whether the data begins like a journal's first line: a checksum of
// eight hex digits, a blank, and JSON. No record begins so.
func isJournal(data []byte) bool {
	const sum = 8
	if len(data) < sum+2 || data[sum] != ' ' || data[sum+1] != '{' {
		return false
	}
	return !bytes.ContainsFunc(data[:sum], func(r rune) bool { return (r < '0' || r > '9') && (r < 'a' || r > 'f') })
}

// journalSheet replays a journal.
func journalSheet(name string, data []byte, std stdio) ([]record.Sheet, int) {
	contents, code, ok := parseJournal(name, data, std)
	if !ok {
		return nil, code
	}
	g, events, err := contents.Replay()
	if err != nil {
		return nil, complain(std, err)
	}
	snap := g.Snapshot(g.Now(), "")
	return []record.Sheet{record.FromGame(g.Config(), snap.Moves, snap.Outcome, events)}, code
}
