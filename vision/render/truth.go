package render

import (
	"math"

	"shinpan/board"
	"shinpan/vision"
)

// Truth is what a picture shows.
type Truth struct {
	Seed    uint64
	Size    int
	W, H    int
	Corners [4][2]float64 // pixels of the corner points A-last, last-last, last-1, A1; the middle of the first pixel is (0, 0)
	Side    vision.BlackSide
	Lens    vision.Lens
	// Rows is the position, the highest row first.
	Rows []string
	// Hidden is how much of each point, or of the stone on it, cannot be seen: the order is
	// that of board.Board.Points.
	Hidden []float64
	Stones []StoneTruth
	// Board, Set and Table name the kinds of things.
	Board, Set, Table string
	Tilt, Azimuth     float64 // degrees
}

// StoneTruth is a stone on the board.
type StoneTruth struct {
	Color board.Color
	Point board.Point
	PX    [2]float64 // pixel of its middle
	X, Y  float64    // off its point, in parts of the pitch
}

// cornerPlaces are A-last, last-last, last-1 and A1 in the room.
func (s *Scene) cornerPlaces() [4]vec {
	rx, ry := s.board.ink.rx(), s.board.ink.ry()
	return [4]vec{{-rx, ry, 0}, {rx, ry, 0}, {rx, -ry, 0}, {-rx, -ry, 0}}
}

// place is where a point lies in the room.
func (s *Scene) place(p board.Point) vec {
	half := float64(s.Size-1) / 2
	return vec{(float64(p.Col()) - half) * s.board.ink.ax, (float64(p.Row()) - half) * s.board.ink.ay, 0}
}

// truth tells what the canvas shows.
func (s *Scene) truth(c *canvas) Truth {
	t := Truth{Seed: s.Seed, Size: s.Size, W: s.cam.w, H: s.cam.h, Lens: s.cam.lens,
		Board: s.board.kind.name, Set: s.set.kind.name, Table: s.table.kind.name}
	for i, p := range s.cornerPlaces() {
		t.Corners[i][0], t.Corners[i][1], _ = s.cam.project(p)
	}
	t.Side = blackSide(t.Corners)
	f := s.cam.forward
	t.Tilt = math.Acos(clamp(-f.z, -1, 1)) * 180 / math.Pi
	t.Azimuth = math.Atan2(-f.y, -f.x) * 180 / math.Pi
	for row := s.Size - 1; row >= 0; row-- {
		line := make([]rune, s.Size)
		for col := range line {
			line[col] = board.Empty.Rune()
			if i := s.at(board.At(col, row)); i >= 0 {
				line[col] = s.stones[i].Color.Rune()
			}
		}
		t.Rows = append(t.Rows, string(line))
	}
	for row := range s.Size {
		for col := range s.Size {
			t.Hidden = append(t.Hidden, s.hidden(c, board.At(col, row)))
		}
	}
	for i := range s.stones {
		st := &s.stones[i]
		x, y, _ := s.cam.project(st.body.at)
		t.Stones = append(t.Stones, StoneTruth{Color: st.Color, Point: st.Point, PX: [2]float64{x, y}, X: st.X, Y: st.Y})
	}
	return t
}

// hidden is how much of a point cannot be seen.
func (s *Scene) hidden(c *canvas, p board.Point) float64 {
	mine := ofBoard
	probe := ball{at: s.place(p), radius: 0.36, half: 0.01, floor: -1}
	if i := s.at(p); i >= 0 {
		mine, probe = int16(i), s.stones[i].body
	}
	all, seen := 0, 0
	a := s.cam.around(probe.at, probe.radius)
	for y := a.y0; y < a.y1; y++ {
		for x := a.x0; x < a.x1; x++ {
			if cover, _ := probe.hit(s.cam.at, s.cam.ray(float64(x), float64(y)), 1/s.cam.focal); cover < 0.5 {
				continue
			}
			all++
			if c.owner[y*c.w+x] == mine {
				seen++
			}
		}
	}
	if all == 0 {
		return 1
	}
	return 1 - float64(seen)/float64(all)
}

// blackSide is the side of the picture where row 1 runs.
func blackSide(c [4][2]float64) vision.BlackSide {
	x := c[2][0] + c[3][0] - c[0][0] - c[1][0]
	y := c[2][1] + c[3][1] - c[0][1] - c[1][1]
	switch {
	case math.Abs(x) > math.Abs(y) && x > 0:
		return vision.Right
	case math.Abs(x) > math.Abs(y):
		return vision.Left
	case y > 0:
		return vision.Bottom
	}
	return vision.Top
}

// turns is how many corners the top left one comes after the first, by Black's side.
var turns = map[vision.BlackSide]int{vision.Bottom: 0, vision.Right: 1, vision.Top: 2, vision.Left: 3}

// Grid is the true grid, as seen.
func (t *Truth) Grid() (vision.Grid, error) {
	var seen [4][2]float64
	for i := range seen {
		seen[i] = t.Corners[(i+turns[t.Side])%4]
	}
	return vision.NewLensGrid(t.Size, seen, t.Lens)
}

// At is what lies on a point, and how much of it cannot be seen.
func (t *Truth) At(p board.Point) (rune, float64) {
	return rune(t.Rows[t.Size-1-p.Row()][p.Col()]), t.Hidden[p.Row()*t.Size+p.Col()]
}

// SeenRows is the position as seen, the top row first.
func (t *Truth) SeenRows() []string {
	out := make([]string, t.Size)
	for row := range out {
		line := make([]rune, t.Size)
		for col := range line {
			line[col], _ = t.At(t.Side.Point(col, row, t.Size))
		}
		out[row] = string(line)
	}
	return out
}
