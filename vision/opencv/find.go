package opencv

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"shinpan/board"
	"shinpan/vision"
)

// Found is the grid of a board in one frame.
type Found struct {
	Grid vision.Grid
	// Sure is how sure the search is that every line is where Grid says, 0 to 1.
	Sure float64
	// Corner is the same for the surroundings of each corner: top-left, top-right,
	// bottom-right, bottom-left as seen. A hidden corner is less sure.
	Corner [4]float64
	// Seen is the part of the grid's lines that can be seen; Outside the part of the
	// places just outside that look like further lines; Residual the distance of the
	// lines from the grid in pixels.
	Seen, Outside, Residual float64

	// rank orders the grids of one search: how likely each is by its lines alone, 0 to 1.
	rank float64
	// merit is how well a proven grid lies on the lines, wherever they end, 0 to 1.
	merit float64
}

// GridPossible is the least Sure of a grid that FindGrid gives at all.
const GridPossible = 0.4

// GridSure is the least Sure of a grid that can be taken without somebody looking at it.
const GridSure = 0.6

var errNoBoard = errors.New("opencv: no board found")

// workPixels is the size of picture the search works on: larger frames are made smaller.
const workPixels = 520_000

// FindGrid looks for a board with size lines in a frame of 8-bit BGR. It fails where it
// sees none.
func FindGrid(frame gocv.Mat, size int) (Found, error) { return findGrid(frame, size, passes[:]) }

// findQuickly is FindGrid for a frame that others follow: in vain it takes a third of the
// time, but lines that are smeared or lost in noise are not found.
func findQuickly(frame gocv.Mat, size int) (Found, error) {
	return findGrid(frame, size, passes[:streaked])
}

func findGrid(frame gocv.Mat, size int, by []pass) (Found, error) {
	if err := checkFrame(frame, 0, 0); err != nil {
		return Found{}, err
	}
	if !board.ValidSize(size) {
		return Found{}, fmt.Errorf("opencv: board of %d lines: want 9, 13, 15 or 19", size)
	}
	if frame.Cols() < 64 || frame.Rows() < 64 {
		return Found{}, fmt.Errorf("opencv: frame of %dx%d is too small for a board", frame.Cols(), frame.Rows())
	}
	picture, err := newWorkPicture(frame)
	if err != nil {
		return Found{}, err
	}
	defer picture.close()
	prover, err := newProver(frame)
	if err != nil {
		return Found{}, err
	}
	best, err := picture.searchLevels(size, prover, by)
	if err != nil {
		return Found{}, err
	}
	if best.Sure < GridPossible {
		return Found{}, errNoBoard
	}
	return best, nil
}

// workPicture is a frame in grey, made smaller where it is large.
type workPicture struct {
	gray  gocv.Mat // 32-bit grey, not smoothed
	w, h  int
	scale float64 // from its pixels to the frame's
}

func newWorkPicture(frame gocv.Mat) (*workPicture, error) {
	p := &workPicture{scale: math.Max(1, math.Sqrt(float64(frame.Cols()*frame.Rows())/workPixels))}
	p.w, p.h = int(float64(frame.Cols())/p.scale+0.5), int(float64(frame.Rows())/p.scale+0.5)
	if p.w < 64 || p.h < 64 {
		return nil, fmt.Errorf("opencv: frame of %dx%d is too narrow for a board", frame.Cols(), frame.Rows())
	}
	one, small := gocv.NewMat(), gocv.NewMat()
	defer func() { _ = one.Close() }()
	defer func() { _ = small.Close() }()
	gocv.CvtColor(frame, &one, gocv.ColorBGRToGray)
	gocv.Resize(one, &small, image.Pt(p.w, p.h), 0, 0, gocv.InterpolationArea)
	p.gray = gocv.NewMat()
	small.ConvertTo(&p.gray, gocv.MatTypeCV32F)
	return p, nil
}

func (p *workPicture) close() { _ = p.gray.Close() }

// ridges are the dark and the light ridges of the picture smoothed by sigma pixels; where
// reach is not 0, as streaks that long.
func (p *workPicture) ridges(sigma float64, reach int) (both [2]*ridges, err error) {
	soft := gocv.NewMat()
	defer func() { _ = soft.Close() }()
	side := 2*int(3*sigma+0.5) + 1
	gocv.GaussianBlur(p.gray, &soft, image.Pt(side, side), sigma, sigma, gocv.BorderReflect101)
	data, err := soft.DataPtrFloat32()
	if err != nil {
		return both, fmt.Errorf("opencv: grid search: %w", err)
	}
	if reach > 0 {
		return streaks(data, p.w, p.h, sigma, reach), nil
	}
	return [2]*ridges{newRidges(data, p.w, p.h, false), newRidges(data, p.w, p.h, true)}, nil
}

