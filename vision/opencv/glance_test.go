package opencv

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// TestGlance: the noise of a camera is quiet, a faint stone anywhere on the board is not,
// nor is anything after the light has changed or in noise too strong to tell.
func TestGlance(t *testing.T) {
	grid, err := vision.NewGrid(15, [4][2]float64{{100, 60}, {520, 70}, {540, 440}, {90, 430}})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	camera := func(noise int, draw func(m *gocv.Mat)) gocv.Mat {
		m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(110, 150, 180, 0), 480, 640, gocv.MatTypeCV8UC3)
		t.Cleanup(func() { _ = m.Close() })
		draw(&m)
		pixels, err := m.DataPtrUint8()
		if err != nil {
			t.Fatal(err)
		}
		for i := range pixels {
			pixels[i] += byte(random.IntN(2*noise+1) - noise)
		}
		return m
	}
	nothing := func(*gocv.Mat) {}
	for _, noise := range []int{0, 2, 6} {
		g := newGlance(grid, 640, 480)
		if g.quiet(camera(noise, nothing)) {
			t.Errorf("noise %d: the first frame is quiet: want nothing to compare it with", noise)
		}
		g.keep()
		for range 5 {
			if !g.quiet(camera(noise, nothing)) {
				t.Errorf("noise %d: an empty board is not quiet", noise)
			}
		}
		for range 50 {
			x, y := grid.Pixel(float64(random.IntN(15)), float64(random.IntN(15)))
			if g.quiet(camera(noise, func(m *gocv.Mat) {
				gocv.Circle(m, image.Pt(int(x), int(y)), 12, color.RGBA{R: 192, G: 162, B: 122}, -1)
			})) {
				t.Errorf("noise %d: a stone at %.0f,%.0f passes for quiet", noise, x, y)
			}
		}
		if g.quiet(camera(noise, func(m *gocv.Mat) { m.MultiplyFloat(1.1) })) {
			t.Errorf("noise %d: brighter light passes for quiet", noise)
		}
	}
	g := newGlance(grid, 640, 480)
	g.quiet(camera(20, nothing))
	g.keep()
	if g.quiet(camera(20, nothing)) {
		t.Error("in strong noise a glance claims to tell")
	}
}
