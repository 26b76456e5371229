package opencv

import "math"

// Measures of the change of light between two frames.
const (
	fitTimes  = 3   // rounds of fitting, each without what the last one left over
	fitStray  = 2.5 // times the median that a sample may be off in the next round
	leastGain = 0.5
	mostGain  = 2.0
)

// lightFit finds what the light of the whole picture has done between two frames: a gain
// and an offset in each channel, which hands and stones do not disturb.
type lightFit struct {
	then, now, off, sorted []float64
}

// relit turns grey levels of each channel into those in another light.
type relit [3][256]byte

// asItIs leaves the light alone.
var asItIs = func() (r relit) {
	for c := range r {
		for v := range r[c] {
			r[c][v] = byte(v)
		}
	}
	return r
}()

// relight finds how the frame before would look in the light of the present one.
func (w *Watcher) relight() {
	for c := range w.lit {
		w.light.sample(w, c)
		gain, offset := w.light.fit()
		for v := range w.lit[c] {
			w.lit[c][v] = byte(math.Min(math.Max(float64(v)*gain+offset+0.5, 0), 255))
		}
	}
}

// sample takes one channel at the points and in the middles of the cells.
func (f *lightFit) sample(w *Watcher, channel int) {
	f.then, f.now = f.then[:0], f.now[:0]
	take := func(x, y int) {
		now, then := 0, 0
		for _, o := range discSpot {
			k := 3*((y+o.dy)*w.plan.side+x+o.dx) + channel
			now, then = now+int(w.cur[k]), then+int(w.prev[k])
		}
		f.now = append(f.now, float64(now)/float64(len(discSpot)))
		f.then = append(f.then, float64(then)/float64(len(discSpot)))
	}
	for row := range w.size {
		for col := range w.size {
			x, y := w.plan.center(col, row)
			take(x, y)
			take(x+planPitch/2, y+planPitch/2)
		}
	}
}

// fit is the straight line through most of the samples.
func (f *lightFit) fit() (gain, offset float64) {
	gain, offset = 1, 0
	limit := math.Inf(1)
	for range fitTimes {
		gain, offset = f.line(gain, offset, limit)
		f.off = f.off[:0]
		for i := range f.now {
			f.off = append(f.off, math.Abs(f.now[i]-gain*f.then[i]-offset))
		}
		f.sorted = append(f.sorted[:0], f.off...)
		limit = fitStray*median(f.sorted) + 0.5
	}
	return gain, offset
}

// line is the least squares line through the samples off the former line by less than
// limit.
func (f *lightFit) line(gain, offset, limit float64) (float64, float64) {
	var n, sx, sy, sxx, sxy float64
	for i, x := range f.then {
		y := f.now[i]
		if math.Abs(y-gain*x-offset) > limit {
			continue
		}
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	if n == 0 {
		return gain, offset
	}
	if spread := sxx - sx*sx/n; spread > n {
		gain = math.Min(math.Max((sxy-sx*sy/n)/spread, leastGain), mostGain)
	}
	return gain, (sy - gain*sx) / n
}
