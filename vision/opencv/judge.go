package opencv

import (
	"math"
	"slices"

	"shinpan/board"
	"shinpan/vision"
)

// Thresholds on the fine structure of the board and on the tone of stones. A tone is
// compared with that of the bare board around it, in natural logarithms, so that
// exposure, white balance and shadow cancel out.
const (
	bareCorr      = 0.50 // a quarter around a point is bare where its structure is as alike as this
	shadedCorr    = 0.70 // … and is so in a shadow where much of it is seen and as alike as this
	shadedPixels  = 64
	sameStructure = 0.85  // a point is what it was where its structure is as alike as this
	sameLines     = 0.60  // an empty point is still empty where its structure is as alike as this
	crossCorr     = 0.35  // a point shows lines where it is as like a cross of lines as this
	plainCross    = 0.70  // … and shows nothing else where it is as like as this
	middleTone    = 0.45  // the middle of a cell is bare within this
	middlePixels  = 4     // fewer pixels of a cell's middle tell nothing
	quarterPixels = 16    // fewer pixels of a quarter tell nothing
	faintLines    = 1.5   // structure of less contrast than this, in grey levels, tells nothing
	stoneFill     = 0.70  // of a stone's body this much must look like its middle
	stoneSpill    = 0.33  // of the ring around a stone no more may look like it
	wholeFill     = 0.90  // beside something that lies over the board it must be as full as this,
	wholeSpill    = 0.06  // and stand by itself all around: a fingertip does not
	farOff        = 0.42  // pitches from its point, beyond which a stone must look like one to the reader too
	oneStone      = 0.70  // pitches between the middles of two stones that are one
	stoneDepth    = 8.0   // grey levels between stone and board below which tone tells nothing
	sameTone      = 0.12  // two patches of bare board differ by less than this part of their light
	quarterInner  = 0.62  // pitches from a stone's centre, beyond which only board is seen
	blackTone     = -0.60 // a black stone is darker than this
	whiteTone     = 0.08  // a white stone is brighter than this, and
	whiteHue      = 0.15  // bluer than warm wood by this, or
	whiteBlue     = 0.20  // or bluer by this and hardly darker,
	whiteBright   = 0.35  // as much brighter
	holdReads     = 3     // a point read so often in the same way is not read again while it lies still
	readerSure    = 0.90  // the reader's own opinion counts from here
	bareTone      = 0.30  // an empty point differs from the board around it by less than this
	bareHue       = 0.12
)

// readChanges reads the points that have changed, lie still and are clear.
func (w *Watcher) readChanges(number int) error {
	if w.quiet == nil {
		return nil
	}
	w.shown = false
	looked := w.rimDiffers(w.quiet, &asItIs, rimLevels+3*w.noise)
	if looked {
		w.lookClosely()
	}
	for i := range w.points {
		p := &w.points[i]
		if !p.changed || p.still < w.rest {
			p.held = 0
		}
		if !p.changed {
			w.takeReturned(i, number)
			continue
		}
		if !looked {
			looked = true
			w.lookClosely()
		}
		if p.still < w.rest {
			continue
		}
		if err := w.readPoint(i, number); err != nil {
			return err
		}
	}
	return nil
}

// takeReturned dates a point that looks again as on the quiet board after it looked otherwise
// in between: a stone was put back, or taken away again.
func (w *Watcher) takeReturned(i, number int) {
	p := &w.points[i]
	is, _ := p.cell.Best()
	if was, _ := p.quietCell.Best(); is == was || p.still < w.rest {
		return
	}
	p.cell = p.quietCell
	p.since = w.likeNow(i%w.size, i/w.size, p.cell, number)
}

// readPoint reads one point that has changed and lies still. What has been read the same
// way for a while holds for as long as the point lies still.
func (w *Watcher) readPoint(i, number int) error {
	p := &w.points[i]
	if p.held >= holdReads {
		p.fresh = true
		return nil
	}
	if p.hidden {
		return nil
	}
	if !w.open(i) {
		p.held, p.hidden = 0, w.lies(i)
		return nil
	}
	if !p.odd && w.partOfThing(i) {
		p.held, p.cell, p.fresh, p.since = 0, certainly(p.quietCell, board.Empty, 0.4), true, number
		return nil // something lies there that is no stone
	}
	cell, likely := p.quietCell, float32(1)
	// A stone far off its point, seen at a slant, may leave the point's lines to be seen.
	stone := p.guess.sure && p.guess.color != board.Empty
	if p.odd || stone || w.kept(i%w.size, i/w.size) <= sameStructure {
		read, err := w.read(i)
		if err != nil {
			return err
		}
		cell = w.judge(i, read)
		var color board.Color
		color, likely = cell.Best()
		p.alone = likely
		if p.odd && color != board.Empty && w.besideStrange(i) {
			cell, likely = certainly(cell, color, suspectSure), suspectSure
		}
	}
	p.held++
	if likely < readerSure {
		p.held = 0
	}
	p.cell, p.fresh = cell, true
	p.since = w.since(i%w.size, i/w.size, cell, number)
	return nil
}

