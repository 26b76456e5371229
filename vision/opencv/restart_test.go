package opencv

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shinpan/board"
	"shinpan/vision"
)

// videoFolder holds the videos and their truth; see its README.
const videoFolder = "../../../shared/data/videos"

// videoTruth is what of a video's truth file the tests need.
type videoTruth struct {
	Corners [4][2]float64 `json:"corners_px"` // of A15, O15, O1, A1
	Side    string        `json:"black_side"`
	Final   []string      `json:"final"`
	Events  []struct {
		Type, Color string
		Frame       int
		T           float64
		Point       board.Point
	} `json:"events"`
}

// testVideo opens a video and its truth, and skips the test where there is none.
func testVideo(t testing.TB, name string) (string, videoTruth) {
	t.Helper()
	path := filepath.Join(videoFolder, name+".mp4")
	data, err := os.ReadFile(filepath.Join(videoFolder, name+".json"))
	if err != nil {
		t.Skipf("SKIPPED: no ../shared/data: %v", err)
	}
	var tr videoTruth
	if err := json.Unmarshal(data, &tr); err != nil {
		t.Fatal(err)
	}
	return path, tr
}

// seenCorners are the corners top-left, top-right, bottom-right, bottom-left as seen.
func (tr videoTruth) seenCorners() *[4][2]float64 {
	turn := map[string]int{"bottom": 0, "right": 1, "top": 2, "left": 3}[tr.Side]
	var out [4][2]float64
	for i := range out {
		out[i] = tr.Corners[(i+turn)%4]
	}
	return &out
}

// frameLog is what a follower said of one frame, apart from hands.
type frameLog struct {
	Frame, Settled int
	Seen           []vision.Sighting
}

// follow runs a follower to the end of its source or through frame last.
func follow(t *testing.T, path string, from, last int, o Options) (log []frameLog, boards map[int]board.Board, grid vision.Grid) {
	t.Helper()
	source, err := Open(path, from)
	if err != nil {
		t.Fatal(err)
	}
	f := NewFollower(source, o)
	defer func() { _ = f.Close() }()
	boards = map[int]board.Board{}
	for {
		step, err := f.Next()
		if errors.Is(err, io.EOF) {
			return log, boards, f.grid
		}
		if err != nil {
			t.Fatal(err)
		}
		entry := frameLog{Frame: step.Frame, Settled: step.Settled}
		for _, s := range step.Sightings {
			s.Rows = nil
			entry.Seen = append(entry.Seen, s)
		}
		log = append(log, entry)
		boards[step.Frame] = f.settler.Board()
		if step.Frame >= last {
			return log, boards, f.grid
		}
	}
}

// TestRestartSeesTheSame kills the eye at several frames and starts another from the
// last settled one: everything it says must be what the first would have said.
func TestRestartSeesTheSame(t *testing.T) {
	path, tr := testVideo(t, "D4")
	const end = 520
	o := Options{Size: 15, Corners: tr.seenCorners(), Side: vision.BlackSide(tr.Side)}
	whole, boards, grid := follow(t, path, 0, end, o)
	for _, cut := range []int{60, 245, 350, 363, 470, 473} {
		settled := whole[cut].Settled
		b := boards[settled]
		restarted := o
		restarted.Board = &b
		// The referee gives the new eye the corners that the old one reported.
		restarted.Corners, restarted.K1 = &grid.Corners, grid.Lens.K1
		again, _, _ := follow(t, path, settled, min(cut+60, end), restarted)
		// The first frame's whole position is the restart's own.
		if len(again) == 0 || len(again[0].Seen) != 1 || again[0].Seen[0].Kind != vision.Position {
			t.Fatalf("cut at %d: restarted at %d: the first frame says %v: want the position", cut, settled, again[0])
		}
		want := whole[settled+1 : settled+len(again)]
		if diff := cmp.Diff(want, again[1:]); diff != "" {
			t.Errorf("cut at %d, restarted at %d: -uninterrupted +restarted\n%s", cut, settled, diff)
		}
	}
}
