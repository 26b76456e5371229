package main

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"shinpan/board"
	"shinpan/evidence"
	"shinpan/game"
	"shinpan/vision/wire"
)

// How much of the film is kept around an event: what led to it, and what came of it.
const (
	filmBefore = 4 * time.Second
	filmAfter  = 2500 * time.Millisecond
	// filmLongest is as far back as the eye remembers: where a stone was first seen long
	// before it was ruled on.
	filmLongest = 9 * time.Second
	// filmPatience is how long the eye may take beyond that to have sent everything.
	filmPatience = 15 * time.Second
)

// spareDisk is what pictures leave of a disk: the journal of a year fits into it.
const spareDisk = 64 << 20

// evidenceKeeper asks the eye for the pictures around every event that carries their name,
// and keeps what comes. Publish, hear and fail are called by the owner and wait for
// nothing; the disk is run's.
type evidenceKeeper struct {
	store *evidence.Store
	say   func(wire.Message) bool // to the eye
	tb    timebase
	log   *slog.Logger
	work  chan func(*waitingClips)
}

// mostWork is how many pictures may wait for a slow disk.
const mostWork = 256

func newEvidenceKeeper(store *evidence.Store, say func(wire.Message) bool, tb timebase, log *slog.Logger) *evidenceKeeper {
	return &evidenceKeeper{store: store, say: say, tb: tb, log: log, work: make(chan func(*waitingClips), mostWork)}
}

// clipName is what a clip is called between referee and eye.
type clipName struct{ game, id string }

func (n clipName) String() string { return n.game + "/" + n.id }

// waitingClips are the clips whose pictures are still to come, and until when.
type waitingClips struct {
	until map[clipName]time.Time
	lost  map[clipName]string // what of it could not be kept, and why
}

// Publish asks for the pictures of what has happened.
func (k *evidenceKeeper) Publish(events []game.Event, snap *game.Snapshot) {
	for i, e := range events {
		if e.Evidence != "" && !slices.ContainsFunc(events[:i], func(o game.Event) bool { return o.Evidence == e.Evidence }) {
			k.ask(e.Evidence, events[i:], snap)
		}
	}
}

// ask begins the clip of one name, which several events may share.
func (k *evidenceKeeper) ask(id string, events []game.Event, snap *game.Snapshot) {
	first := events[0]
	clip := evidence.Clip{Game: first.Game, ID: id, At: first.At.Duration().Seconds(), Wall: first.Wall}
	begin := first.At.Duration()
	var points []board.Point
	for _, e := range events {
		if e.Evidence != id {
			continue
		}
		clip.Kinds, clip.Texts = append(clip.Kinds, string(e.Kind)), append(clip.Texts, e.Text)
		points = append(points, pointsOf(e, snap)...)
		if e.SeenAt != nil {
			begin = min(begin, e.SeenAt.Duration())
		}
	}
	slices.Sort(points)
	for _, p := range slices.Compact(points) {
		clip.Points = append(clip.Points, p.String())
	}
	name := clipName{clip.Game, clip.ID}
	before := min(filmBefore+first.At.Duration()-begin, filmLongest)
	asked := k.say(wire.Message{
		Type: wire.AskClip, ID: name.String(), T: wire.Seconds(k.tb.unstamp(first.At.Duration())),
		Before: wire.Seconds(before), After: wire.Seconds(filmAfter), Points: slices.Compact(points),
	})
	k.do(func(w *waitingClips) {
		if err := k.store.Begin(clip); err != nil {
			k.complain(name, err)
			return
		}
		w.until[name] = time.Now().Add(filmAfter + filmPatience)
		if !asked {
			k.end(w, name, "the eye does not listen")
		}
	})
}

// pointsOf are the points that an event is about; an alert that something cannot be told
// is about all of which that is so.
func pointsOf(e game.Event, snap *game.Snapshot) []board.Point {
	if e.Kind == game.EvAlert {
		return snap.Doubts
	}
	all := slices.Concat([]board.Point{e.Point, e.Other}, e.Line, e.Missing, e.Extra, e.Points)
	return slices.DeleteFunc(all, func(p board.Point) bool { return p == board.NoPoint })
}

