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
				if r.Film != nil {
					if r.Film.None != noPictures {
						t.Errorf("says of its pictures: %q", r.Film.None)
					}
					continue
				}
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

// TestPlaybackAnswersForPictures: the pictures in a recording are answers to questions, and
// the answers to the questions of its own time are left out.
func TestPlaybackAnswersForPictures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.eye")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := wire.NewWriter(f)
	w.Write(wire.Message{Type: wire.Hello, Clock: wire.ClockMonotonic})
	for i := range 20 {
		at := wire.Seconds(1000*time.Second) + wire.Seconds(i)*wire.Seconds(time.Second)
		w.Write(wire.Message{Type: wire.Snapshot, T: at, Frame: i, Width: 4, Height: 3, Blob: []byte{0xff, byte(i)}})
		w.Write(wire.Message{Type: wire.Clip, ID: "of its own time", T: at, Frame: i, Blob: []byte{1}})
		w.Write(wire.Message{Type: wire.Frame, T: at, Frame: i})
	}
	f.Close()
	out := make(chan Report)
	eye := New(Options{Source: path, Pace: "max"})
	go func() {
		eye.Run(t.Context(), out)
		close(out)
	}()
	var frames []int
	var films []string
	var end wire.Message
	for r := range out {
		m := r.Message
		switch {
		case r.Film != nil:
			films = append(films, r.Film.None)
		case m.Type == wire.Frame && m.Frame == 10:
			eye.Say(wire.Message{Type: wire.AskClip, ID: "a", T: m.T, Before: wire.Seconds(3 * time.Second), After: wire.Seconds(2 * time.Second)})
		case m.Type == wire.Clip:
			if m.ID != "a" || m.Blob[1] != byte(m.Frame) {
				t.Errorf("clip %+v", m)
			}
			frames = append(frames, m.Frame)
		case m.Type == wire.ClipEnd:
			end = m
		}
	}
	if want := []int{7, 8, 9, 10, 11, 12}; !slices.Equal(frames, want) || end.Count != 6 || end.Reason != "" {
		t.Errorf("pictures %v, end %+v: want %v", frames, end, want)
	}
	if want := []string{noPictures, ""}; !slices.Equal(films, want) {
		t.Errorf("says of its pictures %q, want %q", films, want)
	}
}
