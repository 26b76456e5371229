package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"shinpan/game"
	"shinpan/record"
)

// recordKeeper keeps what the record of the game needs and writes it to a file when the
// game is over. Publish is called by the owner; SGF by whoever asks for the record.
type recordKeeper struct {
	path   func(id string) string
	format func(game.Config, *game.Snapshot, []game.Event) []byte
	done   func(sgf []byte) // called with the record of a finished game
	log    *slog.Logger

	mu      sync.Mutex
	cfg     game.Config
	events  []game.Event
	snap    *game.Snapshot
	broken  bool   // the last try to write failed
	written string // the game of which a record has been written
}

// begin forgets the former game.
func (k *recordKeeper) begin(cfg game.Config, events []game.Event, snap *game.Snapshot) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.cfg, k.snap = cfg, snap
	k.events = append([]game.Event(nil), events...)
}

// Publish takes what has happened.
func (k *recordKeeper) Publish(events []game.Event, snap *game.Snapshot) {
	k.mu.Lock()
	k.events = append(k.events, events...)
	k.snap = snap
	// What was written is written anew when the arbiter overrules the end or something is
	// found after it: the record tells all of it, and nothing is erased.
	write := k.broken || len(events) > 0 && (k.written == snap.Game || snap.Outcome != nil && hasOver(events))
	k.mu.Unlock()
	if write {
		sgf := k.SGF()
		k.done(sgf)
		k.write(snap.Game, sgf)
	}
}

// write puts the record of a finished game beside its journal. What fails is tried again
// with the next thing that happens.
func (k *recordKeeper) write(id string, sgf []byte) {
	err := os.MkdirAll(filepath.Dir(k.path(id)), 0o750)
	if err == nil {
		err = writeFile(k.path(id), sgf)
	}
	k.mu.Lock()
	k.broken, k.written = err != nil, id
	k.mu.Unlock()
	if err != nil {
		k.log.Error("record", "err", err)
	}
}

// SGF is the record so far.
func (k *recordKeeper) SGF() []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.snap == nil {
		return nil
	}
	return k.format(k.cfg, k.snap, k.events)
}

// recordOf is the record of a game as SGF, with the names as they are by now.
func recordOf(cfg game.Config, snap *game.Snapshot, events []game.Event) []byte {
	cfg.P1, cfg.P2, cfg.Event, cfg.Round = snap.P1, snap.P2, snap.Event, snap.Round
	if snap.Outcome != nil && !snap.Told() {
		events = slices.DeleteFunc(slices.Clone(events), func(e game.Event) bool { return e.To == game.ToArbiter })
	}
	return record.SGF(record.FromGame(cfg, snap.Moves, snap.Outcome, events))
}

func hasOver(events []game.Event) bool {
	for _, e := range events {
		if e.Kind == game.EvOver {
			return true
		}
	}
	return false
}

// writeFile replaces a file in one step: readers see the old one or the new one.
func writeFile(path string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Chmod(0o644)
	}
	if err == nil {
		err = tmp.Sync()
	}
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
