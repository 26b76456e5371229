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
	// Calibration is where the board was found before; nil: none is known. It is believed
	// where lines are still seen there and the search finds nothing, or a person made it.
	Calibration *Calibration
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
	mean    gocv.Mat // of the frames in which no grid was found
	meaned  int      // how many those are, at most meanFrames
	vain    int      // searches in a row that found no sure grid
	watcher *Watcher
	settler *vision.Settler
	grid    vision.Grid
	sure    float64       // of grid
	tried   time.Duration // when the grid was last looked for
	looked  bool
	found   time.Duration // when the grid was found
	unrest  time.Duration // when something last moved, while nothing is known of the position
	// unsure counts the searches in a row that were not sure but agreed on lastUnsure.
	unsure     int
	lastUnsure vision.Grid
	settled    int
	quiet      bool // the last frame was settled
	partly     int  // the last checkpoint around something that lies over the board
	every      int  // frames between checkpoints
	upset      upset
	scene      scene // when the board last was settled
	view       vision.View
	first      int           // number of the first frame
	moving     time.Duration // when the picture last changed
	clear      time.Duration // when nothing foreign was last seen
	owed       bool          // the whole position is to be told at the next checkpoint
	carry      bool          // the position is to be carried over to a new grid
}

// NewFollower follows what source shows. It owns the source from now on.
func NewFollower(source Source, o Options) *Follower {
	return &Follower{source: source, options: o, frame: gocv.NewMat(), mean: gocv.NewMat(), scene: newScene(), settler: vision.NewSettler(o.Size), settled: -1, every: max(1, int(math.Round(source.Info().FPS)))}
}

// Close ends the source and frees everything.
func (f *Follower) Close() error {
	if f.watcher != nil {
		f.watcher.Close()
	}
	return errors.Join(f.frame.Close(), f.mean.Close(), f.scene.Close(), f.source.Close())
}

// Trouble is why the source gives no frames, as far as that is known.
func (f *Follower) Trouble() string {
	if camera, ok := f.source.(*camera); ok {
		return camera.Trouble()
	}
	return ""
}

// Grid is where the lines are in that frame; the zero Grid while it is not known.
func (f *Follower) Grid() vision.Grid {
	if f.watcher == nil {
		return vision.Grid{}
	}
	return f.grid
}

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
		f.settled, f.first, f.moving, f.clear = stamp.Frame, stamp.Frame, stamp.At, stamp.At
	}
	step := Step{Stamp: stamp, Settled: f.settled}
	f.dropStrange()
	if f.watcher == nil {
		if step.Grid, err = f.findGrid(stamp); err != nil {
			return step, err
		}
	}
	if f.watcher == nil {
		f.watchSight(&step, vision.Look{Light: f.Light(), Sharp: 1, NoGrid: true})
		return step, nil
	}
	if err := f.lookAt(stamp, &step); err != nil {
		return step, err
	}
	step.Settled = f.settled
	return step, nil
}

// dropStrange forgets the grid when the frames come in another size, as from a camera
// that was plugged in again.
func (f *Follower) dropStrange() {
	if f.watcher == nil || f.frame.Cols() == f.watcher.plan.w && f.frame.Rows() == f.watcher.plan.h {
		return
	}
	f.watcher.Close()
	f.watcher, f.options.Corners, f.looked = nil, nil, false
	f.carry = f.settler.Started()
}

// lookAt reads the frame on the known grid.
func (f *Follower) lookAt(stamp Stamp, step *Step) error {
	reading, err := f.watcher.Look(f.frame, stamp.Frame, stamp.At)
	if err != nil {
		return err
	}
	look := f.watcher.Sight()
	look.Same = f.standsStill(stamp)
	look.Unread = !f.settler.Started() && !f.watcher.Calm() && !f.restarted()
	f.watchSight(step, look)
	reading.Blind = f.view.Impaired()
	moved, err := f.regrid(stamp, look, step)
	switch {
	case err != nil || moved:
	case f.carry:
		if f.watcher.Calm() {
			err = f.takeAnew(stamp, step)
		}
	case f.settler.Started():
		step.Sightings = append(step.Sightings, f.settler.Step(reading)...)
	default:
		err = f.begin(stamp, step)
	}
	if err != nil {
		return err
	}
	anew := f.checkpoint(stamp, step)
	if anew {
		f.scene.keep(f.frame)
	}
	if f.quiet {
		if err := f.audit(step, anew); err != nil {
			return err
		}
	}
	if anew {
		return f.followDrift(step)
	}
	return nil
}

// stillRecording is for how long a recording may show one and the same picture before it
// counts as frozen: a coder leaves out what hardly changes.
const stillRecording = time.Second

// standsStill reports whether the picture is frozen.
func (f *Follower) standsStill(stamp Stamp) bool {
	if !f.watcher.Same() || stamp.Frame == f.first {
		f.moving = stamp.At
		return false
	}
	return f.source.Info().Live || stamp.At-f.moving > stillRecording
}

