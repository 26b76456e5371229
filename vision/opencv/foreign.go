package opencv

import "math"

// Thresholds of what is foreign: something over the board that is no stone.
const (
	foreignCorr  = 0.50 // a window whose structure is less alike than this shows something else
	foreignTone  = 0.25 // a window without structure does so where its light differs by more
	foreignHides = 0.3  // pitches around a point under which it is not worth guessing
	foreignReach = 0.8  // pitches around a point that must be free of it
	alikeTone    = 0.15 // a window is as light as it was within this
	noHand       = 0.01 // less foreign than this is no hand
	foreignSize  = 300  // windows; a change larger than this is foreign wherever it lies
	windowStep   = planPitch / 4
	windowHalf   = planPitch / 3
)

// foreign finds hands, sleeves and other things over the board. The plan is covered with
// overlapping windows a fraction of a pitch wide. A window has changed where
// its fine structure is not what it was on the quiet board; changed windows that hang
// together with the rim of the plan are foreign, because stones come to lie inside,
// while hands reach in from outside.
type foreign struct {
	side, across int // plan pixels; windows along one edge
	sums         [3][]int64
	changed      []bool
	blank        []bool // windows of which the quiet board tells nothing
	seen         []bool
	foreign      []bool
	stack        []int32
	tones        [][3]float64
	sorted       []float64
	share        float64    // part of the windows that are foreign
	moved        float64    // part of the windows with structure that have changed
	median       [3]float64 // logarithm of the light of the whole plan over the quiet one's
	alike        float64    // part of the board that is as light as on the quiet board
	sharp        float64    // fine structure over that of the quiet board, light aside
}

func newForeign(side int) foreign {
	across := (side-1)/windowStep + 1
	f := foreign{
		side: side, across: across,
		changed: make([]bool, across*across), blank: make([]bool, across*across), seen: make([]bool, across*across), foreign: make([]bool, across*across),
		stack: make([]int32, 0, across*across), tones: make([][3]float64, 0, across*across),
	}
	for k := range f.sums {
		f.sums[k] = make([]int64, (side+1)*(side+1))
	}
	return f
}

// find compares a plan and its structure with the quiet ones.
func (f *foreign) find(now, before *structure, cur, quiet []byte, noise float64) {
	f.accumulate(now.fine, before.fine)
	median := f.light(cur, quiet)
	f.median = median
	last, gain := len(f.sums[0])-1, math.Exp(median[1])
	f.sharp = math.Sqrt(float64(f.sums[0][last]+1)/float64(f.sums[1][last]+1)) / gain
	limit := int64(16*faintLines*faintLines + noiseShare*noiseShare*noise*noise)
	told, other := 0, 0
	for i := range f.changed {
		if f.changed[i] = false; f.blank[i] {
			continue
		}
		x, y := i%f.across*windowStep, i/f.across*windowStep
		cc, qq, cq, n := f.window(x, y)
		if qq < limit*int64(n) {
			f.changed[i] = f.otherTone(cur, quiet, x, y, &median)
			continue
		}
		f.changed[i] = float64(cq) <= foreignCorr*math.Sqrt(float64(cc)*float64(qq))*undisturbed(float64(qq)/float64(n), noise)
		told++
		if f.changed[i] {
			other++
		}
	}
	f.moved = float64(other) / float64(max(told, len(f.changed)/20))
	f.spread()
}

// accumulate builds the integral images of the products.
func (f *foreign) accumulate(now, before []int16) {
	side, wide := f.side, f.side+1
	for y := range side {
		var cc, qq, cq int64
		for x := range side {
			c, q := int64(now[y*side+x]), int64(before[y*side+x])
			cc += c * c
			qq += q * q
			cq += c * q
			i, up := (y+1)*wide+x+1, y*wide+x+1
			f.sums[0][i] = f.sums[0][up] + cc
			f.sums[1][i] = f.sums[1][up] + qq
			f.sums[2][i] = f.sums[2][up] + cq
		}
	}
}

// window sums the products over the window centred on plan pixel (x, y).
func (f *foreign) window(x, y int) (cc, qq, cq int64, n int) {
	x0, x1 := max(0, x-windowHalf), min(f.side, x+windowHalf+1)
	y0, y1 := max(0, y-windowHalf), min(f.side, y+windowHalf+1)
	wide := f.side + 1
	sum := func(s []int64) int64 { return s[y1*wide+x1] - s[y0*wide+x1] - s[y1*wide+x0] + s[y0*wide+x0] }
	return sum(f.sums[0]), sum(f.sums[1]), sum(f.sums[2]), (x1 - x0) * (y1 - y0)
}

