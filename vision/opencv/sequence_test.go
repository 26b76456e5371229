package opencv

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"shinpan/board"
	"shinpan/vision"
)

// slides is a Source that shows labelled photographs of one game one after the other, each
// for two seconds, with a little noise as a camera has it.
type slides struct {
	t      *testing.T
	truths []truth
	next   int
	photo  gocv.Mat
	random *rand.Rand
}

const slideFrames = 24

func (s *slides) Info() Info {
	return Info{Name: "slides", FPS: 12, Width: s.photo.Cols(), Height: s.photo.Rows()}
}
func (s *slides) Close() error { return s.photo.Close() }

func (s *slides) Next(frame *gocv.Mat) (Stamp, error) {
	if s.next == slideFrames*len(s.truths) {
		return Stamp{}, io.EOF
	}
	if s.next%slideFrames == 0 {
		_ = s.photo.Close()
		s.photo = s.truths[s.next/slideFrames].image(s.t)
	}
	s.photo.CopyTo(frame)
	pixels, err := frame.DataPtrUint8()
	if err != nil {
		return Stamp{}, err
	}
	for i := s.random.IntN(5); i < len(pixels); i += 1 + s.random.IntN(9) {
		pixels[i] = byte(max(1, int(pixels[i])) - s.random.IntN(2))
	}
	stamp := Stamp{Frame: s.next, At: frameTime(s.next, 12)}
	s.next++
	return stamp, nil
}

// TestWatchRealSequences follows photographs of real games on 9 and 19 lines, held for two
// seconds each: what was played between two photographs is told, and at the end of each the
// position is right, but for points that are doubted.
func TestWatchRealSequences(t *testing.T) {
	needData(t)
	for _, c := range []struct {
		name, pattern string
		first, last   int
		corners       bool
		long          bool
	}{
		{"gomrade", "photos/gomrade/seq_%d.jpg.board.txt", 0, 11, false, false},
		{"goban_scanner t2", "photos/goban_scanner/t2_%03d.jpg.board.txt", 0, 11, false, true},
		{"goban_scanner t2, later", "photos/goban_scanner/t2_%03d.jpg.board.txt", 50, 54, false, true},
		{"goban_scanner t2, late", "photos/goban_scanner/t2_%03d.jpg.board.txt", 100, 104, false, true},
		{"goban_scanner t3", "photos/goban_scanner/t3_%03d.jpg.board.txt", 0, 11, false, true},
		{"go-vision-game4", "photos/go-vision-game4/gocap*.board.txt", 0, 0, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.long && os.Getenv("SHINPAN_LONG") == "" {
				t.Skip("a long test: set SHINPAN_LONG=1")
			}
			var truths []truth
			if strings.Contains(c.pattern, "*") {
				truths = loadTruths(t, c.pattern)
			} else {
				for n := c.first; n <= c.last; n++ {
					tr, err := loadTruth(filepath.Join(dataDir, fmt.Sprintf(c.pattern, n)))
					if err != nil {
						t.Fatal(err)
					}
					truths = append(truths, tr)
				}
			}
			watchSlides(t, truths, c.corners)
		})
	}
}

func watchSlides(t *testing.T, truths []truth, corners bool) {
	o := Options{Size: truths[0].size, Side: vision.Bottom}
	if corners {
		o.Corners = &truths[0].corners
	}
	f := NewFollower(&slides{t: t, truths: truths, photo: truths[0].image(t), random: rand.New(rand.NewPCG(1, 2))}, o)
	defer func() { _ = f.Close() }()
	var said []string
	doubted := map[board.Point]bool{}
	for {
		step, err := f.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range step.Sightings {
			for _, p := range s.Points {
				doubted[p] = true
			}
			if s.Kind != vision.HandIn && s.Kind != vision.HandOut && s.Kind != vision.Position {
				said = append(said, fmt.Sprintf("%v at %.2f", s, s.SureAt.Seconds()))
			}
		}
		if step.Frame%slideFrames != slideFrames-1 {
			continue
		}
		tr := truths[step.Frame/slideFrames]
		rows := f.Rows()
		if rows == nil {
			t.Errorf("%s: no position yet", filepath.Base(tr.picture))
			continue
		}
		var faults []string
		for r, row := range rows {
			for col, is := range row {
				want, at := rune(tr.rows[r][col]), board.At(col, tr.size-1-r)
				// What something lies over is marked so as long as it does, but doubted aloud only once.
				told := f.watcher.reading.Cells[at.Row()*tr.size+at.Col()].Rune() != '?'
				if want != '?' && is != want && told && !doubted[at] {
					faults = append(faults, fmt.Sprintf("%s %c for %c", at, is, want))
				}
			}
		}
		if len(faults) > 0 {
			t.Errorf("%s: %s; said %q", filepath.Base(tr.picture), strings.Join(faults, ", "), said)
		}
		said = said[:0]
		clear(doubted)
	}
}
