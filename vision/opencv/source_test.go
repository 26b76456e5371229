package opencv

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gocv.io/x/gocv"
)

// fakeDevice plays a script of what a camera's driver does, one step a read.
type fakeDevice struct {
	mu     sync.Mutex
	script []string // "frame", "dead" (reading fails), "hang" (does not return)
	reads  int
	opened int
	fails  int // so many openings fail before one succeeds
	freed  chan struct{}
}

func (d *fakeDevice) open() (grabber, Info, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.opened > 0 && d.fails > 0 {
		d.fails--
		return nil, Info{}, errors.New("no such device")
	}
	d.opened++
	return d, Info{FPS: 30, Width: 64, Height: 48}, nil
}

func (d *fakeDevice) Read(frame *gocv.Mat) bool {
	d.mu.Lock()
	step := "frame"
	if d.reads < len(d.script) {
		step = d.script[d.reads]
	}
	d.reads++
	d.mu.Unlock()
	switch step {
	case "dead":
		return false
	case "hang":
		<-d.freed
		return false
	}
	time.Sleep(time.Millisecond)
	picture := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(10, 20, 30, 0), 48, 64, gocv.MatTypeCV8UC3)
	defer func() { _ = picture.Close() }()
	picture.CopyTo(frame)
	return true
}

func (d *fakeDevice) Close() error { return nil }

// openFake opens a camera on a fake device without the pauses between openings.
func openFake(t *testing.T, d *fakeDevice) *camera {
	t.Helper()
	d.freed = make(chan struct{})
	s, err := openCameraPaused("fake", d.open, func(time.Duration) { time.Sleep(time.Millisecond) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		close(d.freed)
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s.(*camera)
}

// awaitNumber lets frames pass unread until number n has come.
func (c *camera) awaitNumber(n int) int {
	for {
		c.mu.Lock()
		newest := c.number
		c.mu.Unlock()
		if newest >= n {
			return newest
		}
		time.Sleep(time.Millisecond)
	}
}

func TestCameraGivesTheNewestFrame(t *testing.T) {
	c := openFake(t, &fakeDevice{})
	frame := gocv.NewMat()
	defer func() { _ = frame.Close() }()
	last := Stamp{Frame: -1}
	for range 5 {
		s, err := c.Next(&frame)
		if err != nil {
			t.Fatal(err)
		}
		if s.Frame <= last.Frame || s.At <= last.At {
			t.Errorf("frame %+v after %+v", s, last)
		}
		if newest := c.awaitNumber(s.Frame + 3); last.Frame >= 0 && s.Frame < last.Frame+3 {
			t.Errorf("frame %d was taken when %d had come: stale ones are kept", s.Frame, newest)
		}
		last = s
	}
	if now := Monotonic(); last.At > now || now-last.At > 10*time.Second {
		t.Errorf("captured at %v, it is %v now", last.At, now)
	}
	if frame.Cols() != 64 || !c.Info().Live {
		t.Errorf("frame of %d columns, info %+v", frame.Cols(), c.Info())
	}
}

// TestCameraIsOpenedAgain: unplugged, and twice not there when looked for.
func TestCameraIsOpenedAgain(t *testing.T) {
	d := &fakeDevice{script: []string{"frame", "dead"}, fails: 2}
	c := openFake(t, d)
	frame := gocv.NewMat()
	defer func() { _ = frame.Close() }()
	for n := 0; n < 3; {
		switch _, err := c.Next(&frame); {
		case err == nil:
			n++
		case !errors.Is(err, ErrNoFrame):
			t.Fatal(err)
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.opened != 2 || d.fails != 0 {
		t.Errorf("opened %d times with %d failures left: want 2 and 0", d.opened, d.fails)
	}
}

// TestCameraThatHangs: Next returns although the driver does not.
func TestCameraThatHangs(t *testing.T) {
	c := openFake(t, &fakeDevice{script: []string{"frame", "hang"}})
	frame := gocv.NewMat()
	defer func() { _ = frame.Close() }()
	for range 3 {
		if _, err := c.Next(&frame); errors.Is(err, ErrNoFrame) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
	t.Error("a hanging camera keeps giving frames")
}

func TestFolderPlaysItsPicturesInOrder(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"b.png", "a.png", "c.jpg"} {
		m := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(float64(40*i), 0, 0, 0), 20, 30, gocv.MatTypeCV8UC3)
		ok := gocv.IMWrite(filepath.Join(dir, name), m)
		_ = m.Close()
		if !ok {
			t.Fatal("cannot write a picture")
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("not a picture"), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Open(dir, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	frame := gocv.NewMat()
	defer func() { _ = frame.Close() }()
	for i, blue := range []byte{0, 80} { // b.png, c.jpg: a.png was skipped
		stamp, err := s.Next(&frame)
		if err != nil || stamp.Frame != i+1 || stamp.At != time.Duration(i+1)*100*time.Millisecond {
			t.Fatalf("picture %d: %+v, %v", i, stamp, err)
		}
		if pix, _ := frame.DataPtrUint8(); pix[0] < blue-3 && blue > 3 || pix[0] > blue+3 {
			t.Errorf("picture %d is blue by %d, want %d", i, pix[0], blue)
		}
	}
	if _, err := s.Next(&frame); !errors.Is(err, io.EOF) {
		t.Errorf("after the last picture: %v, want EOF", err)
	}
}

// TestVideoFromTheMiddle: frame n is frame n, wherever reading began.
func TestVideoFromTheMiddle(t *testing.T) {
	path, _ := testVideo(t, "D4")
	read := func(from, n int) []byte {
		s, err := Open(path, from)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close() }()
		frame := gocv.NewMat()
		defer func() { _ = frame.Close() }()
		for {
			stamp, err := s.Next(&frame)
			if err != nil {
				t.Fatal(err)
			}
			if stamp.Frame == n {
				return frame.ToBytes()
			}
		}
	}
	if string(read(0, 40)) != string(read(40, 40)) {
		t.Error("frame 40 looks otherwise when read first")
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	for name, want := range map[string]string{
		filepath.Join(t.TempDir(), "none"): "check the path",
		t.TempDir():                        "no pictures",
		"/dev/null":                        "not a video device",
		"/dev/no-such-camera":              "no such camera",
		"gst:videotestsrc":                 "appsink",
	} {
		s, err := Open(name, 0)
		if err == nil {
			_ = s.Close()
			t.Errorf("%s was opened", name)
			continue
		}
		if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %q: want the name and %q", name, err, want)
		}
	}
}
