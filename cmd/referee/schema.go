package main

import (
	"context"
	"fmt"
	"strings"

	"shinpan/publish"
)

// runSchema prints what is published over MQTT as JSON Schemas: "referee schema".
func runSchema(_ context.Context, args []string, io stdio) int {
	f := newFlags("schema", "[PAYLOAD]", "Prints the JSON Schemas of everything published over MQTT, or of one payload: "+strings.Join(publish.Payloads(), ", ")+".", io)
	f.most = 1
	if code, done := f.parse(args); done {
		return code
	}
	out, err := publish.Schema(f.Arg(0))
	if err != nil {
		fmt.Fprintln(io.err, err)
		return exitUsage
	}
	if _, err := io.out.Write(out); err != nil {
		return complain(io, err)
	}
	return exitOK
}
