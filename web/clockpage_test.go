package web

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"shinpan/clock"
	"shinpan/game"
)

// clockCase is a snapshot, how long ago it was made, and what the real clock shows now.
type clockCase struct {
	Snapshot *game.Snapshot
	Passed   float64
	Want     [2]string
	Periods  [2]int
	Relief   [2]bool
	Control  string
}

var pageControls = []string{
	"sd 15m", "sd 6m", "sd 2h", "byoyomi 1m 3x30s", "byoyomi 0s 5x10s", "canadian 1m 5/2m", "fischer 3m+2s", "fischer 90m+30s first",
	"bronstein 5m+3s", "delay 1m+5s", "step 30s", "stages 4/3m,sd 1m+5s", "hourglass 2m", "ing 1m", "shared 2h", "quick 5m 30s 8x30s", "untimed",
}

// clockCases plays each control with presses at odd times and looks at the page's clocks
// up to a minute after a snapshot, before the next press.
func clockCases(t *testing.T) []clockCase {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	display := clock.Display{ReliefBelow: clock.DefaultDisplay().ReliefBelow, HoursFrom: time.Hour, TenthsBelow: 10 * time.Second, Seconds: true}
	var cases []clockCase
	for _, spec := range pageControls {
		control, err := clock.ParseControl(spec)
		if err != nil {
			t.Fatal(err)
		}
		k := clock.New(control)
		at := time.Duration(0)
		k.Start(clock.P1, at)
		for range 14 {
			seen := at + time.Duration(random.Int64N(int64(20*time.Second)))
			snap := &game.Snapshot{Phase: game.Play, Control: spec, At: game.Seconds(seen), Faces: k.Faces(seen), Clock: k.State(seen)}
			for range 6 {
				passed := time.Duration(random.Int64N(int64(45 * time.Second))).Truncate(100 * time.Microsecond)
				now := k.FacesWith(display, seen+passed)
				if now.P1.Flag || now.P2.Flag || now.Asking {
					continue // the referee's to say; the page waits for his word
				}
				cases = append(cases, clockCase{snap, passed.Seconds(), [2]string{now.P1.Text, now.P2.Text}, [2]int{now.P1.Periods, now.P2.Periods},
					[2]bool{now.P1.Relief, now.P2.Relief}, spec})
			}
			at = seen + time.Duration(random.Int64N(int64(10*time.Second)))
			k.Advance(at)
			if s := k.State(at); s.P1.Flag || s.P2.Flag {
				break
			}
			k.Press(k.Running(), at)
		}
	}
	return cases
}

// pageAgreesWithTheClock: between two messages the page shows what the clock would.
func pageAgreesWithTheClock(t *testing.T, b *browser) {
	tb := newTable(t, config("clock"), Options{})
	url, _ := tb.listen("")
	p := b.open(t, url, 800, 600)
	p.until(data("body", "link"), "live")
	cases := clockCases(t)
	input, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	out := p.eval(`import("/static/timeleft.js").then(({sideAfter, shown}) => JSON.stringify(` + string(input) + `.map((c) =>
		["p1", "p2"].map((side) => { const s = sideAfter(c.Snapshot, side, c.Passed); return {shown: s.untimed ? "untimed" : shown(s.left), periods: s.periods, relief: s.relief} }))))`)
	var got [][2]struct {
		Shown   string
		Periods int
		Relief  bool
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || len(got) != len(cases) || len(cases) < 500 {
		t.Fatalf("%d answers to %d cases: %v %.200s", len(got), len(cases), err, out)
	}
	for i, c := range cases {
		for side := range 2 {
			if got[i][side].Shown == "untimed" {
				continue
			}
			if got[i][side].Shown != c.Want[side] || got[i][side].Periods != c.Periods[side] {
				t.Errorf("%s, p%d, %v s after the snapshot of %v: the page shows %s (%d periods), the clock %s (%d)", c.Control, side+1,
					c.Passed, c.Snapshot.At, got[i][side].Shown, got[i][side].Periods, c.Want[side], c.Periods[side])
			}
			if got[i][side].Relief != c.Relief[side] {
				t.Errorf("%s, p%d, %s left: the page lets the score sheet wait: %t, the clock: %t", c.Control, side+1, c.Want[side], got[i][side].Relief, c.Relief[side])
			}
		}
	}
}
