package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"shinpan/config"
	"shinpan/eyeproc"
	"shinpan/game"
	"shinpan/journal"
	"shinpan/show"
	"shinpan/vision/wire"
)

// runDemo plays a recorded game through the whole appliance: "referee demo".
func runDemo(ctx context.Context, args []string, io stdio) int {
	f := newFlags("demo", "[--fast] [FLAG]...",
		"Plays the bundled video of a game through the whole appliance, with the presses of\nits clock, an embedded broker and the page.", io)
	fast := f.Bool("fast", false, "do not wait for real time, and end with the game")
	out := f.String("out", "demo-game", "the `folder` for the record and the journal; an earlier demonstration in it is removed first")
	keep := f.Bool("continue", false, "go on with the unfinished game in the folder instead of emptying it")
	listen := f.String("http", ":8080", "the `address` of the page")
	mqtt := f.String("mqtt", ":1883", "the `address` of the embedded broker")
	video := f.String("video", "", "another `video`, with its --truth")
	truthPath := f.String("truth", "", "the truth `file` of --video: its presses are the players'")
	verbose := f.Bool("log", false, "show the appliance's log as well")
	if code, done := f.parse(args); done {
		return code
	}
	d := demo{fast: *fast, io: io}
	if err := d.prepare(*out, *video, *truthPath, *keep); err != nil {
		return complain(io, err)
	}
	cfg := config.Default()
	cfg.Table.Event, cfg.Table.P1, cfg.Table.P2 = demoEvent, "Black", "White"
	cfg.State.Dir, cfg.Web.Listen, cfg.MQTT.Listen = *out, *listen, *mqtt
	cfg.Eye.BlackSide = d.truth.BlackSide
	log := slog.New(slog.DiscardHandler)
	if *verbose {
		log = newLog(io, false)
	}
	return d.play(ctx, cfg, log)
}

// demo is one run of the demonstration.
type demo struct {
	fast   bool
	io     stdio
	video  string
	truth  show.Truth
	script pressScript
	app    *appliance
}

// prepare puts the video where the eye can open it and makes the folder ready.
func (d *demo) prepare(out, video, truth string, keep bool) (err error) {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return fmt.Errorf("demo: %w: choose another folder with --out", err)
	}
	if !keep {
		if err := emptyDemo(out); err != nil {
			return err
		}
	}
	if video != "" {
		d.video = video
		if _, err := os.Stat(video); err != nil {
			return fmt.Errorf("demo: --video: %w", err)
		}
		if d.truth, err = show.ReadTruth(truth); err != nil {
			return fmt.Errorf("%w: --video needs the file with its presses as --truth", err)
		}
		return nil
	}
	if d.truth, err = show.Load(); err != nil {
		return err
	}
	d.video, err = show.WriteVideo(out)
	return err
}

// demoEvent is the event of a demonstration's game: by it the game is known for one.
const demoEvent = "Demonstration"

// emptyDemo removes what an earlier demonstration left in its folder, and nothing else: a
// folder with a club's game, or one that a referee is using, is refused.
func emptyDemo(out string) error {
	s, err := openState(out)
	if err != nil {
		return fmt.Errorf("demo: %w, or choose another folder with --out", err)
	}
	defer s.close()
	left, err := journal.Read(s.current())
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case errors.Is(err, fs.ErrPermission), left.Head.Shinpan != 0 && left.Head.Game.Event != demoEvent:
		return fmt.Errorf("demo: %s holds a game that is no demonstration: choose another folder with --out", out)
	}
	names := []string{s.current(), filepath.Join(out, "game.sgf"), filepath.Join(out, "mqtt-acknowledged.json")}
	if id := left.Head.Game.ID; id != "" {
		names = append(names, s.file(id, ".sgf"))
		if err := os.RemoveAll(filepath.Join(s.evidence(), id)); err != nil {
			return fmt.Errorf("demo: %w: choose another folder with --out", err)
		}
	}
	for _, name := range names {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("demo: %w: choose another folder with --out", err)
		}
	}
	return nil
}

func (d *demo) play(ctx context.Context, cfg config.Config, log *slog.Logger) int {
	command, err := eyeCommand("eye")
	if err != nil {
		return complain(d.io, err)
	}
	pace := realtime
	if d.fast {
		pace = fullSpeed
	}
	d.app, err = assemble(parts{
		cfg: cfg, log: log,
		eye: eyeproc.Options{
			Command: command, Source: d.video, Size: cfg.Eye.Size, BlackSide: cfg.Eye.BlackSide,
			Pace: pace, GiveUpAfter: 3, Logger: log.With("part", "eye"),
		},
		times: func(time.Duration) timebase { return &videoTime{fast: d.fast} },
		sinks: []sink{&narrator{out: d.io.out}},
	})
	if err != nil {
		return complain(d.io, err)
	}
	d.script = newPressScript(d.truth.Presses(), d.app.owner.game)
	d.app.owner.onReport = d.script.onReport
	fmt.Fprintf(d.io.out, "The board is on http://%s and MQTT on %s (topics shinpan/%s/#).\n\n",
		pageAddress(d.app.page.Addr()), d.app.feed.Address(), cfg.Table.Name)

	runCtx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- d.app.run(runCtx) }()
	code := d.follow(ctx, ended)
	stop()
	if err := <-ended; err != nil && code == exitOK {
		code = complain(d.io, err)
	}
	return code
}

