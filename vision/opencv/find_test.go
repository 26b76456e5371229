package opencv

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// noBoards are pictures in which nobody sees a board.
var noBoards = map[string]func(*gocv.Mat){
	"black":  func(*gocv.Mat) {},
	"grey":   func(m *gocv.Mat) { m.SetTo(gocv.NewScalar(120, 120, 120, 0)) },
	"noise":  drawNoise,
	"planks": drawPlanks,
	"bricks": drawBricks,
	"circles": func(m *gocv.Mat) {
		for i := range 60 {
			gocv.Circle(m, image.Pt(40+(i%10)*60, 40+(i/10)*70), 25, color.RGBA{R: 200, G: 200, B: 200}, -1)
		}
	},
}

func drawNoise(m *gocv.Mat) {
	pixels, _ := m.DataPtrUint8()
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range pixels {
		pixels[i] = byte(rng.UintN(256))
	}
}

func drawPlanks(m *gocv.Mat) {
	m.SetTo(gocv.NewScalar(90, 140, 180, 0))
	for x := 20; x < m.Cols(); x += 30 {
		gocv.Line(m, image.Pt(x, 0), image.Pt(x, m.Rows()), color.RGBA{}, 1)
	}
}

func drawBricks(m *gocv.Mat) {
	m.SetTo(gocv.NewScalar(60, 80, 170, 0))
	for y := 0; y < m.Rows(); y += 30 {
		gocv.Line(m, image.Pt(0, y), image.Pt(m.Cols(), y), color.RGBA{R: 220, G: 220, B: 220}, 2)
		for x := (y / 30 % 2) * 35; x < m.Cols(); x += 70 {
			gocv.Line(m, image.Pt(x, y), image.Pt(x, y+30), color.RGBA{R: 220, G: 220, B: 220}, 2)
		}
	}
}

func TestFindGridSeesNoBoardWhereThereIsNone(t *testing.T) {
	for name, draw := range noBoards {
		m := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8UC3)
		draw(&m)
		for _, size := range []int{9, 15, 19} {
			if f, err := FindGrid(m, size); err == nil {
				t.Errorf("%s: a board of %d lines, sure %.2f", name, size, f.Sure)
			}
		}
		_ = m.Close()
	}
}

// drawBoard draws lines of a grid, thin and dark.
func drawBoard(m *gocv.Mat, g vision.Grid) {
	m.SetTo(gocv.NewScalar(110, 170, 200, 0))
	for i := range g.Size {
		for k := range g.Size - 1 {
			drawPiece(m, g, float64(i), float64(k), float64(i), float64(k+1), color.RGBA{R: 30, G: 20, B: 10})
			drawPiece(m, g, float64(k), float64(i), float64(k+1), float64(i), color.RGBA{R: 30, G: 20, B: 10})
		}
	}
}

// Every size that exists, drawn at a slant, is found to a third of a pixel or so.
func TestFindGridDrawn(t *testing.T) {
	for _, size := range []int{9, 13, 15, 19} {
		want, err := vision.NewGrid(size, [4][2]float64{{160, 60}, {470, 80}, {560, 430}, {90, 400}})
		if err != nil {
			t.Fatal(err)
		}
		m := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8UC3)
		drawBoard(&m, want)
		f, err := FindGrid(m, size)
		if err != nil {
			t.Errorf("%d lines: %v", size, err)
		} else if _, off := (truth{size: size, corners: want.Corners}).nearest(f.Grid.Corners); off > 0.06 {
			t.Errorf("%d lines: corners %v, want %v", size, f.Grid.Corners, want.Corners)
		} else if f.Sure < GridSure {
			t.Errorf("%d lines: only %.2f sure of a perfect drawing", size, f.Sure)
		}
		_ = m.Close()
	}
}

// A board of one size must not be taken for one of another with certainty.
func TestFindGridCountsTheLines(t *testing.T) {
	for _, size := range []int{9, 13, 15, 19} {
		g, err := vision.NewGrid(size, [4][2]float64{{100, 30}, {540, 30}, {540, 450}, {100, 450}})
		if err != nil {
			t.Fatal(err)
		}
		m := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8UC3)
		drawBoard(&m, g)
		for _, other := range []int{9, 13, 15, 19} {
			if f, err := FindGrid(m, other); other != size && err == nil && f.Sure >= GridSure {
				t.Errorf("took %d of %d lines for a board, sure %.2f", other, size, f.Sure)
			}
		}
		_ = m.Close()
	}
}

// drawnBoard is an empty board of 15 lines seen at a slant, and where it is.
func drawnBoard(t *testing.T) (vision.Grid, gocv.Mat) {
	t.Helper()
	g, err := vision.NewGrid(15, [4][2]float64{{150, 60}, {500, 50}, {560, 430}, {90, 440}})
	if err != nil {
		t.Fatal(err)
	}
	m := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8UC3)
	t.Cleanup(func() { _ = m.Close() })
	drawBoard(&m, g)
	return g, m
}

