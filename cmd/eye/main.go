package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// garbage is how much garbage may pile up, in percent of what is in use. A small computer
// has better uses for its memory, and the eye makes little garbage.
const garbage = 15

func main() {
	debug.SetGCPercent(garbage)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(dispatch(ctx, os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr}))
}
