package opencv

import (
	"bytes"
	"math"
)

// measureMotion finds what moves, after taking out what the light of the whole picture
// has done since the frame before.
func (w *Watcher) measureMotion() {
	w.relight()
	for i := range w.points {
		x, y := w.plan.center(i%w.size, i/w.size)
		w.moves[i] = difference(w.cur, w.prev, &w.lit, w.plan.side, x, y, rowsFull)
	}
	copy(w.sorted, w.moves)
	w.noise = math.Min(ranked(w.sorted, len(w.sorted)/4), mostNoise)
	if !bytes.Equal(w.cur, w.prev) { // the same picture twice, as at the start, says nothing of the noise
		w.leastNoise = math.Min(w.leastNoise, math.Max(w.noise, someNoise))
	}
	w.noise = math.Min(w.noise, 2*w.leastNoise)
	w.calm = true
	for i, m := range w.moves {
		p := &w.points[i]
		p.still = min(p.still+1+w.glanced, w.long)
		if m > moveLevels+3*w.noise {
			p.still = 0
		}
		w.calm = w.calm && p.still >= w.rest
	}
	w.calm = w.calm && !w.rimDiffers(w.prev, &w.lit, moveLevels+3*w.noise)
}

// rimDiffers reports whether the rim differs anywhere by more than limit from another plan
// brought to another light.
func (w *Watcher) rimDiffers(other []byte, light *relit, limit float64) bool {
	for k := -1; k <= w.size; k++ {
		for _, at := range [4][2]int{{k, -1}, {k, w.size}, {-1, k}, {w.size, k}} {
			x, y := w.plan.center(at[0], at[1])
			if difference(w.cur, other, light, w.plan.side, x, y, rowsFull) > limit {
				return true
			}
		}
	}
	return false
}
