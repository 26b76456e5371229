package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
	"golang.org/x/sync/errgroup"

	"shinpan/clock"
	"shinpan/config"
	"shinpan/evidence"
	"shinpan/eyeproc"
	"shinpan/game"
	"shinpan/gpio"
	"shinpan/publish"
	"shinpan/vision/wire"
	"shinpan/web"
)

// appliance is every part, wired to one owner. Make one with assemble.
type appliance struct {
	cfg   config.Config
	log   *slog.Logger
	state *stateDir
	owner *owner
	keep  *recordKeeper
	page  *web.Server
	feed  *publish.Publisher
	eye   *eyeproc.Eye
	desk  *gpio.Desk
	wires gpio.Buttons // nil when nothing is wired
	table *tableSink   // nil when the table has no faces, lamps or buzzer
	// pictures is nil where none are kept.
	pictures *evidenceKeeper
	clips    *evidence.Store
	// eyeDone is closed when a recording is over or the eye has been given up;
	// eyeErr says which.
	reports chan eyeproc.Report
	eyeDone chan struct{}
	eyeErr  error
}

// parts are what differs between the verbs that run an appliance.
type parts struct {
	cfg   config.Config
	eye   eyeproc.Options
	times func(from time.Duration) timebase
	sinks []sink
	log   *slog.Logger
}

// assemble opens everything that can be refused (folder, ports, pins) before anything
// runs, so that each refusal is one line at the start.
func assemble(p parts) (*appliance, error) {
	gcfg, err := gameConfig(p.cfg)
	if err != nil {
		return nil, err
	}
	a := &appliance{
		cfg: p.cfg, log: p.log, desk: gpio.NewDesk(),
		reports: make(chan eyeproc.Report), eyeDone: make(chan struct{}),
	}
	if a.state, err = openState(p.cfg.State.Dir); err != nil {
		return nil, err
	}
	got, err := a.state.open(gcfg)
	if err != nil {
		a.state.close()
		return nil, err
	}
	a.keep = &recordKeeper{
		path:   func(id string) string { return a.state.file(id, ".sgf") },
		format: recordOf,
		done:   func(sgf []byte) { a.feed.PublishRecord(sgf) },
		log:    p.log,
	}
	a.owner = &owner{
		game: got.game, mem: got.mem, tb: p.times(got.reached),
		inbox: make(chan game.Input, 64), orders: make(chan order),
		eye: a.reports, log: p.log, aliveEvery: watchdogPace(),
		alive:   func() { _, _ = daemon.SdNotify(false, daemon.SdNotifyWatchdog) },
		newGame: func(o *owner) error { return a.nextGame(o, gcfg) },
	}
	_, live := a.owner.tb.(*liveTime)
	a.owner.watch = newEyeWatch(live, got.game.Snapshot(got.game.Now(), ""), got.game.NoEvidence())
	if a.clips, err = evidence.Open(a.state.evidence(), evidence.Limits{Bytes: int64(p.cfg.State.PicturesMB) << 20, Spare: spareDisk}); err != nil {
		a.log.Error("evidence", "err", err, "effect", "no pictures are kept")
	}
	if err := a.openParts(p); err != nil {
		a.close()
		return nil, err
	}
	a.owner.sinks = append([]sink{a.keep, a.page, a.feed}, p.sinks...)
	if a.table != nil {
		a.owner.sinks = append(a.owner.sinks, a.table)
	}
	if a.pictures != nil {
		a.owner.sinks = append(a.owner.sinks, a.pictures)
	}
	a.recall(got)
	return a, nil
}

// openParts opens the ports and the pins.
func (a *appliance) openParts(p parts) (err error) {
	a.openEye(p)
	if a.page, err = web.New(a.pageOptions()); err != nil {
		return err
	}
	if a.feed, err = publish.New(a.feedOptions()); err != nil {
		return err
	}
	if a.wires, err = openButtons(p.cfg.GPIO, p.log.With("part", "gpio")); err != nil {
		return err
	}
	if err := a.openTable(); err != nil {
		return err
	}
	return nil
}

