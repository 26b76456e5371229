package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"time"

	"shinpan/config"
	"shinpan/game"
	"shinpan/journal"
	"shinpan/rules"
)

// stateDir is where an appliance keeps its games: current.journal is the game on the
// table, games/ holds the finished ones with their records.
type stateDir struct {
	root string
	lock *os.File
}

// openState makes the directory and takes hold of it: two referees must not write one
// journal.
func openState(root string) (*stateDir, error) {
	if err := os.MkdirAll(filepath.Join(root, "games"), 0o750); err != nil {
		return nil, fmt.Errorf("state: %w: make it writable for this user, or set state.dir", err)
	}
	lock, err := os.OpenFile(filepath.Join(root, "lock"), os.O_RDWR|os.O_CREATE, 0o640)
	if err != nil {
		return nil, fmt.Errorf("state: %w: make it writable for this user, or set state.dir", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		lock.Close()
		return nil, fmt.Errorf("state: %s: another referee is running with this folder: stop it, or set state.dir", root)
	}
	return &stateDir{root: root, lock: lock}, nil
}

func (s *stateDir) close() { s.lock.Close() }

// beat is the file that knows how long the mover has thought since the last input.
func (s *stateDir) beat() string { return filepath.Join(s.root, "clock.beat") }

// evidence is the folder of the pictures.
func (s *stateDir) evidence() string { return filepath.Join(s.root, "evidence") }

func (s *stateDir) current() string { return filepath.Join(s.root, "current.journal") }

func (s *stateDir) file(id, ext string) string {
	return filepath.Join(s.root, "games", id+ext)
}

// opened is a game ready to be owned.
type opened struct {
	game   *game.Game
	mem    *journal.Journal
	events []game.Event
	inputs []game.Input
	// unfinished says that the game was under way when the last process ended.
	unfinished bool
	// reached is the latest moment the game is known to have reached.
	reached time.Duration
	// warning is what had to be repaired, for the log and the page.
	warning string
}

// open continues the game on the table, or sets up a new one.
func (s *stateDir) open(cfg game.Config) (opened, error) {
	mem, contents, err := journal.Open(s.current())
	switch {
	case errors.Is(err, os.ErrNotExist):
		return s.begin(cfg)
	case errors.Is(err, os.ErrPermission):
		// There is a game in it, and it is nobody's to throw away.
		return opened{}, fmt.Errorf("state: %w: give the folder to this user (sudo chown -R shinpan %s), or set state.dir", err, s.root)
	case err != nil && contents.Head.Shinpan == 0:
		// The plug was pulled before the head was written: there was no game yet.
		kept, moved := s.setAside()
		if moved != nil {
			return opened{}, fmt.Errorf("%w (and %w)", err, moved)
		}
		o, err := s.begin(cfg)
		o.warning = fmt.Sprintf("The journal could not be read and is kept as %s.", kept)
		return o, err
	case err != nil:
		return s.rescue(contents, err)
	}
	o, err := s.continueWith(mem, contents)
	if err != nil || !overtaken(o.game, contents.Head.Game, cfg) {
		return o, err
	}
	// Nobody has played yet and the settings are others by now: nothing is lost.
	if err := errors.Join(mem.Close(), os.Remove(s.current())); err != nil {
		return opened{}, fmt.Errorf("state: %w", err)
	}
	return s.begin(cfg)
}

// overtaken reports whether a game that has not begun was set up by settings that have been
// changed since. Between two games of a match they stay those of the match.
func overtaken(g *game.Game, was, is game.Config) bool {
	if g.Snapshot(g.Now(), "").Phase != game.Setup || was.Match != nil && len(was.Match.Played) > 0 {
		return false
	}
	for _, c := range []*game.Config{&was, &is} {
		c.ID, c.Date, c.Synced = "", "", false
		if len(c.Switches) == 0 {
			c.Switches = nil
		}
	}
	return !reflect.DeepEqual(was, is)
}

func (s *stateDir) continueWith(mem *journal.Journal, c journal.Contents) (opened, error) {
	g, events, err := c.Replay()
	if err != nil {
		mem.Close()
		return opened{}, fmt.Errorf("state: %s: %w: move the file away to begin a new game", s.current(), err)
	}
	reached := g.Now()
	if beat, err := journal.ReadBeat(s.beat()); err == nil && beat.Game == g.Config().ID && !g.Over() {
		reached = max(reached, beat.At)
	}
	return opened{game: g, mem: mem, events: events, inputs: c.Inputs, unfinished: !g.Over(), reached: reached}, nil
}

// rescue keeps a damaged journal and goes on with the game up to the damage.
func (s *stateDir) rescue(c journal.Contents, cause error) (opened, error) {
	kept, err := s.setAside()
	if err != nil {
		return opened{}, fmt.Errorf("%w (and %w)", cause, err)
	}
	mem, err := journal.Create(s.current(), c.Head)
	if err != nil {
		return opened{}, err
	}
	if err := mem.Append(c.Inputs...); err != nil {
		mem.Close()
		return opened{}, err
	}
	o, err := s.continueWith(mem, c)
	o.warning = fmt.Sprintf("%v. The damaged file is kept as %s; check the position.", cause, kept)
	return o, err
}

func (s *stateDir) setAside() (string, error) {
	kept := filepath.Join(s.root, "damaged-"+time.Now().UTC().Format("20060102T150405.000")+".journal")
	if err := os.Rename(s.current(), kept); err != nil {
		return "", fmt.Errorf("state: %w", err)
	}
	return kept, nil
}

// begin sets up a new game.
func (s *stateDir) begin(cfg game.Config) (opened, error) {
	cfg.ID = s.newID(cfg.Table)
	cfg.Date = time.Now().Format(time.DateOnly)
	g, err := game.New(cfg)
	if err != nil {
		return opened{}, err
	}
	mem, err := journal.Create(s.current(), journal.Head{Wall: wallNow(), Game: cfg})
	if err != nil {
		return opened{}, err
	}
	return opened{game: g, mem: mem}, nil
}

// newID names a game by the wall clock, and makes sure of it: a Pi without a clock
// battery lives through the same evening twice.
func (s *stateDir) newID(table string) string {
	base := time.Now().UTC().Format("20060102T150405") + "-" + table
	id := base
	for n := 2; ; n++ {
		if _, err := os.Stat(s.file(id, ".journal")); errors.Is(err, os.ErrNotExist) {
			return id
		}
		id = fmt.Sprintf("%s-%d", base, n)
	}
}

// next moves the finished game's journal to its final place and sets up another game.
// After an error everything is as it was.
func (s *stateDir) next(id string, cfg game.Config, log *slog.Logger) (opened, error) {
	kept := s.file(id, ".journal")
	if err := os.MkdirAll(filepath.Dir(kept), 0o750); err != nil {
		return opened{}, fmt.Errorf("state: %w: make it writable for this user", err)
	}
	switch err := os.Rename(s.current(), kept); {
	case errors.Is(err, os.ErrNotExist):
		// Somebody has cleared the folder. That is no reason not to play on.
		log.Error("state", "err", err, "effect", "the finished game has no journal any more")
	case err != nil:
		return opened{}, fmt.Errorf("state: %w", err)
	}
	got, err := s.begin(cfg)
	if err != nil {
		_ = os.Rename(kept, s.current()) // the cause is what counts
		return opened{}, err
	}
	return got, nil
}

// gameConfig is what referee.toml says about a game.
func gameConfig(c config.Config) (game.Config, error) {
	g := game.Defaults()
	g.Table, g.Event, g.Round, g.P1, g.P2 = c.Table.Name, c.Table.Event, c.Table.Round, c.Table.P1, c.Table.P2
	g.Size = c.Eye.Size
	g.Rules, g.Opening = rules.Set(c.Rules.Set), c.Rules.Opening
	g.Foul, g.Mode, g.Profile = game.FoulRule(c.Rules.Foul), game.Mode(c.Rules.Mode), c.Rules.Profile
	g.Switches = c.Rules.Switches
	if c.Match.Games != 1 {
		g.Match = &game.Match{A: g.P1, B: g.P2, Games: c.Match.Games, Wins: c.Match.Wins, Scores: game.Schemes[c.Match.Scores]}
	}
	if err := g.Control.UnmarshalText([]byte(c.Clock.Control)); err != nil {
		return g, fmt.Errorf("clock.control: %s", strings.TrimPrefix(err.Error(), "clock: "))
	}
	return g, g.Check()
}
