package opencv

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestRankedIsAsSorted: whatever the values, equal ones too.
func TestRankedIsAsSorted(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		v := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-3, 3), rapid.Float64Range(0, 0), rapid.Float64()), 1, 60).Draw(rt, "values")
		k := rapid.IntRange(0, len(v)-1).Draw(rt, "rank")
		want := slices.Clone(v)
		slices.Sort(want)
		if got := ranked(v, k); got != want[k] {
			rt.Fatalf("ranked %v, sorted %v", got, want[k])
		}
	})
}
