package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"shinpan/clock"
)

const clockUsage = `usage: referee clock --control SPEC [FILE]

Runs a clock through a script of lines TIME EVENT, from the file or standard input, and
writes a JSON line with both sides' times after each. A flag has a line by itself, at
the exact moment it falls. TIME counts from the start: 1m02.250s.

events:
  start p1|p2             the side's time begins to run
  press p1|p2             the side completes its move
  pause REASON · resume   both sides freeze · go on
  adjust p1|p2 +2m REASON the arbiter adds time, or takes it with -2m
  at                      nothing happens, only the report
  counter p1|p2 moves|stones|periods N   the arbiter sets a counter
  run p1|p2               the arbiter lets this side's time run instead
  undo                    the last press is taken back
  offer · answer          a draw is offered · answered: 30 s without the move timer
  refuse                  quick: somebody does not agree to the draw
  split                   shared: each side gets half of what remains
  stop                    the game is over

SPEC, for example: sd 15m · byoyomi 20m 3x30s · canadian 120m 30/30m · fischer 90m+30s
· bronstein 5m+3s · delay 5m+3s · step 30s · stages 40/90m,20/30m,sd 15m+30s
· hourglass 5m · ing 30m · shared 5h · title 10m · quick 5m 30s 8x30s · preset RIF-AT

`

// clockHelp is the usage with every preset.
func clockHelp() string {
	text := clockUsage + "Presets:\n"
	for _, p := range clock.Presets() {
		text += fmt.Sprintf("  %-14s %s\n", p.Name, p.Spec)
	}
	return text + "\n"
}

// clockReport is one line of the output.
type clockReport struct {
	T       clock.Seconds `json:"t"`
	Event   string        `json:"event"`
	Ignored bool          `json:"ignored,omitempty"` // a press that had no effect
	clock.State
}

// runClock is "referee clock": a clock on the desk, driven by a script.
func runClock(ctx context.Context, args []string, std stdio) int {
	flags := flag.NewFlagSet("clock", flag.ContinueOnError)
	spec := flags.String("control", "", "the time control, `SPEC`")
	flags.Bool("json", true, "write a JSON object a line, which is all it can do")
	files, code, done := parseMixed(flags, clockHelp(), args, std)
	if done {
		return code
	}
	if len(files) > 1 || *spec == "" {
		fmt.Fprint(std.err, "referee clock: want --control SPEC and at most one FILE\n\n", clockUsage)
		return exitUsage
	}
	control, err := clock.ParseControl(*spec)
	if err != nil {
		fmt.Fprintf(std.err, "referee clock: %v\n", err)
		return exitUsage
	}
	name := "-"
	if len(files) == 1 {
		name = files[0]
	}
	return runClockScript(ctx, control, name, std)
}

func runClockScript(ctx context.Context, control clock.Control, name string, std stdio) int {
	out := bufio.NewWriter(std.out)
	script := clockScript{clk: clock.New(control), out: json.NewEncoder(out)}
	script.out.SetEscapeHTML(false)
	code := exitOK
	bad := func(line int, why error) {
		fmt.Fprintf(std.err, "%s:%d: %v\n", name, line, why)
		code = exitBad
	}
	err := eachLine(ctx, name, std.in, bad, func(line int, text string) error {
		var wrong scriptError
		err := script.line(text)
		if errors.As(err, &wrong) {
			bad(line, wrong)
			return nil
		}
		return err
	})
	if err = errors.Join(err, out.Flush()); err != nil {
		fmt.Fprintf(std.err, "referee clock: %v\n", err)
		return exitBad
	}
	return code
}

// scriptError is what is wrong with a line; the script goes on after it.
type scriptError struct{ error }

func wrongLine(format string, args ...any) error {
	return scriptError{fmt.Errorf(format, args...)}
}

// clockScript is a clock and the time its script has reached.
type clockScript struct {
	clk clock.Clock
	now time.Duration
	out *json.Encoder
}

// line runs one line of the script and writes its report, after those of
// what fell due before it.
func (s *clockScript) line(text string) error {
	words := strings.Fields(text)
	at, err := scriptTime(words[0])
	switch {
	case err != nil:
		return wrongLine("%v", err)
	case at < s.now:
		return wrongLine("time %.40s is before that of the line above: want lines in order of time", words[0])
	case len(words) == 1:
		return wrongLine("no event after the time: want %s", scriptEventNames())
	}
	event, err := parseClockEvent(words[1:])
	if err != nil {
		return err
	}
	s.now = at
	if err := s.due(at); err != nil {
		return err
	}
	ignored, err := event(&s.clk, at)
	if err != nil {
		return wrongLine("%v", err)
	}
	report := clockReport{T: clock.Seconds(at), Event: strings.Join(words[1:], " "), Ignored: ignored, State: s.clk.State(at)}
	if err := s.out.Encode(report); err != nil {
		return err
	}
	return s.due(at)
}

// due writes a line for each thing that happened by itself up to the time, one after the
// other, so that each shows the clock as it was then.
func (s *clockScript) due(at time.Duration) error {
	for {
		next, ok := s.clk.Deadline()
		if !ok || next > at {
			return nil
		}
		changes := s.clk.Advance(min(next+1, at))
		if len(changes) == 0 {
			return nil
		}
		for _, c := range changes {
			if err := s.report(c); err != nil {
				return err
			}
		}
	}
}

