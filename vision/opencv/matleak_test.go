//go:build matprofile

package opencv

import (
	"testing"

	"gocv.io/x/gocv"
)

// Finding, fitting and reading must close every Mat they make, on success and on failure.
func TestNoMatLeaksFromStills(t *testing.T) {
	needData(t)
	before := gocv.MatProfile.Count()
	frame := loadTruths(t, "stills/s009/board.txt")[0].image(t)
	blank := gocv.NewMatWithSize(480, 640, gocv.MatTypeCV8UC3)
	for range 3 {
		s, err := ReadStill(frame, 15, nil)
		if err != nil {
			t.Fatal(err)
		}
		corners := s.Found.Grid.Corners
		if _, err := ReadStill(frame, 15, &corners); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadStill(blank, 15, nil); err == nil {
			t.Fatal("a board in a blank picture")
		}
		for _, data := range smallPictures(t) {
			m, err := DecodePicture(data)
			if err != nil {
				t.Fatal(err)
			}
			_ = m.Close()
		}
	}
	_ = frame.Close()
	_ = blank.Close()
	if left := gocv.MatProfile.Count() - before; left != 0 {
		t.Errorf("%d Mats were not closed", left)
	}
}