// follow waits for the end of the game and of the video, and says where the record is.
func (d *demo) follow(ctx context.Context, ended chan error) int {
	select {
	case <-d.script.over:
	case <-d.app.eyeDone:
		if err := d.app.eyeErr; err != nil {
			return complain(d.io, fmt.Errorf("demo: the video cannot be followed: %w", err))
		}
		select {
		case <-d.script.over:
		case <-ctx.Done():
			return exitBad
		}
	case err := <-ended:
		ended <- err
		return exitBad
	case <-ctx.Done():
		fmt.Fprintln(d.io.err, "demo: stopped before the game was over")
		return exitBad
	}
	flush, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := d.app.feed.Flush(flush); err != nil {
		fmt.Fprintf(d.io.err, "demo: not everything reached the broker: %v\n", err)
	}
	code := d.finish()
	if !d.fast && code == exitOK {
		fmt.Fprintf(d.io.out, "The page stays up. Press Ctrl-C to end.\n")
		<-ctx.Done()
	}
	return code
}

// finish writes the record and says what came of the game.
func (d *demo) finish() int {
	snap := d.app.owner.snap.Load()
	path := filepath.Join(d.app.cfg.State.Dir, "game.sgf")
	if err := writeFile(path, d.app.keep.SGF()); err != nil {
		return complain(d.io, fmt.Errorf("demo: %w", err))
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	fmt.Fprintf(d.io.out, "\nThe record of %d moves is in %s\n", len(snap.Moves), path)
	if snap.Outcome == nil {
		fmt.Fprintln(d.io.err, "demo: the video is over and the game is not: "+d.script.whatLacked())
		return exitBad
	}
	return exitOK
}

// pressScript presses the buttons of a recording at the moments its players did, on the
// recording's own time, and starts the game with its first frame.
type pressScript struct {
	presses []show.Press
	// resumed is what a game found in the journal has already been told: sightings and
	// presses up to there are not told again.
	resumed time.Duration
	begun   bool
	sawGrid bool // the eye has found the board
	over    chan struct{}
}

// whatLacked is what to look at when the video ends before the game.
func (s *pressScript) whatLacked() string {
	if !s.sawGrid {
		return "no board was seen in it: film the entire board, or name another video"
	}
	return "the record has what was seen of it"
}

func newPressScript(presses []show.Press, g *game.Game) pressScript {
	s := pressScript{presses: presses, over: make(chan struct{}), resumed: -1}
	if g.Seq() > 0 {
		s.resumed = g.Now()
	}
	return s
}

// onReport presses what is due before the report is handled.
func (s *pressScript) onReport(o *owner, r eyeproc.Report) (drop bool) {
	m := r.Message
	s.sawGrid = s.sawGrid || m.Type == wire.Calibration
	at, timed := reportTime(m)
	if !timed {
		return false
	}
	if !s.begun {
		s.begun = true
		kind := game.Start
		if s.resumed >= 0 {
			kind = game.Resume
		}
		o.take(game.Input{Kind: kind, At: max(s.resumed, 0), Who: "demo"})
	}
	for len(s.presses) > 0 && s.presses[0].At <= at {
		p := s.presses[0]
		s.presses = s.presses[1:]
		if p.At > s.resumed {
			o.take(game.Input{Kind: game.Press, At: p.At, Side: p.Side, Who: "demo"})
		}
	}
	if isEnd(m) {
		close(s.over)
	}
	return at <= s.resumed && !isEnd(m)
}

// narrator tells the game in plain words.
type narrator struct{ out io.Writer }

// Publish prints each event on a line of its own, and the proof of a forbidden move.
func (n *narrator) Publish(events []game.Event, snap *game.Snapshot) {
	for _, e := range events {
		fmt.Fprintf(n.out, "%7.2f  %-7s %-7s %s\n", e.At.Duration().Seconds(), snap.Clock.P1.Shown, snap.Clock.P2.Shown, e.Text)
		if e.Kind == game.EvFoul && e.Proof != nil {
			n.prove(e, snap)
		}
	}
}