// report writes the line of a change. The loss of a period and the reaching of a control
// have none: the next line shows them.
func (s *clockScript) report(c clock.Change) error {
	event := c.Kind.String()
	switch c.Kind {
	case clock.OvertimeEntered, clock.PeriodLost, clock.StagePassed:
		return nil
	case clock.FlagFall:
		event += " " + c.Side.String()
	}
	return s.out.Encode(clockReport{T: clock.Seconds(c.At), Event: event, State: s.clk.State(c.At)})
}

// scriptTime reads 1m02.250s, or a bare number of seconds.
func scriptTime(text string) (time.Duration, error) {
	if strings.Trim(text, "0123456789.") == "" {
		text += "s"
	}
	return clock.ParseDuration(text)
}

// clockEvent does what a line says. ignored: the clock did not take it.
type clockEvent func(k *clock.Clock, at time.Duration) (ignored bool, err error)

// clockEvents are the words of a script: what each is followed by, and what it does.
var clockEvents = []struct {
	name string
	form string
	args int // how many words must follow, more when open
	open bool
	read func(args []string) (clockEvent, error)
}{
	{"start", "start p1|p2", 1, false, onSide(func(k *clock.Clock, side clock.Side, at time.Duration) (bool, error) {
		return false, k.Start(side, at)
	})},
	{"press", "press p1|p2", 1, false, onSide(func(k *clock.Clock, side clock.Side, at time.Duration) (bool, error) {
		return !k.Press(side, at), nil
	})},
	{"pause", "pause REASON", 0, true, readPause},
	{"resume", "resume", 0, false, plain((*clock.Clock).Resume)},
	{"adjust", "adjust p1|p2 +TIME|-TIME REASON", 2, true, readAdjust},
	{"at", "at", 0, false, plain(func(*clock.Clock, time.Duration) {})},
	{"counter", "counter p1|p2 moves|stones|periods N", 3, false, readCounter},
	{"run", "run p1|p2", 1, false, onSide(func(k *clock.Clock, side clock.Side, at time.Duration) (bool, error) {
		k.SetRunning(side, at)
		return k.Running() != side, nil
	})},
	{"undo", "undo", 0, false, func([]string) (clockEvent, error) {
		return func(k *clock.Clock, at time.Duration) (bool, error) { return !k.UndoPress(at), nil }, nil
	}},
	{"offer", "offer", 0, false, plain((*clock.Clock).BeginReply)},
	{"answer", "answer", 0, false, plain((*clock.Clock).EndReply)},
	{"refuse", "refuse", 0, false, plain((*clock.Clock).RefuseDraw)},
	{"split", "split", 0, false, func([]string) (clockEvent, error) {
		return func(k *clock.Clock, at time.Duration) (bool, error) { return false, k.Split(at) }, nil
	}},
	{"stop", "stop", 0, false, plain((*clock.Clock).Stop)},
}

func scriptEventNames() string {
	names := make([]string, len(clockEvents))
	for i, e := range clockEvents {
		names[i] = e.name
	}
	return strings.Join(names, ", ")
}

func parseClockEvent(words []string) (clockEvent, error) {
	for _, e := range clockEvents {
		if e.name != words[0] {
			continue
		}
		args := words[1:]
		if len(args) < e.args || len(args) > e.args && !e.open {
			return nil, wrongLine("event %.80q: want %s", strings.Join(words, " "), e.form)
		}
		event, err := e.read(args)
		if err != nil {
			return nil, wrongLine("event %.80q: %v: want %s", strings.Join(words, " "), err, e.form)
		}
		return event, nil
	}
	return nil, wrongLine("event %.40q: want one of %s", words[0], scriptEventNames())
}

func plain(do func(*clock.Clock, time.Duration)) func([]string) (clockEvent, error) {
	return func([]string) (clockEvent, error) {
		return func(k *clock.Clock, at time.Duration) (bool, error) {
			do(k, at)
			return false, nil
		}, nil
	}
}

func onSide(do func(*clock.Clock, clock.Side, time.Duration) (bool, error)) func([]string) (clockEvent, error) {
	return func(args []string) (clockEvent, error) {
		side, err := player(args[0])
		return func(k *clock.Clock, at time.Duration) (bool, error) { return do(k, side, at) }, err
	}
}

func player(text string) (side clock.Side, err error) {
	if err = side.UnmarshalText([]byte(text)); err == nil && side == clock.NoSide {
		err = errors.New("none is not a player")
	}
	return side, err
}

func readPause(args []string) (clockEvent, error) {
	reason := strings.Join(args, " ")
	if reason == "" {
		reason = "no reason given"
	}
	return func(k *clock.Clock, at time.Duration) (bool, error) {
		k.Pause(at, reason)
		return false, nil
	}, nil
}

func readAdjust(args []string) (clockEvent, error) {
	side, err := player(args[0])
	if err != nil {
		return nil, err
	}
	number, minus := strings.CutPrefix(args[1], "-")
	delta, err := clock.ParseDuration(strings.TrimPrefix(number, "+"))
	if minus {
		delta = -delta
	}
	return func(k *clock.Clock, at time.Duration) (bool, error) {
		k.Adjust(side, delta, at)
		return false, nil
	}, err
}

func readCounter(args []string) (clockEvent, error) {
	side, err := player(args[0])
	if err != nil {
		return nil, err
	}
	var counter clock.Counter
	if err := counter.UnmarshalText([]byte(args[1])); err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(args[2])
	if err != nil {
		return nil, fmt.Errorf("%.40q is not a number", args[2])
	}
	return func(k *clock.Clock, at time.Duration) (bool, error) {
		_, _, err := k.SetCounter(side, counter, n, at)
		return false, err
	}, nil
}
