package opencv

import (
	"math"

	"gocv.io/x/gocv"

	"shinpan/board"
	"shinpan/vision"
)

// Thresholds on the fine structure of the board and on the tone of stones. A tone is
// compared with that of the bare board around it, in natural logarithms, so that
// exposure, white balance and shadow cancel out.
const (
	bareCorr     = 0.50  // a quarter around a point is bare where its structure is as alike as this
	sameLines    = 0.60  // an empty point is still empty where its structure is as alike as this
	crossCorr    = 0.35  // a point shows lines where it is as like a cross of lines as this
	faintLines   = 1.5   // structure of less contrast than this, in grey levels, tells nothing
	stoneFill    = 0.70  // of a stone's body this much must look like its middle
	stoneDepth   = 8.0   // grey levels between stone and board below which tone tells nothing
	sameTone     = 0.12  // two patches of bare board differ by less than this part of their light
	quarterInner = 0.62  // pitches from a stone's centre, beyond which only board is seen
	blackTone    = -0.60 // a black stone is darker than this
	whiteTone    = 0.08  // a white stone is brighter than this, and
	whiteHue     = 0.15  // bluer than warm wood by this, or
	whiteBright  = 0.35  // as much brighter
	bareTone     = 0.30  // an empty point differs from the board around it by less than this
	bareHue      = 0.12
)

// readChanges reads the points that have changed, lie still and are clear.
func (w *Watcher) readChanges(frame gocv.Mat, number int) error {
	if w.quiet == nil {
		return nil
	}
	var cells []vision.Cell
	for i := range w.points {
		p := &w.points[i]
		if !p.changed || p.still < w.rest {
			continue
		}
		if cells == nil {
			var err error
			if cells, err = w.reader.Read(frame); err != nil {
				return err
			}
			w.lookClosely()
		}
		cell, ok := w.judge(i, cells[i])
		if !ok {
			continue
		}
		p.cell, p.fresh = cell, true
		p.since = w.since(i%w.size, i/w.size, cell, number)
	}
	return nil
}

// lookClosely measures what is only needed where something has changed.
func (w *Watcher) lookClosely() {
	if !w.before.valid {
		w.before.measure(w.quiet)
		w.learnCrosses()
	}
	w.now.measure(w.cur)
	w.over.find(&w.now, &w.before, w.cur, w.quiet, w.noise)
	w.guessAll()
}

// guess is what the tone of a point says by itself.
type guess struct {
	fit   stoneFit
	color board.Color
	sure  bool // the tone says color; otherwise it says nothing
}

// guessAll guesses every point that has changed and lies still.
func (w *Watcher) guessAll() {
	for i := range w.points {
		p := &w.points[i]
		p.guess = guess{}
		if p.changed && p.still >= w.rest {
			p.guess = w.guess(i%w.size, i/w.size)
		}
	}
}

func (w *Watcher) guess(col, row int) guess {
	g := guess{fit: w.fit(col, row)}
	x, y := w.plan.center(col, row)
	middle := w.mean(x+int(math.Round(g.fit.dx)), y+int(math.Round(g.fit.dy)), discCore)
	light, hue := toneOver(middle, w.bare(col, row))
	stone := g.fit.depth >= stoneDepth && g.fit.fill >= stoneFill
	switch {
	case stone && light < blackTone:
		g.color, g.sure = board.Black, true
	case stone && (light > whiteTone && hue > whiteHue || light > whiteBright || light > -whiteTone && hue > 2*whiteHue):
		g.color, g.sure = board.White, true
	default:
		light, hue = toneOver(w.mean(x, y, discCore), w.bare(col, row))
		g.sure = math.Abs(light) < bareTone && math.Abs(hue) < bareHue
	}
	return g
}

// toneOver compares two colours: how much lighter, and how much bluer and less red, the
// first is than the second.
func toneOver(a, b [3]float64) (light, hue float64) {
	log := func(x, y float64) float64 { return math.Log((x + 2) / (y + 2)) }
	lum := func(c [3]float64) float64 { return 0.114*c[0] + 0.587*c[1] + 0.299*c[2] }
	return log(lum(a), lum(b)), log(a[0], b[0]) - log(a[2], b[2])
}

