package opencv

import (
	"fmt"

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
	r, err := NewPatientReader(s.Found.Grid, frame.Cols(), frame.Rows())
	if err != nil {
		return s, err
	}
	defer r.Close()
	s.Cells, err = r.readAlone(frame, s.Found.Grid)
	return s, err
}

// readAlone is Read for a picture beside which there is no other: stones that may be the
// edge of something lying on the board, or the end of something that reaches in over its
// rim, cannot be told.
func (r *Reader) readAlone(frame gocv.Mat, g vision.Grid) ([]vision.Cell, error) {
	cells, err := r.Read(frame)
	if err != nil {
		return nil, err
	}
	pixels, err := frame.DataPtrUint8()
	if err != nil {
		return nil, fmt.Errorf("opencv: still: %w", err)
	}
	over := looker{pixels: pixels, w: r.w, h: r.h, grid: g}
	doubtAll(cells, over.reachers(cells))
	doubtAll(cells, vision.Suspects(cells, r.size, nil))
	over.clearUp(cells)
	return cells, nil
}

// doubtAll makes stones unsure.
func doubtAll(cells []vision.Cell, list []int) {
	for _, i := range list {
		color, _ := cells[i].Best()
		cells[i] = certainly(cells[i], color, suspectSure)
	}
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
