package opencv

import (
	"fmt"

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
}

// FindGrid looks for a board with size lines in a frame of 8-bit BGR. It fails where it
// sees none.
func FindGrid(frame gocv.Mat, size int) (Found, error) {
	if err := checkFrame(frame, 0, 0); err != nil {
		return Found{}, err
	}
	if !board.ValidSize(size) {
		return Found{}, fmt.Errorf("opencv: board of %d lines: want 9, 13, 15 or 19", size)
	}
	return Found{}, fmt.Errorf("opencv: no board found")
}
