package clock

import (
	"testing"
	"time"
)

// TestStretched: the limit of a move is longer in the opening and the usual one after it; what
// was thought of the move stays thought (CLOCK.md section 4).
func TestStretched(t *testing.T) {
	for _, c := range []struct {
		spec      string
		flagAt    time.Duration // of a side that never presses, while the limit is stretched by 3
		afterFlag time.Duration // and when the usual limit is back 4 s after the start
	}{
		{"step 10s", 30 * time.Second, 10 * time.Second},
		{"byoyomi 0s 2x10s", 60 * time.Second, 20 * time.Second},
		{"sd 20s", 20 * time.Second, 20 * time.Second},
		{"fischer 20s+5s", 20 * time.Second, 20 * time.Second},
	} {
		usual, err := ParseControl(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		for back, want := range map[bool]time.Duration{false: c.flagAt, true: c.afterFlag} {
			k := New(usual.Stretched(3))
			if err := k.Start(P1, 0); err != nil {
				t.Fatal(err)
			}
			if back {
				k.Relimit(usual, 4*time.Second)
				if k.Control() != usual {
					t.Errorf("%s: plays by %s", c.spec, k.Control())
				}
			}
			k.Advance(time.Hour)
			if _, at, fell := k.FirstFlag(); !fell || at != want {
				t.Errorf("%s, the usual limit back %v: the flag falls at %v, want %v", c.spec, back, at, want)
			}
		}
	}
	sd, _ := ParseControl("sd 1m")
	k := New(sd)
	other, _ := ParseControl("step 1s")
	if k.Relimit(other, 0); k.Control() != sd {
		t.Error("another system was taken over")
	}
	if sd.Stretched(1) != sd || sd.Stretched(0) != sd {
		t.Error("one time is no stretching")
	}
}
