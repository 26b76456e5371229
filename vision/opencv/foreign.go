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
	windowBlocks = (2*windowHalf + 1) / windowStep // along an edge of a window
)

// foreign finds hands, sleeves and other things over the board. The plan is covered with
// overlapping windows a fraction of a pitch wide. A window has changed where
// its fine structure is not what it was on the quiet board; changed windows that hang
// together with the rim of the plan are foreign, because stones come to lie inside,
// while hands reach in from outside.
type foreign struct {
	side, across int        // plan pixels; windows along one edge
	blocks       [][3]int32 // sums over windowStep² pixels of now², before² and their product
	columns      [][3]int32 // of blocks that make a row of windows
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
	blocks := across + windowBlocks - 1
	f := foreign{
		side: side, across: across, blocks: make([][3]int32, blocks*blocks), columns: make([][3]int32, blocks),
		changed: make([]bool, across*across), blank: make([]bool, across*across), seen: make([]bool, across*across), foreign: make([]bool, across*across),
		stack: make([]int32, 0, across*across), tones: make([][3]float64, 0, across*across),
	}
	return f
}

// find compares a plan and its structure with the quiet ones.
func (f *foreign) find(now, before *structure, cur, quiet []byte, noise float64) {
	all := f.accumulate(now.fine, before.fine)
	median := f.light(cur, quiet)
	f.median = median
	f.sharp = math.Sqrt(float64(all[0]+1)/float64(all[1]+1)) / math.Exp(median[1])
	limit := int64(16*faintLines*faintLines + noiseShare*noiseShare*noise*noise)
	told, other := 0, 0
	tones := usualTones(median)
	for i := range f.changed {
		column, row := i%f.across, i/f.across
		if column == 0 {
			f.sumColumns(row)
		}
		if f.changed[i] = false; f.blank[i] {
			continue
		}
		cc, qq, cq, n := f.window(column, row)
		if qq < limit*int64(n) {
			f.changed[i] = f.otherTone(cur, quiet, column*windowStep, row*windowStep, &tones)
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

// accumulate sums the products over blocks, of which windows are made, and over all.
func (f *foreign) accumulate(now, before []int16) (all [3]int64) {
	clear(f.blocks)
	for y := range f.side {
		row := f.blocks[(y+windowHalf)/windowStep*len(f.columns):]
		now, before := now[y*f.side:][:f.side], before[y*f.side:][:f.side]
		for block, x := 0, -windowHalf; x < f.side; block, x = block+1, x+windowStep {
			sums := &row[block]
			from, to := max(x, 0), max(min(x+windowStep, f.side), 0)
			was := before[from:to]
			for k, v := range now[from:to] {
				c, q := int32(v), int32(was[k])
				sums[0] += c * c
				sums[1] += q * q
				sums[2] += c * q
			}
		}
	}
	for i := range f.blocks {
		for k, v := range f.blocks[i] {
			all[k] += int64(v)
		}
	}
	return all
}

// sumColumns adds up the blocks of a row of windows, column by column.
func (f *foreign) sumColumns(row int) {
	across := len(f.columns)
	for k := range f.columns {
		f.columns[k] = f.blocks[row*across+k]
	}
	for r := row + 1; r < row+windowBlocks; r++ {
		for k, b := range f.blocks[r*across:][:across] {
			c := &f.columns[k]
			c[0], c[1], c[2] = c[0]+b[0], c[1]+b[1], c[2]+b[2]
		}
	}
}

// window sums the products over a window of the row last given to sumColumns.
func (f *foreign) window(column, row int) (cc, qq, cq int64, n int) {
	for _, c := range f.columns[column:][:windowBlocks] {
		cc, qq, cq = cc+int64(c[0]), qq+int64(c[1]), cq+int64(c[2])
	}
	x, y := column*windowStep, row*windowStep
	x0, x1 := max(0, x-windowHalf), min(f.side, x+windowHalf+1)
	y0, y1 := max(0, y-windowHalf), min(f.side, y+windowHalf+1)
	return cc, qq, cq, (x1 - x0) * (y1 - y0)
}

// sample is a window's light, now and on the quiet board, from a few pixels. Some is added, for
// in the dark noise is no change.
func (f *foreign) sample(cur, quiet []byte, x, y int) (now, then [3]float64) {
	var a, b [3]int
	for dy := -windowHalf; dy <= windowHalf; dy += windowHalf {
		py := min(max(y+dy, 0), f.side-1)
		for dx := -windowHalf; dx <= windowHalf; dx += windowHalf {
			px := min(max(x+dx, 0), f.side-1)
			k := 3 * (py*f.side + px)
			p, q := cur[k:k+3:k+3], quiet[k:k+3:k+3]
			a[0], a[1], a[2] = a[0]+int(p[0]), a[1]+int(p[1]), a[2]+int(p[2])
			b[0], b[1], b[2] = b[0]+int(q[0]), b[1]+int(q[1]), b[2]+int(q[2])
		}
	}
	for c := range 3 {
		now[c], then[c] = float64(a[c]+50), float64(b[c]+50)
	}
	return now, then
}

// tone is the logarithm of a window's light over the quiet board's.
func (f *foreign) tone(cur, quiet []byte, x, y int) (t [3]float64) {
	now, then := f.sample(cur, quiet, x, y)
	for c := range t {
		t[c] = math.Log(now[c] / then[c])
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

// usualTones are, in each channel, the least and the greatest light of a window over the quiet
// board's that is not another than the whole plan's.
func usualTones(median [3]float64) (limits [3][2]float64) {
	for c, m := range median {
		limits[c] = [2]float64{math.Exp(m - foreignTone), math.Exp(m + foreignTone)}
	}
	return limits
}

// otherTone reports whether a window's light has changed otherwise than the whole plan's.
func (f *foreign) otherTone(cur, quiet []byte, x, y int, usual *[3][2]float64) bool {
	now, then := f.sample(cur, quiet, x, y)
	for c, u := range usual {
		if now[c] < u[0]*then[c] || now[c] > u[1]*then[c] {
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
