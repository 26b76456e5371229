package opencv

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// pictureSets are the labelled pictures; few takes every n-th where SHINPAN_LONG is not
// set. The bounds are what must hold: how many boards of a hundred may not be found or not
// be read entirely, and how many points of ten thousand may be wrong in silence.
var pictureSets = []struct {
	name, labels string
	few          int
	corners      bool // take the corners from the labels: the board's edge cannot be seen
	lost, faulty int  // boards of a hundred
	silent       int  // points of ten thousand
}{
	{name: "stills s000-s019", labels: "stills/s0*/board.txt", few: 4, lost: 5, faulty: 20, silent: 6},
	{name: "stills s100-s279", labels: "stills/s[12]*/board.txt", few: 12, lost: 2, faulty: 20, silent: 3},
	{name: "gomoku-robot", labels: "photos/gomoku-robot/*.board.txt", few: 3, faulty: 10, silent: 2},
	{name: "gomrade", labels: "photos/gomrade/*.board.txt", few: 1, faulty: 10, silent: 2},
	{name: "goban_scanner", labels: "photos/goban_scanner/*.board.txt", few: 8, faulty: 25, silent: 2},
	{name: "go-vision-game4", labels: "photos/go-vision-game4/*.board.txt", few: 20, corners: true, faulty: 5, silent: 2},
}

// score counts how a set was read.
type score struct {
	boards, found, right int
	points, wrong, mark  int
}

func (s *score) add(o score) {
	s.boards += o.boards
	s.found += o.found
	s.right += o.right
	s.points += o.points
	s.wrong += o.wrong
	s.mark += o.mark
}

// String is one row of the table in docs/ACCURACY.md.
func (s score) String() string {
	return fmt.Sprintf("%6d | %5.1f %% | %5.1f %% | %6d | %5d | %5d", s.boards,
		100*float64(s.found)/float64(s.boards), 100*float64(s.right)/float64(s.boards), s.points, s.wrong, s.mark)
}

func TestAccuracy(t *testing.T) {
	needData(t)
	long := os.Getenv("SHINPAN_LONG") != ""
	if !long {
		t.Log("a part of the pictures only; the long run with SHINPAN_LONG=1 reads all")
	}
	t.Log("| set | boards | found | entirely right | points | wrong | '?' |")
	for _, set := range pictureSets {
		var s score
		for i, tr := range loadTruths(t, set.labels) {
			if long || i%set.few == 0 {
				readOne(t, tr, set.corners, &s)
			}
		}
		t.Logf("| %-16s | %v |", set.name, s)
		if 100*(s.boards-s.found) > set.lost*s.boards {
			t.Errorf("%s: %d of %d boards not found, want at most %d %%", set.name, s.boards-s.found, s.boards, set.lost)
		}
		if 100*(s.found-s.right) > set.faulty*s.found {
			t.Errorf("%s: %d of %d boards not read entirely, want at most %d %%", set.name, s.found-s.right, s.found, set.faulty)
		}
		// One hard picture weighs too much in a small sample: two points more there.
		allowed := set.silent * s.points / 10000
		if !long {
			allowed += 2
		}
		if s.wrong > allowed {
			t.Errorf("%s: %d of %d points wrong in silence, want at most %d in ten thousand", set.name, s.wrong, s.points, set.silent)
		}
	}
}

// readOne finds and reads one picture and adds to the score.
func readOne(t *testing.T, tr truth, corners bool, s *score) {
	t.Helper()
	frame := tr.image(t)
	defer func() { _ = frame.Close() }()
	readFrame(t, tr, frame, corners, s)
}

// readFrame finds and reads a picture whose truth is known.
func readFrame(t *testing.T, tr truth, frame gocv.Mat, corners bool, s *score) {
	t.Helper()
	s.boards++
	var grid vision.Grid
	if corners {
		tr, _ = tr.asSeen(upright(tr.corners))
		g, err := vision.NewGrid(tr.size, tr.corners)
		if err != nil {
			t.Fatalf("%s: %v", tr.name, err)
		}
		grid = g
	} else {
		f, err := FindGrid(frame, tr.size)
		if err != nil {
			t.Logf("%s: %v", tr.name, err)
			return
		}
		turned, off := tr.asSeen(f.Grid.Corners)
		if off > 0.3 {
			t.Logf("%s: grid off by %.1f of the pitch, sure %.2f", tr.name, off, f.Sure)
			return
		}
		tr, grid = turned, f.Grid
	}
	s.found++
	r, err := NewPatientReader(grid, frame.Cols(), frame.Rows())
	if err != nil {
		t.Fatalf("%s: %v", tr.name, err)
	}
	defer r.Close()
	cells, err := r.readAlone(frame, grid)
	if err != nil {
		t.Fatalf("%s: %v", tr.name, err)
	}
	compare(t, tr, cells, s)
}

func compare(t *testing.T, tr truth, cells []vision.Cell, s *score) {
	t.Helper()
	var faults []string
	for i, c := range cells {
		col, row := i%tr.size, i/tr.size
		want, got := rune(tr.rows[row][col]), c.Rune()
		if want == '?' {
			continue
		}
		s.points++
		switch got {
		case want:
			continue
		case '?':
			s.mark++
		default:
			s.wrong++
		}
		faults = append(faults, fmt.Sprintf("%d,%d:%c>%c(x%.2f o%.2f .%.2f c%.2f w%.2f b%.2f)", col, row, want, got, c.Black, c.White, c.Empty, c.Contrast, c.Warm, c.Cool))
	}
	if len(faults) == 0 {
		s.right++
		return
	}
	t.Logf("%s: %s", tr.name, strings.Join(faults[:min(len(faults), 8)], " "))
}

// TestWritePictureList writes the list of pictures that vision/train reads, with the grids
// as they are found, to the file named by SHINPAN_PICTURES; where a grid is not found, it
// is fitted to the labelled corners.
func TestWritePictureList(t *testing.T) {
	path := os.Getenv("SHINPAN_PICTURES")
	if path == "" {
		t.Skip("writes a list of pictures only where SHINPAN_PICTURES names a file")
	}
	needData(t)
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	list := json.NewEncoder(out)
	for _, set := range pictureSets {
		for _, tr := range loadTruths(t, set.labels) {
			frame := tr.image(t)
			f, err := FindGrid(frame, tr.size)
			seen, off := tr.asSeen(f.Grid.Corners)
			if err != nil || off > 0.3 {
				seen, _ = tr.asSeen(upright(tr.corners))
				f, err = FitGrid(frame, tr.size, seen.corners)
			}
			_ = frame.Close()
			if err != nil {
				continue
			}
			if err := list.Encode(map[string]any{"picture": tr.picture, "grid": f.Grid, "rows": seen.rows}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}
