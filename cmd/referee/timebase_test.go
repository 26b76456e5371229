package main

import (
	"testing"
	"time"

	"shinpan/vision/wire"
)

// TestRestartedRecording: what an eye sees that was dead for an hour is not an hour old.
func TestRestartedRecording(t *testing.T) {
	l := newLiveTime(0)
	first := wire.Seconds(10 * time.Second)
	l.hear(wire.Message{Type: wire.Hello, Clock: wire.ClockVideo})
	l.hear(wire.Message{Type: wire.Frame, T: first})
	if age := l.now() - l.stamp(first.Duration()); age < 0 || age > time.Minute {
		t.Fatalf("the first frame is %v old", age)
	}
	l.zero.Add(-int64(time.Hour)) // an hour passes
	l.video -= time.Hour
	l.hear(wire.Message{Type: wire.Frame, T: first})
	if age := l.now() - l.stamp(first.Duration()); age < time.Hour {
		t.Errorf("a frame in the same stream moved the zero: it is %v old", age)
	}
	l.hear(wire.Message{Type: wire.Hello, Clock: wire.ClockVideo})
	l.hear(wire.Message{Type: wire.Frame, T: first})
	if age := l.now() - l.stamp(first.Duration()); age < 0 || age > time.Minute {
		t.Errorf("the restarted eye's first frame is %v old", age)
	}
}

// TestPressTime: a press counts from its edge, however late it is told; not from the
// future, and not from the game before this one.
func TestPressTime(t *testing.T) {
	l := newLiveTime(time.Hour)
	edge := monotonic() - 3*time.Second
	if at, want := l.press(edge), edge-time.Duration(l.zero.Load()); at != want {
		t.Errorf("three seconds old: %v, want %v exactly", at, want)
	}
	if at := l.press(monotonic() + time.Minute); at > l.now() {
		t.Errorf("from the future: %v, now %v", at, l.now())
	}
	l.restart()
	if at := l.press(edge); at != 0 {
		t.Errorf("from before the game: %v", at)
	}
	v := &videoTime{}
	v.reach(seconds(20))
	asked := monotonic()
	at := v.press(asked - 5*time.Second)
	// The present is asked twice, so that as much as passes in between may be missing.
	if took := monotonic() - asked; at < 15*time.Second-took || at > v.now()-5*time.Second+time.Minute {
		t.Errorf("in a video: %v, now %v", at, v.now())
	}
	fast := &videoTime{fast: true}
	fast.reach(seconds(20))
	if at := fast.press(0); at != 20*time.Second {
		t.Errorf("in a fast video: %v", at)
	}
}

func seconds(n int) wire.Seconds { return wire.Seconds(time.Duration(n) * time.Second) }