// Two stones in three points hide most crossings; what is left of the lines between them
// still tells where the board is.
func TestFindGridUnderStones(t *testing.T) {
	want, m := drawnBoard(t)
	rng := rand.New(rand.NewPCG(7, 7))
	for i := range 225 {
		if i%3 == 2 {
			continue
		}
		x, y := want.Pixel(float64(i%15)+0.1*rng.NormFloat64(), float64(i/15)+0.1*rng.NormFloat64())
		ink := color.RGBA{R: 235, G: 235, B: 230}
		if rng.IntN(2) == 0 {
			ink = color.RGBA{R: 30, G: 30, B: 32}
		}
		gocv.Circle(&m, image.Pt(int(x+0.5), int(y+0.5)), int(0.46*want.Pitch(float64(i%15), float64(i/15))), ink, -1)
	}
	f, err := FindGrid(m, 15)
	if err != nil {
		t.Fatal(err)
	}
	if _, off := (truth{size: 15, corners: want.Corners}).nearest(f.Grid.Corners); off > 0.1 {
		t.Errorf("corners %v, want %v: sure %.2f", f.Grid.Corners, want.Corners, f.Sure)
	}
}

func TestFindGridRefusesWhatOpenCVWouldThrowAt(t *testing.T) {
	empty := gocv.NewMat()
	gray := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8U)
	tiny := gocv.NewMatWithSize(8, 8, gocv.MatTypeCV8UC3)
	slit := gocv.NewMatWithSize(4, 2000, gocv.MatTypeCV8UC3)
	whole := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8UC3)
	part := whole.Region(image.Rect(10, 10, 300, 300))
	for name, m := range map[string]gocv.Mat{"empty": empty, "gray": gray, "tiny": tiny, "slit": slit, "part": part} {
		if _, err := FindGrid(m, 15); err == nil {
			t.Errorf("%s: no error", name)
		}
		_ = m.Close()
	}
	if _, err := FindGrid(whole, 14); err == nil {
		t.Error("14 lines: no error")
	}
	_ = whole.Close()
}

// Corners given by hand, a few pixels off, are drawn onto the lines.
func TestFitGridMovesGivenCornersToTheLines(t *testing.T) {
	want, err := vision.NewGrid(15, [4][2]float64{{120, 60}, {510, 70}, {540, 440}, {80, 420}})
	if err != nil {
		t.Fatal(err)
	}
	m := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8UC3)
	defer func() { _ = m.Close() }()
	drawBoard(&m, want)
	given := want.Corners
	given[0][0] += 4
	given[2][1] -= 3
	f, err := FitGrid(m, 15, given)
	if err != nil {
		t.Fatal(err)
	}
	if _, off := (truth{size: 15, corners: want.Corners}).nearest(f.Grid.Corners); off > 0.04 {
		t.Errorf("corners %v, want %v", f.Grid.Corners, want.Corners)
	}
}

func BenchmarkFindGrid(b *testing.B) {
	frame := benchFrame(b)
	defer func() { _ = frame.Close() }()
	for b.Loop() {
		if _, err := FindGrid(frame, 15); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	frame := benchFrame(b)
	defer func() { _ = frame.Close() }()
	f, err := FindGrid(frame, 15)
	if err != nil {
		b.Fatal(err)
	}
	r, err := NewReader(f.Grid, frame.Cols(), frame.Rows())
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Read(frame); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReadPatiently is a whole picture read by the wide network, with all that goes before.
func BenchmarkReadPatiently(b *testing.B) {
	frame := benchFrame(b)
	defer func() { _ = frame.Close() }()
	f, err := FindGrid(frame, 15)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		r, err := NewPatientReader(f.Grid, frame.Cols(), frame.Rows())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := r.Read(frame); err != nil {
			b.Fatal(err)
		}
		r.Close()
	}
}

// BenchmarkCopy is the limit the others are measured against: one copy of the frame.
func BenchmarkCopy(b *testing.B) {
	frame := benchFrame(b)
	defer func() { _ = frame.Close() }()
	to := gocv.NewMat()
	defer func() { _ = to.Close() }()
	for b.Loop() {
		frame.CopyTo(&to)
	}
}

// benchFrame is a labelled picture in the size of a camera's frame.
func benchFrame(b *testing.B) gocv.Mat {
	needData(b)
	small := loadTruths(b, "stills/s009/board.txt")[0].image(b)
	defer func() { _ = small.Close() }()
	frame := gocv.NewMat()
	gocv.Resize(small, &frame, image.Pt(1280, 720), 0, 0, gocv.InterpolationCubic)
	return frame
}
