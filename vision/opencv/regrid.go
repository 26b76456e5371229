package opencv

import (
	"math"
	"time"

	"shinpan/vision"
)

// When a moved board is looked for.
const (
	upsetShare  = 0.50                   // of the board looks otherwise: it has moved, or is covered
	regridFirst = 250 * time.Millisecond // between two searches; doubles up to
	regridLast  = 2 * time.Second
	movedPitch  = 0.05            // a corner further off than this part of the pitch has moved
	mostDiffer  = 2               // points on which a new grid may show something else
	leastAgree  = 85              // of a hundred points on which it must show the same
	handsAgree  = 97              // … in the first time, when a hand may still lie on the board, and then
	handsGone   = 4 * time.Second // none may show something else
	regridSure  = 0.50            // a grid found less surely than this is not believed
)

// upset remembers since when most of the board has looked otherwise than when quiet.
type upset struct {
	on    bool
	since Stamp
	tried time.Duration
	pause time.Duration // until the next search; 0 before the first
}

// regrid looks for the grid anew when most of the board looks otherwise and nothing
// moves. moved is true where the reading of this frame counts no longer.
func (f *Follower) regrid(stamp Stamp, look vision.Look, step *Step) (moved bool, err error) {
	if !f.settler.Started() || look.Upset < upsetShare || f.carry {
		f.upset = upset{}
		return false, nil
	}
	if !f.upset.on {
		f.upset, f.meaned = upset{on: true, since: stamp}, 0
	}
	if f.watcher.Calm() {
		f.average()
	} else {
		f.meaned = 0
	}
	if !f.watcher.Calm() || look.Unclear() || f.upset.pause > 0 && stamp.At-f.upset.tried < f.upset.pause {
		return false, nil
	}
	f.upset.tried = stamp.At
	f.upset.pause = min(max(2*f.upset.pause, regridFirst), regridLast)
	found, err := f.search()
	if err != nil || found.Sure < regridSure {
		return false, nil
	}
	if cornersApart(f.grid, found.Grid) < movedPitch {
		return false, f.takeAnew(stamp, step)
	}
	w, err := NewWatcher(found.Grid, f.options.Side, f.frame.Cols(), f.frame.Rows(), f.source.Info().FPS)
	if err != nil {
		return false, nil
	}
	if _, err := w.Look(f.frame, stamp.Frame, stamp.At); err != nil {
		w.Close()
		return false, err
	}
	w.Assume()
	if !f.sameGame(w, stamp) {
		w.Close()
		return false, nil
	}
	reason := f.scene.whatMoved(f.frame, f.grid, found.Grid)
	f.watcher.Close()
	f.watcher, f.grid, f.sure, step.Grid = w, found.Grid, found.Sure, &found
	step.Sightings = append(step.Sightings, vision.Sighting{
		Kind: vision.BoardMoved, At: f.upset.since.At, Frame: f.upset.since.Frame, SureAt: stamp.At, Sure: found.Sure, Reason: reason,
	})
	return true, f.takeAnew(stamp, step)
}

// sameGame reports whether a new grid shows the position that was on the old one. A grid
// that is off by a line, or lies on something else, does not. Nor does one under a hand
// that rests on the board, which would be taken for a part of the picture.
func (f *Follower) sameGame(w *Watcher, stamp Stamp) bool {
	reading, err := w.ReadAll(stamp.Frame)
	if err != nil {
		return false
	}
	agree, differ := f.settler.Compare(reading)
	if stamp.At-f.upset.since.At < handsGone {
		return differ == 0 && agree >= handsAgree*f.options.Size*f.options.Size/100
	}
	return differ <= mostDiffer && agree >= leastAgree*f.options.Size*f.options.Size/100
}

// takeAnew carries the position over to what the board looks like now.
func (f *Follower) takeAnew(stamp Stamp, step *Step) error {
	if _, err := f.watcher.ReadAll(stamp.Frame); err != nil {
		return err
	}
	believed := f.settler.Board()
	reading := f.watcher.Suspect(&believed)
	f.upset, f.quiet, f.carry, f.owed = upset{}, false, false, true
	if unsure := f.settler.Carry(reading); len(unsure) > 0 {
		step.Sightings = append(step.Sightings, vision.Sighting{
			Kind: vision.Doubt, At: stamp.At, SureAt: stamp.At, Frame: stamp.Frame, Points: unsure,
			Reason: "the board was seen anew and these points cannot be told",
		})
	}
	return nil
}

// cornersApart is how far the corners of two grids lie apart at most, in pitches.
func cornersApart(a, b vision.Grid) float64 {
	mid := float64(a.Size-1) / 2
	far := 0.0
	for i := range a.Corners {
		far = math.Max(far, math.Hypot(a.Corners[i][0]-b.Corners[i][0], a.Corners[i][1]-b.Corners[i][1]))
	}
	return far / a.Pitch(mid, mid)
}
