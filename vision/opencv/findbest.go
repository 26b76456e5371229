package opencv

import (
	"math"
	"slices"

	"shinpan/vision"
)

// proven are the grids of one search that were proven.
type proven []provenGrid

// provenGrid is a grid as found, in pixels of the search, and as proven, in pixels of the
// frame.
type provenGrid struct {
	from vision.Grid
	Found
}

// has reports whether a grid was proven already. Where lines of another strength speak
// better for it, that counts.
func (all proven) has(f Found) bool {
	for i := range all {
		if near(all[i].from, f.Grid, sameGrid) {
			if f.rank > all[i].rank {
				all[i].merit *= f.rank / all[i].rank
				all[i].rank = f.rank
			}
			return true
		}
	}
	return false
}

// merit is the greatest merit of all.
func (all proven) merit() (most float64) {
	for i := range all {
		most = max(most, all[i].merit)
	}
	return most
}

// clear reports whether the lines of some grid can be seen well, though perhaps not which of
// them are the board's.
func (all proven) clear() bool {
	const well = 0.65
	return slices.ContainsFunc(all, func(f provenGrid) bool { return (proof{fit: f.Corner}).lines() > well })
}

// best is the grid to take. A grid that lies badly on the lines may end where a board
// seems to end; where another lies on them much better, it is not sure.
func (all proven) best() Found {
	best, most := Found{Sure: -1}, all.merit()
	for i := range all {
		f := all[i].Found
		if most > 0 {
			f.Sure *= f.merit / most * f.merit / most
		}
		if f.Sure > best.Sure {
			best = f
		}
	}
	return best
}

// slipped is how much less likely than the best one a quarter of a grid must be for its
// corner to be moved about.
const slipped = 0.85

// straightened moves the corner of a grid's least likely quarter about, where the grid lies
// badly: few lines are seen there, and those of stones and shadows may have drawn it away.
func (p *workPicture) straightened(prover *prover, f Found) Found {
	if f.Sure < GridPossible || f.misfit() < loose {
		return f
	}
	both, err := p.ridges(passes[0].sigma, passes[0].reach)
	if err != nil {
		return f
	}
	worst := 0
	for q := range f.Corner {
		if f.Corner[q] < f.Corner[worst] {
			worst = q
		}
	}
	if f.Corner[worst] > slipped*slices.Max(f.Corner[:]) {
		return f
	}
	best := f
	for _, far := range [2]float64{0.4, 0.8} {
		for turn := range 8 {
			sin, cos := math.Sincos(float64(turn) * math.Pi / 4)
			small, err := f.Grid.Scaled(1 / p.scale)
			if err != nil {
				return best
			}
			corner := [2]float64{[4]float64{0, 1, 1, 0}[worst] * float64(small.Size-1), [4]float64{0, 0, 1, 1}[worst] * float64(small.Size-1)}
			corners := small.Corners
			corners[worst][0], corners[worst][1] = small.Pixel(corner[0]+far*cos, corner[1]+far*sin)
			moved := f
			if moved.Grid, err = vision.NewLensGrid(small.Size, corners, small.Lens); err != nil {
				continue
			}
			if g, err := p.proven(prover, both, moved); err == nil && g.merit > best.merit && g.Sure > 0 {
				best = g
			}
		}
	}
	return best
}