// judge joins what the reader sees of a point with its tone and with what has changed
// there. ok is false while something that is no stone may lie over the point.
func (w *Watcher) judge(i int, cell vision.Cell) (judged vision.Cell, ok bool) {
	col, row := i%w.size, i/w.size
	g := w.points[i].guess
	x, y := w.plan.center(col, row)
	if w.over.near(float64(x)+g.fit.dx, float64(y)+g.fit.dy) {
		return cell, false
	}
	bare := w.quarters(col, row, g.fit)
	if bare < 3 || !w.ringStill(col, row) {
		return cell, false
	}
	kept := w.kept(col, row)
	lines := w.crossLikeness(col, row)
	was, _ := w.points[i].quietCell.Best()
	cell.DX, cell.DY = 0, 0
	stay := func(black, white, empty float32) vision.Cell {
		cell.Black, cell.White, cell.Empty = black, white, empty
		if empty < 0.5 {
			cell.DX, cell.DY = float32(g.fit.dx/planPitch), float32(g.fit.dy/planPitch)
		}
		return cell
	}
	switch {
	case was == board.Empty && kept > sameLines:
		return stay(0.001, 0.001, 0.998), true
	case g.sure && g.color == board.Black:
		return stay(0.99, 0.005, 0.005), true
	case g.sure && g.color == board.White:
		return stay(0.005, 0.99, 0.005), true
	case g.sure && lines > crossCorr:
		return stay(0.005, 0.005, 0.99), true
	case g.sure && bare == 4 && was != board.Empty:
		return stay(0.03, 0.03, 0.94), true
	}
	return stay(0.3, 0.3, 0.4), true
}

// kept is how alike the fine structure of a point is to what it was on the quiet board.
func (w *Watcher) kept(col, row int) float64 {
	x, y := w.plan.center(col, row)
	var m match
	for _, o := range discBody {
		i := (y+o.dy)*w.plan.side + x + o.dx
		m.add(w.now.fine[i], w.before.fine[i])
	}
	return m.corr()
}

// ringStill reports whether nothing moves on the points around.
func (w *Watcher) ringStill(col, row int) bool {
	for r := max(row-1, 0); r <= min(row+1, w.size-1); r++ {
		for c := max(col-1, 0); c <= min(col+1, w.size-1); c++ {
			if w.points[r*w.size+c].still < 1 {
				return false
			}
		}
	}
	return true
}

// quarters counts the quarters around a stone that look as they did on the quiet board.
// Neighbours that have changed too, and look like stones or empty points by themselves,
// are left out.
func (w *Watcher) quarters(col, row int, fit stoneFit) int {
	x, y := w.plan.center(col, row)
	bare := 0
	for q := range 4 {
		sx, sy := 2*(q&1)-1, q&2-1
		hidden := w.hidden(col, row, sx, sy, fit)
		var m match
		var t tally
		for dy := range planPitch {
			for dx := range planPitch {
				px, py := x+sx*dx, y+sy*dy
				if !w.plan.holds(px, py) || covers(hidden[:], px, py) {
					continue
				}
				i := py*w.plan.side + px
				m.add(w.now.fine[i], w.before.fine[i])
				t.add(w.cur[3*i:3*i+3], w.quiet[3*i:3*i+3])
			}
		}
		if m.n >= 16 && (m.corr() > bareCorr || m.contrast() < faintLines+w.noise && w.sameTone(t.likeness())) {
			bare++
		}
	}
	return bare
}

// spot is a place on the plan; far away where there is none.
type spot struct{ x, y float64 }

var nowhere = spot{-1e6, -1e6}

// hidden lists the places in one quarter where a stone may have changed the board: the
// point itself and the three neighbours.
func (w *Watcher) hidden(col, row, sx, sy int, fit stoneFit) [4]spot {
	out := [4]spot{nowhere, nowhere, nowhere, nowhere}
	for k, step := range [4][2]int{{0, 0}, {sx, 0}, {0, sy}, {sx, sy}} {
		c, r := col+step[0], row+step[1]
		if c < 0 || r < 0 || c >= w.size || r >= w.size {
			continue
		}
		f := fit
		if k > 0 {
			n := &w.points[r*w.size+c]
			if !n.changed || n.still < w.rest || !n.guess.sure {
				continue
			}
			f = n.guess.fit
			if n.guess.color == board.Empty {
				f.dx, f.dy = 0, 0
			}
		}
		x, y := w.plan.center(c, r)
		out[k] = spot{float64(x) + f.dx, float64(y) + f.dy}
	}
	return out
}

func covers(spots []spot, x, y int) bool {
	for _, s := range spots {
		dx, dy := float64(x)-s.x, float64(y)-s.y
		if dx*dx+dy*dy < quarterInner*planPitch*quarterInner*planPitch {
			return true
		}
	}
	return false
}

func (w *Watcher) sameTone(l likeness) bool {
	return math.Abs(l.gain[0]-1) < sameTone && math.Abs(l.gain[1]-1) < sameTone && math.Abs(l.gain[2]-1) < sameTone
}

// crossLikeness is how like a cross of lines a point is, wherever within a plan pixel
// the grid puts it.
func (w *Watcher) crossLikeness(col, row int) float64 {
	x, y := w.plan.center(col, row)
	t := w.crosses[crossKind(col, row, w.size)]
	best := 0.0
	for sy := -1; sy <= 1; sy++ {
		for sx := -1; sx <= 1; sx++ {
			var m match
			for k, o := range discBody {
				m.add(w.now.fine[(y+o.dy+sy)*w.plan.side+x+o.dx+sx], t[k])
			}
			if m.contrast() >= faintLines {
				best = math.Max(best, m.corr())
			}
		}
	}
	return best
}

