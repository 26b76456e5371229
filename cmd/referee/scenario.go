package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"shinpan/game"
	"shinpan/game/scenario"
)

const scenarioUsage = `usage: referee scenario FILE...

Plays scenarios through the game, prints the events as JSON lines and checks what the
files expect; - is standard input.

`

// scenarioHelp is the usage with every switch that a scenario or referee.toml may set.
func scenarioHelp() string {
	var text strings.Builder
	text.WriteString(scenarioUsage + "Switches, for a line \"set KEY VALUE\" and for [rules.switches]:\n\n")
	for _, s := range game.Switches() {
		fmt.Fprintf(&text, "  %s: %s\n      %s\n", s.Name, s.Form, s.What)
	}
	return text.String() + "\n"
}

// runScenario plays scenarios through the game: "referee scenario".
func runScenario(_ context.Context, args []string, io stdio) int {
	f := newFlags("scenario", "", "", io)
	f.Bool("json", true, "print JSON lines, which is all it can do")
	files, code, done := parseMixed(f.FlagSet, scenarioHelp(), args, io)
	if done {
		return code
	}
	if len(files) == 0 {
		fmt.Fprint(io.err, scenarioUsage)
		return exitUsage
	}
	for _, name := range files {
		if !playScenario(name, io) {
			code = exitBad
		}
	}
	return code
}

func playScenario(name string, std stdio) (ok bool) {
	text, err := readInput(name, std.in)
	if err != nil {
		complain(std, fmt.Errorf("referee scenario: %w", err))
		return false
	}
	s, wrong := scenario.Parse(withoutMark(string(text)))
	for _, w := range wrong {
		fmt.Fprintf(std.err, "%s:%v\n", name, w)
	}
	events, failures, err := s.Run()
	if err != nil {
		fmt.Fprintf(std.err, "%s: %v\n", name, err)
		return false
	}
	out := json.NewEncoder(std.out)
	for _, e := range events {
		if err := out.Encode(e); err != nil {
			complain(std, err)
			return false
		}
	}
	for _, f := range failures {
		fmt.Fprintf(std.err, "%s:%v\n", name, f)
	}
	return len(wrong)+len(failures) == 0
}
