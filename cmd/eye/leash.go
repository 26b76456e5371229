package main

import (
	"context"
	"sync"
	"time"
)

// leash keeps a recording from running ahead of the referee, who would otherwise ask for
// pictures of what is long forgotten. It is safe for use by two goroutines.
type leash struct {
	mu    sync.Mutex
	most  int // frames ahead; 0: any number
	heard int // the last frame that has been dealt with; -1 before the first
	bell  chan struct{}
}

func newLeash(most int) *leash { return &leash{most: most, heard: -1, bell: make(chan struct{}, 1)} }

// off lets the stream run.
func (l *leash) off() {
	l.mu.Lock()
	l.most = 0
	l.mu.Unlock()
}

// hear notes a frame that has been dealt with.
func (l *leash) hear(frame int) {
	l.mu.Lock()
	l.heard = max(l.heard, frame)
	l.mu.Unlock()
	select {
	case l.bell <- struct{}{}:
	default:
	}
}

// begin says at which frame the stream begins.
func (l *leash) begin(frame int) { l.hear(frame - 1) }

// lastWait is how long the last frames of a recording wait to be dealt with.
const lastWait = 5 * time.Second

// wait returns when the frame is not too far ahead, or when ctx ends.
func (l *leash) wait(ctx context.Context, frame int) {
	l.until(ctx, func() bool { return l.most == 0 || frame-l.heard <= l.most })
}

// waitForAll waits until the last frame has been dealt with, but not for ever.
func (l *leash) waitForAll(ctx context.Context, last int) {
	ctx, cancel := context.WithTimeout(ctx, lastWait)
	defer cancel()
	l.until(ctx, func() bool { return l.most == 0 || l.heard >= last })
}

func (l *leash) until(ctx context.Context, good func() bool) {
	for {
		l.mu.Lock()
		ok := good()
		l.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-l.bell:
		case <-ctx.Done():
			return
		}
	}
}