// watchSight tells when sight is lost and back.
func (f *Follower) watchSight(step *Step, look vision.Look) {
	look.Frame, look.At = step.Frame, step.At
	if s, ok := f.view.Step(look); ok {
		step.Sightings = append(step.Sightings, s)
		f.owed = f.owed || s.Kind == vision.ViewBack && f.settler.Started()
	}
}

// rimPatience is for how long something over the rim, an arm or a bowl, keeps the board from
// counting as settled. Afterwards it belongs to the picture.
const rimPatience = 3 * time.Second

// checkpoint makes a settled frame the quiet board that later ones are compared with: the
// first after something has happened, and then one a second, so that slow changes of
// light are followed. It reports whether it made one.
func (f *Follower) checkpoint(stamp Stamp, step *Step) (made bool) {
	if f.carry || f.view.Impaired() || f.watcher.Same() && stamp.Frame != f.first ||
		!f.settler.Settled() || !f.watcher.Calm() {
		f.quiet = false
		f.checkpointAround(stamp)
		return false
	}
	if f.watcher.Glanced() {
		if !f.quiet {
			f.watcher.Wake()
		}
		return false
	}
	if f.watcher.Foreign() < noHand {
		f.clear = stamp.At
	}
	if stamp.At-f.clear > 0 && stamp.At-f.clear < rimPatience || f.quiet && stamp.Frame-f.settled < f.every {
		return false
	}
	f.settler.Rebase(f.watcher.Checkpoint(f.settler.Beliefs()))
	f.settled, f.quiet, f.clear = stamp.Frame, true, stamp.At
	if f.owed {
		f.owed = false
		step.Sightings = append(step.Sightings, vision.Sighting{
			Kind: vision.Position, At: stamp.At, SureAt: stamp.At, Frame: stamp.Frame, Sure: 1, Rows: f.settler.Rows(),
		})
	}
	return true
}

// checkpointAround makes the frame the quiet board but for what is hidden by something that
// lies over it, so that what is told of the rest does not wait for it to be taken away.
func (f *Follower) checkpointAround(stamp Stamp) {
	if f.carry || f.view.Impaired() || f.watcher.Glanced() || !f.watcher.Calm() || !f.watcher.Lying() ||
		!f.settler.Resting() || stamp.Frame-f.partly < f.every {
		return
	}
	f.settler.Rebase(f.watcher.Checkpoint(f.settler.Beliefs()))
	f.partly = stamp.Frame
}

// findGrid makes the watcher once the grid is known.
func (f *Follower) findGrid(stamp Stamp) (*Found, error) {
	var found Found
	var err error
	if f.options.Corners != nil {
		if found, err = f.givenGrid(); err != nil {
			return nil, err
		}
	} else {
		f.average()
		if f.looked && stamp.At-f.tried < gridEvery {
			return nil, nil
		}
		f.looked, f.tried = true, stamp.At
		var known bool
		if found, known = f.searchOrExpect(); !known {
			return nil, nil
		}
	}
	w, err := NewWatcher(found.Grid, f.options.Side, f.frame.Cols(), f.frame.Rows(), f.source.Info().FPS)
	if err != nil {
		return nil, fmt.Errorf("opencv: %w", err)
	}
	f.watcher, f.grid, f.sure = w, found.Grid, found.Sure
	f.found, f.unrest = stamp.At, stamp.At
	return &found, nil
}

// givenGrid is the grid of the corners in the options. Corners given by hand are fitted to
// the lines near them; those of an earlier calibration, which come with its lens or with
// a board, are taken as they are, so that a restarted eye sees through the same grid.
func (f *Follower) givenGrid() (Found, error) {
	if f.options.K1 == 0 && f.options.Board == nil {
		return FitGrid(f.frame, f.options.Size, *f.options.Corners)
	}
	var lens vision.Lens
	if f.options.K1 != 0 {
		lens = vision.NewLens(f.frame.Cols(), f.frame.Rows(), f.options.K1)
	}
	g, err := vision.NewLensGrid(f.options.Size, *f.options.Corners, lens)
	return Found{Grid: g, Sure: 1, Corner: [4]float64{1, 1, 1, 1}}, err
}

// agreeing is how many unsure searches in a row must find the same grid before it is
// believed: a wrong one changes with the hands and the light.
const agreeing = 4

// believes reports whether the grid may be used: it is sure, or several searches agree.
func (f *Follower) believes(found Found) bool {
	if found.Sure >= GridSure {
		return true
	}
	if f.unsure == 0 || !near(found.Grid, f.lastUnsure, given) {
		f.unsure = 0
	}
	f.unsure, f.lastUnsure = f.unsure+1, found.Grid
	return f.unsure >= agreeing
}
