package opencv

import (
	"fmt"
	"math"
	"time"

	"gocv.io/x/gocv"

	"shinpan/board"
	"shinpan/vision"
)

// Thresholds of what counts as a change. Grey levels are of 8 bits on the plan.
const (
	restTime     = 0.17 // seconds a point must not move before it is read
	lyingTime    = 1.5  // seconds after which what is over the board lies there
	historyTime  = 4    // seconds of plans kept for looking back
	moveLevels   = 4.0  // a point moves where it differs by more from the frame before
	changeTone   = 0.20 // … or where its light has changed so much more than the board's
	changeHue    = 0.12 // … or its blue over its red by so much
	changeLevels = 5.0  // a point has changed where more than this is left after light is taken out
	someNoise    = 0.5  // less noise is not reckoned with
	mostNoise    = 10.0 // what differs more from frame to frame is no noise
	rimLevels    = 12.0 // the rim is looked at closely where it differs by more
	sameCorr     = 0.90 // … unless its structure is as alike as this
	restedLooks  = 5    // calm frames in a row after which a glance at the next ones may do
)

// Watcher turns frames into readings: it compares each frame with the board as it last
// lay quiet, and reads anew only the points that have changed, lie still and are clear
// of hands. It is not safe for use by several goroutines at once.
type Watcher struct {
	side          vision.BlackSide
	size          int
	rest          int // frames a point must not move before it is read
	long          int // … before what is beside it counts as lying there
	glance        glance
	most          int  // frames in a row for which a glance may do
	glanced       int  // frames in a row for which it has done
	audited       int  // the next point to be read again
	surveyed      bool // there is a picture to read it from
	rested        int  // calm frames in a row that were looked at
	grid          vision.Grid
	plan          *plan
	steady        *steadier
	frame         gocv.Mat   // the present frame; not ours
	shift         [2]float64 // by which the camera has moved in it
	reader        *Reader
	past          history
	cur           []byte
	bright        brightness // of cur
	spareBright   brightness // scratch: of the quiet board
	prev          []byte
	spare         []byte // the quiet plan before the last
	lit           relit  // prev into the light of cur
	moves, sorted []float64
	light         lightFit
	shown         bool   // the reader was shown the present frame
	quiet         []byte // the plan when the board last was settled; nil before
	points        []pointState
	reading       vision.Reading
	noise         float64
	leastNoise    float64    // of the frames since the board last was quiet: noise does not leap
	spots         []spot     // scratch of otherStones
	calm          bool       // nothing moves on the board or at its rim
	now           structure  // of cur, where measured
	over          foreign    // hands and the like in the present frame
	before        structure  // of quiet
	crosses       [9][]int16 // fine structure of an empty point, by crossKind
}

// pointState is what the watcher knows of one point, as seen order.
type pointState struct {
	cell      vision.Cell // in image directions; as last read
	quietCell vision.Cell // as read when the board last was quiet
	guess     guess
	beside    []spot     // the stones around that were left out of guess
	since     int        // frame from which the point looks as it was last read
	still     int        // frames without movement
	odd       bool       // cannot be told; it is read anew with every frame
	alone     float32    // how surely it was last judged by itself; 0 where it was not since the checkpoint
	held      int        // readings in a row that said the same
	changed   bool       // differs from the quiet plan
	light     [4]float64 // logarithm of its light over that on the quiet plan, B G R, and B over R
	told      bool       // its pixels look otherwise, if only by noise
	fresh     bool       // cell was read from the present frame
	hidden    bool       // something lies over it, and no stone is to be seen beside it
}

