package opencv

import (
	"errors"
	"fmt"
	"math"
	"time"

	"gocv.io/x/gocv"

	"shinpan/board"
	"shinpan/vision"
)

// gridEvery is how often the grid is looked for while it is not known.
const gridEvery = 500 * time.Millisecond

// Options say what is known before the first frame.
type Options struct {
	Size    int            // lines of the board
	Corners *[4][2]float64 // corner intersections as seen; nil: find them
	K1      float64        // bend of the lens that belongs to Corners, as of vision.NewLens
	Side    vision.BlackSide
	// Board is the position believed to lie on the board; nil: none is known. Of a
	// recording, the first frame is then taken as one in which nothing moves.
	Board *board.Board
}

// Step is what one frame gave.
type Step struct {
	Stamp
	Sightings []vision.Sighting
	// Grid is where the lines are, when it was found with this frame.
	Grid *Found
	// Settled is the last frame at which nothing moved and nothing was undecided.
	Settled int
}

// Follower follows one game through a source: it finds the grid, watches the points and
// settles what it sees.
type Follower struct {
	source  Source
	options Options
	frame   gocv.Mat
	watcher *Watcher
	settler *vision.Settler
	grid    vision.Grid
	tried   time.Duration // when the grid was last looked for
	looked  bool
	settled int
	quiet   bool // the last frame was settled
	every   int  // frames between checkpoints
	upset   upset
}

// NewFollower follows what source shows. It owns the source from now on.
func NewFollower(source Source, o Options) *Follower {
	return &Follower{source: source, options: o, frame: gocv.NewMat(), settler: vision.NewSettler(o.Size), settled: -1, every: max(1, int(math.Round(source.Info().FPS)))}
}

// Close ends the source and frees everything.
func (f *Follower) Close() error {
	if f.watcher != nil {
		f.watcher.Close()
	}
	return errors.Join(f.frame.Close(), f.source.Close())
}

// Frame is the frame last read. It belongs to the Follower.
func (f *Follower) Frame() gocv.Mat { return f.frame }

// Rows is the position, the highest row first; nil while none is known.
func (f *Follower) Rows() []string {
	if !f.settler.Started() {
		return nil
	}
	return f.settler.Rows()
}

// Next reads one frame. Errors are those of Source.Next and of pictures that cannot be
// used.
func (f *Follower) Next() (Step, error) {
	stamp, err := f.source.Next(&f.frame)
	if err != nil {
		return Step{}, err
	}
	if f.settled < 0 {
		f.settled = stamp.Frame
	}
	step := Step{Stamp: stamp, Settled: f.settled}
	if f.watcher == nil {
		if step.Grid, err = f.findGrid(stamp); err != nil || f.watcher == nil {
			return step, err
		}
	}
	reading, err := f.watcher.Look(f.frame, stamp.Frame, stamp.At)
	if err != nil {
		return step, err
	}
	switch moved, err := f.regrid(stamp, &step); {
	case err != nil:
		return step, err
	case moved:
	case f.settler.Started():
		step.Sightings = f.settler.Step(reading)
	default:
		if step.Sightings, err = f.begin(stamp); err != nil {
			return step, err
		}
	}
	f.checkpoint(stamp)
	step.Settled = f.settled
	return step, nil
}

// checkpoint makes a settled frame the quiet board that later ones are compared with: the
// first after something has happened, and then one a second, so that slow changes of
// light are followed.
func (f *Follower) checkpoint(stamp Stamp) {
	if !f.settler.Settled() || !f.watcher.Calm() {
		f.quiet = false
		return
	}
	if f.quiet && stamp.Frame-f.settled < f.every {
		return
	}
	f.settler.Rebase(f.watcher.Checkpoint(f.settler.Beliefs()))
	f.settled, f.quiet = stamp.Frame, true
}

// findGrid makes the watcher once the grid is known.
func (f *Follower) findGrid(stamp Stamp) (*Found, error) {
	var found Found
	if f.options.Corners != nil {
		lens := vision.NewLens(f.frame.Cols(), f.frame.Rows(), f.options.K1)
		if f.options.K1 == 0 {
			lens = vision.Lens{}
		}
		g, err := vision.NewLensGrid(f.options.Size, *f.options.Corners, lens)
		if err != nil {
			return nil, err
		}
		found = Found{Grid: g, Sure: 1, Corner: [4]float64{1, 1, 1, 1}}
	} else {
		if f.looked && stamp.At-f.tried < gridEvery {
			return nil, nil
		}
		f.looked, f.tried = true, stamp.At
		var err error
		if found, err = FindGrid(f.frame, f.options.Size); err != nil {
			return nil, nil
		}
	}
	w, err := NewWatcher(found.Grid, f.options.Side, f.frame.Cols(), f.frame.Rows(), f.source.Info().FPS)
	if err != nil {
		return nil, fmt.Errorf("opencv: %w", err)
	}
	f.watcher, f.grid = w, found.Grid
	return &found, nil
}

// begin reads the whole position as soon as the board lies quiet.
func (f *Follower) begin(stamp Stamp) ([]vision.Sighting, error) {
	if f.options.Board != nil && !f.source.Info().Live {
		f.watcher.Assume()
	}
	if !f.watcher.Calm() {
		return nil, nil
	}
	reading, err := f.watcher.ReadAll(f.frame, stamp.Frame)
	if err != nil {
		return nil, err
	}
	return []vision.Sighting{f.settler.Start(reading, f.options.Board)}, nil
}
