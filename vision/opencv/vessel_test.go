package opencv

import (
	"math"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"
	"pgregory.net/rapid"

	"shinpan/vision"
)

// TestStance looks at a board from known places with the usual lens.
func TestStance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		float := func(name string, low, high float64) float64 { return rapid.Float64Range(low, high).Draw(t, name) }
		from := [3]float64{float("col", -10, 24), float("row", -10, 24), float("height", 15, 40)}
		at := [2]float64{float("at col", 5, 9), float("at row", 5, 9)}
		roll := float("roll", 0, 2*math.Pi)
		var corners [4][2]float64
		for i, c := range [4][2]float64{{0, 0}, {14, 0}, {14, 14}, {0, 14}} {
			corners[i][0], corners[i][1] = seenFrom(from, at, roll, c)
		}
		grid, err := vision.NewGrid(15, corners)
		if err != nil {
			t.Fatal(err)
		}
		s, ok := stanceOf(grid, 1280, 720)
		if !ok || math.Hypot(s.col-from[0], s.row-from[1]) > 1e-3 || math.Abs(s.height-from[2]) > 1e-3 {
			t.Errorf("the camera stands at %.3v, %v, want %.3v", s, ok, from)
		}
	})
}

// seenFrom is the pixel of a place on the board, of 1280×720, for a camera at from that
// looks at the place at. Heights grow towards the camera; columns and rows are a right-handed
// pair as seen from it.
func seenFrom(from [3]float64, at [2]float64, roll float64, place [2]float64) (x, y float64) {
	forward := unit3([3]float64{at[0] - from[0], at[1] - from[1], -from[2]})
	across := unit3(cross3(forward, [3]float64{math.Cos(roll), math.Sin(roll), 0.1}))
	down := cross3(forward, across)
	d := [3]float64{place[0] - from[0], place[1] - from[1], -from[2]}
	// The board's rows grow downwards in the picture: the pair is mirrored in height.
	deep := dot3(d, forward)
	return 640 - 1280*dot3(d, across)/deep, 360 + 1280*dot3(d, down)/deep
}

func dot3(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func cross3(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func unit3(v [3]float64) [3]float64 {
	l := math.Sqrt(dot3(v, v))
	return [3]float64{v[0] / l, v[1] / l, v[2] / l}
}

// TestRings draws discs beside a board: their outlines are found where they are looked for.
func TestRings(t *testing.T) {
	grid, m := drawnBoard(t)
	d := rand.New(rand.NewPCG(1, 2))
	for _, want := range []ring{{-0.5, 3, 1.4}, {4, 14.6, 2.3}, {13.2, 13.4, 1.7}} {
		lay(&m, grid, want.col, want.row, func(x, y float64) (float64, [3]float64) {
			return want.r - math.Hypot(x, y), [3]float64{60, 50, 90}
		}, d)
		p := newWide(mustPixels(t, m), m.Cols(), m.Rows(), grid)
		best := math.Inf(1)
		for _, r := range p.rings(p.edges(), [][2]float64{{math.Round(want.col), math.Round(want.row)}}) {
			best = min(best, math.Hypot(r.col-want.col, r.row-want.row)+math.Abs(r.r-want.r))
		}
		if best > 0.08 {
			t.Errorf("the nearest ring is off by %.2f of the pitch from %.2f", best, want)
		}
		if far := p.rings(p.edges(), [][2]float64{{7, 7}}); len(far) > 0 {
			t.Errorf("rings %.2f about the middle, where none is", far)
		}
	}
}

func mustPixels(t testing.TB, m gocv.Mat) []byte {
	t.Helper()
	pixels, err := m.DataPtrUint8()
	if err != nil {
		t.Fatal(err)
	}
	return pixels
}

// TestBowlsClearPoints lays whole bowls over the empty corners of a photographed board: most of
// the points well under them are told, and with the bowls' stones gone no other.
func TestBowlsClearPoints(t *testing.T) {
	needData(t)
	tr := loadTruths(t, "photos/gomoku-robot/board_001*.board.txt")[0]
	d := rand.New(rand.NewPCG(5, 8))
	under, told := 0, 0
	for n := range 12 {
		a, b := bowlOver(t, tr, n%4, d)
		under, told = under+a, told+b
	}
	t.Logf("%d of %d points well under bowls are told empty", told, under)
	if under == 0 || 3*told < under {
		t.Errorf("%d of %d points well under bowls are told empty, want a third", told, under)
	}
}

// bowlOver lays a bowl over a corner and counts the points well under it that could not be
// told, and of those the ones that clearUp tells.
func bowlOver(t *testing.T, tr truth, corner int, d *rand.Rand) (under, told int) {
	t.Helper()
	frame := tr.image(t)
	defer func() { _ = frame.Close() }()
	f, err := FitGrid(frame, tr.size, upright(tr.corners))
	if err != nil {
		t.Fatal(err)
	}
	last := float64(tr.size - 1)
	at := [4][2]float64{{0, 0}, {last, 0}, {last, last}, {0, last}}[corner]
	at[0], at[1] = at[0]+0.4*d.NormFloat64(), at[1]+0.4*d.NormFloat64()
	st, _ := stanceOf(f.Grid, frame.Cols(), frame.Rows())
	nx, ny, _ := st.towards(at[0], at[1])
	lay(&frame, f.Grid, at[0], at[1], madeBowl(d, [2]float64{-nx, -ny}), d)
	before, after := clearedCells(t, frame, f.Grid)
	for i := range before {
		if before[i] == '?' && math.Hypot(float64(i%tr.size)-at[0], float64(i/tr.size)-at[1]) < 0.8 {
			under++
			if after[i] == '.' {
				told++
			}
		}
	}
	return under, told
}