// NewWatcher watches the board on grid g, in frames of w×h pixels coming fps times a
// second, with Black at the given side of the picture.
func NewWatcher(g vision.Grid, side vision.BlackSide, w, h int, fps float64) (*Watcher, error) {
	reader, err := NewReader(g, w, h)
	if err != nil {
		return nil, err
	}
	p, err := newPlan(g, w, h)
	if err != nil {
		return nil, err
	}
	steady, err := newSteadier(g, p.side, fps)
	if err != nil {
		p.Close()
		return nil, err
	}
	bytes := 3 * p.side * p.side
	n := g.Size * g.Size
	out := &Watcher{
		side: side, size: g.Size, rest: max(2, int(math.Round(restTime*fps))), long: max(3, int(math.Round(lyingTime*fps))), glance: newGlance(g, w, h), most: max(1, int(math.Round(fps))) - 1,
		grid: g, plan: p, steady: steady, reader: reader, past: newHistory(int(historyTime*fps)+2, bytes),
		cur: make([]byte, bytes), prev: make([]byte, bytes), moves: make([]float64, n), leastNoise: mostNoise, sorted: make([]float64, n), bright: newBrightness(p.side), spareBright: newBrightness(p.side), now: newStructure(p.side), before: newStructure(p.side), over: newForeign(p.side),
		points: make([]pointState, n), reading: vision.Reading{Size: g.Size, Cells: make([]vision.Cell, n)},
	}
	for i := range out.points {
		out.points[i].beside = make([]spot, 0, 8)
	}
	return out, nil
}

// Close frees what the watcher holds in OpenCV.
func (w *Watcher) Close() {
	w.plan.Close()
	w.steady.Close()
	w.reader.Close()
}

// Look reads one frame. The reading is reused by the next Look.
func (w *Watcher) Look(frame gocv.Mat, number int, at time.Duration) (vision.Reading, error) {
	if err := checkFrame(frame, w.plan.w, w.plan.h); err != nil {
		return vision.Reading{}, fmt.Errorf("frame %d: %w", number, err)
	}
	w.reading.Frame, w.reading.At, w.reading.GridSure = number, at, -1
	if w.rested < restedLooks || w.glanced >= w.most {
		w.glance.note(frame)
	} else if w.glance.quiet(frame) {
		w.glanced++
		w.report()
		return w.reading, nil
	}
	w.glance.keep()
	w.cur, w.prev = w.prev, w.cur
	first := w.past.empty()
	if err := w.take(frame, first); err != nil {
		return vision.Reading{}, fmt.Errorf("frame %d: %w", number, err)
	}
	if first {
		copy(w.prev, w.cur)
	}
	w.past.push(number, w.cur)
	w.measureMotion()
	w.findChanges()
	w.over.moved, w.over.share = 0, 0
	if err := w.readChanges(number); err != nil {
		return vision.Reading{}, err
	}
	w.glanced, w.rested = 0, w.rested+1
	if !w.calm || w.quiet == nil || w.pending() {
		w.rested = 0
	}
	w.report()
	return w.reading, nil
}

// pending reports whether a point has changed, was not read yet and may soon be.
func (w *Watcher) pending() bool {
	for i := range w.points {
		if p := &w.points[i]; p.changed && !p.fresh && !p.hidden {
			return true
		}
	}
	return false
}

// Glanced reports that nothing has changed since the frame before, so that the last one was
// only glanced at: all that is known is of an earlier frame.
func (w *Watcher) Glanced() bool { return w.glanced > 0 }

// Wake has the next frame looked at entirely, even where nothing has changed.
func (w *Watcher) Wake() { w.rested = 0 }

// take maps the frame to the plan. Where the camera has moved a little since the quiet
// board, the frame is moved back first.
func (w *Watcher) take(frame gocv.Mat, first bool) error {
	w.frame, w.shift = frame, [2]float64{}
	if err := w.plan.Take(frame, w.cur); err != nil {
		return err
	}
	w.bright.of(w.cur)
	if first {
		w.steady.refer(&w.bright)
	}
	dx, dy := w.steady.find(&w.bright, w.glanced+1)
	if !w.steady.worth(dx, dy) {
		return nil
	}
	w.shift = [2]float64{dx, dy}
	if err := w.plan.TakeMoved(dx, dy, w.cur); err != nil {
		return err
	}
	w.bright.of(w.cur)
	return nil
}

// steadied is the frame last looked at, moved back where the camera has moved.
func (w *Watcher) steadied() gocv.Mat {
	if w.shift != [2]float64{} {
		w.frame, w.shift = w.steady.moveBack(w.frame, w.shift[0], w.shift[1]), [2]float64{}
	}
	return w.frame
}

// Sight says how well the frame last looked at shows the board.
func (w *Watcher) Sight() vision.Look {
	sum := 0
	for _, b := range w.cur {
		sum += int(b)
	}
	l := vision.Look{Light: float64(sum) / float64(len(w.cur)), Sharp: 1, Alike: 1, Upset: w.over.moved}
	if w.over.moved > 0 {
		l.Sharp, l.Alike = w.over.sharp, w.over.alike
	}
	return l
}

