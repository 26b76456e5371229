package opencv

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"
)

// jpegFile is a file of n pictures.
func jpegFile(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "stream.mjpeg")
	if err := os.WriteFile(path, []byte(strings.Repeat(string(smallPictures(t)["jpeg"]), n)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// takeFrames reads until n frames have come, and returns the complaint heard on the way.
func takeFrames(t *testing.T, c *camera, n int) (trouble string) {
	t.Helper()
	frame := gocv.NewMat()
	defer func() { _ = frame.Close() }()
	for waited := 0; n > 0; {
		switch s, err := c.Next(&frame); {
		case err == nil:
			n--
			if frame.Cols() != 20 || s.At > Monotonic() {
				t.Fatalf("frame %d of %d columns at %v", s.Frame, frame.Cols(), s.At)
			}
		case errors.Is(err, ErrNoFrame) && waited < 100:
			waited++
			if text := c.Trouble(); text != "" {
				trouble = text
			}
		default:
			t.Fatal(err)
		}
	}
	return trouble
}

// TestPipe: pictures out of a command, which is started again when it ends, with its own
// words for why.
func TestPipe(t *testing.T) {
	once := filepath.Join(t.TempDir(), "once")
	path := jpegFile(t, 20)
	command := "pipe:if test -e " + once + "; then cat " + path + "; sleep 60; else touch " + once + "; head -c 1000 " + path + "; echo 'camera 3 has failed' >&2; exit 7; fi"
	s, err := Open(command, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := s.(*camera)
	if !c.Info().Live || c.Info().FPS < 1 || c.Info().Width != 20 || c.Info().Height != 10 {
		t.Errorf("info %+v", c.Info())
	}
	_ = takeFrames(t, c, 1)
	began := time.Now()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("closing takes %v: the command is not killed", took)
	}
}

func TestPipeSaysWhy(t *testing.T) {
	path := jpegFile(t, 3)
	s, err := Open("pipe:cat "+path+"; echo 'camera 3 has failed' >&2; exit 7", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	trouble := takeFrames(t, s.(*camera), 4) // the fourth is of the next start
	if trouble == "" {
		trouble = s.(*camera).Trouble()
	}
	frame := gocv.NewMat()
	defer func() { _ = frame.Close() }()
	for range 20 {
		if _, err := s.Next(&frame); errors.Is(err, ErrNoFrame) && s.(*camera).Trouble() != "" {
			trouble = s.(*camera).Trouble()
		}
	}
	if !strings.Contains(trouble, "exit status 7") || !strings.Contains(trouble, "camera 3 has failed") {
		t.Errorf("says %q", trouble)
	}
}

func TestPipeWithoutCommand(t *testing.T) {
	if s, err := Open("pipe: ", 0); err == nil || !strings.Contains(err.Error(), "JPEGs") {
		t.Errorf("opened %v, says %v", s, err)
	}
}