// openEye sets up the eye and what it is asked for. It is not started yet.
func (a *appliance) openEye(p parts) {
	if p.eye.Source == "" {
		return
	}
	a.eye = eyeproc.New(p.eye)
	a.owner.heard = func(m wire.Message) { a.eye.Say(m) }
	a.owner.camera = newCameraDesk(p.cfg.Eye.Size, a.eye.Say)
	if a.clips != nil && p.cfg.State.PicturesMB > 0 {
		a.pictures = newEvidenceKeeper(a.clips, a.eye.Say, a.owner.tb, p.log.With("part", "evidence"))
		a.owner.pictures = a.pictures
	}
}

func (a *appliance) pageOptions() web.Options {
	o := web.Options{
		Listen: a.cfg.Web.Listen, ArbiterPIN: a.arbiterPIN(), DeskButtons: a.cfg.GPIO.Driver == "desk",
		Logger: a.log.With("part", "web"),
		Press: func(side clock.Side) error {
			return a.desk.Press(gpio.Press{Button: gpio.Button{Role: gpio.Turn, Side: side}, At: monotonic()})
		},
		Command: a.command,
		Picture: func() []byte {
			if jpeg := a.owner.picture.Load(); jpeg != nil {
				return *jpeg
			}
			return nil
		},
		Record: func() []byte { return a.keep.SGF() },
		Clips:  a.clips,
		Now:    a.owner.tb.now,
	}
	if desk := a.owner.camera; desk != nil {
		o.Camera, o.FindBoard = desk.look, desk.findBoard
	}
	return o
}

func (a *appliance) feedOptions() publish.Options {
	m := a.cfg.MQTT
	o := publish.Options{
		Table: a.cfg.Table.Name, Listen: m.Listen, Username: m.Username, ClientID: m.ClientID,
		StateDir: a.cfg.State.Dir, NoRetain: !m.Retain, Logger: a.log.With("part", "mqtt"),
	}
	if !m.Embedded {
		o.Broker, o.Listen = m.Broker, ""
	}
	if m.PasswordFile != "" {
		o.Password = a.secret(m.PasswordFile)
	}
	return o
}

func (a *appliance) arbiterPIN() string {
	if a.cfg.Web.ArbiterPINFile != "" {
		return a.secret(a.cfg.Web.ArbiterPINFile)
	}
	return a.cfg.Web.ArbiterPIN
}

// secret reads a file that holds one word. Without it the appliance runs on, with that
// door closed.
func (a *appliance) secret(path string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		a.log.Error("secret", "err", err, "do", "make the file readable for the user of the appliance")
		return ""
	}
	return strings.TrimSpace(string(data))
}

// recall shows everybody the game found in the journal.
func (a *appliance) recall(got opened) {
	snap := got.game.Snapshot(got.game.Now(), wallNow())
	a.owner.snap.Store(snap)
	a.keep.begin(got.game.Config(), got.events, snap)
	a.page.Republish(got.events, snap)
	a.feed.Republish(got.events)
	a.feed.Publish(nil, snap)
	if a.table != nil {
		a.table.Publish(got.events, snap)
	}
	if snap.Outcome != nil {
		a.feed.PublishRecord(a.keep.SGF())
		a.keep.write(snap.Game, a.keep.SGF()) // the plug may have been pulled before it was written
	}
	a.takeBackAlerts(snap)
	a.tellOfNoEye(got.game.Now())
	a.tellOfNoFilm(got.game.Now())
	if got.warning != "" {
		a.log.Warn(got.warning)
		a.owner.take(game.Input{Kind: game.Fail, At: got.game.Now(), Code: "journal", What: game.SevWarn, Reason: got.warning})
	}
	if got.unfinished && got.game.Seq() > 0 {
		a.log.Info("a game was under way; it is paused until the arbiter resumes", "game", got.game.Config().ID, "moves", len(got.game.Moves()))
		a.owner.take(game.Input{Kind: game.Recover, At: got.reached})
		// Nobody knows of a hand any more: without this it would rest there for ever.
		a.owner.take(game.Input{Kind: game.HandOut, At: got.reached, SeenAt: got.reached})
	}
}

