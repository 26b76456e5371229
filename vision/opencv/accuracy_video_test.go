package opencv

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"shinpan/board"
	"shinpan/vision"
)

// film is the truth of a video.
type film struct {
	Size    int
	Corners [4][2]float64    `json:"corners_px"`
	Side    vision.BlackSide `json:"black_side"`
	Initial []string
	Events  []struct {
		Frame    int
		Type     string
		Color    board.Color
		Point    board.Point
		From, To board.Point
	}
}

// loadFilm reads the truth beside a video.
func loadFilm(t *testing.T, name string) film {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dataDir, "videos", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var f film
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// start is the position of the first frame.
func (f film) start(t *testing.T) board.Board {
	t.Helper()
	b := board.New(f.Size)
	for i, row := range f.Initial {
		for col, letter := range row {
			if c, ok := board.ColorOfRune(letter); ok && c != board.Empty {
				b.Set(board.At(col, f.Size-1-i), c)
			}
		}
	}
	return b
}

// Every film that is not bumped: the grid is found in the first frame, and no frame without
// a hand has a point that is wrong without a '?'.
func TestFilmsReadFrameByFrame(t *testing.T) {
	needData(t)
	names, every := []string{"SHOW", "D1"}, 29
	if os.Getenv("SHINPAN_LONG") != "" {
		names, every = []string{"SHOW", "D1", "D2", "D3", "D4"}, 5
	} else {
		t.Log("a part of the frames only; the long run with SHINPAN_LONG=1 reads more")
	}
	for _, name := range names {
		frames, wrong, marked := readFilm(t, name, every)
		t.Logf("| %-4s | %4d frames without a hand | wrong %d | '?' %d |", name, frames, wrong, marked)
		if frames == 0 || wrong > 0 {
			t.Errorf("%s: %d points wrong in silence in %d frames", name, wrong, frames)
		}
	}
}

func readFilm(t *testing.T, name string, every int) (frames, wrong, marked int) {
	t.Helper()
	f := loadFilm(t, name)
	want := f.start(t)
	video, err := gocv.VideoCaptureFile(filepath.Join(dataDir, "videos", name+".mp4"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = video.Close() }()
	frame := gocv.NewMat()
	defer func() { _ = frame.Close() }()
	var reader *Reader
	hand := false
	for n := 0; video.Read(&frame); n++ {
		for len(f.Events) > 0 && f.Events[0].Frame <= n {
			e := f.Events[0]
			f.Events = f.Events[1:]
			switch e.Type {
			case "hand_in", "hand_out":
				hand = e.Type == "hand_in"
			case "place", "drop":
				want.Set(e.Point, e.Color)
			case "lift":
				want.Set(e.Point, board.Empty)
			case "move":
				want.Set(e.To, e.Color)
			}
		}
		if reader == nil {
			found, err := FindGrid(frame, f.Size)
			if err != nil {
				t.Fatalf("%s: first frame: %v", name, err)
			}
			if _, off := (truth{size: f.Size, corners: f.Corners}).nearest(found.Grid.Corners); off > 0.1 {
				t.Fatalf("%s: first frame: corners off by %.2f of the pitch", name, off)
			}
			if reader, err = NewReader(found.Grid, frame.Cols(), frame.Rows()); err != nil {
				t.Fatal(err)
			}
		}
		if hand || n%every != 0 {
			continue
		}
		cells, err := reader.Read(frame)
		if err != nil {
			t.Fatal(err)
		}
		frames++
		w, m := againstFilm(t, name, n, f, cells, &want)
		wrong, marked = wrong+w, marked+m
	}
	return frames, wrong, marked
}

func againstFilm(t *testing.T, name string, n int, f film, cells []vision.Cell, want *board.Board) (wrong, marked int) {
	t.Helper()
	var faults []string
	for i, c := range cells {
		p := f.Side.Point(i%f.Size, i/f.Size, f.Size)
		switch c.Rune() {
		case want.At(p).Rune():
		case '?':
			marked++
		default:
			wrong++
			faults = append(faults, p.String())
		}
	}
	if len(faults) > 0 {
		t.Logf("%s: frame %d: %s", name, n, strings.Join(faults, " "))
	}
	return wrong, marked
}
