package opencv

import (
	"image"
	"testing"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// Of all grids laid on a drawn board only the right one is proven; one that is some lines
// off is told how far.
func TestProofKnowsTheRightGrid(t *testing.T) {
	want, m := drawnBoard(t)
	p, err := newProver(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name           string
		step, col, row float64
		moved          [2]int
		sure           bool
	}{
		{name: "right", step: 1, sure: true},
		{name: "a column off", step: 1, col: 1, moved: [2]int{-1, 0}, sure: true},
		{name: "two rows off", step: 1, row: -2, moved: [2]int{0, 2}, sure: true},
		{name: "half a line off", step: 1, col: 0.5, row: 0.5},
		{name: "half a column off", step: 1, col: 0.5},
		{name: "twice as many lines", step: 0.5, col: 3, row: 3},
		{name: "one line too many in its size", step: 15.0 / 14, col: -0.5, row: -0.5},
	} {
		last := 14 * test.step
		var corners [4][2]float64
		for i, c := range [4][2]float64{{0, 0}, {last, 0}, {last, last}, {0, last}} {
			corners[i][0], corners[i][1] = want.Pixel(c[0]+test.col, c[1]+test.row)
		}
		g, err := vision.NewGrid(15, corners)
		if err != nil {
			t.Fatal(err)
		}
		why, err := p.prove(g)
		if err != nil {
			t.Fatal(err)
		}
		if sure := why.sure(0); (sure >= GridSure) != test.sure {
			t.Errorf("%s: sure %.2f: fit %.2f edges %.2f ends %.2f lead %.2f", test.name, sure, why.fit, why.edge, why.end, why.lead)
		}
		if test.sure && [2]int{why.col, why.row} != test.moved {
			t.Errorf("%s: the board is %d columns and %d rows off, want %v", test.name, why.col, why.row, test.moved)
		}
	}
}

// A board whose last column lies outside the picture cannot be sure: nobody sees where it
// ends.
func TestFindGridIsNotSureOfWhatThePictureDoesNotShow(t *testing.T) {
	g, err := vision.NewGrid(15, [4][2]float64{{100, 40}, {520, 40}, {520, 440}, {100, 440}})
	if err != nil {
		t.Fatal(err)
	}
	whole := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8UC3)
	defer func() { _ = whole.Close() }()
	drawBoard(&whole, g)
	part := whole.Region(image.Rect(0, 0, 505, 480))
	cut := part.Clone()
	_ = part.Close()
	defer func() { _ = cut.Close() }()
	if f, err := FindGrid(cut, 15); err == nil && f.Sure >= GridSure {
		t.Errorf("sure %.2f of a board cut off at one side", f.Sure)
	}
}
