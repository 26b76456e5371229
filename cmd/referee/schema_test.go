package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"shinpan/publish"
)

func TestSchema(t *testing.T) {
	for _, args := range append([][]string{{}}, each(publish.Payloads())...) {
		var out, errs bytes.Buffer
		if code := runSchema(context.Background(), args, stdio{nil, &out, &errs}); code != exitOK {
			t.Fatalf("%v: exit %d, %s", args, code, errs.String())
		}
		var doc map[string]any
		if err := json.Unmarshal(out.Bytes(), &doc); err != nil || doc["$schema"] == nil {
			t.Errorf("%v prints no schema: %v", args, err)
		}
	}
	for args, code := range map[string]int{"nothing": exitUsage, "event clock": exitUsage, "--help": exitOK} {
		var out, errs bytes.Buffer
		if got := runSchema(context.Background(), strings.Fields(args), stdio{nil, &out, &errs}); got != code {
			t.Errorf("%s: exit %d, want %d", args, got, code)
		}
	}
}

func each(names []string) (out [][]string) {
	for _, n := range names {
		out = append(out, []string{n})
	}
	return out
}
