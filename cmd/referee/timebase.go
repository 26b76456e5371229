package main

import (
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"shinpan/vision/wire"
)

// timebase turns the eye's stamps and the present into time since the game's zero. It
// belongs to the owner's goroutine, but now may be asked from anywhere.
type timebase interface {
	// now is the present.
	now() time.Duration
	// hear lets the timebase see the eye's stream, before anything is done with it.
	hear(wire.Message)
	// stamp is the game's time of a stamp in the eye's stream.
	stamp(t time.Duration) time.Duration
	// unstamp is the inverse of stamp: when in the eye's stream it was.
	unstamp(t time.Duration) time.Duration
	// press is the game's time of a press stamped on CLOCK_MONOTONIC: at its edge,
	// however long ago that was.
	press(mono time.Duration) time.Duration
	// waits reports whether time passes by itself, so that a timer can be set.
	waits() bool
}

// monotonic is CLOCK_MONOTONIC, the clock that never jumps. The eye stamps a camera's
// frames with it, in its own process.
func monotonic() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts); err != nil {
		panic("clock_gettime: " + err.Error()) // cannot fail on Linux
	}
	return time.Duration(ts.Nano())
}

// liveTime is the time of a real table: it passes by itself.
type liveTime struct {
	zero  atomic.Int64  // CLOCK_MONOTONIC at the game's zero, in nanoseconds
	video time.Duration // CLOCK_MONOTONIC of a recording's first frame
	// known is set once a recording has shown a frame. An eye that was started again
	// goes on where the last one ended, which is now: without a new zero its sightings
	// would be as old as the time it was dead.
	known, recording bool
}

// newLiveTime begins at the game's time from: what an earlier process has reached.
func newLiveTime(from time.Duration) *liveTime {
	l := &liveTime{}
	l.zero.Store(int64(monotonic() - from))
	return l
}

// restart makes the present the zero of a new game.
func (l *liveTime) restart() { l.zero.Store(int64(monotonic())) }

func (l *liveTime) now() time.Duration { return monotonic() - time.Duration(l.zero.Load()) }
func (l *liveTime) waits() bool        { return true }

func (l *liveTime) hear(m wire.Message) {
	switch m.Type {
	case wire.Hello:
		l.recording, l.known = m.Clock == wire.ClockVideo, false
	case wire.Frame:
		if l.recording && !l.known {
			l.video, l.known = max(l.video, monotonic()-m.T.Duration()), true
		}
	}
}

func (l *liveTime) stamp(t time.Duration) time.Duration {
	if l.recording {
		t += l.video
	}
	return t - time.Duration(l.zero.Load())
}

func (l *liveTime) unstamp(t time.Duration) time.Duration { return t - l.stamp(0) }

// press knows nothing of the future, and nothing before the game.
func (l *liveTime) press(mono time.Duration) time.Duration {
	return max(min(mono, monotonic())-time.Duration(l.zero.Load()), 0)
}

// videoTime is the time of a recording: game and recording begin together. Played in real
// time it passes by itself between frames, and stands still while no frames come: nobody
// thinks while the film is torn. Played as fast as possible it is the stamp of the last
// frame and nothing else, so that every run is the same.
type videoTime struct {
	fast bool
	last atomic.Int64 // the newest stamp, in nanoseconds
	at   atomic.Int64 // CLOCK_MONOTONIC when it came
}

// runOn is how long a recording's time passes beyond its last frame.
const runOn = 100 * time.Millisecond

func (v *videoTime) waits() bool { return !v.fast }

func (v *videoTime) now() time.Duration {
	last := time.Duration(v.last.Load())
	if at := time.Duration(v.at.Load()); !v.fast && at != 0 {
		last += min(max(monotonic()-at, 0), runOn)
	}
	return last
}

func (v *videoTime) hear(m wire.Message) {
	switch m.Type {
	case wire.Frame, wire.End:
		v.reach(m.T)
	case wire.Seen:
		v.reach(m.SureT)
	}
}

func (v *videoTime) reach(t wire.Seconds) {
	if int64(t) > v.last.Load() || v.at.Load() == 0 {
		v.last.Store(int64(t))
		v.at.Store(int64(monotonic()))
	}
}

func (v *videoTime) stamp(t time.Duration) time.Duration   { return t }
func (v *videoTime) unstamp(t time.Duration) time.Duration { return t }

// press is as long before the present as it was stamped; where time stands still between
// frames, it is now.
func (v *videoTime) press(mono time.Duration) time.Duration {
	if v.fast {
		return v.now()
	}
	return max(v.now()-max(monotonic()-mono, 0), 0)
}
