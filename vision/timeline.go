package vision

import (
	"math"
	"time"
)

// timeline remembers when the last frames were captured.
type timeline struct {
	frames [256]int
	times  [256]time.Duration
	n      int
}

func (t *timeline) push(frame int, at time.Duration) {
	i := t.n % len(t.frames)
	t.frames[i], t.times[i] = frame, at
	t.n++
}

// at finds the first remembered frame that is not before the given one, and when it was
// captured; the present frame where there is none.
func (t *timeline) at(frame int, now Reading) (int, time.Duration) {
	found, when := now.Frame, now.At
	for k := 1; k <= min(t.n, len(t.frames)); k++ {
		i := (t.n - k) % len(t.frames)
		if t.frames[i] < frame {
			break
		}
		found, when = t.frames[i], t.times[i]
	}
	return found, when
}

// offset is the distance between two places on a point, in parts of the pitch.
func offset(ax, ay, bx, by float32) float64 {
	return math.Hypot(float64(ax-bx), float64(ay-by))
}
