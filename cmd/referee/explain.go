package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"shinpan/board"
	"shinpan/rules"
)

const explainUsage = `usage: referee explain [--rules R] [--color C] [--json] BOARD POINT

Says why POINT is or is not forbidden for Black on BOARD: every four and three with
its stones and completing points, and for a three that does not count the reason.
BOARD is 225 characters ('.' empty, 'x' black, 'o' white, row 1 first), or a file that
holds them or a diagram of 15 lines, row 15 first; - is standard input. A stone of
that color on POINT is judged as the one just played.

`

// runExplain is "referee explain": the proof for one point.
func runExplain(_ context.Context, args []string, std stdio) int {
	flags := flag.NewFlagSet("explain", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "write the verdict as one JSON object")
	set, color := rules.Renju, board.Black
	flags.TextVar(&set, "rules", set, "`rule set`: renju, standard or freestyle")
	flags.TextVar(&color, "color", color, "`color` of the stone: black or white")
	rest, code, done := parseMixed(flags, explainUsage, args, std)
	if done {
		return code
	}
	if len(rest) != 2 || color == board.Empty {
		fmt.Fprint(std.err, explainUsage)
		return exitUsage
	}
	b, err := boardArgument(rest[0], std.in)
	if err != nil {
		fmt.Fprintf(std.err, "referee explain: %v\n", err)
		return exitBad
	}
	p, err := pointOn(&b, rest[1], color)
	if err != nil {
		fmt.Fprintf(std.err, "referee explain: %v\n", err)
		return exitBad
	}
	v := rules.Judge(set, &b, p, color)
	if *asJSON {
		err = json.NewEncoder(std.out).Encode(v)
	} else {
		_, err = io.WriteString(std.out, v.ExplainOn(&b))
	}
	if err != nil {
		fmt.Fprintf(std.err, "referee explain: writing the proof: %v\n", err)
		return exitBad
	}
	return exitOK
}

// pointOn reads the name of a point of b on which c could lie: empty, or with that
// stone on it already.
func pointOn(b *board.Board, name string, c board.Color) (board.Point, error) {
	p, err := board.ParsePoint(name)
	switch {
	case err != nil:
		return p, err
	case !p.OnBoard(b.Size()):
		return p, fmt.Errorf("point %s: the board has %d lines", p, b.Size())
	case b.At(p) == c.Opponent():
		return p, fmt.Errorf("point %s: a %s stone lies there: want an empty point or a %s stone", p, b.At(p), c)
	}
	return p, nil
}

// boardArgument reads a board given as text, as a file, or as "-" for standard input.
func boardArgument(arg string, in io.Reader) (board.Board, error) {
	if b, err := board.ParseText(arg); err == nil {
		return b, nil
	}
	name := arg
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			if len(arg) > 40 {
				_, err = board.ParseText(arg)
			}
			return board.Board{}, err
		}
		defer f.Close()
		in = f
	}
	raw, err := io.ReadAll(io.LimitReader(in, maxLine))
	if err != nil {
		return board.Board{}, err
	}
	b, err := parseBoardFile(withoutMark(string(raw)))
	if err != nil {
		return b, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// parseBoardFile reads board text in one line, alone or in a corpus row, or a diagram: rows of letters,
// the highest first, with or without the coordinates around them.
func parseBoardFile(text string) (board.Board, error) {
	var diagram []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		for _, col := range strings.Split(line, "\t") {
			if b, err := board.ParseText(col); err == nil {
				return b, nil
			}
		}
		if row := diagramRow(line); row != "" {
			diagram = append(diagram, row)
		}
	}
	return board.ParseRows(diagram)
}

// diagramRow is a diagram's line without the row numbers at its ends and the spaces between
// points; "" for a line of column letters or a lone number, such as the size.
func diagramRow(line string) string {
	row := strings.Trim(line, "0123456789 \t")
	row = strings.ReplaceAll(row, " ", "")
	if strings.HasPrefix(strings.ToUpper(row), "ABCDEFGHI") {
		return ""
	}
	return row
}
