package opencv

import (
	"math"
	"slices"
	"testing"

	"shinpan/vision"
)

// TestReach draws a board of one colour on a table of another and lays things over its
// left edge. Only what goes on across the rim reaches in.
func TestReach(t *testing.T) {
	wood, table, skin := [3]byte{90, 160, 200}, [3]byte{60, 60, 60}, [3]byte{170, 190, 230}
	for _, c := range []struct {
		name    string
		things  [][4]float64 // a thick line from col, row to col, row
		stone   int          // the cell that is told to hold one
		reaches bool
	}{
		{"a stone on its point", [][4]float64{{0, 4, 0, 4}}, 4 * 9, false},
		{"a stone leaning out", [][4]float64{{-0.4, 4, -0.4, 4}}, 4 * 9, false},
		{"a stone and a bowl beside the board", [][4]float64{{0, 4, 0, 4}, {-2, 4, -2, 4}}, 4 * 9, false},
		{"a finger from the left", [][4]float64{{0, 4, -3, 4}}, 4 * 9, true},
		{"a finger from above the left", [][4]float64{{0, 4, -3, 2.2}}, 4 * 9, true},
		{"a finger, and the stone elsewhere", [][4]float64{{0, 2, -3, 2}, {0, 6, 0, 6}}, 6 * 9, false},
		{"a finger from below", [][4]float64{{4, 8, 4, 11}}, 8*9 + 4, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			const side, pitch = 480, 32.0
			from := (side - 8*pitch) / 2
			to := side - from
			grid, err := vision.NewGrid(9, [4][2]float64{{from, from}, {to, from}, {to, to}, {from, to}})
			if err != nil {
				t.Fatal(err)
			}
			l := looker{pixels: make([]byte, 3*side*side), w: side, h: side, grid: grid}
			for y := range side {
				for x := range side {
					col, row := grid.Locate(float64(x), float64(y))
					color := table
					if min(col, row) > -0.8 && max(col, row) < 8.8 {
						color = wood
					}
					for _, thing := range c.things {
						if farFrom(thing, col, row) < 0.45 {
							color = skin
						}
					}
					copy(l.pixels[3*(y*side+x):], color[:])
				}
			}
			cells := make([]vision.Cell, 81)
			for i := range cells {
				cells[i] = vision.Cell{Empty: 1}
			}
			cells[c.stone] = vision.Cell{White: 1}
			if got := slices.Contains(l.reachers(cells), c.stone); got != c.reaches {
				t.Errorf("reaches in: %v, want %v", got, c.reaches)
			}
		})
	}
}

// farFrom is the distance of a place from a line from one place to another.
func farFrom(line [4]float64, x, y float64) float64 {
	dx, dy := line[2]-line[0], line[3]-line[1]
	part := 0.0
	if square := dx*dx + dy*dy; square > 0 {
		part = min(max(((x-line[0])*dx+(y-line[1])*dy)/square, 0), 1)
	}
	return math.Hypot(x-line[0]-part*dx, y-line[1]-part*dy)
}
