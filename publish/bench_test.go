package publish

import (
	"context"
	"testing"
)

// BenchmarkPublish is what the owner of the game pays for an event: putting it, and a
// snapshot of a long game, into the outbox.
func BenchmarkPublish(b *testing.B) {
	p, err := New(Options{Table: "1", Broker: "tcp://127.0.0.1:1"})
	if err != nil {
		b.Fatal(err)
	}
	snap := sampleSnapshot()
	for len(snap.Moves) < 120 {
		snap.Moves = append(snap.Moves, snap.Moves[:2]...)
	}
	b.ReportAllocs()
	for n := range b.N {
		next := *snap
		next.Seq = n
		p.Publish(moves(n+1, n+1), &next)
		if len(p.out.events) > 3000 {
			p.out.events = p.out.events[:0]
		}
	}
}

// BenchmarkThroughTheBroker is an event's way to the acknowledgement of the broker inside,
// on all its topics.
func BenchmarkThroughTheBroker(b *testing.B) {
	p, err := New(Options{Table: "1", Listen: "127.0.0.1:0"})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	p.Publish(moves(1, 1), snapshotAt(1))
	if err := p.Flush(ctx); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for n := range b.N {
		p.Publish(moves(n+2, n+2), snapshotAt(n+2))
	}
	if err := p.Flush(ctx); err != nil {
		b.Fatal(err)
	}
	b.StopTimer()
	cancel()
	if err := <-done; err != nil {
		b.Error(err)
	}
}
