package main

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"shinpan/clock"
	"shinpan/game"
	"shinpan/journal"
)

// Beats are written this often: a power cut takes at most so much thinking time out of the
// game, always in the mover's favour.
const (
	beatEvery     = 200 * time.Millisecond
	beatWhenShort = 100 * time.Millisecond
	short         = 10 * time.Second
)

// heartbeat keeps how long the mover has been thinking. It stands beside the owner's loop
// and not in it, because a slow disk would hold up the presses five times a second.
type heartbeat struct {
	path string
	tb   timebase
	snap *atomic.Pointer[game.Snapshot]
	log  *slog.Logger
}

// run beats until ctx ends. A disk that refuses is the journal's to complain about.
func (h *heartbeat) run(ctx context.Context) error {
	file, err := journal.OpenBeat(h.path)
	if err != nil {
		h.log.Error("heartbeat", "err", err, "effect", "a power cut loses the time since the last move")
		return nil
	}
	defer file.Close()
	timer := time.NewTimer(beatEvery)
	defer timer.Stop()
	bad := false
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		}
		pause := beatEvery
		if snap := h.snap.Load(); snap != nil && running(snap) {
			err := file.Write(journal.Beat{Game: snap.Game, At: h.tb.now()})
			if err != nil && !bad {
				h.log.Error("heartbeat", "err", err)
			}
			bad = err != nil
			if timeLeft(snap, h.tb.now()) < short {
				pause = beatWhenShort
			}
		}
		timer.Reset(pause)
	}
}

// running reports whether somebody's time is running.
func running(snap *game.Snapshot) bool {
	return snap.Outcome == nil && snap.Clock.Running != clock.NoSide && snap.Clock.Paused == ""
}

// timeLeft is about how long the running side still has, by the last snapshot.
func timeLeft(snap *game.Snapshot, now time.Duration) time.Duration {
	side := snap.Clock.Of(snap.Clock.Running)
	left := time.Duration(side.Main)
	if left <= 0 {
		left = time.Duration(side.Period)
	}
	return left - (now - snap.At.Duration())
}
