package vision

import (
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"

	"shinpan/board"
)

// drawGrid makes a grid as a camera up to 60 degrees from the vertical could see it.
func drawGrid(t *rapid.T) Grid {
	size := rapid.SampledFrom(board.Sizes).Draw(t, "size")
	tilt := rapid.Float64Range(0, math.Pi/3).Draw(t, "tilt")
	turn := rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "turn")
	k1 := rapid.Float64Range(-0.15, 0.15).Draw(t, "k1")
	var corners [4][2]float64
	for i, c := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		x := c[0]*math.Cos(turn) - c[1]*math.Sin(turn)
		y := c[0]*math.Sin(turn) + c[1]*math.Cos(turn)
		depth := 4 - y*math.Sin(tilt)
		corners[i] = [2]float64{640 + 900*x/depth, 360 + 900*y*math.Cos(tilt)/depth}
	}
	g, err := NewLensGrid(size, corners, NewLens(1280, 720, k1))
	if err != nil {
		t.Fatalf("a camera could see this grid: %v", err)
	}
	return g
}

func TestGridLocateUndoesPixel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t)
		col := rapid.Float64Range(0, float64(g.Size-1)).Draw(t, "col")
		row := rapid.Float64Range(0, float64(g.Size-1)).Draw(t, "row")
		c, r := g.Locate(g.Pixel(col, row))
		if math.Abs(c-col) > 1e-5 || math.Abs(r-row) > 1e-5 {
			t.Fatalf("(%v, %v) came back as (%v, %v)", col, row, c, r)
		}
	})
}

func TestGridPutsCornersWhereTheyAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t)
		last := float64(g.Size - 1)
		for i, c := range [4][2]float64{{0, 0}, {last, 0}, {last, last}, {0, last}} {
			x, y := g.Pixel(c[0], c[1])
			if math.Hypot(x-g.Corners[i][0], y-g.Corners[i][1]) > 1e-4 {
				t.Fatalf("corner %d at (%v, %v), want %v", i, x, y, g.Corners[i])
			}
		}
	})
}

// Seen from straight above, the lines are evenly spaced and Pitch is their distance.
func TestGridSquareIsEven(t *testing.T) {
	g, err := NewGrid(15, [4][2]float64{{100, 50}, {520, 50}, {520, 470}, {100, 470}})
	if err != nil {
		t.Fatal(err)
	}
	if x, y := g.Pixel(7, 3); math.Abs(x-310) > 1e-9 || math.Abs(y-140) > 1e-9 {
		t.Errorf("point (7, 3) at (%v, %v), want (310, 140)", x, y)
	}
	if p := g.Pitch(7, 7); math.Abs(p-30) > 1e-6 {
		t.Errorf("pitch %v, want 30", p)
	}
}

func TestGridRefusesWhatIsNoBoard(t *testing.T) {
	nan := math.NaN()
	for name, corners := range map[string][4][2]float64{
		"one point":         {},
		"a line":            {{0, 0}, {1, 1}, {2, 2}, {3, 3}},
		"anticlockwise":     {{0, 0}, {0, 9}, {9, 9}, {9, 0}},
		"crossed":           {{0, 0}, {9, 9}, {9, 0}, {0, 9}},
		"not a number":      {{nan, 0}, {9, 0}, {9, 9}, {0, 9}},
		"infinitely far":    {{0, 0}, {math.Inf(1), 0}, {9, 9}, {0, 9}},
		"one corner inside": {{0, 0}, {9, 0}, {3, 2}, {0, 9}},
	} {
		if g, err := NewGrid(15, corners); err == nil {
			t.Errorf("%s: got a grid: %v", name, g.Corners)
		}
	}
	if _, err := NewGrid(3, [4][2]float64{{0, 0}, {9, 0}, {9, 9}, {0, 9}}); err == nil {
		t.Error("3 lines: got a grid")
	}
}

func TestGridSurvivesJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t)
		text, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		var back Grid
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if back != g {
			t.Fatalf("%s came back as %v", text, back)
		}
	})
}

func TestGridScaled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t)
		half, err := g.Scaled(0.5)
		if err != nil {
			t.Fatal(err)
		}
		x, y := g.Pixel(3.5, 2)
		u, v := half.Pixel(3.5, 2)
		if math.Abs(u-x/2) > 1e-6 || math.Abs(v-y/2) > 1e-6 {
			t.Fatalf("(%v, %v) became (%v, %v)", x, y, u, v)
		}
	})
}

func TestLensUndistortUndoesDistort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := NewLens(1280, 720, rapid.Float64Range(-0.25, 0.25).Draw(t, "k1"))
		x := rapid.Float64Range(0, 1280).Draw(t, "x")
		y := rapid.Float64Range(0, 720).Draw(t, "y")
		u, v := l.Undistort(l.Distort(x, y))
		if math.Hypot(u-x, v-y) > 1e-6 {
			t.Fatalf("(%v, %v) came back as (%v, %v)", x, y, u, v)
		}
	})
}

// The four sides, each with the point seen at the top left of the picture.
func TestBlackSideTopLeft(t *testing.T) {
	for side, want := range map[BlackSide]string{Bottom: "A15", Top: "O1", Left: "A1", Right: "O15"} {
		if got := side.Point(0, 0, 15).String(); got != want {
			t.Errorf("%s: top left is %s, want %s", side, got, want)
		}
	}
}

func TestBlackSideSeenUndoesPoint(t *testing.T) {
	for _, side := range []BlackSide{Bottom, Top, Left, Right} {
		for col := range 15 {
			for row := range 15 {
				c, r := side.Seen(side.Point(col, row, 15), 15)
				if c != col || r != row {
					t.Fatalf("%s: (%d, %d) came back as (%d, %d)", side, col, row, c, r)
				}
			}
		}
	}
}

// Turn must move as Point does: one column to the right as seen is that step on the board.
func TestBlackSideTurnFollowsPoint(t *testing.T) {
	for _, side := range []BlackSide{Bottom, Top, Left, Right} {
		from := side.Point(7, 7, 15)
		for _, step := range [][2]int{{1, 0}, {0, 1}} {
			to := side.Point(7+step[0], 7+step[1], 15)
			dx, dy := side.Turn(float32(step[0]), float32(step[1]))
			if int(dx) != to.Col()-from.Col() || int(dy) != to.Row()-from.Row() {
				t.Errorf("%s: step %v turned to (%v, %v), but the point moved from %s to %s", side, step, dx, dy, from, to)
			}
		}
	}
}

func TestParseBlackSide(t *testing.T) {
	for _, good := range []string{"", "bottom", "top", "left", "right"} {
		if _, err := ParseBlackSide(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	if _, err := ParseBlackSide("up"); err == nil {
		t.Error("up: accepted")
	}
}
