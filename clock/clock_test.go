package clock

import (
	"testing"
	"time"
)

const (
	ns  = time.Nanosecond
	ms  = time.Millisecond
	sec = time.Second
	mnt = time.Minute
)

func must(t testing.TB, spec string) Control {
	t.Helper()
	c, err := ParseControl(spec)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// started is a clock on which P1 thinks since 0.
func started(t testing.TB, spec string) *Clock {
	t.Helper()
	k := New(must(t, spec))
	if err := k.Start(P1, 0); err != nil {
		t.Fatal(err)
	}
	return &k
}

// left is what a side has.
type left struct {
	main, period    time.Duration
	periods, stones int
}

// noFlag in a row says that none falls.
const noFlag time.Duration = -1

var boundaries = []struct {
	spec  string
	press time.Duration
	want  left
	flag  time.Duration // or noFlag
}{
	{"sd 5m", 5*mnt - ns, left{main: ns}, noFlag},
	{"sd 5m", 5 * mnt, left{}, noFlag},
	{"sd 5m", 5*mnt + ns, left{}, 5 * mnt},
	{"step 30s", 30*sec - ns, left{main: 30 * sec}, noFlag},
	{"step 30s", 30 * sec, left{main: 30 * sec}, noFlag},
	{"step 30s", 30*sec + ns, left{}, 30 * sec},
	{"byoyomi 1m 3x30s", 60*sec - ns, left{ns, 30 * sec, 3, 0}, noFlag},
	{"byoyomi 1m 3x30s", 60 * sec, left{0, 30 * sec, 3, 0}, noFlag},
	{"byoyomi 1m 3x30s", 60*sec + ns, left{0, 30 * sec, 3, 0}, noFlag},
	{"byoyomi 1m 3x30s", 90*sec - ns, left{0, 30 * sec, 3, 0}, noFlag},
	{"byoyomi 1m 3x30s", 90 * sec, left{0, 30 * sec, 3, 0}, noFlag},
	{"byoyomi 1m 3x30s", 90*sec + ns, left{0, 30 * sec, 2, 0}, noFlag},
	{"byoyomi 1m 3x30s", 120 * sec, left{0, 30 * sec, 2, 0}, noFlag},
	{"byoyomi 1m 3x30s", 120*sec + ns, left{0, 30 * sec, 1, 0}, noFlag},
	{"byoyomi 1m 3x30s", 150*sec - ns, left{0, 30 * sec, 1, 0}, noFlag},
	{"byoyomi 1m 3x30s", 150 * sec, left{0, 30 * sec, 1, 0}, noFlag},
	{"byoyomi 1m 3x30s", 150*sec + ns, left{}, 150 * sec},
	{"byoyomi 0s 1x30s", 30 * sec, left{0, 30 * sec, 1, 0}, noFlag},
	{"byoyomi 0s 1x30s", 30*sec + ns, left{}, 30 * sec},
	{"canadian 1m 3/2m", 60*sec - ns, left{ns, 2 * mnt, 0, 3}, noFlag},
	{"canadian 1m 3/2m", 60 * sec, left{0, 2 * mnt, 0, 3}, noFlag},
	{"canadian 1m 3/2m", 60*sec + ns, left{0, 2*mnt - ns, 0, 2}, noFlag},
	{"canadian 1m 3/2m", 180*sec - ns, left{0, ns, 0, 2}, noFlag},
	{"canadian 1m 3/2m", 180 * sec, left{0, 0, 0, 2}, noFlag},
	{"canadian 1m 3/2m", 180*sec + ns, left{0, 0, 0, 3}, 180 * sec},
	{"canadian 1m 1/2m", 180 * sec, left{0, 2 * mnt, 0, 1}, noFlag},
	{"canadian 1m 1/2m carry", 60*sec + ns, left{0, 4*mnt - ns, 0, 1}, noFlag},
	{"canadian 1/1m 3/2m", 60 * sec, left{0, 2 * mnt, 0, 3}, noFlag},
	{"canadian 1/1m 3/2m", 10 * sec, left{0, 2 * mnt, 0, 3}, noFlag},
	{"canadian 1/1m 3/2m", 60*sec + ns, left{0, 2 * mnt, 0, 1}, 60 * sec},
	{"fischer 1m+5s", 60*sec - ns, left{main: 5*sec + ns}, noFlag},
	{"fischer 1m+5s", 60 * sec, left{main: 5 * sec}, noFlag},
	{"fischer 1m+5s", 60*sec + ns, left{}, 60 * sec},
	{"fischer 1m+5s first", 65 * sec, left{main: 5 * sec}, noFlag},
	{"fischer 1m+5s first", 65*sec + ns, left{}, 65 * sec},
	{"bronstein 1m+5s", 5*sec - ns, left{main: 60 * sec}, noFlag},
	{"bronstein 1m+5s", 5 * sec, left{main: 60 * sec}, noFlag},
	{"bronstein 1m+5s", 5*sec + ns, left{main: 60*sec - ns}, noFlag},
	{"bronstein 1m+5s", 60 * sec, left{main: 5 * sec}, noFlag},
	{"bronstein 1m+5s", 60*sec + ns, left{}, 60 * sec},
	{"delay 1m+5s", 5*sec - ns, left{main: 60 * sec}, noFlag},
	{"delay 1m+5s", 5 * sec, left{main: 60 * sec}, noFlag},
	{"delay 1m+5s", 5*sec + ns, left{main: 60*sec - ns}, noFlag},
	{"delay 1m+5s", 65 * sec, left{}, noFlag},
	{"delay 1m+5s", 65*sec + ns, left{}, 65 * sec},
	{"stages 1/1m,sd 2m", 60 * sec, left{main: 2 * mnt}, noFlag},
	{"stages 1/1m,sd 2m", 60*sec + ns, left{stones: 1}, 60 * sec},
	{"stages 2/1m+5s,sd 2m", 60 * sec, left{main: 5 * sec, stones: 1}, noFlag},
	{"stages 1/1m+5s,2/2m", 50 * sec, left{main: 2*mnt + 15*sec, stones: 2}, noFlag},
	{"hourglass 1m", 60*sec - ns, left{main: ns}, noFlag},
	{"hourglass 1m", 60 * sec, left{}, noFlag},
	{"hourglass 1m", 60*sec + ns, left{}, 60 * sec},
	{"ing 6m", 6 * mnt, left{0, mnt, 3, 0}, noFlag},
	{"ing 6m", 7 * mnt, left{0, 0, 3, 0}, noFlag},
	{"ing 6m", 7*mnt + ns, left{0, mnt - ns, 2, 0}, noFlag},
	{"ing 6m", 9 * mnt, left{0, 0, 1, 0}, noFlag},
	{"ing 6m", 9*mnt + ns, left{}, 9 * mnt},
	{"title 2m", 60*sec - ns, left{main: 2 * mnt}, noFlag},
	{"title 2m", 60 * sec, left{main: mnt}, noFlag},
	{"title 2m", 120*sec - ns, left{main: mnt}, noFlag},
	{"title 2m", 120 * sec, left{}, noFlag},
	{"title 2m", 120*sec + ns, left{}, 120 * sec},
	{"shared 2m", 120 * sec, left{}, noFlag},
	{"quick 5m 30s 8x30s", 30*sec - ns, left{main: 270*sec + ns, period: 30 * sec}, noFlag},
	{"quick 5m 30s 8x30s", 30 * sec, left{main: 270 * sec, period: 30 * sec}, noFlag},
	{"quick 5m 30s 8x30s", 30*sec + ns, left{main: 270 * sec}, 30 * sec},
}

// TestBoundaries walks each end of a time one nanosecond before, at and after it: P1
// thinks from 0 on and presses at the instant. want is P1 after the press; a
// press that is too late is refused and has the flag at the deadline.
func TestBoundaries(t *testing.T) {
	for _, tt := range boundaries {
		t.Run(tt.spec+" "+tt.press.String(), func(t *testing.T) {
			k := started(t, tt.spec)
			inTime := k.Press(P1, tt.press)
			side, at, flagged := k.FirstFlag()
			if inTime != (tt.flag == noFlag) || flagged == inTime {
				t.Fatalf("press in time %v, flag %v", inTime, flagged)
			}
			if flagged && (side != P1 || at != tt.flag) {
				t.Errorf("flag of %s at %v, want p1 at %v", side, at, tt.flag)
			}
			s := k.State(tt.press).P1
			got := left{time.Duration(s.Main), time.Duration(s.Period), s.Periods, s.Stones}
			if got != tt.want {
				t.Errorf("left %+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestIncrement tells the gift of a move apart from what a system gives back.
func TestIncrement(t *testing.T) {
	for _, tt := range []struct {
		spec         string
		first, later time.Duration
	}{
		{"fischer 90m+30s", 30 * sec, 30 * sec}, {"stages 1/1m+5s,sd 2m+7s", 5 * sec, 7 * sec}, {"stages 1/1m,sd 2m+7s", 0, 7 * sec},
		{"bronstein 5m+3s", 0, 0}, {"step 30s", 0, 0}, {"title 10m", 0, 0}, {"byoyomi 1m 3x30s", 0, 0},
	} {
		k := started(t, tt.spec)
		if got := k.Increment(P1); got != tt.first {
			t.Errorf("%s: first increment %v, want %v", tt.spec, got, tt.first)
		}
		k.Press(P1, sec)
		if got := k.Increment(P1); got != tt.later {
			t.Errorf("%s: second increment %v, want %v", tt.spec, got, tt.later)
		}
		k.Advance(time.Hour * 3)
		if side, _, flagged := k.FirstFlag(); !flagged || k.Increment(side) != 0 || k.Increment(NoSide) != 0 {
			t.Errorf("%s: an increment after the flag", tt.spec)
		}
	}
}
