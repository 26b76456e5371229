package web

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"shinpan/clock"
	"shinpan/game"
)

// Whatever is published how often, a reader who comes and goes as he likes has, at
// the end, every event of the last game once and in order. One who comes back to another
// game than he left asks again from its start, as the page does.
func TestEveryReaderHasEveryEventOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := newFeed(nil)
		type reader struct {
			at   cursor
			game string
			got  []int
		}
		readers := make([]reader, 4)
		read := func(r *reader) {
			if r.at.generation == anyGeneration && r.game != f.game {
				r.at.seq = 0
			}
			entries, _, at := f.after(r.at)
			r.at = at
			for _, e := range entries {
				if e.event.Game != r.game {
					r.game, r.got = e.event.Game, nil
				}
				r.got = append(r.got, e.event.Seq)
			}
		}
		current, seq := "a", 0
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			if rapid.IntRange(0, 9).Draw(rt, "next game") == 0 {
				current, seq = current+"'", 0
			}
			from := max(1, seq-rapid.IntRange(-1, 3).Draw(rt, "again"))
			seq += rapid.IntRange(0, 3).Draw(rt, "new")
			var events []game.Event
			for n := from; n <= seq; n++ {
				events = append(events, game.Event{Game: current, Seq: n, Kind: game.EvMove, To: game.ToAll})
			}
			if err := f.publish(events, &game.Snapshot{Game: current, Seq: seq}); err != nil {
				rt.Fatal(err)
			}
			for i := range readers {
				r := &readers[i]
				switch rapid.IntRange(0, 3).Draw(rt, "reader") {
				case 0:
					read(r)
				case 1: // gone and back with the Last-Event-ID of this game
					if r.game == current {
						r.at.generation = anyGeneration
					}
				}
			}
		}
		for i := range readers {
			read(&readers[i])
			if want := upTo(seq); seq > 0 && (!slices.Equal(readers[i].got, want) || readers[i].game != current) {
				rt.Fatalf("reader %d has %v of %q, want 1 to %d of %q", i, readers[i].got, readers[i].game, seq, current)
			}
		}
	})
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i + 1
	}
	return all
}

func TestPublishReportsWhatCannotBeWritten(t *testing.T) {
	f := newFeed(nil)
	err := f.publish([]game.Event{
		{Game: "a", Seq: 1, Kind: game.EvStart},
		{Game: "a", Seq: 2, Kind: game.EvStraightened, Offset: math.NaN()},
		{Game: "a", Seq: 3, Kind: game.EvMove},
	}, nil)
	if err == nil {
		t.Error("an event that cannot be JSON went through in silence")
	}
	if entries, _, _ := f.after(cursor{anyGeneration, 0}); len(entries) != 2 {
		t.Errorf("%d events, want the two good ones", len(entries))
	}
}

// Republishing after a recovery must not show a reader anything twice or leave a hole.
func TestRepublishKeepsCursors(t *testing.T) {
	tb := started(t, config("again"), Options{}, kagetsu[:6]...)
	_, _, at := tb.server.feed.after(cursor{anyGeneration, 0})
	tb.play(kagetsu[6])
	tb.server.Republish(tb.events, tb.game.Snapshot(tb.at, ""))
	entries, current, _ := tb.server.feed.after(at)
	if len(entries) != 1 || entries[0].event.Seq != len(tb.events) || current == nil {
		t.Errorf("after republishing: %d entries, want the newest alone", len(entries))
	}
}

// Only what is more than the running of time wakes the streams.
func TestTimeAloneRingsNobody(t *testing.T) {
	f := newFeed(nil)
	bell, stop := f.listen()
	defer stop()
	rung := func() bool {
		select {
		case <-bell:
			return true
		default:
			return false
		}
	}
	show := func(s game.Snapshot) bool {
		t.Helper()
		if err := f.publish(nil, &s); err != nil {
			t.Fatal(err)
		}
		return rung()
	}
	s := game.Snapshot{Game: "a", Phase: game.Play}
	if !show(s) {
		t.Error("the first snapshot rings")
	}
	s.At, s.Wall = game.Seconds(time.Second), "later"
	s.Faces = clock.Faces{At: time.Second}
	if show(s) {
		t.Error("time alone rings")
	}
	s.Blind = true
	if !show(s) {
		t.Error("blindness does not ring")
	}
}

func BenchmarkPublish(b *testing.B) {
	g, err := game.New(config("bench"))
	if err != nil {
		b.Fatal(err)
	}
	s := newServer(Options{})
	snap := g.Snapshot(0, "")
	for i := range b.N {
		s.Publish([]game.Event{{Game: "bench", Seq: i + 1, Kind: game.EvMove, To: game.ToAll}}, snap)
	}
}
