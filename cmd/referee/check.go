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

	"shinpan/record"
	"shinpan/rules"
	"shinpan/rules/opening"
)

const checkUsage = `usage: referee check [--rules R] [--opening O] [--json] FILE...

Plays the games of records (SGF, PSQ, RenjuNet XML, or move text with a game a line;
- is standard input) through the rules and writes for each
file#id<TAB>status<TAB>result<TAB>detail:

  ok          every move can be played, and the result is not contradicted
  illegal     a move that cannot be: taken, off the board, out of turn, or played on
              after the game was over
  opening     a stone lies where the opening protocol does not allow it
  differs     the board decides the game otherwise than the record says
  unreadable  the record cannot be read; why is on standard error

A forbidden move is no illegal one: it stays in the record and is told in the detail.
The result is 1-0, 0-1 or 1/2-1/2 as the board decides, otherwise as the record says,
and * where nobody says. The exit status is 1 where any game is not ok.

`

// checkedGame is the outcome of one game, a line of output.
type checkedGame struct {
	Game   string `json:"game"` // file#id
	Status string `json:"status"`
	Result string `json:"result"`
	Detail string `json:"detail"`
}

// checkOptions is what the games are held to.
type checkOptions struct {
	set     rules.Set // "" goes by each record
	opening opening.Protocol
}

// runCheck is "referee check": records held to the rules.
func runCheck(ctx context.Context, args []string, std stdio) int {
	flags := flag.NewFlagSet("check", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "write a JSON object a line")
	opt := checkOptions{opening: "none"}
	flags.TextVar(&opt.set, "rules", rules.Set(""), "`rule set`: renju, standard or freestyle; without it as each record says, else renju")
	flags.TextVar(&opt.opening, "opening", opt.opening, "opening `protocol` the first stones are held to, such as rif or taraguchi-10")
	files, code, done := parseMixed(flags, checkUsage, args, std)
	if done {
		return code
	}
	if len(files) == 0 {
		fmt.Fprint(std.err, checkUsage)
		return exitUsage
	}
	out := bufio.NewWriter(std.out)
	for _, name := range files {
		good, err := checkFile(ctx, name, opt, std, func(g checkedGame) error { return writeChecked(out, *asJSON, g) })
		if err != nil {
			fmt.Fprintf(std.err, "referee check: %v\n", err)
		}
		if err != nil || !good {
			code = exitBad
		}
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintf(std.err, "referee check: writing the results: %v\n", err)
		return exitBad
	}
	return code
}

func writeChecked(w io.Writer, asJSON bool, g checkedGame) error {
	if asJSON {
		return json.NewEncoder(w).Encode(g)
	}
	_, err := fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", oneLine(g.Game), g.Status, g.Result, oneLine(g.Detail))
	return err
}

// oneLine keeps what a record says from breaking the columns of the output.
func oneLine(s string) string {
	clean := []rune(s)
	for i, r := range clean {
		if r < ' ' || r == 0x7f {
			clean[i] = ' '
		}
	}
	return string(clean)
}

// checkFile checks the games of one file. good says that all of them are ok.
func checkFile(ctx context.Context, name string, opt checkOptions, std stdio, yield func(checkedGame) error) (good bool, err error) {
	in := std.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return false, err
		}
		defer f.Close()
		in = f
	}
	r, err := record.NewReader(in, name)
	if err != nil {
		return false, err
	}
	good = true
	for games := 0; ; games++ {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		g, err := r.Next()
		var unreadable *record.SyntaxError
		switch {
		case errors.Is(err, io.EOF):
			if games == 0 {
				return false, fmt.Errorf("%s: no game in it: want SGF, PSQ, RenjuNet XML or move text", name)
			}
			return good, nil
		case errors.As(err, &unreadable):
			fmt.Fprintln(std.err, err)
		case err != nil:
			return false, err
		}
		line := checkedGame{Status: "unreadable", Result: "*", Detail: "see the error"}
		if unreadable == nil {
			line = checkGame(g, opt)
		}
		line.Game = name + "#" + g.ID
		good = good && line.Status == "ok"
		if err := yield(line); err != nil {
			return false, err
		}
	}
}
