package opencv

import (
	"errors"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"
)

// looped plays a video again and again as one, without a break in frames and time.
type looped struct {
	t     *testing.T
	path  string
	video Source
	base  int // frames before this round
	last  int
	round int
}

func newLooped(t *testing.T, path string) *looped {
	t.Helper()
	l := &looped{t: t, path: path}
	l.open()
	return l
}

func (l *looped) open() {
	var err error
	if l.video, err = Open(l.path, 0); err != nil {
		l.t.Fatal(err)
	}
}

func (l *looped) Info() Info { return l.video.Info() }

func (l *looped) Next(frame *gocv.Mat) (Stamp, error) {
	s, err := l.video.Next(frame)
	if errors.Is(err, io.EOF) {
		_ = l.video.Close()
		l.open()
		l.base, l.round = l.last+1, l.round+1
		s, err = l.video.Next(frame)
	}
	l.last = l.base + s.Frame
	return Stamp{Frame: l.last, At: frameTime(l.last, l.video.Info().FPS)}, err
}

func (l *looped) Close() error { return l.video.Close() }

// openMats counts the Mats that are open, where gocv counts them (leak_test.go).
var openMats = func() int { return 0 }

// residentKB is the memory of this process.
func residentKB(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(rest), " kB"))
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatal("the kernel does not say how much memory this process has")
	return 0
}

// Twenty minutes of a looped video may change this and no more.
const (
	mostDrift  = 0.05     // of the corners, in pitches
	mostGrowth = 12 << 10 // of the memory after the third round, in kB
)

// TestTwentyMinutes follows a video of a game again and again for twenty minutes of its
// time. At the end of each round the grid is where it was after the first, as many Mats are
// open, and the memory does not grow.
func TestTwentyMinutes(t *testing.T) {
	if os.Getenv("SHINPAN_LONG") == "" {
		t.Skip("a long test: set SHINPAN_LONG=1")
	}
	for _, name := range []string{"D1", "SHOW"} {
		t.Run(name, func(t *testing.T) { followForLong(t, name, 20*time.Minute) })
	}
}

func followForLong(t *testing.T, name string, length time.Duration) {
	path, _ := testVideo(t, name)
	l := newLooped(t, path)
	f := NewFollower(l, Options{Size: 15})
	defer func() { _ = f.Close() }()
	var first Found
	mats, memory, drift := 0, 0, 0.0
	round := 0
	for {
		step, err := f.Next()
		if err != nil {
			t.Fatal(err)
		}
		if l.round == round {
			continue
		}
		round = l.round
		switch round {
		case 1:
			first.Grid = f.Grid()
		case 3:
			runtime.GC()
			mats, memory = openMats(), residentKB(t)
		}
		d := cornersApart(f.Grid(), first.Grid)
		drift = max(drift, d)
		if d > mostDrift {
			t.Fatalf("round %d: the grid lies %.3f pitches from where it was", round, d)
		}
		if step.At > length {
			break
		}
	}
	runtime.GC()
	grown := residentKB(t) - memory
	if left := openMats() - mats; left != 0 || grown > mostGrowth {
		t.Errorf("after %d rounds %d more Mats are open, and %d kB more are used", round, left, grown)
	}
	t.Logf("%d rounds, %d frames: drift at most %.4f pitches, memory %+d kB", round, l.last, drift, grown)
}
