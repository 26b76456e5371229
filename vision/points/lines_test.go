package points

import (
	"testing"

	"shinpan/vision"
)

// On a drawn board nearly every line is seen where it is and none beside it; half a line
// off nearly none is.
func TestLinesOfADrawnBoard(t *testing.T) {
	lines, err := TrainedLines()
	if err != nil {
		t.Fatal(err)
	}
	picture := drawn(map[[2]int][3]byte{{7, 7}: drawnBlack, {8, 7}: drawnWhite, {0, 3}: drawnBlack})
	for _, test := range []struct {
		off     float64
		lines   bool
		mistook float64 // part of the arms that may be mistaken
	}{{0, true, 0.05}, {drawnPitch / 2, false, 0.2}} {
		first, last := drawnFirst+test.off, drawnFirst+test.off+14*drawnPitch
		g, err := vision.NewGrid(15, [4][2]float64{{first, first}, {last, first}, {last, last}, {first, last}})
		if err != nil {
			t.Fatal(err)
		}
		wide, err := Wider(g, 1)
		if err != nil {
			t.Fatal(err)
		}
		arms, err := lines.Read(picture, drawnSide, drawnSide, wide)
		if err != nil {
			t.Fatal(err)
		}
		wrong := 0
		for i, a := range arms {
			col, row := i%wide.Size-1, i/wide.Size-1
			inside := func(c, r int) bool { return c >= 0 && r >= 0 && c < 15 && r < 15 }
			for k, s := range ArmSteps {
				want := test.lines && inside(col, row) && inside(col+s[0], row+s[1])
				if (a[k] > 0.5) != want {
					wrong++
				}
			}
		}
		if float64(wrong) > test.mistook*float64(4*len(arms)) {
			t.Errorf("%v pixels off: %d of %d arms wrong", test.off, wrong, 4*len(arms))
		}
	}
}

func TestLinesRefuseAnotherSize(t *testing.T) {
	lines, err := TrainedLines()
	if err != nil {
		t.Fatal(err)
	}
	g, err := vision.NewGrid(9, [4][2]float64{{10, 10}, {90, 10}, {90, 90}, {10, 90}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lines.Read(make([]byte, 12), 100, 100, g); err == nil {
		t.Error("a picture of another size was read")
	}
}
