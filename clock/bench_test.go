package clock

import (
	"testing"
	"time"
)

var benchSpecs = []string{"sd 15m", "byoyomi 0s 3x30s", "canadian 0s 30/30m", "fischer 90m+30s", "delay 5m+3s",
	"stages 40/90m,20/30m,sd 15m+30s", "quick 5m 30s 8x30s"}

func BenchmarkPress(b *testing.B) {
	for _, spec := range benchSpecs {
		b.Run(spec, func(b *testing.B) {
			k := started(b, spec)
			b.ReportAllocs()
			at := time.Duration(0)
			for b.Loop() {
				at++
				k.Press(k.running, at)
				k.queued = 0
			}
		})
	}
}

func BenchmarkAdvance(b *testing.B) {
	for _, spec := range benchSpecs {
		b.Run(spec, func(b *testing.B) {
			k := started(b, spec)
			k.Advance(1)
			b.ReportAllocs()
			at := time.Duration(1)
			for b.Loop() {
				at = at%1000 + 1
				if k.Advance(at) != nil {
					b.Fatal("something happened")
				}
			}
		})
	}
}

func BenchmarkFaces(b *testing.B) {
	k := started(b, "byoyomi 20m 3x30s")
	b.ReportAllocs()
	for b.Loop() {
		k.Faces(10 * time.Second)
	}
}

func BenchmarkState(b *testing.B) {
	k := started(b, "byoyomi 20m 3x30s")
	b.ReportAllocs()
	for b.Loop() {
		k.State(10 * time.Second)
	}
}

// TestNoAllocation: pressing and advancing leave no garbage.
func TestNoAllocation(t *testing.T) {
	for _, spec := range soakSpecs {
		k := started(t, spec)
		k.Advance(1)
		at := time.Duration(1)
		if n := testing.AllocsPerRun(100, func() {
			at++
			k.Press(k.running, at)
			k.queued = 0
			k.Advance(at)
		}); n != 0 {
			t.Errorf("%s: %v allocations a move", spec, n)
		}
	}
}
