package eyeproc

import (
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A camera that has nothing to read yet, here a pipe nobody writes to, must not hold up
// the start or the end of the referee.
func TestACameraIsNotReadFrom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "camera")
	if err := unix.Mkfifo(path, 0o600); err != nil {
		t.Skipf("NOT RUN: no pipe can be made here: %v", err)
	}
	answer := make(chan bool, 1)
	go func() { answer <- IsRecording(path) }()
	select {
	case is := <-answer:
		if is {
			t.Error("a camera is taken for a recording")
		}
	case <-time.After(10 * time.Second):
		t.Error("waits for a camera to say something")
	}
}
