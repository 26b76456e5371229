package opencv

import (
	"fmt"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"shinpan/vision"
	"shinpan/vision/points"
)

// proofBeyond is how many lines beside the board a proof looks at, and so how many lines
// off it can tell.
const proofBeyond = 2

// prover asks the trained network of lines whether a grid is right. It looks at every
// point of the board and beside it by itself; where most lines are hidden or faint, or
// grain and edges look like lines, all points together still tell where the board ends.
type prover struct {
	pixels []byte
	w, h   int
	lines  *points.Lines
}

func newProver(frame gocv.Mat) (*prover, error) {
	pixels, err := frame.DataPtrUint8()
	if err != nil {
		return nil, fmt.Errorf("opencv: grid search: %w", err)
	}
	lines, err := points.TrainedLines()
	if err != nil {
		return nil, err
	}
	return &prover{pixels: pixels, w: frame.Cols(), h: frame.Rows(), lines: lines}, nil
}

// proof is what speaks for a grid.
type proof struct {
	window            // where the board is likeliest, in lines from the grid's own place
	fit    [4]float64 // how likely the lines are in each quarter, top-left first, clockwise: the geometric mean
	edge   [4]float64 // how likely the outermost lines are: left, top, right, bottom
	end    [4]float64 // how likely it is that none goes on beyond them
	lead   float64    // by how much the window is likelier than any other, natural logarithm a line
}

// How far beside its lines a grid is fitted, in parts of the pitch: not as far as the next
// line's edge, but further where it lies badly, since a corner may have slipped.
const (
	polishReach = 0.15
	looseReach  = 0.4
	loose       = 0.012 // misfit
)

// proven fits a grid in pixels of the search to all lines, and says in pixels of the frame
// how sure it is. Where the board is likelier some lines off it is moved there first.
func (p *workPicture) proven(prover *prover, both [2]*ridges, f Found) (Found, error) {
	f = polish(both, f, polishReach)
	f, why, err := p.placed(prover, both, f)
	if err != nil {
		return f, err
	}
	if f.misfit() > loose {
		g, other, err := p.placed(prover, both, polish(both, f, looseReach))
		if err == nil && other.lines() > why.lines() {
			f, why = g, other
		}
	}
	f.Sure, f.Corner, f.merit = 0, why.fit, f.rank*why.lines()
	if why.col == 0 && why.row == 0 {
		f.Sure = why.sure(f.misfit())
	}
	f.Residual *= p.scale
	f.Grid, err = f.Grid.Scaled(p.scale)
	if !prover.shows(f.Grid) {
		f.Sure = math.Min(f.Sure, GridSure-0.1)
	}
	return f, err
}

// placed moves a polished grid to where its board is likeliest.
func (p *workPicture) placed(prover *prover, both [2]*ridges, f Found) (Found, proof, error) {
	var why proof
	for range 2 {
		g, err := f.Grid.Scaled(p.scale)
		if err != nil {
			return f, why, err
		}
		if why, err = prover.prove(g); err != nil {
			return f, why, err
		}
		if why.col == 0 && why.row == 0 {
			break
		}
		if f.Grid, err = movedGrid(f.Grid, why.window); err != nil {
			return f, why, err
		}
		f = polish(both, f, polishReach)
	}
	return f, why, nil
}

// shows reports whether the corners of the grid lie in the picture: outside of it nobody
// can count the lines.
func (p *prover) shows(g vision.Grid) bool {
	for _, c := range g.Corners {
		if c[0] < 0 || c[1] < 0 || c[0] > float64(p.w-1) || c[1] > float64(p.h-1) {
			return false
		}
	}
	return true
}

// sure is the likelihood that a grid is right: no other place is nearly as likely, the
// board ends there, lines are seen in every quarter but perhaps one, and they lie where the grid says; misfit is
// how far they are from it in parts of the pitch. The weights are from pictures with known grids.
func (w proof) sure(misfit float64) float64 {
	rises := func(v, middle, width float64) float64 { return 1 / (1 + math.Exp((middle-v)/width)) }
	fit := w.fit
	slices.Sort(fit[:])
	ends := 0.5 + 0.5*rises(w.border(), -5.2, 0.3)                       // where only that is missing, somebody should look
	alone := 0.5*rises(w.lead, 0.35, 0.05) + 0.5*rises(w.lead, 1.3, 0.2) // the same
	sure := ends * alone * rises(fit[1], 0.25, 0.05) * rises(-misfit, -0.06, 0.01)
	return math.Min(sure, 0.5+0.5*rises(w.lines(), 0.5, 0.03))
}

