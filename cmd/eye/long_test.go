package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"shinpan/board"
	"shinpan/vision/wire"
)

// The most memory the eye may take on a stream of 1280x720, and how much more after an
// hour than after three minutes, in kB.
const (
	mostMemory = 150 << 10
	mostGrowth = 8 << 10
)

// TestAnHourOfVideo streams an hour of a looped 720p video at full speed, with a question for
// pictures every minute, and looks at the memory of the process.
func TestAnHourOfVideo(t *testing.T) {
	if os.Getenv("SHINPAN_LONG") == "" {
		t.Skip("a long test: set SHINPAN_LONG=1")
	}
	eye, err := filepath.Abs(filepath.Join("..", "..", "bin", "eye"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(eye); err != nil {
		t.Skip("SKIPPED, and it should not be: bin/eye is not built; ./test builds it")
	}
	cmd := exec.CommandContext(t.Context(), eye, "stream", "--source", hourOfVideo(t), "--pace", "max", "--leash", "24")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	peak, early, pictures, at := 0, 0, 0, time.Duration(0)
	tell, minute := wire.NewWriter(in), 0
	for r := wire.NewReader(out); ; {
		m, err := r.Read()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			break
		}
		pictures += len(m.Blob)
		if m.Type != wire.Frame {
			continue
		}
		at = m.T.Duration()
		_ = tell.Write(wire.Message{Type: wire.Heard, Frame: m.Frame}) // after the last frame nobody listens
		if now := int(at / time.Minute); now > minute {
			minute = now
			_ = tell.Write(wire.Message{
				Type: wire.AskClip, ID: fmt.Sprint(minute), T: m.T, Before: wire.Seconds(4 * time.Second),
				After: wire.Seconds(2 * time.Second), Points: []board.Point{board.MustPoint("H8")},
			})
		}
		if m.Frame%100 != 0 {
			continue
		}
		memory := residentKB(cmd.Process.Pid)
		if peak = max(peak, memory); at < 3*time.Minute {
			early = peak
		}
	}
	_ = in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if at < 59*time.Minute || pictures == 0 {
		t.Errorf("streamed %v of video and %d bytes of pictures", at, pictures)
	}
	if peak > mostMemory || peak-early > mostGrowth {
		t.Errorf("%d kB after three minutes, at most %d: want at most %d, and %d more", early, peak, mostMemory, mostGrowth)
	}
	t.Logf("%v of video: %d kB after three minutes, at most %d kB", at.Round(time.Second), early, peak)
}

// hourOfVideo is the video D1 as 720p, again and again for an hour.
func hourOfVideo(t *testing.T) string {
	t.Helper()
	video, _ := readTruth(t, "D1")
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("SKIPPED, and it should not be: ffmpeg is not installed; ./test installs it")
	}
	dir := t.TempDir()
	once, hour := filepath.Join(dir, "once.mp4"), filepath.Join(dir, "hour.mp4")
	for _, args := range [][]string{
		{"-i", video, "-vf", "scale=1280:720", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "20", once},
		{"-stream_loop", "53", "-i", once, "-c", "copy", hour},
	} {
		if said, err := exec.CommandContext(t.Context(), ffmpeg, append([]string{"-v", "error"}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("ffmpeg: %v\n%s", err, said)
		}
	}
	return hour
}

// residentKB is the memory of a process, 0 where it has ended.
func residentKB(pid int) (kb int) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			_, _ = fmt.Sscan(rest, &kb)
		}
	}
	return kb
}
