package vision

import (
	"time"

	"shinpan/board"
)

// Cell is one frame's opinion about one point.
type Cell struct {
	// Black, White and Empty are likelihoods that add up to 1. A frame that cannot
	// tell (glare, a hand) spreads them.
	Black, White, Empty float32
	// Busy says that something moves over the point or covers it: whatever the
	// likelihoods say, they are not about the board.
	Busy bool
	// DX and DY are where the stone's centre lies off the point, in parts of the
	// pitch, x to the right of Black and y away from Black; zero without a stone.
	DX, DY float32
	// Contrast is the natural logarithm of the luminance in the middle of the point over
	// that of the bare board around it: about 0 on an empty point, below -1 on a black
	// stone. Warm and Cool are the same for red over green and blue over green, so that
	// exposure and white balance cancel out. They are raw measures, not opinions.
	Contrast, Warm, Cool float32
	// Light is the mean luminance in the middle of the point, 0 to 255, as seen.
	Light float32
	// Since is the frame from which on the point has looked as it does now.
	Since int
}

// Best is the likeliest colour and its likelihood.
func (c Cell) Best() (board.Color, float32) {
	switch {
	case c.Black >= c.White && c.Black >= c.Empty:
		return board.Black, c.Black
	case c.White >= c.Empty:
		return board.White, c.White
	}
	return board.Empty, c.Empty
}

// Reading is one frame's opinion about the entire board.
type Reading struct {
	// Frame counts the source's frames from 0; At is the capture time on the eye's clock.
	Frame int
	At    time.Duration
	// Size is the number of lines; Cells has Size×Size entries, row 1 first, A to the
	// last column within a row (the order of board.Board.Points).
	Size  int
	Cells []Cell
	// Moving is the part of the board's area that differs from the quiet board, 0 to 1.
	Moving float64
	// Blind says that the picture shows the board too badly for any opinion to count.
	Blind bool
	// GridSure is how sure the frame's own lines are that the grid lies where the
	// calibration says, 0 to 1; negative when this frame did not check.
	GridSure float64
}

// SureEnough is the least likelihood at which one frame's opinion counts; below it the
// answer is "cannot tell".
const SureEnough = 0.9

// Rune is the cell in diagrams: 'x', 'o', '.', or '?' for what cannot be told.
func (c Cell) Rune() rune {
	color, p := c.Best()
	if c.Busy || p < SureEnough {
		return '?'
	}
	return color.Rune()
}
