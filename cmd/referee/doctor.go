package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shinpan/config"
)

// health is how a check came out.
type health string

// The three outcomes: fine; works but look at it; a game cannot be refereed like this.
const (
	fine    health = "ok"
	doubt   health = "warn"
	failure health = "fail"
)

// finding is the answer of one check, and a line of the output.
type finding struct {
	State health `json:"state"`
	Check string `json:"check"`
	What  string `json:"what"`
	Do    string `json:"do,omitempty"` // what to do about it
}

func healthy(format string, args ...any) finding {
	return finding{State: fine, What: fmt.Sprintf(format, args...)}
}

func doubtful(do, format string, args ...any) finding {
	return finding{State: doubt, What: fmt.Sprintf(format, args...), Do: do}
}

func failing(do, format string, args ...any) finding {
	return finding{State: failure, What: fmt.Sprintf(format, args...), Do: do}
}

// checks are what the doctor looks at, in the order in which a machine is set up. What
// needs a person is tried where there is one, after a look that found nothing broken.
var checks = []struct {
	name string
	look func(context.Context, config.Config) finding
	try  func(context.Context, config.Config, *person, func(finding))
}{
	{"power", checkPower, nil},
	{"disk", checkDisk, nil},
	{"overlay", checkOverlay, nil},
	{"time", checkTime, nil},
	{"camera", checkCamera, nil},
	{"eye", checkEye, nil},
	{"grid", checkGrid, nil},
	{"buttons", checkButtons, tryButtons},
	{"faces", checkFaces, tryFaces},
	{"broker", checkBroker, nil},
	{"page", checkPage, nil},
	{"secrets", checkSecrets, nil},
}

// patience is how long one check may take.
const patience = 10 * time.Second

// runDoctor looks at everything a game needs: "referee doctor".
func runDoctor(ctx context.Context, args []string, io stdio) int {
	f := newFlags("doctor", "[--config F] [--json]",
		"Checks this machine before a game, a line each: ok, warn or fail, and what to do.\nIt changes nothing. Run it as the user the appliance runs as:\nsudo -u shinpan referee doctor\nAt a terminal it asks for each button and shows each face, lamp and tone.", io)
	path := f.String("config", "", "the configuration `file` (default "+config.DefaultPath+", or the built-in settings where there is none)")
	asJSON := f.Bool("json", false, "write a JSON object a line")
	if code, done := f.parse(args); done {
		return code
	}
	code := exitOK
	tell := func(found finding) {
		if found.State == failure {
			code = exitBad
		}
		printFinding(io, found, *asJSON)
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		for _, found := range configFindings(err) {
			tell(found)
		}
		return code
	}
	tell(finding{State: fine, Check: "config", What: "every setting is possible"})
	somebody := personAt(ctx, io, *asJSON)
	for _, check := range checks {
		if ctx.Err() != nil {
			return exitBad
		}
		limited, cancel := context.WithTimeout(ctx, patience)
		found := check.look(limited, cfg)
		cancel()
		as := func(found finding) {
			found.Check = check.name
			tell(found)
		}
		as(found)
		if check.try != nil && found.State != failure {
			check.try(ctx, cfg, somebody, as)
		}
	}
	return code
}

// configFindings is a finding for each problem of the configuration. Nothing else is
// looked at then: the wrong camera or the wrong port would be.
func configFindings(err error) []finding {
	const do = "mend the file; the commented referee.toml shows every setting"
	var problems config.Problems
	if !errors.As(err, &problems) {
		return []finding{{failure, "config", err.Error(), ""}}
	}
	var out []finding
	for _, p := range problems {
		out = append(out, finding{failure, "config", p.Error(), do})
	}
	return out
}

func printFinding(io stdio, f finding, asJSON bool) {
	if asJSON {
		line, err := json.Marshal(f)
		if err == nil {
			fmt.Fprintf(io.out, "%s\n", line)
		}
		return
	}
	fmt.Fprintf(io.out, "%-5s %-8s %s\n", f.State, f.Check, f.What)
	if f.Do != "" {
		fmt.Fprintf(io.out, "      %-8s -> %s\n", "", f.Do)
	}
}
