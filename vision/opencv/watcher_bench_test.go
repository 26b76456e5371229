package opencv

import (
	"image/color"
	"math"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// wideFrames gives the first frames of SHOW in a size of 1280×720, and the corners in it.
func wideFrames(b *testing.B, n int) ([]gocv.Mat, [4][2]float64) {
	path, tr := testVideo(b, "SHOW")
	all := frames(b, path, 0, n)
	const border = (1280 - 960) / 2
	for i := range all {
		gocv.CopyMakeBorder(all[i], &all[i], 0, 0, border, border, gocv.BorderReflect, color.RGBA{})
	}
	corners := *tr.seenCorners()
	for i := range corners {
		corners[i][0] += border
	}
	return all, corners
}

// BenchmarkWatcher times frames of 1280×720 pixels in which nothing, a hand and a new stone
// is to be seen, and beside them one copy of the frame, the least that looking at it can
// cost. Of the quiet frames one in twelve is looked at entirely, as when watching; "whole"
// is the time of these alone.
func BenchmarkWatcher(b *testing.B) {
	all, corners := wideFrames(b, 60)
	for _, c := range []struct {
		name     string
		from, to int
		whole    bool
	}{{"quiet", 5, 25, false}, {"whole", 5, 25, true}, {"hand", 30, 40, false}, {"stone", 41, 43, false}} {
		b.Run(c.name, func(b *testing.B) {
			w := watchedFrom(b, all[:c.from], corners)
			defer w.Close()
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				k := c.from + n%(c.to-c.from)
				if c.whole {
					w.rested = 0
				}
				if _, err := w.Look(all[k], 100+n, frameTime(100+n, 12)); err != nil {
					b.Fatal(err)
				}
				n++
			}
		})
	}
	b.Run("copy", func(b *testing.B) {
		to := gocv.NewMat()
		defer func() { _ = to.Close() }()
		for b.Loop() {
			all[0].CopyTo(&to)
		}
	})
}

// watchedFrom gives a watcher that has seen frames, of which the fifth is the quiet board.
func watchedFrom(b *testing.B, seen []gocv.Mat, corners [4][2]float64) *Watcher {
	g, err := vision.NewGrid(15, corners)
	if err != nil {
		b.Fatal(err)
	}
	w, err := NewWatcher(g, vision.Bottom, 1280, 720, 12)
	if err != nil {
		b.Fatal(err)
	}
	settler := vision.NewSettler(15)
	for n := range seen {
		if _, err := w.Look(seen[n], n, frameTime(n, 12)); err != nil {
			b.Fatal(err)
		}
		if n == 4 {
			r, err := w.ReadAll(n)
			if err != nil {
				b.Fatal(err)
			}
			settler.Start(r, nil)
			w.Checkpoint(settler.Beliefs())
		}
	}
	return w
}

// BenchmarkEveryFrame plays a film in which three stones are placed, as it is and altered, and
// reports the frame that takes longest to look at and to settle, when each takes the least
// time it took in any round. The first second, in which the position is read, is left out.
func BenchmarkEveryFrame(b *testing.B) {
	all, corners := wideFrames(b, 160)
	for _, c := range []struct {
		name   string
		change func(m *gocv.Mat, n int)
	}{
		{"still", func(*gocv.Mat, int) {}},
		{"shaken", func(m *gocv.Mat, n int) { moveBy(m, 3*math.Sin(1.9*float64(n)), 3*math.Sin(2.3*float64(n))) }},
		{"flickering", func(m *gocv.Mat, n int) { m.MultiplyFloat(0.7 + 0.05*float32(n%5)) }},
		{"covered", func(m *gocv.Mat, n int) { m.SetTo(gocv.NewScalar(200, float64(n), 180, 0)) }},
		{"noisy", func(m *gocv.Mat, _ int) { noise(m) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			const first = 12
			seen := make([]gocv.Mat, len(all))
			for n := range all {
				seen[n] = all[n].Clone()
				if n >= first {
					c.change(&seen[n], n)
				}
			}
			defer func() {
				for n := range seen {
					_ = seen[n].Close()
				}
			}()
			least := make([]time.Duration, len(seen))
			for b.Loop() {
				r := &replay{info: Info{Name: "made", FPS: 12, Width: 1280, Height: 720}, frames: seen, last: len(seen)}
				f := NewFollower(r, Options{Size: 15, Corners: &corners, Side: vision.Bottom})
				for n := range seen {
					begun := time.Now()
					if _, err := f.Next(); err != nil {
						b.Fatal(err)
					}
					if took := time.Since(begun); least[n] == 0 || took < least[n] {
						least[n] = took
					}
				}
				_ = f.Close()
			}
			slowest := time.Duration(0)
			for _, took := range least[first:] {
				slowest = max(slowest, took)
			}
			b.ReportMetric(float64(slowest.Microseconds())/1000, "ms/slowest")
		})
	}
}
