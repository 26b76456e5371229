package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"shinpan/config"
	"shinpan/eyeproc"
)

// The paces of a recording, as the eye takes them.
const (
	realtime  = "realtime"
	fullSpeed = "max"
)

// runRun is the appliance: "referee run".
func runRun(ctx context.Context, args []string, io stdio) int {
	f := newFlags("run", "[--config F] [--eye FILE]", "Runs the appliance until it is stopped.", io)
	path := f.String("config", "", "the configuration `file` (default "+config.DefaultPath+", or the built-in settings where there is none)")
	playback := f.String("eye", "", "a recorded eye stream or a video to play instead of the camera")
	pace := f.String("pace", realtime, "how fast a recording is played: realtime or max")
	debug := f.Bool("debug", false, "log every frame and every edge")
	if code, done := f.parse(args); done {
		return code
	}
	if *pace != realtime && *pace != fullSpeed {
		fmt.Fprintf(io.err, "referee run: --pace %q: want %s or %s\n", *pace, realtime, fullSpeed)
		return exitUsage
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return complain(io, err)
	}
	log := newLog(io, *debug)
	eye, err := eyeOptions(cfg, log)
	if err != nil {
		return complain(io, err)
	}
	if *playback != "" {
		if _, err := os.Stat(*playback); err != nil {
			return complain(io, fmt.Errorf("referee: --eye: %w: name a video or a recorded stream", err))
		}
		eye.Source, eye.Pace = *playback, *pace
	}
	fast := *playback != "" && *pace == fullSpeed
	a, err := assemble(parts{
		cfg: cfg, eye: eye, log: log,
		times: func(from time.Duration) timebase {
			if fast {
				return &videoTime{fast: true}
			}
			return newLiveTime(from)
		},
	})
	if err != nil {
		return complain(io, err)
	}
	log.Info("ready", "page", "http://"+pageAddress(a.page.Addr()), "mqtt", a.feed.Address(), "table", cfg.Table.Name, "state", cfg.State.Dir)
	if err := a.run(ctx); err != nil {
		return complain(io, err)
	}
	return exitOK
}

// loadConfig reads the named file. Without a name it takes the installed one, and where
// nothing is installed the defaults.
func loadConfig(path string) (config.Config, error) {
	if path != "" {
		return config.Load(path)
	}
	cfg, err := config.Load(config.DefaultPath)
	if errors.Is(err, fs.ErrNotExist) {
		return config.Default(), nil
	}
	return cfg, err
}

// noEye is the source of a table without a camera: a clock and an arbiter.
const noEye = "none"

func eyeOptions(cfg config.Config, log *slog.Logger) (eyeproc.Options, error) {
	command, err := eyeCommand(cfg.Eye.Command)
	if cfg.Eye.Source == noEye {
		cfg.Eye.Source = ""
	}
	return eyeproc.Options{
		Command: command, Source: cfg.Eye.Source, Size: cfg.Eye.Size, BlackSide: cfg.Eye.BlackSide,
		Corners: cfg.Eye.Corners, Calibration: calibrationFile(cfg), FreeCamera: !cfg.Eye.Lock, StaleAfter: time.Duration(cfg.Eye.Stale),
		BackoffMin: time.Duration(cfg.Eye.RestartFirst), BackoffMax: time.Duration(cfg.Eye.RestartMax),
		Logger: log.With("part", "eye"),
	}, err
}

// calibrationFile is where the eye keeps where the board is.
func calibrationFile(cfg config.Config) string {
	if cfg.Eye.Calibration != "" {
		return cfg.Eye.Calibration
	}
	return filepath.Join(cfg.State.Dir, "calibration.json")
}

// newLog logs to standard error; under systemd the journal adds the time.
func newLog(io stdio, debug bool) *slog.Logger {
	level := slog.LevelInfo
	if debug {
		level = slog.LevelDebug
	}
	opts := &slog.HandlerOptions{Level: level}
	if os.Getenv("JOURNAL_STREAM") != "" {
		opts.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) == 0 && a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}
	}
	return slog.New(slog.NewTextHandler(io.err, opts))
}

// pageAddress is the page's address as a person types it.
func pageAddress(bound string) string {
	for _, any := range []string{"[::]", "0.0.0.0"} {
		if rest, ok := strings.CutPrefix(bound, any); ok {
			return "localhost" + rest
		}
	}
	return bound
}

// complain reports an error in one line per problem and is the exit code of it.
func complain(io stdio, err error) int {
	fmt.Fprintln(io.err, err)
	return exitBad
}

// flags is a flag set with the help text every command has.
type flags struct {
	*flag.FlagSet
	io   stdio
	most int // arguments it takes beside the flags
}

func newFlags(name, usage, brief string, io stdio) flags {
	f := flag.NewFlagSet("referee "+name, flag.ContinueOnError)
	f.SetOutput(io.err)
	f.Usage = func() {
		fmt.Fprintf(f.Output(), "usage: referee %s %s\n\n%s\n\n", name, usage, brief)
		f.PrintDefaults()
	}
	return flags{FlagSet: f, io: io}
}

// parse reads the arguments; done says that the command ends here, with the exit code.
func (f flags) parse(args []string) (code int, done bool) {
	for _, a := range args {
		if a == "--" {
			break
		}
		if a == "--help" || a == "-help" || a == "-h" {
			f.SetOutput(f.io.out)
		}
	}
	switch err := f.FlagSet.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitOK, true
	case err != nil:
		return exitUsage, true
	case f.NArg() > f.most:
		fmt.Fprintf(f.io.err, "%s: %q: nothing more was expected\n", f.Name(), f.Arg(f.most))
		f.Usage()
		return exitUsage, true
	}
	return 0, false
}
