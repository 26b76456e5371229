package eyeproc

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/vision/wire"
)

// recorded writes a stream of five frames, a tenth of a second apart, cut short.
func recorded(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.eye")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := wire.NewWriter(f)
	start := wire.Seconds(1000 * time.Second) // a camera's own clock
	w.Write(wire.Message{Type: wire.Hello, Clock: wire.ClockMonotonic})
	for i := range 5 {
		w.Write(wire.Message{Type: wire.Frame, T: start + wire.Seconds(i)*wire.Seconds(100*time.Millisecond), Frame: i})
	}
	f.Write([]byte{0, 0})
	f.Close()
	return path
}

// TestPlayback plays a recorded stream in its own pace and as fast as possible.
func TestPlayback(t *testing.T) {
	path := recorded(t)
	if !IsRecording(path) || IsRecording(path+"x") {
		t.Fatal("recordings are not told from other files")
	}
	for pace, want := range map[string]time.Duration{"realtime": 400 * time.Millisecond, "max": 0} {
		synctest.Test(t, func(t *testing.T) {
			out := make(chan Report)
			ended := make(chan error, 1)
			began := time.Now()
			go func() {
				ended <- New(Options{Source: path, Pace: pace}).Run(t.Context(), out)
				close(out)
			}()
			var types []wire.Type
			for r := range out {
				types = append(types, r.Message.Type)
			}
			if err := <-ended; err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took != want {
				t.Errorf("%s: took %v, want %v", pace, took, want)
			}
			frames := slices.Repeat([]wire.Type{wire.Frame}, 5)
			if all := append(append([]wire.Type{wire.Hello}, frames...), wire.End); !slices.Equal(types, all) {
				t.Errorf("%s: %v", pace, types)
			}
		})
	}
}