// pass is one way to see lines: how far the picture is smoothed, in pixels, along how many
// pixels both ways lines are seen as streaks, if at all, and how far a line must stand above
// grain and noise.
type pass struct {
	sigma  float64
	reach  int
	levels []float32
}

// passes are tried in this order. On most boards the lines are far stronger than the grain,
// and then the grain need not be looked at; faint, blurred lines come later, and from the
// pass numbered streaked on those that can only be seen as streaks.
var passes = [...]pass{
	{1.2, 0, []float32{7, 3.5, 1.8, 1}},
	{1.6, 0, []float32{4, 2.5, 1.6, 1}},
	{2.0, 0, []float32{2.5, 1.2, 0.7}},
	{1.2, 5, []float32{1.4, 0.9}},
	{2.8, 8, []float32{1.4, 0.6}},
}

const streaked = 3

const (
	enough      = 0.9  // how sure a grid must be to end the search
	plain       = 0.55 // and how good, for the search to end at once, where it lies well
	plainest    = 0.8  // and where it does not
	worthProof  = 0.05 // the least rank of a grid that is looked at more closely
	proofsLevel = 2    // grids of a level that are
)

// searchLevels searches among the dark and the light ridges, the strongest first, and
// proves what it finds. The grids it gives are in pixels of the frame.
func (p *workPicture) searchLevels(size int, prover *prover, by []pass) (Found, error) {
	var all proven
	for _, pass := range by {
		if pass.reach > 0 && all.clear() {
			break // the lines can be seen, and it is not clear which are the board's
		}
		both, err := p.ridges(pass.sigma, pass.reach)
		if err != nil {
			return Found{Sure: -1}, err
		}
		for i, level := range pass.levels {
			var found []Found
			for _, r := range both {
				at := *r
				at.low *= level
				found = append(found, search(&at, size, i == len(pass.levels)-1)...)
			}
			for _, f := range foremost(found, proofsLevel) {
				if f.rank < worthProof || all.has(f) {
					continue
				}
				if g, err := p.proven(prover, both, f); err == nil {
					all = append(all, provenGrid{from: f.Grid, Found: g})
				}
				if best := all.best(); best.Sure > enough && (best.merit > plainest || best.merit > plain && best.misfit() < loose) {
					return best, nil
				}
			}
		}
		if all.best().Sure > enough {
			break
		}
	}
	return p.straightened(prover, all.best()), nil
}

// sameGrid is how far, in parts of the pitch, the corners of grids may differ that are
// not proven twice.
const sameGrid = 0.12

// foremost are the first few grids by rank, without copies of each other.
func foremost(all []Found, few int) (out []Found) {
	slices.SortStableFunc(all, func(a, b Found) int { return cmp.Compare(b.rank, a.rank) })
	for _, f := range all {
		if len(out) < few && !slices.ContainsFunc(out, func(g Found) bool { return near(g.Grid, f.Grid, sameGrid) }) {
			out = append(out, f)
		}
	}
	return out
}

// search finds grids among the ridges of one polarity, from their crossings and, where
// asked for, from their pencils too.
func search(r *ridges, size int, byPencils bool) (found []Found) {
	traces := r.traces()
	if nodes := crossings(traces, r.w, r.h); len(nodes.nodes) >= latticeMin {
		for _, l := range lattices(r, nodes, 3) {
			if f, ok := settle(r, l, size); ok {
				found = append(found, f)
			}
		}
	}
	if byPencils {
		found = append(found, searchPencils(r, traces, size)...)
	}
	return found
}

// settle turns a lattice into a grid: it finds which lines are the board's, fits the
// lines to a fraction of a pixel, and then looks again.
func settle(r *ridges, l *lattice, size int) (Found, bool) {
	h, ok := l.plane()
	if !ok {
		return Found{}, false
	}
	lo, hi := l.extent()
	best := Found{rank: -1}
	for _, p := range places(r, h, lo, hi, size) {
		if f, ok := fitWindow(r, p.plane, p.window, size); ok && f.rank > best.rank {
			best = f
		}
	}
	return best, best.rank >= 0
}

// place is a board laid on a plane.
type place struct {
	plane  plane
	window window
}

// places lays a board on the plane. Where stones hide many points a lattice may have taken
// every second line only, so planes with twice the lines are tried too; those that show
// far less than the best are left out.
func places(r *ridges, h plane, lo, hi [2]int, size int) []place {
	const worth = 0.2
	var all []place
	best := 0.0
	for _, by := range [4][2]int{{1, 1}, {2, 1}, {1, 2}, {2, 2}} {
		finer := h.finer(by[0], by[1])
		from, to := [2]int{lo[0] * by[0], lo[1] * by[1]}, [2]int{hi[0] * by[0], hi[1] * by[1]}
		if to[0]-from[0] > size+4 || to[1]-from[1] > size+4 {
			continue
		}
		w, ok := newEvidence(r, finer.at, from, to, reachOf(from, to, size)).best(size)
		if ok {
			all = append(all, place{finer, w})
			best = math.Max(best, w.score)
		}
	}
	return slices.DeleteFunc(all, func(p place) bool { return p.window.score < best-worth })
}

