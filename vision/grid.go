package vision

import (
	"encoding/json"
	"fmt"
	"math"
)

// Grid is where the lines of a board lie in an image: a plane seen through a pinhole
// (a homography) and one radial lens term. Columns and rows are as seen in the image:
// column 0 is the leftmost line, row 0 the topmost; fractions lie between lines.
//
// A Grid is a value; build it with NewGrid or NewLensGrid. Only Size, Corners and Lens
// are stored as JSON, everything else follows from them.
type Grid struct {
	Size    int           // lines each way
	Corners [4][2]float64 // pixels of the corner intersections: top-left, top-right, bottom-right, bottom-left as seen
	Lens    Lens

	toImage, toBoard matrix3 // between (col, row) and pixels of a perfect lens
}

// NewGrid makes the grid of a perfect lens from its four corner intersections in pixels:
// top-left, top-right, bottom-right, bottom-left as seen. The corners must be finite and
// form a convex quadrilateral, clockwise in the image.
func NewGrid(size int, corners [4][2]float64) (Grid, error) {
	return NewLensGrid(size, corners, Lens{})
}

// NewLensGrid is NewGrid for an image with radial distortion. Corners are pixels of the
// distorted image.
func NewLensGrid(size int, corners [4][2]float64, lens Lens) (Grid, error) {
	if size < 5 || size > 25 {
		return Grid{}, fmt.Errorf("vision: grid of %d lines: want 5 to 25", size)
	}
	var ideal [4][2]float64
	for i, c := range corners {
		if !finite(c[0]) || !finite(c[1]) {
			return Grid{}, fmt.Errorf("vision: grid: corner %d is (%v, %v): want pixels", i+1, c[0], c[1])
		}
		ideal[i][0], ideal[i][1] = lens.Undistort(c[0], c[1])
	}
	if !convex(corners) || !convex(ideal) {
		return Grid{}, fmt.Errorf("vision: grid: corners %v: want top-left, top-right, bottom-right, bottom-left of a convex quadrilateral", corners)
	}
	last := float64(size - 1)
	toImage, ok := squareToQuad(ideal, last)
	if !ok {
		return Grid{}, fmt.Errorf("vision: grid: corners %v do not span a plane", corners)
	}
	toBoard, ok := toImage.inverse()
	if !ok {
		return Grid{}, fmt.Errorf("vision: grid: corners %v do not span a plane", corners)
	}
	return Grid{Size: size, Corners: corners, Lens: lens, toImage: toImage, toBoard: toBoard}, nil
}

// Pixel is where the point at (col, row), as seen, lies in the image. Fractions and
// values outside 0…Size-1 are allowed.
func (g Grid) Pixel(col, row float64) (x, y float64) {
	return g.Lens.Distort(g.toImage.apply(col, row))
}

// Locate is the inverse of Pixel.
func (g Grid) Locate(x, y float64) (col, row float64) {
	return g.toBoard.apply(g.Lens.Undistort(x, y))
}

// Pitch is the distance between lines around (col, row) in pixels: the side of a square
// with the area one cell has there.
func (g Grid) Pitch(col, row float64) float64 {
	const h = 0.25
	xl, yl := g.Pixel(col-h, row)
	xr, yr := g.Pixel(col+h, row)
	xt, yt := g.Pixel(col, row-h)
	xb, yb := g.Pixel(col, row+h)
	area := (xr-xl)*(yb-yt) - (yr-yl)*(xb-xt)
	return math.Sqrt(math.Abs(area)) / (2 * h)
}

// Zero reports whether the grid was never set.
func (g Grid) Zero() bool { return g.Size == 0 }

// Scaled is the same grid in an image resized by factor.
func (g Grid) Scaled(factor float64) (Grid, error) {
	corners := g.Corners
	for i := range corners {
		corners[i][0] *= factor
		corners[i][1] *= factor
	}
	lens := g.Lens
	lens.CX, lens.CY, lens.Radius = lens.CX*factor, lens.CY*factor, lens.Radius*factor
	return NewLensGrid(g.Size, corners, lens)
}

// gridJSON is the stored form of a Grid.
type gridJSON struct {
	Size    int           `json:"size"`
	Corners [4][2]float64 `json:"corners"`
	Lens    *Lens         `json:"lens,omitempty"`
}

// MarshalJSON writes size, corners and lens.
func (g Grid) MarshalJSON() ([]byte, error) {
	out := gridJSON{Size: g.Size, Corners: g.Corners}
	if g.Lens != (Lens{}) {
		out.Lens = &g.Lens
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON wrote and refuses corners that make no grid.
func (g *Grid) UnmarshalJSON(text []byte) error {
	var in gridJSON
	if err := json.Unmarshal(text, &in); err != nil {
		return fmt.Errorf("vision: grid: %w", err)
	}
	var lens Lens
	if in.Lens != nil {
		lens = *in.Lens
	}
	made, err := NewLensGrid(in.Size, in.Corners, lens)
	if err != nil {
		return err
	}
	*g = made
	return nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// convex reports whether the four points turn clockwise in the image (y down) at every
// corner, with an area worth a board.
func convex(q [4][2]float64) bool {
	for i := range q {
		a, b, c := q[i], q[(i+1)%4], q[(i+2)%4]
		if (b[0]-a[0])*(c[1]-b[1])-(b[1]-a[1])*(c[0]-b[0]) < 1 {
			return false
		}
	}
	return true
}
