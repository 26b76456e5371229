package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"shinpan/game"
)

// feed is the history of the current game and the newest snapshot. Every stream reads
// it with its own cursor, so nothing is queued for anybody and a slow browser costs
// its own goroutine only.
type feed struct {
	now func() time.Duration // since the game's zero; nil: counted from the publication

	mu sync.Mutex
	// game is whose events these are. generation grows with each new game, so that a
	// stream knows that its cursor counts the events of an older one.
	game       string
	generation int
	entries    []entry // by ascending seq
	current    *shot
	listeners  map[chan struct{}]struct{}
}

// entry is one event and its JSON.
type entry struct {
	event game.Event
	data  []byte
}

// shot is one published snapshot; the JSON for each view is made when first asked for.
type shot struct {
	snap     *game.Snapshot
	received time.Time
	views    [viewCount]func() ([]byte, error)
}

func newFeed(now func() time.Duration) *feed {
	return &feed{now: now, listeners: map[chan struct{}]struct{}{}}
}

// publish appends events and keeps the snapshot. Events already there are ignored, so
// that publishing twice shows nothing twice.
func (f *feed) publish(events []game.Event, snap *game.Snapshot) error {
	fresh, err := encode(events)
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range fresh {
		f.appendLocked(e)
	}
	ring := len(fresh) > 0
	if snap != nil {
		if snap.Game != f.game {
			f.beginLocked(snap.Game)
		}
		ring = ring || f.current == nil || !f.current.snap.SameButTime(snap)
		f.current = newShot(snap)
	}
	if ring {
		f.ringLocked()
	}
	return err
}

// encode writes each event as JSON; what cannot be written is left out and reported.
func encode(events []game.Event) ([]entry, error) {
	var errs []error
	entries := make([]entry, 0, len(events))
	for _, e := range events {
		data, err := json.Marshal(e)
		if err != nil {
			errs = append(errs, fmt.Errorf("web: event %d: %w", e.Seq, err))
			continue
		}
		entries = append(entries, entry{e, data})
	}
	return entries, errors.Join(errs...)
}

func (f *feed) appendLocked(e entry) {
	if e.event.Game != f.game {
		f.beginLocked(e.event.Game)
	}
	if n := len(f.entries); n > 0 && e.event.Seq <= f.entries[n-1].event.Seq {
		return
	}
	f.entries = append(f.entries, e)
}

// beginLocked forgets the old game. The entries get a new array: streams may still hold the old.
func (f *feed) beginLocked(id string) {
	f.game, f.entries, f.current = id, nil, nil
	f.generation++
}

// reset forgets everything but keeps the game's name, so that cursors stay good.
func (f *feed) reset() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.entries, f.current = nil, nil
}

func (f *feed) ringLocked() {
	for bell := range f.listeners {
		select {
		case bell <- struct{}{}:
		default: // it has been rung already and has not looked yet
		}
	}
}

// listen returns a bell that rings when there is something new, and how to give it back.
func (f *feed) listen() (bell chan struct{}, stop func()) {
	bell = make(chan struct{}, 1)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.listeners[bell] = struct{}{}
	return bell, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.listeners, bell)
	}
}

// cursor is how far a reader has come.
type cursor struct {
	generation int
	seq        int
}

// after returns what comes after c, the newest snapshot (nil before the first), and
// where the reader stands then. A cursor beyond the end belongs to a game this
// appliance does not know any more, so it starts over.
func (f *feed) after(c cursor) ([]entry, *shot, cursor) {
	f.mu.Lock()
	defer f.mu.Unlock()
	last := 0
	if n := len(f.entries); n > 0 {
		last = f.entries[n-1].event.Seq
	}
	if c.generation != f.generation && c.generation != anyGeneration || c.seq > last {
		c.seq = 0
	}
	first := len(f.entries)
	for first > 0 && f.entries[first-1].event.Seq > c.seq {
		first--
	}
	// The array is only ever appended to, so the part returned never changes.
	return f.entries[first:len(f.entries):len(f.entries)], f.current, cursor{f.generation, last}
}

// anyGeneration is the cursor of a reader who only knows a sequence number.
const anyGeneration = -1

// elapsed is the game's time now: what the page runs its clocks by.
func (f *feed) elapsed(s *shot) time.Duration {
	if f.now != nil {
		return f.now()
	}
	return s.snap.At.Duration() + time.Since(s.received)
}

// newShot prepares the views of a snapshot.
func newShot(snap *game.Snapshot) *shot {
	s := &shot{snap: snap, received: time.Now()}
	for v := range viewCount {
		s.views[v] = sync.OnceValues(func() ([]byte, error) {
			return json.Marshal(v.of(snap))
		})
	}
	return s
}
