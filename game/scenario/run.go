package scenario

import (
	"encoding/json"
	"fmt"
	"strings"

	"shinpan/game"
)

// Failure is an expectation that did not hold.
type Failure struct {
	Line int
	Want Expect
	Got  string // what there was instead
}

func (f Failure) Error() string {
	return fmt.Sprintf("%d: expect %s: %s", f.Line, f.Want, f.Got)
}

// String is the expectation as it stands in the file.
func (e Expect) String() string {
	words := []string{string(e.Kind)}
	if e.None {
		words = []string{"none", string(e.Kind)}
	}
	for _, f := range e.Fields {
		words = append(words, f.Name+"="+f.Value)
	}
	return strings.Join(words, " ")
}

// Run plays the scenario and returns every event and every expectation that failed.
func (s Scenario) Run() ([]game.Event, []Failure, error) {
	g, err := game.New(s.Config)
	if err != nil {
		return nil, nil, err
	}
	var events []game.Event
	var failures []Failure
	since := 0
	for _, step := range s.Steps {
		if step.Expect == nil {
			events = append(events, g.Step(step.Input)...)
			continue
		}
		among := events[since:]
		if step.Expect.None {
			among = events
		}
		if got, ok := step.Expect.holds(among); !ok {
			failures = append(failures, Failure{step.Line, *step.Expect, got})
		}
		// Expectations one below the other look at the same events.
		if !step.Expect.None && !s.expectsNext(step.Line) {
			since = len(events)
		}
	}
	return events, failures, nil
}

// expectsNext reports whether the step after the one at line is an expectation too.
func (s Scenario) expectsNext(line int) bool {
	for i, step := range s.Steps {
		if step.Line == line {
			return i+1 < len(s.Steps) && s.Steps[i+1].Expect != nil
		}
	}
	return false
}

// holds looks for the event; got tells what was there instead.
func (e Expect) holds(events []game.Event) (got string, ok bool) {
	var sameKind []string
	for _, ev := range events {
		if ev.Kind != e.Kind {
			continue
		}
		missing := e.mismatch(ev)
		if missing == "" {
			if e.None {
				return fmt.Sprintf("there was one, seq %d", ev.Seq), false
			}
			return "", true
		}
		sameKind = append(sameKind, missing)
	}
	switch {
	case e.None:
		return "", true
	case len(sameKind) > 0:
		return strings.Join(sameKind, "; "), false
	}
	kinds := make([]string, len(events))
	for i, ev := range events {
		kinds[i] = string(ev.Kind)
	}
	return "no such event; there were: " + strings.Join(kinds, " "), false
}

// mismatch names the first field that differs, or is empty.
func (e Expect) mismatch(ev game.Event) string {
	data, err := json.Marshal(ev)
	if err != nil {
		return err.Error()
	}
	var fields map[string]any
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.UseNumber()
	if err := decoder.Decode(&fields); err != nil {
		return err.Error()
	}
	for _, f := range e.Fields {
		if have := plainValue(lookUp(fields, f.Name)); have != f.Value {
			return fmt.Sprintf("%s is %q", f.Name, have)
		}
	}
	return ""
}

// lookUp finds a field by its name; a full stop leads into an object, as in clock.p1.main.
func lookUp(fields map[string]any, name string) any {
	head, rest, deeper := strings.Cut(name, ".")
	if !deeper {
		return fields[head]
	}
	inner, ok := fields[head].(map[string]any)
	if !ok {
		return nil
	}
	return lookUp(inner, rest)
}

// plainValue is a JSON value as it is written after the equals sign.
func plainValue(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case []any:
		words := make([]string, len(v))
		for i, w := range v {
			words[i] = plainValue(w)
		}
		return strings.Join(words, ",")
	}
	return fmt.Sprint(v)
}