// command gives an order of a person to the owner and waits for the answer.
func (a *appliance) command(in game.Input) error {
	ord := order{in: in, done: make(chan error, 1)}
	select {
	case a.owner.orders <- ord:
		return <-ord.done
	case <-time.After(2 * time.Second):
		return errors.New("referee: busy: try again")
	}
}

// run runs every part until ctx ends, and returns when all of them have ended.
func (a *appliance) run(ctx context.Context) error {
	defer a.close()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return a.page.Run(ctx) })
	group.Go(func() error { return a.feed.Run(ctx) })
	group.Go(func() error { return a.feedFaults(ctx) })
	group.Go(func() error { return a.runButtons(ctx, a.desk) })
	if a.wires != nil {
		group.Go(func() error { return a.runButtons(ctx, a.wires) })
	}
	if a.table != nil {
		group.Go(func() error { return a.table.faces.Run(ctx) })
		group.Go(func() error { return a.tableFaults(ctx) })
	}
	group.Go(func() error {
		defer close(a.eyeDone)
		if a.eye == nil {
			return nil
		}
		if a.eyeErr = a.eye.Run(ctx, a.reports); a.eyeErr != nil {
			a.tell(ctx, game.Input{Kind: game.Fail, At: a.owner.tb.now(), Code: eyeFailed, What: game.SevError,
				Reason: fmt.Sprintf("The eye has been given up: %v.", a.eyeErr)})
		}
		return nil
	})
	if live, ok := a.owner.tb.(*liveTime); ok {
		beat := &heartbeat{path: a.state.beat(), tb: live, snap: &a.owner.snap, log: a.log}
		group.Go(func() error { return beat.run(ctx) })
	}
	if a.pictures != nil {
		group.Go(func() error { return a.pictures.run(ctx) })
	}
	group.Go(func() error { return a.owner.run(ctx) })
	_, _ = daemon.SdNotify(false, daemon.SdNotifyReady)
	err := group.Wait()
	_, _ = daemon.SdNotify(false, daemon.SdNotifyStopping)
	return err
}

// feedFaults shows the faults of MQTT where everybody sees them.
func (a *appliance) feedFaults(ctx context.Context) error {
	for {
		select {
		case f := <-a.feed.Faults():
			a.tellFault(ctx, f.Code, f.Text, f.Healed)
		case <-ctx.Done():
			return nil
		}
	}
}

func (a *appliance) tell(ctx context.Context, in game.Input) {
	select {
	case a.owner.inbox <- in:
	case <-ctx.Done():
	}
}

// close gives everything back. It is called once, after every part has ended.
func (a *appliance) close() {
	if a.wires != nil {
		a.wires.Close()
	}
	if a.table != nil {
		if err := a.table.faces.Close(); err != nil {
			a.log.Warn("table", "err", err)
		}
	}
	if err := a.owner.mem.Close(); err != nil {
		a.log.Error("journal", "err", err)
	}
	a.state.close()
}

// watchdogPace is how often the loop says that it is alive: a third of what systemd
// allows (FIELD 97), and now and then when nobody is listening.
func watchdogPace() time.Duration {
	if limit, err := daemon.SdWatchdogEnabled(false); err == nil && limit > 0 {
		return limit / 3
	}
	return time.Minute
}

// eyeBinary is the environment variable that names the eye where it does not lie beside the
// referee, as in the tests.
const eyeBinary = "SHINPAN_EYE"

// eyeCommand is the eye to run: the one beside this binary, unless the configuration
// names another.
func eyeCommand(configured string) (string, error) {
	if path := os.Getenv(eyeBinary); path != "" {
		return path, nil
	}
	if configured != "eye" && configured != "" {
		return configured, nil
	}
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("referee: %w", err)
	}
	return filepath.Join(filepath.Dir(self), "eye"), nil
}