// partOfThing reports whether what lies on a point is no single stone: its surroundings
// are not bare, or it hangs together with a neighbour whose surroundings are not.
func (w *Watcher) partOfThing(i int) bool {
	col, row := i%w.size, i/w.size
	for r := max(row-1, 0); r <= min(row+1, w.size-1); r++ {
		for c := max(col-1, 0); c <= min(col+1, w.size-1); c++ {
			n := &w.points[r*w.size+c]
			mine := r == row && c == col
			if mine || n.changed && n.still >= w.rest && n.held < holdReads && !(n.guess.sure && n.guess.color == board.Empty) {
				if !w.surrounded(c, r, n.guess.fit) && (mine || w.open(r*w.size+c)) && !w.bareLines(r*w.size+c) {
					return true
				}
			}
		}
	}
	return false
}

// measure finds the fine structure of the present frame and, where it is not known, of the
// quiet board.
func (w *Watcher) measure() {
	if !w.before.valid {
		w.spareBright.of(w.quiet)
		w.before.measure(&w.spareBright)
		w.learnCrosses()
	}
	w.now.measure(&w.bright)
}

// bareLines reports whether a point plainly shows its lines: where a stone was taken away, its
// surroundings differ without its shadow, and yet nothing lies there.
func (w *Watcher) bareLines(i int) bool {
	if w.crossLikeness(i%w.size, i/w.size) < plainCross {
		return false
	}
	cell, err := w.read(i)
	return err == nil && cell.Empty > readerSure
}

// read is the reader's opinion of a point in the present frame.
func (w *Watcher) read(i int) (vision.Cell, error) {
	if !w.shown {
		if err := w.reader.show(w.steadied()); err != nil {
			return vision.Cell{}, err
		}
		w.shown = true
	}
	return w.reader.points.Cell(i), nil
}

// lookClosely measures what is only needed where something has changed.
func (w *Watcher) lookClosely() {
	w.measure()
	w.over.find(&w.now, &w.before, w.cur, w.quiet, w.noise)
	w.guessAll()
}

// guess is what the tone of a point says by itself.
type guess struct {
	fit   stoneFit
	color board.Color
	tone  [2]float64
	shape bool // something with a stone's outline lies there
	sure  bool // the tone says color; otherwise it says nothing
}

// guessAll guesses every point that has changed and lies still. It does so twice,
// because a guess leaves out what is known of the neighbours' stones.
func (w *Watcher) guessAll() {
	for i := range w.points {
		if p := &w.points[i]; p.held < holdReads {
			p.guess = guess{}
		}
	}
	for round := range 2 {
		for i := range w.points {
			p := &w.points[i]
			x, y := w.plan.center(i%w.size, i/w.size)
			p.hidden = p.hidden && w.lies(i) && w.over.near(float64(x), float64(y), foreignReach)
			if p.changed && p.still >= w.rest && p.held < holdReads && !p.hidden &&
				(!w.over.near(float64(x), float64(y), foreignHides) || w.lies(i)) {
				others := w.otherStones(i%w.size, i/w.size)
				if round == 0 || !slices.Equal(others, p.beside) {
					p.guess, p.beside = w.guess(i%w.size, i/w.size), append(p.beside[:0], others...)
				}
			}
		}
	}
}

