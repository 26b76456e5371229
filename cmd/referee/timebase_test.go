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