// kindsOfPictures says what the eye's answers are in the store.
var kindsOfPictures = map[wire.Type]evidence.Kind{wire.Clip: evidence.Whole, wire.Strip: evidence.Strip, wire.Crop: evidence.Crop}

// hear takes the eye's answers; it is false for everything else.
func (k *evidenceKeeper) hear(m wire.Message) bool {
	kind, isPicture := kindsOfPictures[m.Type]
	if !isPicture && m.Type != wire.ClipEnd {
		return false
	}
	name, ok := parseClipName(m.ID)
	if !ok {
		return true
	}
	if !isPicture {
		k.do(func(w *waitingClips) { k.end(w, name, m.Reason) })
		return true
	}
	picture := evidence.Picture{
		At: max(k.tb.stamp(m.T.Duration()), 0).Seconds(), Frame: m.Frame, Width: m.Width, Height: m.Height,
	}
	if m.Point != board.NoPoint {
		picture.Point = m.Point.String()
	}
	k.do(func(w *waitingClips) {
		if _, waits := w.until[name]; !waits || w.lost[name] != "" {
			return
		}
		if err := k.store.Add(name.game, name.id, kind, picture, m.Blob); err != nil {
			w.lost[name] = reasonOf(err)
			k.complain(name, err)
		}
	})
	return true
}

// parseClipName takes apart what String has put together.
func parseClipName(id string) (clipName, bool) {
	for i := range id {
		if id[i] == '/' {
			return clipName{id[:i], id[i+1:]}, true
		}
	}
	return clipName{}, false
}

// fail tells that the eye that was asked is gone: nothing more will come of it.
func (k *evidenceKeeper) fail(why string) {
	k.do(func(w *waitingClips) { k.endAll(w, why) })
}

// do hands work to run. Where the disk is so slow that too much waits, it is left undone.
func (k *evidenceKeeper) do(f func(*waitingClips)) {
	select {
	case k.work <- f:
	default:
		k.log.Warn("evidence: the disk is too slow: a picture is lost")
	}
}

// run keeps what comes until ctx ends, then what has come.
func (k *evidenceKeeper) run(ctx context.Context) error {
	w := &waitingClips{until: map[clipName]time.Time{}, lost: map[clipName]string{}}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case f := <-k.work:
			f(w)
		case now := <-tick.C:
			for name, until := range w.until {
				if now.After(until) {
					k.end(w, name, "the eye has not answered")
				}
			}
		case <-ctx.Done():
			k.finish(w)
			return nil
		}
	}
}

func (k *evidenceKeeper) finish(w *waitingClips) {
	for {
		select {
		case f := <-k.work:
			f(w)
		default:
			k.endAll(w, "the referee was stopped")
			return
		}
	}
}

func (k *evidenceKeeper) endAll(w *waitingClips, why string) {
	for name := range w.until {
		k.end(w, name, why)
	}
}

// end completes a clip.
func (k *evidenceKeeper) end(w *waitingClips, name clipName, missing string) {
	if _, waits := w.until[name]; !waits {
		return
	}
	if lost := w.lost[name]; lost != "" {
		missing = lost
	}
	delete(w.until, name)
	delete(w.lost, name)
	if err := k.store.End(name.game, name.id, missing); err != nil {
		k.complain(name, err)
	}
}

func (k *evidenceKeeper) complain(name clipName, err error) {
	k.log.Warn("evidence", "clip", name.String(), "err", err, "effect", "pictures are missing; the game goes on")
}

// reasonOf is an error as a person reads it beside the pictures.
func reasonOf(err error) string {
	if errors.Is(err, evidence.ErrRoom) {
		return "there was no room for more pictures on the disk"
	}
	return "the pictures could not be written: " + err.Error()
}
