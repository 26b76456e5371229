package opencv

import (
	"math"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// Measures of a glance. Levels are of 8 bits, in pixels of the frame as they are.
const (
	glanceStep   = 0.5 // pitches from window to window
	glanceAcross = 4   // samples along a window's edge
	glanceBytes  = 3 * glanceAcross * glanceAcross
	glanceLevels = 2.0 // a window has changed where it differs by so much more than
	glanceNoise  = 1.3 // so many times what half of the windows differ by
	glanceMost   = 6.0 // where that is more than this, a glance tells nothing
	glanceBins   = 256*glanceBytes/glanceBin + 1
	glanceBin    = 8 // sums of differences to a bin
)

// glance decides from a few thousand pixels of the frame whether anything can have happened
// on the board or beside it since the frame that was looked at last. Most frames of a game
// show nothing new, and need not be mapped to the plan.
type glance struct {
	offsets []int32 // of the samples in the frame, a window's in a row
	then    []byte  // the samples of the frame that was looked at
	last    []byte  // … and those of the latest frame
	sums    []int32 // of differences in each window
	bins    [glanceBins]int32
	same    bool // the latest frame is the one before, in every sample
	begun   bool
}

func newGlance(g vision.Grid, w, h int) glance {
	across := int(float64(g.Size+1)/glanceStep) + 1
	n := across * across
	out := glance{offsets: make([]int32, 0, n*glanceAcross*glanceAcross), sums: make([]int32, n)}
	for i := range n {
		col, row := float64(i%across)*glanceStep-1, float64(i/across)*glanceStep-1
		for k := range glanceAcross * glanceAcross {
			dx, dy := float64(k%glanceAcross)+0.5, float64(k/glanceAcross)+0.5
			x, y := g.Pixel(col+(dx/glanceAcross-0.5)*glanceStep, row+(dy/glanceAcross-0.5)*glanceStep)
			px, py := int(math.Round(clampTo(x, w))), int(math.Round(clampTo(y, h)))
			out.offsets = append(out.offsets, int32(3*(py*w+px)))
		}
	}
	out.then, out.last = make([]byte, 3*len(out.offsets)), make([]byte, 3*len(out.offsets))
	return out
}

// quiet reports whether the frame shows what the frame of the last keep showed.
func (g *glance) quiet(frame gocv.Mat) bool {
	pixels, err := frame.DataPtrUint8()
	if err != nil {
		return false
	}
	same := g.begun
	for i := range g.sums {
		var sum int32
		offsets := g.offsets[i*glanceAcross*glanceAcross:][:glanceAcross*glanceAcross]
		then, last := g.then[i*glanceBytes:][:glanceBytes], g.last[i*glanceBytes:][:glanceBytes]
		for k, off := range offsets {
			p, t, l := pixels[off:off+3:off+3], then[3*k:3*k+3:3*k+3], last[3*k:3*k+3:3*k+3]
			b, gr, r := int32(p[0])-int32(t[0]), int32(p[1])-int32(t[1]), int32(p[2])-int32(t[2])
			sum += max(b, -b) + max(gr, -gr) + max(r, -r)
			same = same && p[0] == l[0] && p[1] == l[1] && p[2] == l[2]
			l[0], l[1], l[2] = p[0], p[1], p[2]
		}
		g.sums[i] = sum
	}
	g.same = same
	usual := g.median()
	if !g.begun || usual > glanceMost*glanceBytes {
		return false
	}
	limit := int32(glanceNoise*float64(usual) + glanceLevels*glanceBytes)
	for _, sum := range g.sums {
		if sum > limit {
			return false
		}
	}
	return true
}

// note takes the samples of a frame that is looked at in any case.
func (g *glance) note(frame gocv.Mat) {
	pixels, err := frame.DataPtrUint8()
	if err != nil {
		return
	}
	differs := byte(0)
	for k, off := range g.offsets {
		p, l := pixels[off:off+3:off+3], g.last[3*k:3*k+3:3*k+3]
		differs |= p[0] ^ l[0] | p[1] ^ l[1] | p[2] ^ l[2]
		l[0], l[1], l[2] = p[0], p[1], p[2]
	}
	g.same = g.begun && differs == 0
}

// median is what half of the windows differ by at most, to a bin.
func (g *glance) median() int32 {
	clear(g.bins[:])
	for _, sum := range g.sums {
		g.bins[sum/glanceBin]++
	}
	left := int32(len(g.sums) / 2)
	for k, n := range g.bins {
		if left -= n; left < 0 {
			return int32(k+1) * glanceBin
		}
	}
	return glanceBins * glanceBin
}

// keep takes the latest frame as the one that was looked at.
func (g *glance) keep() {
	copy(g.then, g.last)
	g.begun = true
}