// crossKind numbers the nine shapes of lines on a board: the corners, the edges and
// the inside.
func crossKind(col, row, size int) int {
	third := func(v int) int {
		switch v {
		case 0:
			return 0
		case size - 1:
			return 2
		}
		return 1
	}
	return 3*third(row) + third(col)
}

// learnCrosses takes from the quiet board what the lines of an empty point look like.
func (w *Watcher) learnCrosses() {
	var sums [9][]int32
	var n [9]int32
	for i := range w.points {
		col, row := i%w.size, i/w.size
		if w.points[i].quietCell.Empty < 0.9 {
			continue
		}
		k := crossKind(col, row, w.size)
		if sums[k] == nil {
			sums[k] = make([]int32, len(discBody))
		}
		n[k]++
		x, y := w.plan.center(col, row)
		for j, o := range discBody {
			sums[k][j] += int32(w.before.fine[(y+o.dy)*w.plan.side+x+o.dx])
		}
	}
	for k := range w.crosses {
		if w.crosses[k] == nil {
			w.crosses[k] = make([]int16, len(discBody))
		}
		for j := range w.crosses[k] {
			w.crosses[k][j] = 0
			if n[k] > 0 {
				w.crosses[k][j] = int16(sums[k][j] / n[k])
			}
		}
	}
}

// stoneFit is where the stone on a point lies and how much of its body is seen.
type stoneFit struct {
	dx, dy float64 // plan pixels from the point, in image directions
	fill   float64 // part of the body that looks like its middle
	depth  float64 // grey levels between its middle and the bare board
}

// fit finds the centre of a stone: the mean of the pixels around the point that are
// more like its middle than like the bare board.
func (w *Watcher) fit(col, row int) stoneFit {
	x, y := w.plan.center(col, row)
	stone := w.mean(x, y, discCore)
	bare := w.bare(col, row)
	var axis [3]float64
	length := 0.0
	for c := range 3 {
		axis[c] = stone[c] - bare[c]
		length += axis[c] * axis[c]
	}
	f := stoneFit{depth: math.Sqrt(length / 3)}
	if f.depth < 6 {
		f.fill = 1 // no telling the stone from the board by colour
		return f
	}
	like := func(i int) bool {
		dot := 0.0
		for c := range 3 {
			dot += (float64(w.cur[i+c]) - bare[c]) * axis[c]
		}
		return dot > 0.5*length
	}
	for range 4 {
		sx, sy, n := 0.0, 0.0, 0.0
		ox, oy := int(math.Round(f.dx)), int(math.Round(f.dy))
		for _, o := range discWide {
			px, py := x+o.dx+ox, y+o.dy+oy
			if w.plan.holds(px, py) && like(3*(py*w.plan.side+px)) {
				sx, sy, n = sx+float64(px-x), sy+float64(py-y), n+1
			}
		}
		if n == 0 {
			return f
		}
		f.dx, f.dy = sx/n, sy/n
	}
	inside := 0
	for _, o := range discBody {
		px, py := x+o.dx+int(math.Round(f.dx)), y+o.dy+int(math.Round(f.dy))
		if w.plan.holds(px, py) && like(3*(py*w.plan.side+px)) {
			inside++
		}
	}
	f.fill = float64(inside) / float64(len(discBody))
	return f
}

// bare is the colour of the board in the middles of the four cells around a point: the
// median of them in each channel.
func (w *Watcher) bare(col, row int) (out [3]float64) {
	x, y := w.plan.center(col, row)
	var mids [4][3]float64
	for q := range 4 {
		mids[q] = w.mean(x+(2*(q&1)-1)*planPitch/2, y+(q&2-1)*planPitch/2, discSpot)
	}
	for c := range 3 {
		v := [4]float64{mids[0][c], mids[1][c], mids[2][c], mids[3][c]}
		lo, hi := math.Min(math.Min(v[0], v[1]), math.Min(v[2], v[3])), math.Max(math.Max(v[0], v[1]), math.Max(v[2], v[3]))
		out[c] = (v[0] + v[1] + v[2] + v[3] - lo - hi) / 2
	}
	return out
}

func (w *Watcher) mean(x, y int, r region) [3]float64 {
	var sum [3]float64
	n := 0.0
	for _, o := range r {
		px, py := x+o.dx, y+o.dy
		if !w.plan.holds(px, py) {
			continue
		}
		i := 3 * (py*w.plan.side + px)
		for c := range 3 {
			sum[c] += float64(w.cur[i+c])
		}
		n++
	}
	for c := range 3 {
		sum[c] /= math.Max(n, 1)
	}
	return sum
}
