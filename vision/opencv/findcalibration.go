package opencv

import (
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"math"
	"os"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// Calibration is where the board lies before one camera, as `eye calibrate` stores it.
type Calibration struct {
	Source string      `json:"source"`
	Width  int         `json:"width"`
	Height int         `json:"height"`
	Grid   vision.Grid `json:"grid"`
	Sure   float64     `json:"sure"`
	Corner [4]float64  `json:"corner_sure"` // top-left, top-right, bottom-right, bottom-left as seen
	// ByHand says that a person has set the corners: nobody knows better.
	ByHand bool     `json:"by_hand,omitempty"`
	Spread float64  `json:"spread"` // how much the corners differed between frames, in pixels
	Advice []string `json:"advice,omitempty"`
}

// Calibrate joins what was found in several frames of the same board: each corner is the
// median of where the frames have it.
func Calibrate(frames []Found, width, height int) (Calibration, error) {
	if len(frames) == 0 {
		return Calibration{}, errNoBoard
	}
	var corners [4][2]float64
	var spread float64
	for i := range corners {
		for axis := range 2 {
			at := make([]float64, len(frames))
			for k, f := range frames {
				at[k] = f.Grid.Corners[i][axis]
			}
			corners[i][axis] = median(at)
			spread = math.Max(spread, ranked(at, len(at)*3/4)-ranked(at, len(at)/4))
		}
	}
	best := frames[0]
	for _, f := range frames {
		if f.Sure > best.Sure {
			best = f
		}
	}
	g, err := vision.NewLensGrid(best.Grid.Size, corners, best.Grid.Lens)
	if err != nil {
		return Calibration{}, fmt.Errorf("opencv: calibration: the frames disagree about the board: %w", err)
	}
	return Calibration{Width: width, Height: height, Grid: g, Sure: best.Sure, Corner: best.Corner, Spread: spread}, nil
}

// Save writes the calibration to a file that Load reads.
func (c Calibration) Save(path string) error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return fmt.Errorf("calibration: %w", err)
	}
	next := path + ".new"
	if err := os.WriteFile(next, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("calibration: %w", err)
	}
	return os.Rename(next, path)
}

// LoadCalibration reads what Save wrote.
func LoadCalibration(path string) (Calibration, error) {
	var c Calibration
	text, err := os.ReadFile(path)
	if err != nil {
		return c, fmt.Errorf("calibration: %w", err)
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("calibration: %s: %w: make it again with eye calibrate", path, err)
	}
	if c.Grid.Zero() || c.Width <= 0 || c.Height <= 0 {
		return c, fmt.Errorf("calibration: %s: no grid in it: make it again with eye calibrate", path)
	}
	return c, nil
}

// DrawGrid draws the grid's lines and corners over a frame.
func DrawGrid(frame *gocv.Mat, g vision.Grid) error {
	if err := checkFrame(*frame, 0, 0); err != nil {
		return err
	}
	last := float64(g.Size - 1)
	line := color.RGBA{R: 0, G: 255, B: 80}
	for i := range g.Size {
		for k := 0.0; k < last; k += 0.5 {
			drawPiece(frame, g, float64(i), k, float64(i), k+0.5, line)
			drawPiece(frame, g, k, float64(i), k+0.5, float64(i), line)
		}
	}
	for _, c := range g.Corners {
		gocv.Circle(frame, image.Pt(int(c[0]+0.5), int(c[1]+0.5)), 6, color.RGBA{R: 255, G: 40, B: 40}, 2)
	}
	return nil
}

func drawPiece(frame *gocv.Mat, g vision.Grid, c0, r0, c1, r1 float64, ink color.RGBA) {
	x0, y0 := g.Pixel(c0, r0)
	x1, y1 := g.Pixel(c1, r1)
	gocv.Line(frame, image.Pt(int(x0+0.5), int(y0+0.5)), image.Pt(int(x1+0.5), int(y1+0.5)), ink, 1)
}