// fitWindow fits the lines of a board at a place on the plane to a fraction of a pixel,
// and then looks again which lines are the board's.
func fitWindow(r *ridges, h plane, w window, size int) (Found, bool) {
	g, err := gridOf(&h, w, size)
	if err != nil {
		return Found{}, false
	}
	var ok bool
	g, _, ok = refine(r, g, 0.22, 3, false)
	if !ok {
		return Found{}, false
	}
	var rms float64
	var e *evidence
	for range 3 {
		if g, rms, ok = refine(r, g, 0.2, 4, true); !ok {
			return Found{}, false
		}
		e = newEvidence(r, g.Pixel, [2]int{0, 0}, [2]int{size - 1, size - 1}, 3)
		if w, ok = e.best(size); !ok {
			return Found{}, false
		}
		if w.col == 0 && w.row == 0 {
			break
		}
		if g, err = movedGrid(g, w); err != nil {
			return Found{}, false
		}
	}
	f := Found{Grid: g, Seen: w.inside, Outside: w.outside, Residual: rms}
	col, row := w.col-e.c0, w.row-e.r0
	f.rank = f.ranked(w.margin, e.comb(col, row, size))
	f.Corner = e.corners(col, row, size)
	return f, true
}

// ranked is how likely it is that a grid lies on the board's lines, if perhaps some lines
// off: by how many can be seen, how well they fit and how alike even and odd ones are. Only
// a little by where the lines end: letters and grain go on, and the proof knows better.
func (f Found) ranked(margin, comb float64) float64 {
	z := 10*(math.Min(f.Seen, 0.7)-0.4) + 20*math.Min(margin, 0.03) - 3*f.Outside -
		100*math.Max(f.misfit()-0.025, 0) - 40*math.Max(comb-0.15, 0)
	return 1 / (1 + math.Exp(-z))
}

// misfit is the distance of the lines from the grid in parts of the pitch.
func (f Found) misfit() float64 {
	mid := float64(f.Grid.Size-1) / 2
	return f.Residual / math.Max(f.Grid.Pitch(mid, mid), 1)
}

// reachOf is how many lines beyond the lattice the board may extend.
func reachOf(lo, hi [2]int, size int) int {
	least := min(hi[0]-lo[0], hi[1]-lo[1]) + 1
	return min(max(size-least, 0)+2, size)
}

// gridOf is the grid whose corners a plane puts at the corners of a window.
func gridOf(h *plane, w window, size int) (vision.Grid, error) {
	at := func(col, row int) [2]float64 {
		x, y := h.at(float64(w.col+col), float64(w.row+row))
		return [2]float64{x, y}
	}
	last := size - 1
	corners := [4][2]float64{at(0, 0), at(last, 0), at(last, last), at(0, last)}
	return vision.NewGrid(size, upright(corners))
}

// movedGrid is g shifted by whole lines.
func movedGrid(g vision.Grid, w window) (vision.Grid, error) {
	last := g.Size - 1
	var corners [4][2]float64
	for i, c := range [4][2]int{{0, 0}, {last, 0}, {last, last}, {0, last}} {
		corners[i][0], corners[i][1] = g.Pixel(float64(w.col+c[0]), float64(w.row+c[1]))
	}
	return vision.NewLensGrid(g.Size, corners, g.Lens)
}

// upright names the corners as seen: clockwise in the image, and turned so that the top
// edge runs to the right as nearly as possible.
func upright(q [4][2]float64) [4][2]float64 {
	area := 0.0
	for i := range q {
		a, b := q[i], q[(i+1)%4]
		area += a[0]*b[1] - a[1]*b[0]
	}
	if area < 0 {
		q[1], q[3] = q[3], q[1]
	}
	best, turn := math.Inf(-1), 0
	for k := range 4 {
		tl, tr, br, bl := q[k], q[(k+1)%4], q[(k+2)%4], q[(k+3)%4]
		right := unitX(tl, tr) + unitX(bl, br)
		if right > best {
			best, turn = right, k
		}
	}
	return [4][2]float64{q[turn], q[(turn+1)%4], q[(turn+2)%4], q[(turn+3)%4]}
}

// unitX is how far to the right the direction from a to b points, -1 to 1.
func unitX(a, b [2]float64) float64 {
	return (b[0] - a[0]) / math.Max(math.Hypot(b[0]-a[0], b[1]-a[1]), 1e-9)
}
