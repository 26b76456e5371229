package film

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"shinpan/board"
	"shinpan/vision/wire"
)

const tick = 200 * time.Millisecond

// jpegOf stands for a picture: n bytes that name their frame.
func jpegOf(frame, n int) []byte { return bytes.Repeat([]byte(fmt.Sprint(frame, ";")), n)[:n] }

func filmed(l Limits, frames, size int) *Film {
	f := New(l)
	for i := range frames {
		f.Add(Picture{At: time.Duration(i) * tick, Frame: i, JPEG: jpegOf(i, size)})
	}
	return f
}

func usual() Limits { return Limits{Bytes: 10_000, Span: 8 * time.Second, Every: tick} }

func ask(id string, at, before, after time.Duration) wire.Message {
	return wire.Message{
		Type: wire.AskClip, ID: id, T: wire.Seconds(at), Before: wire.Seconds(before), After: wire.Seconds(after),
		Points: []board.Point{board.MustPoint("H8")},
	}
}

// served collects what is sent until every clip is done.
func served(t *testing.T, f *Film, now time.Duration, ended bool) (sent []wire.Message, done []Done) {
	t.Helper()
	for range 100 {
		if len(f.clips) == 0 {
			return sent, done
		}
		d, err := f.Serve(now, ended, func(m wire.Message) error {
			m.Blob = slices.Clone(m.Blob)
			sent = append(sent, m)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		done = append(done, d...)
	}
	t.Fatal("the clip never ends")
	return nil, nil
}

// TestBounds: neither bytes nor time nor pictures beyond the limits, whatever is added, and
// every kept picture is whole.
func TestBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Limits{
			Bytes: rapid.IntRange(10, 3000).Draw(t, "bytes"),
			Span:  time.Duration(rapid.IntRange(0, 5000).Draw(t, "span")) * time.Millisecond, Every: tick,
		}
		f := New(l)
		at := time.Duration(0)
		for i := range rapid.IntRange(0, 60).Draw(t, "pictures") {
			at += time.Duration(rapid.IntRange(-50, 900).Draw(t, "step")) * time.Millisecond
			n := rapid.IntRange(0, 400).Draw(t, "size")
			f.Add(Picture{At: at, Frame: i, JPEG: jpegOf(i, n)})
			newest, ok := f.Newest()
			if n > 0 && n <= l.Bytes && (!ok || newest.Frame != i) {
				t.Fatalf("picture %d of %d bytes was not kept in %d", i, n, l.Bytes)
			}
			if room(f) > l.Bytes {
				t.Fatalf("%d bytes kept of %d", room(f), l.Bytes)
			}
			for k, p := range f.kept {
				if !bytes.Equal(p.JPEG, jpegOf(p.Frame, len(p.JPEG))) {
					t.Fatalf("picture %d is damaged", p.Frame)
				}
				if p.At < newest.At-l.Span || k > 0 && p.At < f.kept[k-1].At {
					t.Fatalf("kept at %v: %v beside %v", l.Span, p.At, newest.At)
				}
			}
		}
	})
}

func TestNoGarbage(t *testing.T) {
	f := filmed(usual(), 100, 150)
	i, picture := 100, jpegOf(7, 150)
	if n := testing.AllocsPerRun(500, func() {
		f.Add(Picture{At: time.Duration(i) * tick, Frame: i, JPEG: picture})
		i++
	}); n > 0 {
		t.Errorf("%v allocations a picture", n)
	}
}

func TestDue(t *testing.T) {
	f := filmed(usual(), 3, 10) // the last at 400 ms
	for at, want := range map[time.Duration]bool{599 * time.Millisecond: false, 600 * time.Millisecond: true, 0: true} {
		if f.Due(at) != want {
			t.Errorf("due at %v: %v", at, !want)
		}
	}
}

