package vision

import (
	"slices"
	"testing"
	"time"
)

// TestViewTellsLossAndReturn runs stretches of good and bad frames at 10 a second.
func TestViewTellsLossAndReturn(t *testing.T) {
	good := Look{Light: 120, Sharp: 1}
	dark := Look{Light: 3}
	frozen := Look{Light: 120, Sharp: 1, Same: true}
	covered := Look{Light: 120, Sharp: 1, Upset: 0.8}
	blurred := Look{Light: 120, Sharp: 0.1, Alike: 0.9, Upset: 0.9}
	noGrid := Look{Light: 120, Sharp: 1, NoGrid: true}
	type stretch struct {
		look   Look
		frames int
	}
	type told struct {
		kind   Kind
		reason string
		frame  int // first frame of it
		sure   int // frame in which it was told
	}
	for _, c := range []struct {
		name string
		play []stretch
		want []told
	}{
		{"always good", []stretch{{good, 50}}, nil},
		{"a short darkness", []stretch{{good, 5}, {dark, 10}, {good, 20}}, nil},
		{"darkness", []stretch{{good, 5}, {dark, 20}, {good, 20}},
			[]told{{ViewLost, ReasonDark, 5, 20}, {ViewBack, "", 25, 28}}},
		{"frozen", []stretch{{good, 5}, {frozen, 30}, {good, 9}},
			[]told{{ViewLost, ReasonFrozen, 5, 20}, {ViewBack, "", 35, 38}}},
		{"covered", []stretch{{good, 1}, {covered, 16}}, []told{{ViewLost, ReasonCovered, 1, 16}}},
		{"blurred", []stretch{{good, 1}, {blurred, 16}}, []told{{ViewLost, ReasonBlurred, 1, 16}}},
		{"no board from the start", []stretch{{noGrid, 20}}, []told{{ViewLost, ReasonGrid, 0, 15}}},
		{"a flash of light does not end it", []stretch{{dark, 20}, {good, 1}, {dark, 5}, {good, 9}},
			[]told{{ViewLost, ReasonDark, 0, 15}, {ViewBack, "", 26, 29}}},
		{"one reason after the other", []stretch{{dark, 10}, {covered, 10}, {good, 9}},
			[]told{{ViewLost, ReasonCovered, 0, 15}, {ViewBack, "", 20, 23}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var v View
			var got []told
			n := 0
			for _, s := range c.play {
				for range s.frames {
					l := s.look
					l.Frame, l.At = n, time.Duration(n)*100*time.Millisecond
					if seen, ok := v.Step(l); ok {
						got = append(got, told{seen.Kind, seen.Reason, seen.Frame, int(seen.SureAt / (100 * time.Millisecond))})
					}
					n++
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("told %v, want %v", got, c.want)
			}
		})
	}
}
