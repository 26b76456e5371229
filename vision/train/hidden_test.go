package main

import (
	"testing"

	"shinpan/vision"
)

// Seen from straight above stones hide nothing; at a slant the nearer hides the farther.
func TestStonesHideWhatLiesBehind(t *testing.T) {
	for _, test := range []struct {
		name    string
		corners [4][2]float64
		behind  bool
	}{
		{"from above", [4][2]float64{{100, 100}, {380, 100}, {380, 380}, {100, 380}}, false},
		{"at a slant", [4][2]float64{{150, 100}, {330, 100}, {400, 200}, {80, 200}}, true},
	} {
		g, err := vision.NewGrid(15, test.corners)
		if err != nil {
			t.Fatal(err)
		}
		p := &picture{grid: g, off: map[[2]int][2]float32{{7, 7}: {}, {7, 8}: {0, -0.1}}, hidden: map[[2]int]float32{}}
		p.estimateHidden()
		far, near := p.hidden[[2]int{7, 7}], p.hidden[[2]int{7, 8}]
		if near != 0 || (far > 0.1) != test.behind {
			t.Errorf("%s: the farther stone is hidden by %.2f, the nearer by %.2f", test.name, far, near)
		}
		if beside := p.hidden[[2]int{3, 3}]; beside != 0 {
			t.Errorf("%s: a point with no stone near is hidden by %.2f", test.name, beside)
		}
	}
}