// Same reports whether the board looks, bit for bit, as in the frame before.
func (w *Watcher) Same() bool { return w.glance.same }

// ReadAll reads every point of the frame last looked at, whatever it was before.
func (w *Watcher) ReadAll(number int) (vision.Reading, error) {
	patient, err := NewPatientReader(w.grid, w.plan.w, w.plan.h)
	if err != nil {
		return vision.Reading{}, err
	}
	defer patient.Close()
	cells, err := patient.Read(w.steadied())
	if err != nil {
		return vision.Reading{}, err
	}
	for i := range w.points {
		p := &w.points[i]
		p.cell, p.since, p.changed, p.fresh = cells[i], number, false, true
		p.quietCell, p.guess, p.held = cells[i], guess{}, 0
	}
	w.takeQuiet()
	w.lookClosely()
	for i := range w.points {
		w.readAnew(i)
	}
	for i := range w.points {
		w.points[i].quietCell = w.points[i].cell
	}
	w.report()
	return w.reading, nil
}

// readAnew joins what the reader sees of a point with its tone and lines, where nothing
// is known of what lay there before.
func (w *Watcher) readAnew(i int) {
	p, col, row := &w.points[i], i%w.size, i/w.size
	color, likely := p.cell.Best()
	g := w.guess(col, row)
	if likely < 0.9 && g.sure && g.color == color &&
		(color != board.Empty || w.crossLikeness(col, row) > crossCorr) {
		p.cell = certainly(p.cell, color, 0.95)
	}
	p.cell.DX, p.cell.DY = 0, 0
	if color != board.Empty {
		p.cell.DX, p.cell.DY = float32(g.fit.dx/planPitch), float32(g.fit.dy/planPitch)
	}
}

// Foreign is the part of the board and its rim over which something lies that is no
// stone, in the frame last looked at.
func (w *Watcher) Foreign() float64 { return w.over.share }

// Calm reports whether nothing moves in the frame last looked at, nor did in those just
// before it.
func (w *Watcher) Calm() bool { return w.calm }

// findChanges compares every point with the quiet board: its pixels, light aside, and its
// light, that of the whole board aside. In a noisy picture of a dim board only that tells a
// black stone from the wood.
func (w *Watcher) findChanges() {
	for i := range w.points {
		p := &w.points[i]
		p.fresh = false
		if w.quiet == nil {
			p.changed = true
			continue
		}
		x, y := w.plan.center(i%w.size, i/w.size)
		l := alike(w.cur, w.quiet, w.plan.side, x, y, rowsFull)
		was, _ := p.quietCell.Best()
		is, _ := p.cell.Best()
		p.changed = p.odd || l.corr < sameCorr && (is != was || l.rest > changeLevels+3*w.noise)
		p.told = l.corr < sameCorr
		for c := range l.gain {
			p.light[c] = math.Log(l.gain[c])
		}
		p.light[3] = p.light[0] - p.light[2]
	}
	for c, limit := range [4]float64{changeTone, changeTone, changeTone, changeHue} {
		w.sorted = w.sorted[:0]
		for i := range w.points {
			w.sorted = append(w.sorted, w.points[i].light[c])
		}
		usual := median(w.sorted)
		for i := range w.points {
			p := &w.points[i]
			p.changed = p.changed || p.told && math.Abs(p.light[c]-usual) > limit
		}
	}
}

// shown is the cell that holds for the present frame.
func (p *pointState) shown() vision.Cell {
	if !p.changed && !p.fresh {
		return p.quietCell
	}
	return p.cell
}

// report fills the reading from the points, in board order and board directions.
func (w *Watcher) report() {
	busy := 0
	for i := range w.points {
		p := &w.points[i]
		cell := p.shown()
		cell.DX, cell.DY = w.side.Turn(cell.DX, cell.DY)
		cell.Since = p.since
		cell.Busy = p.changed && !p.fresh || p.still < w.rest
		if cell.Busy {
			busy++
		}
		at := w.side.Point(i%w.size, i/w.size, w.size)
		w.reading.Cells[at.Row()*w.size+at.Col()] = cell
	}
	w.reading.Moving = float64(busy) / float64(len(w.points))
}
