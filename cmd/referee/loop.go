package main

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"sync/atomic"
	"time"

	"shinpan/clock"
	"shinpan/eyeproc"
	"shinpan/game"
	"shinpan/journal"
	"shinpan/vision/wire"
)

// sink is anyone who is shown what happens: the page, MQTT, the log. Publish must not
// block; the events and the snapshot are never changed afterwards.
type sink interface {
	Publish(events []game.Event, snap *game.Snapshot)
}

// memory is where inputs are saved before anything follows from them: a journal.Journal.
type memory interface {
	Append(inputs ...game.Input) error
	Retry() error
	Close() error
}

var _ memory = (*journal.Journal)(nil)

// order is an input from a person who wants to know whether it was taken.
type order struct {
	in   game.Input
	done chan error
}

// owner is the one goroutine that owns the game (run). Everybody else sends it inputs
// and is shown events.
type owner struct {
	game   *game.Game
	mem    memory
	tb     timebase
	inbox  chan game.Input
	orders chan order
	eye    <-chan eyeproc.Report
	watch  eyeWatch
	sinks  []sink
	// heard, if set, is told of each frame that has been dealt with.
	heard func(wire.Message)
	// camera, if set, keeps what the eye says of its camera.
	camera *cameraDesk
	// pictures, if set, takes the eye's answers to questions for pictures.
	pictures *evidenceKeeper
	log      *slog.Logger
	// alive feeds the watchdog; it is called from the loop and from nowhere else.
	alive      func()
	aliveEvery time.Duration
	// newGame begins the next game when the present one is over.
	newGame func(o *owner) error
	// onReport, if set, sees every report before it is turned into inputs and may
	// leave it out; the demonstration's presses come from there.
	onReport func(o *owner, r eyeproc.Report) (drop bool)

	ahead    []game.Input  // of the inbox, looked at and not taken yet
	awaited  time.Duration // the deadline before which presses were last waited for
	turnedBy clock.Side    // whose press last gave the turn away, and its stamp
	turnedAt time.Duration

	snap    atomic.Pointer[game.Snapshot]
	picture atomic.Pointer[[]byte]
	diskBad bool
}

// afterDeadline is how long the loop waits beyond a deadline before it says that time is
// up: a press stamped in time may still be on its way.
const afterDeadline = 20 * time.Millisecond

// always is later than every stamp.
const always = time.Duration(math.MaxInt64)

// diskRetry is how often inputs that could not be saved are tried again.
const diskRetry = time.Second

// run owns the game until ctx ends.
func (o *owner) run(ctx context.Context) error {
	deadline := time.NewTimer(time.Hour)
	defer deadline.Stop()
	pulse := time.NewTicker(o.aliveEvery)
	defer pulse.Stop()
	disk := time.NewTicker(diskRetry)
	defer disk.Stop()
	for {
		// One at a time: whoever floods the buttons must not hold up the rest.
		if len(o.ahead) > 0 {
			in, _ := o.next()
			o.takeOne(in)
		}
		o.arm(deadline)
		select {
		case <-o.leftAhead():
		case in := <-o.inbox:
			o.ahead = append(o.ahead, in)
		case ord := <-o.orders:
			o.letPressesCome(o.tb.now())
			o.takeWaiting(always)
			ord.done <- o.obey(ord.in)
		case r, open := <-o.eye:
			if !open {
				o.eye = nil
				continue
			}
			o.hear(r)
		case <-deadline.C:
			if o.heldUp() {
				o.letPressesCome(o.tb.now())
			}
			o.takeWaiting(always)
			o.fallDue()
		case <-disk.C:
			o.retryDisk()
		case <-pulse.C:
			o.alive()
		case <-ctx.Done():
			return nil
		}
	}
}

// arm sets the timer for the game's next deadline.
func (o *owner) arm(t *time.Timer) {
	due, ok := o.game.Deadline()
	if !ok || !o.tb.waits() {
		t.Reset(time.Hour)
		return
	}
	t.Reset(max(due-o.tb.now(), 0) + afterDeadline)
}

// takeInOrder takes an input among those that wait in the inbox.
func (o *owner) takeInOrder(in game.Input) {
	o.letPressesCome(in.At)
	later := o.takeWaiting(in.At)
	o.take(in)
	for _, in := range later {
		o.takeOne(in)
	}
}

