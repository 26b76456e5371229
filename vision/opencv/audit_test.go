package opencv

import (
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shinpan/board"
	"shinpan/vision"
)

// TestAuditorDoubtsWhatIsHeldWrongly makes the accepted position wrong in three points: each
// is doubted once, nothing else is, and the position stays as it was accepted.
func TestAuditorDoubtsWhatIsHeldWrongly(t *testing.T) {
	path, tr := testVideo(t, "D4")
	quiet := frames(t, path, 519, 20) // the game is over, and no hand in sight
	r := &replay{info: Info{Name: "made", FPS: 12, Width: 800, Height: 600}, frames: quiet, last: 12 * 20}
	f := NewFollower(r, Options{Size: 15, Corners: tr.seenCorners(), Side: vision.BlackSide(tr.Side)})
	defer func() { _ = f.Close() }()
	wrong := map[board.Point]board.Color{
		board.MustPoint("I9"): board.White, // a black stone lies there
		board.MustPoint("G9"): board.Empty, // a white one
		board.MustPoint("C3"): board.Black, // nothing
	}
	var doubted []string
	var accepted []string
	for {
		step, err := f.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range step.Sightings {
			switch s.Kind {
			case vision.Position, vision.HandIn, vision.HandOut:
			case vision.Doubt:
				for _, p := range s.Points {
					doubted = append(doubted, p.String())
				}
			default:
				t.Errorf("frame %d says: %v", step.Frame, s)
			}
		}
		if f.quiet && accepted == nil {
			f.settler = believing(f.watcher.reading, wrong)
			f.watcher.Checkpoint(f.settler.Beliefs())
			accepted = f.settler.Rows()
		}
	}
	slices.Sort(doubted)
	if diff := cmp.Diff([]string{"C3", "G9", "I9"}, doubted); diff != "" {
		t.Errorf("doubted: -want +got\n%s", diff)
	}
	if diff := cmp.Diff(accepted, f.Rows()); diff != "" {
		t.Errorf("the accepted position was rewritten: -before +after\n%s", diff)
	}
}

// believing is a settler that holds what the reading says but for some points.
func believing(r vision.Reading, wrong map[board.Point]board.Color) *vision.Settler {
	r.Cells = slices.Clone(r.Cells)
	for p, color := range wrong {
		c := &r.Cells[p.Row()*r.Size+p.Col()]
		*c = certainly(*c, color, 0.99)
	}
	s := vision.NewSettler(r.Size)
	s.Start(r, nil)
	return s
}
