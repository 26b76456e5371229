package commands

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

func TestDispatch(t *testing.T) {
	ran := ""
	run := func(_ context.Context, args []string, word string) int {
		ran = word + " " + strings.Join(args, " ")
		return Bad
	}
	table := Table[string]{Program: "clerk", Verbs: []Verb[string]{New("write", "what is said", run), New("go", "home", run)}}
	for _, c := range []struct {
		args      string
		code      int
		ran       string
		out, errs string // what is said where
	}{
		{"write a b", Bad, "io a b", "", ""},
		{"go", Bad, "io ", "", ""},
		{"help", OK, "", "  go     home\n", ""},
		{"--help", OK, "", "usage: clerk COMMAND", ""},
		{"", Usage, "", "", "Every command takes --help."},
		{"sing", Usage, "", "", `clerk: no command "sing"`},
	} {
		ran = ""
		var out, errs bytes.Buffer
		code := table.Dispatch(t.Context(), strings.Fields(c.args), "io", &out, &errs)
		if code != c.code || ran != c.ran || !strings.Contains(out.String(), c.out) || !strings.Contains(errs.String(), c.errs) ||
			c.out == "" && out.Len() > 0 || c.errs == "" && errs.Len() > 0 {
			t.Errorf("%q: exit %d, ran %q, out %q, errors %q", c.args, code, ran, out.String(), errs.String())
		}
	}
}