// lines is how likely the lines of the grid are: the geometric mean over all quarters.
func (w proof) lines() float64 {
	product := 1.0
	for _, fit := range w.fit {
		product *= fit
	}
	return math.Sqrt(math.Sqrt(product))
}

// border is how well the board ends where the grid does, from 0 down: the logarithm of the
// two least likely of its four outermost lines and four ends. A grid one line off has no
// line at one side and one too many at the other; one of too few lines has too many at both.
func (w proof) border() float64 {
	all := [8]float64(slices.Concat(w.edge[:], w.end[:]))
	slices.Sort(all[:])
	return math.Log(all[0]) + math.Log(all[1])
}

// prove looks at a grid in pixels of the frame.
func (p *prover) prove(g vision.Grid) (proof, error) {
	wide, err := points.Wider(g, proofBeyond)
	if err != nil {
		return proof{}, err
	}
	arms, err := p.lines.Read(p.pixels, p.w, p.h, wide)
	if err != nil {
		return proof{}, err
	}
	likely := newLikelihoods(arms, wide.Size)
	best, second := proof{lead: math.Inf(-1)}, math.Inf(-1)
	for row := range 2*proofBeyond + 1 {
		for col := range 2*proofBeyond + 1 {
			sum, fit := likely.of(col, row, g.Size)
			if sum > best.lead {
				second = best.lead
				best = proof{window: window{col: col - proofBeyond, row: row - proofBeyond}, fit: fit, lead: sum}
				best.edge, best.end = likely.borders(col, row, g.Size)
			} else if sum > second {
				second = sum
			}
		}
	}
	best.lead = (best.lead - second) / float64(4*g.Size)
	return best, nil
}

// likelihoods are logarithms of how likely every arm is to be a line, and not to be one.
type likelihoods struct {
	size    int
	yes, no [][4]float64
	none    float64 // of no line at all
}

func newLikelihoods(arms []points.Arms, size int) *likelihoods {
	// No single point may say more than it can know.
	const least = 0.02
	l := &likelihoods{size: size, yes: make([][4]float64, len(arms)), no: make([][4]float64, len(arms))}
	for i, a := range arms {
		for k, v := range a {
			p := math.Min(math.Max(float64(v), least), 1-least)
			l.yes[i][k], l.no[i][k] = math.Log(p), math.Log(1-p)
			l.none += l.no[i][k]
		}
	}
	return l
}

// of is how likely it is that a board of size lines has its first point at (col, row) and
// nothing else is there, and the geometric mean over its own lines in every quarter.
func (l *likelihoods) of(col, row, size int) (sum float64, fit [4]float64) {
	sum = l.none
	var n [4]float64
	last := size - 1
	for r := range size {
		for c := range size {
			i := (row+r)*l.size + col + c
			q := quarter(c, r, size)
			for k, s := range points.ArmSteps {
				if c+s[0] >= 0 && c+s[0] <= last && r+s[1] >= 0 && r+s[1] <= last {
					sum += l.yes[i][k] - l.no[i][k]
					fit[q] += l.yes[i][k]
					n[q]++
				}
			}
		}
	}
	for q := range fit {
		fit[q] = math.Exp(fit[q] / n[q])
	}
	return sum, fit
}

// borders is how likely the outermost lines of a board at (col, row) are, and how likely it
// is that no line goes on beyond them: geometric means for the left, top, right and bottom.
func (l *likelihoods) borders(col, row, size int) (edge, end [4]float64) {
	last := size - 1
	for k := range size {
		at := [4]int{row*l.size + l.size*k + col, row*l.size + col + k, (row+k)*l.size + col + last, (row+last)*l.size + col + k}
		for side, i := range at {
			along, out := 1-side%2, [4]int{2, 3, 0, 1}[side]
			if k < last {
				edge[side] += l.yes[i][along] / float64(last)
			}
			end[side] += l.no[i][out] / float64(size)
		}
	}
	for side := range edge {
		edge[side], end[side] = math.Exp(edge[side]), math.Exp(end[side])
	}
	return edge, end
}

// quarter numbers the quarters of a board from the top left, clockwise.
func quarter(col, row, size int) int {
	right, low := col > size/2, row > size/2
	switch {
	case low && right:
		return 2
	case low:
		return 3
	case right:
		return 1
	}
	return 0
}
