//go:build matprofile

package opencv

import (
	"testing"

	"gocv.io/x/gocv"
)

// TestFollowerLeaksNothing needs the build tag matprofile, with which gocv counts the
// Mats that are open.
func TestFollowerLeaksNothing(t *testing.T) {
	before := 0
	t.Run("run", func(t *testing.T) {
		before = gocv.MatProfile.Count()
		runForLeaks(t)
	})
	if after := gocv.MatProfile.Count(); after != before {
		t.Errorf("%d Mats are open, %d were before", after, before)
	}
}
