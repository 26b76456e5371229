package opencv

import (
	"math"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// given is how far the fit may move corners that were given by hand, in parts of the
// pitch: they are believed, and only their last pixels are the fit's.
const given = 0.25

// FitGrid is FindGrid for a board whose corner intersections are given, as by hand: it
// fits the lines near them and the lens. Where the lines cannot be seen well enough the
// corners are taken as they are, with what was seen as certainty.
func FitGrid(frame gocv.Mat, size int, corners [4][2]float64) (Found, error) {
	g, err := vision.NewGrid(size, corners)
	if err != nil {
		return Found{}, err
	}
	if err := checkFrame(frame, 0, 0); err != nil {
		return Found{}, err
	}
	picture, err := newWorkPicture(frame)
	if err != nil {
		return Found{}, err
	}
	defer picture.close()
	both, err := picture.ridges(passes[0].sigma, passes[0].reach)
	if err != nil {
		return Found{}, err
	}
	small, err := g.Scaled(1 / picture.scale)
	if err != nil {
		return Found{}, err
	}
	// The lines are where the ridges are strongest: beside a dark line lie two faint light
	// ridges, and the other way round.
	best, most := Found{Grid: small}, 0.0
	for _, r := range both {
		f := look(r, small, 0)
		for _, lens := range [2]bool{false, true} {
			if fitted, rms, ok := refine(r, small, 0.2, 6, lens); ok && near(fitted, small, given) {
				// The fit is better unless it lost sight of lines.
				if t := look(r, fitted, rms); t.Seen > f.Seen-0.02 {
					f = t
				}
			}
		}
		if s := strengthOn(r, f.Grid); s > most {
			best, most = f, s
		}
	}
	best.Residual *= picture.scale
	best.Grid, err = best.Grid.Scaled(picture.scale)
	return best, err
}

// look judges a grid by the pieces of its lines that can be seen.
func look(r *ridges, g vision.Grid, rms float64) Found {
	last := g.Size - 1
	e := newEvidence(r, g.Pixel, [2]int{0, 0}, [2]int{last, last}, 1)
	w := e.rate(1, 1, g.Size)
	return Found{
		Grid: g, Sure: math.Max(math.Min(w.score*1.5, 1), 0), Seen: w.inside, Outside: w.outside, Residual: rms,
		Corner: e.corners(1, 1, g.Size),
	}
}

// near reports whether no corner of g is further than reach, in parts of the pitch, from
// where it was.
func near(g, was vision.Grid, reach float64) bool {
	last := float64(g.Size - 1)
	pitch := was.Pitch(last/2, last/2)
	for i, c := range g.Corners {
		if math.Hypot(c[0]-was.Corners[i][0], c[1]-was.Corners[i][1]) > reach*pitch {
			return false
		}
	}
	return true
}