// TestClip: what is past comes in portions, what is to come as it comes, in order and once.
func TestClip(t *testing.T) {
	f := filmed(usual(), 41, 100) // 0 to 8 s
	at := 7 * time.Second
	f.Ask(ask("a", at, 4*time.Second, 2*time.Second), 8*time.Second)
	var frames []int
	var done []Done
	for i := 41; i < 60 && len(done) == 0; i++ {
		before := len(frames)
		d, err := f.Serve(time.Duration(i-1)*tick, false, func(m wire.Message) error {
			if m.ID != "a" || m.Type != wire.Clip || !bytes.Equal(m.Blob, jpegOf(m.Frame, 100)) {
				t.Fatalf("sent %+v", m)
			}
			frames = append(frames, m.Frame)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(frames)-before > atOnce {
			t.Fatalf("%d pictures at once", len(frames)-before)
		}
		done = d
		f.Add(Picture{At: time.Duration(i) * tick, Frame: i, JPEG: jpegOf(i, 100)})
	}
	if len(done) != 1 || done[0].Count != 31 || done[0].Why != "" || frames[0] != 15 || frames[30] != 45 {
		t.Fatalf("done %+v, frames %v: want 15 to 45", done, frames)
	}
	for i, n := range frames {
		if n != 15+i {
			t.Fatalf("frames %v: not in order", frames)
		}
	}
	picks := done[0].Picks
	if len(picks) != stripParts || picks[0].Frame != 15 || !bytes.Equal(picks[0].JPEG, jpegOf(15, 100)) {
		t.Errorf("picks %+v", picks)
	}
	if m, ok := done[0].Moment(); !ok || m.At > at || m.At < at-time.Second {
		t.Errorf("the moment is shown by %v", m.At)
	}
}

// TestWhatIsMissing says so.
func TestWhatIsMissing(t *testing.T) {
	second := time.Second
	for _, c := range []struct {
		name  string
		film  *Film
		ask   wire.Message
		now   time.Duration
		ended bool
		count int
		why   string
	}{
		{"all there", filmed(usual(), 41, 100), ask("a", 4*second, 2*second, second), 8 * second, false, 16, ""},
		{"at the beginning", filmed(usual(), 41, 100), ask("a", second, 4*second, second), 8 * second, false, 11, ""},
		{"nothing filmed", New(usual()), ask("a", second, second, second), 9 * second, false, 0, "no picture yet"},
		{"long ago", filmed(usual(), 200, 100), ask("a", 2*second, second, second), 40 * second, false, 0, "not kept any more"},
		{"partly", filmed(usual(), 200, 100), ask("a", 34*second, 5*second, 0), 40 * second, false, 12, "the first 3 s"},
		{"camera gone", filmed(usual(), 41, 100), ask("a", 20*second, second, second), 30 * second, false, 0, "no picture came"},
		{"end", filmed(usual(), 41, 100), ask("a", 8*second, second, 4*second), 8 * second, true, 6, "ended"},
		{"future", filmed(usual(), 41, 100), ask("a", 80*second, second, second), 8 * second, false, 0, "not come yet"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.film.Ask(c.ask, c.now)
			sent, done := served(t, c.film, c.now, c.ended)
			if len(done) != 1 || done[0].Count != c.count || len(sent) != c.count {
				t.Fatalf("%d sent, %d done: want %d", len(sent), len(done), c.count)
			}
			if c.why == "" && done[0].Why != "" || !strings.Contains(done[0].Why, c.why) {
				t.Errorf("says %q, want %q", done[0].Why, c.why)
			}
		})
	}
}

// TestManyClips: too many at once are refused, and every question is answered once.
func TestManyClips(t *testing.T) {
	f := filmed(usual(), 41, 100)
	for i := range 3 * mostClips {
		f.Ask(ask(fmt.Sprint(i), 7*time.Second, time.Second, 5*time.Second), 8*time.Second)
	}
	f.Ask(wire.Message{Type: wire.AskClip}, 0) // without a name: nobody waits for it
	_, done := served(t, f, 20*time.Second, false)
	if len(done) != 3*mostClips {
		t.Fatalf("%d answers to %d questions", len(done), 3*mostClips)
	}
	refused := 0
	for _, d := range done {
		if strings.Contains(d.Why, "too many") {
			refused++
		}
	}
	if refused != 2*mostClips {
		t.Errorf("%d refused, want %d", refused, 2*mostClips)
	}
}

func TestSendFails(t *testing.T) {
	f := filmed(usual(), 41, 100)
	f.Ask(ask("a", 7*time.Second, time.Second, 0), 8*time.Second)
	gone := errors.New("gone")
	if _, err := f.Serve(9*time.Second, false, func(wire.Message) error { return gone }); !errors.Is(err, gone) {
		t.Errorf("error %v", err)
	}
}

// TestAnyQuestion: no question makes the film panic or answer twice.
func TestAnyQuestion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := filmed(usual(), rapid.IntRange(0, 60).Draw(t, "frames"), 120)
		m := ask("x", 0, 0, 0)
		m.T = wire.Seconds(rapid.Int64().Draw(t, "t"))
		m.Before = wire.Seconds(rapid.Int64().Draw(t, "before"))
		m.After = wire.Seconds(rapid.Int64().Draw(t, "after"))
		f.Ask(m, 0)
		done := 0
		for range 80 {
			d, _ := f.Serve(0, true, func(wire.Message) error { return nil })
			done += len(d)
		}
		if done != 1 {
			t.Fatalf("%d answers", done)
		}
	})
}

// room is what the kept pictures take.
func room(f *Film) (n int) {
	for _, k := range f.kept {
		n += len(k.JPEG)
	}
	return n
}
