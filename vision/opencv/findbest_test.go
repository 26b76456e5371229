package opencv

import (
	"image"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// gridAt is a grid of 15 lines 20 pixels apart.
func gridAt(t *testing.T, x, y float64) vision.Grid {
	t.Helper()
	g, err := vision.NewGrid(15, [4][2]float64{{x, y}, {x + 280, y}, {x + 280, y + 280}, {x, y + 280}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A grid that lies on the lines is taken before one that does not and yet ends where a board
// could end; and where it is not sure itself, nothing is.
func TestBestProvenLiesOnTheLines(t *testing.T) {
	right, wrong := gridAt(t, 50, 50), gridAt(t, 70, 50)
	for _, c := range []struct {
		name         string
		right, wrong Found
		taken        vision.Grid
		sure         bool
	}{
		{"both lie well", Found{Sure: 0.95, merit: 0.9}, Found{Sure: 0.1, merit: 0.85}, right, true},
		{"one lies badly", Found{Sure: 0.75, merit: 0.9}, Found{Sure: 0.98, merit: 0.7}, right, true},
		{"nothing is sure of where it ends", Found{Sure: 0.02, merit: 0.7}, Found{Sure: 0.9, merit: 0.3}, wrong, false},
	} {
		c.right.Grid, c.wrong.Grid = right, wrong
		best := proven{{from: right, Found: c.right}, {from: wrong, Found: c.wrong}}.best()
		if best.Grid.Corners != c.taken.Corners || best.Sure >= GridSure != c.sure {
			t.Errorf("%s: corners %v, sure %.2f", c.name, best.Grid.Corners, best.Sure)
		}
	}
}

func TestProvenKnowsAGridAgain(t *testing.T) {
	all := proven{{from: gridAt(t, 50, 50), Found: Found{rank: 0.4, merit: 0.3}}}
	if all.has(Found{Grid: gridAt(t, 70, 50), rank: 0.9}) {
		t.Error("took a grid a line off for the same")
	}
	if !all.has(Found{Grid: gridAt(t, 51, 50), rank: 0.8}) || all[0].merit != 0.6 {
		t.Errorf("a grid seen again among better lines: merit %.2f, want 0.6", all[0].merit)
	}
}

// Lines that are smeared by movement and lost in noise at each of their pixels can still be
// seen as streaks.
func TestFindGridByStreaks(t *testing.T) {
	for _, c := range []struct {
		far   int // pixels of movement
		noise float64
	}{{9, 85}, {13, 55}} {
		want, m := drawnBoard(t)
		gocv.Blur(m, &m, image.Pt(c.far, 1))
		addNoise(&m, c.noise)
		f, err := FindGrid(m, 15)
		if err != nil {
			t.Errorf("%v: %v", c, err)
		} else if _, off := (truth{size: 15, corners: want.Corners}).nearest(f.Grid.Corners); off > 0.3 {
			t.Errorf("%v: off by %.2f of the pitch, sure %.2f", c, off, f.Sure)
		}
	}
}

func addNoise(m *gocv.Mat, sigma float64) {
	pixels, _ := m.DataPtrUint8()
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range pixels {
		pixels[i] = level(float64(pixels[i]) + sigma*rng.NormFloat64())
	}
}