// tone is the logarithm of a window's light over the quiet board's, from a few pixels.
func (f *foreign) tone(cur, quiet []byte, x, y int) (t [3]float64) {
	var a, b [3]int
	for dy := -windowHalf; dy <= windowHalf; dy += windowHalf {
		for dx := -windowHalf; dx <= windowHalf; dx += windowHalf {
			px, py := min(max(x+dx, 0), f.side-1), min(max(y+dy, 0), f.side-1)
			k := 3 * (py*f.side + px)
			for c := range 3 {
				a[c] += int(cur[k+c])
				b[c] += int(quiet[k+c])
			}
		}
	}
	for c := range 3 {
		t[c] = math.Log(float64(a[c]+50) / float64(b[c]+50))
	}
	return t
}

// light is the light of the whole plan over the quiet one's: the median of each channel.
func (f *foreign) light(cur, quiet []byte) (usual [3]float64) {
	f.tones = f.tones[:0]
	for y := windowStep; y < f.side; y += planPitch {
		for x := windowStep; x < f.side; x += planPitch {
			f.tones = append(f.tones, f.tone(cur, quiet, x, y))
		}
	}
	alike := 0
	for _, t := range f.tones {
		if math.Abs(t[1]) < alikeTone {
			alike++
		}
	}
	f.alike = float64(alike) / float64(len(f.tones))
	for c := range 3 {
		f.sorted = f.sorted[:0]
		for _, t := range f.tones {
			f.sorted = append(f.sorted, t[c])
		}
		usual[c] = median(f.sorted)
	}
	return usual
}

// otherTone reports whether a window's light has changed otherwise than the whole plan's.
func (f *foreign) otherTone(cur, quiet []byte, x, y int, median *[3]float64) bool {
	t := f.tone(cur, quiet, x, y)
	for c := range 3 {
		if math.Abs(t[c]-median[c]) > foreignTone {
			return true
		}
	}
	return false
}

// spread marks the changed windows that hang together with the rim, and changes too
// large to be stones.
func (f *foreign) spread() {
	clear(f.foreign)
	foreign := 0
	clear(f.seen)
	seen := f.seen
	for i := range f.changed {
		if !f.changed[i] || seen[i] {
			continue
		}
		seen[i] = true
		f.stack = append(f.stack[:0], int32(i))
		rim := false
		for k := 0; k < len(f.stack); k++ {
			x, y := int(f.stack[k])%f.across, int(f.stack[k])/f.across
			rim = rim || x == 0 || y == 0 || x == f.across-1 || y == f.across-1
			for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				nx, ny := x+d[0], y+d[1]
				if nx < 0 || ny < 0 || nx >= f.across || ny >= f.across {
					continue
				}
				j := ny*f.across + nx
				rim = rim || f.blank[j] // it may come from there
				if f.changed[j] && !seen[j] {
					seen[j] = true
					f.stack = append(f.stack, int32(j))
				}
			}
		}
		if rim || len(f.stack) > foreignSize {
			foreign += len(f.stack)
			for _, j := range f.stack {
				f.foreign[j] = true
			}
		}
	}
	f.share = float64(foreign) / float64(len(f.changed))
}

// ignore takes the windows that reach into a rectangle as telling nothing.
func (f *foreign) ignore(x0, y0, x1, y1 int) {
	for i := range f.blank {
		x, y := i%f.across*windowStep, i/f.across*windowStep
		if x >= x0-windowHalf && x <= x1+windowHalf && y >= y0-windowHalf && y <= y1+windowHalf {
			f.blank[i] = true
		}
	}
}

// at reports whether something foreign is seen at a plan pixel.
func (f *foreign) at(x, y int) bool {
	return f.foreign[(y+windowStep/2)/windowStep*f.across+(x+windowStep/2)/windowStep]
}

// near reports whether something foreign lies within so many pitches of a plan pixel.
func (f *foreign) near(x, y, pitches float64) bool {
	reach := pitches * planPitch
	for wy := int(math.Ceil((y - reach) / windowStep)); float64(wy*windowStep) <= y+reach; wy++ {
		for wx := int(math.Ceil((x - reach) / windowStep)); float64(wx*windowStep) <= x+reach; wx++ {
			if wx < 0 || wy < 0 || wx >= f.across || wy >= f.across || !f.foreign[wy*f.across+wx] {
				continue
			}
			if math.Hypot(float64(wx*windowStep)-x, float64(wy*windowStep)-y) <= reach {
				return true
			}
		}
	}
	return false
}
