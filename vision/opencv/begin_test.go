package opencv

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// TestBeginsUnderAHand starts while a hand is over the board, and while something at its edge
// never comes to rest: the eye says within two seconds that it cannot see, gives a position
// as soon as it can with what is hidden unknown, and sees the game from there.
func TestBeginsUnderAHand(t *testing.T) {
	_, tr := testVideo(t, "D1")
	arm := thing{corners: [][2]float64{{7.5, 9.5}, {10.5, 9.2}, {11.5, 17.5}, {7.5, 17.5}}, colors: skin, from: 0, to: 10000, jitter: 0.3}
	for _, c := range []struct {
		name     string
		from     int
		things   []thing
		held     int     // the first frame is shown as often
		lost     bool    // the loss of sight is told
		position float64 // seconds after the first frame, at most
		stones   []string
	}{
		{"a hand that leaves", 33, nil, 0, false, 2, []string{"white stone on I7", "black stone on G9", "white stone on E11"}},
		{"an arm that never rests", 0, []thing{arm}, 0, true, 2.5, []string{"black stone on H8", "white stone on I7", "black stone on G9", "white stone on E11"}},
		{"a hand that rests", 36, nil, 34, false, 1, []string{"white stone on I7", "black stone on G9", "white stone on E11"}},
		{"a sheet that is taken away", 0, []thing{{corners: [][2]float64{{-2.5, -2.5}, {3.2, -2.5}, {3.2, 2.3}, {-2.5, 2.3}}, colors: paper, from: 0, to: 70}}, 0, false, 1, []string{"black stone on H8", "white stone on I7", "black stone on G9", "white stone on E11"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			first, stones, rows, position, lost := beginFilm(t, tr, c.from, c.held, c.things)
			if position < 0 || position > c.position {
				t.Errorf("the position is told after %.2f s, want %.2f at most", position, c.position)
			}
			if c.lost != (lost >= 0) || lost > 2 {
				t.Errorf("the loss of sight is told after %.2f s (-1: never): want told %v, in 2 s", lost, c.lost)
			}
			if text := strings.Join(first, "\n"); strings.ContainsAny(text, "o") || strings.Count(text, "x") > 1 {
				t.Errorf("the first position has stones that are not there:\n%s", text)
			}
			if !slices.Equal(stones, c.stones) {
				t.Errorf("told %q, want %q", stones, c.stones)
			}
			if last := strings.Join(rows, "\n"); !c.lost && strings.Contains(last, "?") {
				t.Errorf("at the end points are unknown:\n%s", last)
			}
			t.Logf("position after %.2f s, lost after %.2f s\n%s", position, lost, strings.Join(first, "\n"))
		})
	}
}

// beginFilm follows a film from a frame on, that frame shown as often as held says: the first
// position, the stones told, the last position, and after how many seconds the first position
// and a loss of sight were told, -1 for never.
func beginFilm(t *testing.T, tr videoTruth, from, held int, things []thing) (first, stones, rows []string, position, lost float64) {
	t.Helper()
	path, _ := testVideo(t, "D1")
	source, err := Open(path, from)
	if err != nil {
		t.Fatal(err)
	}
	draw := over(tr, things...)
	still := gocv.NewMat()
	defer func() { _ = still.Close() }()
	f := NewFollower(&altering{source, 155, func(n int, m *gocv.Mat) {
		switch {
		case still.Empty():
			m.CopyTo(&still)
		case n < from+held:
			still.CopyTo(m)
			noise(m)
		}
		draw(n, m)
	}}, Options{Size: 15, Corners: tr.seenCorners(), Side: vision.BlackSide(tr.Side)})
	defer func() { _ = f.Close() }()
	position, lost = -1, -1
	for {
		step, err := f.Next()
		if errors.Is(err, io.EOF) {
			return first, stones, f.Rows(), position, lost
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range step.Sightings {
			at := s.SureAt.Seconds() - float64(from)/12
			switch s.Kind {
			case vision.Position:
				if position < 0 {
					position, first = at, s.Rows
				}
			case vision.ViewLost:
				lost = at
			case vision.Place, vision.Lift, vision.Shift:
				stones = append(stones, s.String())
			}
		}
	}
}
