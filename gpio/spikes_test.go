package gpio

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"shinpan/clock"
)

// A spike, too short for a contact and alone, is no press, and is told. The first touch of a
// bouncing contact may be as short, and is its press; so is a touch that lasts.
func TestKernelSpikes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t)
		b.hit(0, true, sec)
		b.hit(0, false, sec+50*time.Microsecond)
		b.hit(1, true, 2*sec) // the touch, and its bounce
		b.hit(1, false, 2*sec+50*time.Microsecond)
		b.hit(1, true, 2*sec+2*ms)
		b.hit(1, false, 2*sec+60*ms)
		b.hit(0, true, 3*sec)
		b.hit(0, false, 3*sec+narrow)
		b.hit(0, true, 3*sec+2*ms) // the bounce of its opening is no spike
		b.hit(0, false, 3*sec+2*ms+20*time.Microsecond)
		b.sleepUntil(4 * sec)
		b.edge(2, true, 3900*ms) // two spikes and a press, all read late
		b.edge(2, false, 3900*ms+time.Microsecond)
		b.edge(0, true, 3950*ms)
		b.edge(1, true, 3960*ms)
		b.edge(1, false, 3960*ms+time.Microsecond)
		b.sleepUntil(20 * sec)
		presses, faults := b.end()
		wantPresses(t, presses, by(clock.P2, 2*sec), by(clock.P1, 3*sec), by(clock.P1, 3950*ms))
		wantCodes(t, faults, "gpio_noise", "+gpio_noise", "gpio_stuck_p1")
	})
}

// A press is heard a millisecond after its edge, whatever else goes on.
func TestKernelHearsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newKernelBench(t)
		b.hit(0, true, sec)
		b.sleepUntil(sec + 2*ms)
		if n := len(b.driver.presses); n != 1 {
			t.Errorf("%d presses after 2 ms", n)
		}
		b.end()
	})
}

// Nothing is lost but spikes, and nothing changes its place: what is passed on of a line is
// what it did, without pulses that were narrow and alone.
func TestSpikesLoseNothingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSpikes([]bool{false})
		var want, got []sample
		at, down, left := time.Duration(0), false, 0
		for range rapid.IntRange(0, 40).Draw(t, "edges") {
			gap := time.Duration(rapid.Int64Range(1, int64(40*ms)).Draw(t, "gap"))
			if rapid.Bool().Draw(t, "short") {
				gap %= narrow
			}
			at, down = at+gap, !down
			x := sample{down: down, at: at}
			want = append(want, x)
			pass, n := s.rest(at)
			got = append(append(got, pass...), s.take(x)...)
			left += n
		}
		pass, n := s.rest(at + time.Second)
		got, left = append(got, pass...), left+n
		kept, spikes := withoutSpikes(want)
		if !slices.Equal(got, kept) || left != spikes {
			t.Fatalf("passed on %v, left out %d, of %v", got, left, want)
		}
	})
}

// withoutSpikes is what the rule says, with all known beforehand: a pulse is left out that is
// narrow, after rest and before rest.
func withoutSpikes(all []sample) (kept []sample, left int) {
	opened := -settle
	for i := 0; i < len(all); i++ {
		x := all[i]
		pulse := i+1 < len(all) && x.down && x.at-opened >= settle && all[i+1].at-x.at < narrow
		switch {
		case pulse && (i+2 >= len(all) || all[i+2].at-all[i+1].at >= settle):
			left++
			i++
		case pulse: // it bounces: its opening and the next closing follow
			kept = append(kept, all[i:i+3]...)
			opened = all[i+1].at
			i += 2
		default:
			kept = append(kept, x)
			if !x.down {
				opened = x.at
			}
		}
	}
	return kept, left
}
