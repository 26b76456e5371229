package opencv

import "gocv.io/x/gocv"

// meanFrames is over how many frames the picture is averaged while no board is found: a
// camera's noise goes, the lines stay.
const meanFrames = 8

// average adds a frame to the mean of those before, in which the grid was not found or has
// been lost.
func (f *Follower) average() {
	if f.meaned == 0 || f.mean.Cols() != f.frame.Cols() || f.mean.Rows() != f.frame.Rows() || f.mean.Type() != f.frame.Type() {
		f.frame.CopyTo(&f.mean)
		f.meaned = 1
		return
	}
	f.meaned = min(f.meaned+1, meanFrames)
	part := 1 / float64(f.meaned)
	gocv.AddWeighted(f.frame, part, f.mean, 1-part, 0, &f.mean)
}

// thoroughEvery is after how many searches in vain one is thorough: those take seconds on a
// small processor, while no frame is read.
const thoroughEvery = 5

// search looks for the grid in the frame, and where it is not sure there, in the mean.
func (f *Follower) search() (Found, error) {
	found, err := findQuickly(f.frame, f.options.Size)
	if err == nil && found.Sure >= GridSure {
		f.vain = 0
		return found, nil
	}
	if f.meaned < meanFrames {
		return found, err
	}
	find := findQuickly
	if f.vain++; f.vain%thoroughEvery == 0 {
		find = FindGrid
	}
	if again, err2 := find(f.mean, f.options.Size); err2 == nil && (err != nil || again.Sure > found.Sure) {
		return again, nil
	}
	return found, err
}