func (w *Watcher) guess(col, row int) guess {
	g := guess{fit: w.fit(col, row, w.otherStones(col, row))}
	x, y := w.plan.center(col, row)
	middle := w.mean(x+int(math.Round(g.fit.dx)), y+int(math.Round(g.fit.dy)), discCore)
	light, hue := toneOver(middle, w.bare(col, row))
	g.tone = [2]float64{light, hue}
	stone := g.fit.depth >= stoneDepth && g.fit.fill >= stoneFill && g.fit.spill <= stoneSpill &&
		math.Abs(g.fit.dx) <= maxOffset*planPitch && math.Abs(g.fit.dy) <= maxOffset*planPitch
	g.shape = stone
	switch {
	case stone && light < blackTone:
		g.color, g.sure = board.Black, true
	case stone && (light > whiteTone && hue > whiteHue || light > whiteBright || light > -2*whiteTone && hue > whiteBlue):
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

// open reports whether no hand is over a point and nothing moves around it.
func (w *Watcher) open(i int) bool {
	col, row := i%w.size, i/w.size
	g := &w.points[i].guess
	x, y := w.plan.center(col, row)
	clear := !w.over.near(float64(x)+g.fit.dx, float64(y)+g.fit.dy, foreignReach)
	whole := g.shape && g.fit.fill >= wholeFill && g.fit.spill <= wholeSpill
	return (clear || whole && w.lies(i)) && w.around(col, row, 1, 1)
}

// judge joins what the reader sees of a point with its tone and with what has changed
// there.
func (w *Watcher) judge(i int, cell vision.Cell) vision.Cell {
	col, row := i%w.size, i/w.size
	g := w.points[i].guess
	kept := w.kept(col, row)
	if w.points[i].odd {
		kept = 0 // what is not understood need not stay
	}
	lines := w.crossLikeness(col, row)
	was, _ := w.points[i].quietCell.Best()
	color, likely := cell.Best()
	reader := likely > readerSure
	beside := g.sure && g.color != board.Empty && w.besideStone(i)
	if beside {
		g.sure, g.shape = false, false
	}
	stone := func(color board.Color, likely float32) vision.Cell {
		c := certainly(cell, color, likely)
		c.DX, c.DY = 0, 0
		if color != board.Empty {
			c = w.place(c, i, color, g.fit)
		}
		return c
	}
	if far := math.Hypot(g.fit.dx, g.fit.dy) > farOff*planPitch; far && g.color != board.Empty && reader && color == board.Empty {
		g.sure, g.shape = false, false // the reader knows better how far a stone leans over
	}
	// On pale lines a white stone's edge is like a line: tone and reader together know better.
	both := g.sure && g.color != board.Empty && color == g.color && likely > 0.5
	switch {
	case was == board.Empty && kept > sameLines && !both && cell.Empty < 0.5:
		return stone(board.Empty, 0.4) // lines, and yet more like a stone: far off its point?
	case was == board.Empty && kept > sameLines && !both:
		return stone(board.Empty, 0.998)
	case g.sure && g.color != board.Empty && !(reader && color == g.color.Opponent()):
		return stone(g.color, 0.99)
	case reader && color != board.Empty && lines < crossCorr && kept < sameLines && !(g.sure && g.color != board.Empty):
		return stone(color, 0.95)
	case g.sure && g.color == board.Empty && lines > crossCorr && !(reader && color != board.Empty):
		return stone(board.Empty, 0.99)
	case reader && color == board.Empty && lines > crossCorr && !g.shape:
		return stone(board.Empty, 0.95)
	case beside && reader && color == board.Empty:
		return stone(board.Empty, 0.95)
	case g.sure && g.color == board.Empty && was != board.Empty && cell.Empty > 0.5:
		return stone(board.Empty, 0.94)
	}
	return stone(board.Empty, 0.4)
}

// besideStone reports whether the stone that is seen at a point is that of a neighbour, which it
// lies nearer to: at a slant a thick stone leans over half of the way to the next point.
func (w *Watcher) besideStone(i int) bool {
	col, row := i%w.size, i/w.size
	mine := w.points[i].guess
	for r := max(row-1, 0); r <= min(row+1, w.size-1); r++ {
		for c := max(col-1, 0); c <= min(col+1, w.size-1); c++ {
			n := &w.points[r*w.size+c]
			if r == row && c == col || !n.changed || !n.guess.sure || n.guess.color != mine.color {
				continue
			}
			dx, dy := n.guess.fit.dx-mine.fit.dx+float64(c-col)*planPitch, n.guess.fit.dy-mine.fit.dy+float64(r-row)*planPitch
			if math.Hypot(dx, dy) < oneStone*planPitch && math.Hypot(n.guess.fit.dx, n.guess.fit.dy) < math.Hypot(mine.fit.dx, mine.fit.dy) {
				return true
			}
		}
	}
	return false
}

// certainly sets a cell's opinion to color with the given likelihood.
func certainly(c vision.Cell, color board.Color, likely float32) vision.Cell {
	rest := (1 - likely) / 2
	c.Black, c.White, c.Empty = rest, rest, rest
	switch color {
	case board.Black:
		c.Black = likely
	case board.White:
		c.White = likely
	default:
		c.Empty = likely
	}
	return c
}

// kept is how alike the fine structure of a point is to what it was on the quiet board.
// What the stones of neighbours cover is left out.
func (w *Watcher) kept(col, row int) float64 {
	x, y := w.plan.center(col, row)
	others := w.otherStones(col, row)
	var m match
	for _, o := range discFull {
		if covers(others, x+o.dx, y+o.dy, rimOuter) {
			continue
		}
		i := (y+o.dy)*w.plan.side + x + o.dx
		m.add(w.now.fine[i], w.before.fine[i])
	}
	return m.corr(w.noise)
}

// around reports whether the points up to reach lines away have not moved for so many frames.
func (w *Watcher) around(col, row, reach, frames int) bool {
	for r := max(row-reach, 0); r <= min(row+reach, w.size-1); r++ {
		for c := max(col-reach, 0); c <= min(col+reach, w.size-1); c++ {
			if w.points[r*w.size+c].still < frames {
				return false
			}
		}
	}
	return true
}