// fallDue says that a deadline has passed, unless a press has moved it meanwhile.
func (o *owner) fallDue() {
	if due, ok := o.game.Deadline(); ok && due < o.tb.now() {
		o.take(game.Input{Kind: game.Tick, At: o.tb.now()})
	}
}

// hear takes one report of the eye.
func (o *owner) hear(r eyeproc.Report) {
	o.tb.hear(r.Message)
	if o.pictures != nil {
		if r.Fault != "" {
			o.pictures.fail("the eye has failed: " + r.Fault)
		}
		if o.pictures.hear(r.Message) {
			return
		}
	}
	if o.camera != nil {
		o.camera.hear(r.Message, o.tb.now())
	}
	if r.Message.Type == wire.Camera {
		o.log.Info("camera", "says", r.Message.Text)
	}
	if o.heard != nil && r.Message.Type == wire.Frame {
		defer o.heard(wire.Message{Type: wire.Heard, Frame: r.Message.Frame})
	}
	if o.onReport != nil && o.onReport(o, r) {
		return
	}
	if r.Message.Type == wire.Snapshot {
		o.picture.Store(&r.Message.Blob)
		return
	}
	for _, in := range o.watch.inputs(r, o.tb) {
		o.takeInOrder(in)
	}
	// A recording played at full speed carries the time with it: what fell due before
	// this frame is said now.
	if !o.tb.waits() && r.Message.Type == wire.Frame {
		o.fallDue()
	}
}

var errNotTaken = errors.New("referee: not possible at this moment of the game")

// newGameKind is the one order that is not the game's but the table's: clear the
// board and begin another.
const newGameKind game.InputKind = "new_game"

// obey carries out an order and says whether it did anything.
func (o *owner) obey(in game.Input) error {
	in.At = o.tb.now()
	if in.Kind == newGameKind {
		if !o.game.Over() && o.game.Seq() > 0 {
			return errors.New("referee: the game is not over: rule it first")
		}
		if o.newGame == nil {
			return errNotTaken
		}
		return o.newGame(o)
	}
	if o.take(in) == 0 {
		return errNotTaken
	}
	return nil
}

// take is the life of an input: journalled and synced, stepped, shown. It returns how many
// events followed.
func (o *owner) take(in game.Input) int {
	if o.oneTouch(in) {
		o.leaveOut(in)
		return 0
	}
	in.Wall = wallNow()
	unsaved := o.mem.Append(in)
	before := o.game.Clock()
	events := o.game.Step(in)
	if after := o.game.Clock(); in.Kind == game.Press && before.Running() != after.Running() {
		o.turnedBy, o.turnedAt = in.Side, in.At
	}
	o.show(events, in)
	o.tellOfDisk(unsaved, in)
	return len(events)
}

// tellOfDisk tells everybody of an input that could not be saved. That does not stop the
// game: the inputs wait in memory. It is told after what followed from the input, because
// the journal will tell it in that order.
func (o *owner) tellOfDisk(err error, in game.Input) {
	if err == nil || o.diskBad {
		return
	}
	o.diskBad = true
	o.log.Error("journal", "err", err)
	fail := game.Input{Kind: game.Fail, At: in.At, Wall: in.Wall, Code: "disk", What: game.SevError, Reason: err.Error()}
	_ = o.mem.Append(fail) // kept in memory; the disk is known to be bad
	o.show(o.game.Step(fail), fail)
}

// retryDisk tries to save what could not be saved.
func (o *owner) retryDisk() {
	if !o.diskBad || o.mem.Retry() != nil {
		return
	}
	o.diskBad = false
	o.log.Info("journal saved again")
	o.take(game.Input{Kind: game.Heal, At: o.tb.now(), Code: "disk", Reason: "Everything is saved on the disk again."})
}

// quiet inputs change nothing that anybody is shown, unless events follow.
var quiet = map[game.InputKind]bool{game.Tick: true, game.HandIn: true, game.HandOut: true}

func (o *owner) show(events []game.Event, in game.Input) {
	for _, e := range events {
		o.log.Info(e.Text, "seq", e.Seq, "kind", string(e.Kind), "game_at", e.At.String())
	}
	if len(events) == 0 && quiet[in.Kind] {
		return
	}
	snap := o.game.Snapshot(max(o.tb.now(), in.At), in.Wall)
	o.snap.Store(snap)
	for _, s := range o.sinks {
		s.Publish(events, snap)
	}
}

func wallNow() string { return time.Now().UTC().Format(time.RFC3339Nano) }
