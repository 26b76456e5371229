package opencv

import (
	"gocv.io/x/gocv"

	"shinpan/vision"
)

// Still is one picture read with no history.
type Still struct {
	Found Found
	Cells []vision.Cell // as seen, the top row first, left to right
}

// ReadStill finds the grid of a board with size lines, or fits it to the corners given,
// and reads the points.
func ReadStill(frame gocv.Mat, size int, corners *[4][2]float64) (Still, error) {
	var s Still
	var err error
	if corners != nil {
		s.Found, err = FitGrid(frame, size, *corners)
	} else {
		s.Found, err = FindGrid(frame, size)
	}
	if err != nil {
		return s, err
	}
	r, err := NewReader(s.Found.Grid, frame.Cols(), frame.Rows())
	if err != nil {
		return s, err
	}
	defer r.Close()
	if s.Cells, err = r.Read(frame); err != nil {
		return s, err
	}
	for _, i := range vision.Suspects(s.Cells, size, nil) {
		color, _ := s.Cells[i].Best()
		s.Cells[i] = certainly(s.Cells[i], color, suspectSure)
	}
	return s, nil
}

// Rows is the reading as text: a row per line of the board, the top row as seen first.
func (s Still) Rows() []string {
	size := s.Found.Grid.Size
	rows := make([]string, size)
	for row := range size {
		letters := make([]rune, size)
		for col := range size {
			letters[col] = s.Cells[row*size+col].Rune()
		}
		rows[row] = string(letters)
	}
	return rows
}
