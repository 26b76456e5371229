package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"shinpan/vision"
	"shinpan/vision/wire"
)

// openIn is a standard input that stays open until it is closed.
func openIn() (io.Reader, *io.PipeWriter) { return io.Pipe() }

// streamOf runs eye stream to its end and returns its bytes.
func streamOf(t *testing.T, args ...string) (data []byte, code int, errs string) {
	t.Helper()
	in, referee := openIn()
	defer func() { _ = referee.Close() }()
	var out, said bytes.Buffer
	code = dispatch(context.Background(), append([]string{"stream"}, args...), stdio{in, &out, &said})
	return out.Bytes(), code, said.String()
}

func messages(t *testing.T, data []byte) (out []wire.Message) {
	t.Helper()
	r := wire.NewReader(bytes.NewReader(data))
	for {
		m, err := r.Read()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
}

// TestStreamOfAVideo: the order of messages, a heartbeat a frame after its sightings, and
// the same bytes every time, also in the recording.
func TestStreamOfAVideo(t *testing.T) {
	video, _ := readTruth(t, "SHOW")
	record := filepath.Join(t.TempDir(), "show.eye")
	args := []string{"--source", video, "--pace", "max", "--from", "620"}
	one, code, errs := streamOf(t, append(args, "--record", record)...)
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, errs)
	}
	if two, _, _ := streamOf(t, args...); !bytes.Equal(one, two) {
		t.Error("the same video gives other bytes the second time")
	}
	if recorded, err := os.ReadFile(record); err != nil || !bytes.Equal(recorded, one) {
		t.Errorf("the recording is not what was streamed: %v", err)
	}
	all := messages(t, one)
	if all[0].Type != wire.Hello || all[0].Clock != wire.ClockVideo || all[0].Width != 960 || all[1].Type != wire.Calibration || len(all[1].Corners) < 8 {
		t.Errorf("begins with %+v, %+v: want hello and calibration", all[0], all[1])
	}
	if end := all[len(all)-1]; end.Type != wire.End || end.Frame != 869 {
		t.Errorf("ends with %+v", end)
	}
	frame, first := 619, vision.Kind("")
	for _, m := range all {
		switch m.Type {
		case wire.Frame:
			if frame++; m.Frame != frame || m.Settled > m.Frame || m.Settled < 620 {
				t.Fatalf("heartbeat %+v after frame %d", m, frame-1)
			}
		case wire.Seen:
			if first == "" {
				first = m.Kind
			}
			if m.Frame > frame+1 || m.SureT < m.T {
				t.Errorf("sighting %+v before its frame, %d, is read", m, frame+1)
			}
		}
	}
	if frame != 869 || first != vision.Position {
		t.Errorf("%d frames, first sighting %q: want 869 and the position", frame, first)
	}
}

// TestStreamRecordsOn: an eye that is started again appends to the recording of the
// former one, and the whole can be read.
func TestStreamRecordsOn(t *testing.T) {
	video, _ := readTruth(t, "SHOW")
	record := filepath.Join(t.TempDir(), "show.eye")
	for range 2 {
		if _, code, errs := streamOf(t, "--source", video, "--pace", "max", "--from", "860", "--record", record); code != exitOK {
			t.Fatalf("exit %d: %s", code, errs)
		}
	}
	data, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	ends := 0
	for _, m := range messages(t, data) {
		if m.Type == wire.End {
			ends++
		}
	}
	if ends != 2 {
		t.Errorf("%d streams in the recording, want 2", ends)
	}
}

// TestStreamEndsWithTheReferee: when standard input ends or says stop, the eye ends, in
// the middle of a recording played in real time.
func TestStreamEndsWithTheReferee(t *testing.T) {
	video, _ := readTruth(t, "SHOW")
	for name, leave := range map[string]func(*io.PipeWriter){
		"gone": func(w *io.PipeWriter) { _ = w.Close() },
		"stop": func(w *io.PipeWriter) { _ = wire.NewWriter(w).Write(wire.Message{Type: wire.Stop}) },
	} {
		t.Run(name, func(t *testing.T) {
			in, referee := openIn()
			out, eye := io.Pipe()
			done := make(chan int, 1)
			go func() {
				done <- dispatch(context.Background(), []string{"stream", "--source", video}, stdio{in, eye, io.Discard})
			}()
			r := wire.NewReader(out)
			for {
				m, err := r.Read()
				if err != nil {
					t.Fatal(err)
				}
				if m.Type == wire.Frame {
					break
				}
			}
			go func() { _, _ = io.Copy(io.Discard, out) }()
			leave(referee)
			if code := <-done; code != exitOK {
				t.Errorf("exit %d", code)
			}
		})
	}
}

// TestStreamSendsPictures: asked for a picture, the eye sends a JPEG of a frame.
func TestStreamSendsPictures(t *testing.T) {
	video, _ := readTruth(t, "SHOW")
	in, referee := openIn()
	out, eye := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		dispatch(ctx, []string{"stream", "--source", video, "--pace", "max"}, stdio{in, eye, io.Discard})
		_ = eye.Close()
	}()
	go func() { _ = wire.NewWriter(referee).Write(wire.Message{Type: wire.AskSnapshot}) }()
	r := wire.NewReader(out)
	for {
		m, err := r.Read()
		if err != nil {
			t.Fatalf("no picture came: %v", err)
		}
		if m.Type != wire.Snapshot {
			continue
		}
		if m.Width != 960 || m.Height != 720 || !bytes.HasPrefix(m.Blob, []byte{0xff, 0xd8}) {
			t.Errorf("a picture of %dx%d that begins with %x: want a JPEG of 960x720", m.Width, m.Height, m.Blob[:2])
		}
		break
	}
	cancel()
	go func() { _, _ = io.Copy(io.Discard, out) }()
	time.Sleep(10 * time.Millisecond) // let the eye close its source before the test process goes on
}

// TestStreamOfBadInput: a fault on the stream, one line on standard error, exit 1.
func TestStreamOfBadInput(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none.mp4")
	for _, source := range []string{missing, "/dev/video99", "gst:videotestsrc", "gst:nonsense ! appsink"} {
		data, code, errs := streamOf(t, "--source", source)
		all := messages(t, data)
		if code != exitBad || strings.Count(errs, "\n") < 1 || len(all) != 1 || all[0].Type != wire.Fault || all[0].Code != faultSource {
			t.Errorf("%s: exit %d, says %q, streams %+v: want exit 1, a line and a fault", source, code, errs, all)
		}
	}
	for _, args := range [][]string{
		{}, {"--source", missing, "--pace", "fast"}, {"--source", missing, "--from", "-1"},
		{"--source", missing, "--board", "xx"}, {"--source", missing, "more"},
	} {
		if _, code, errs := streamOf(t, args...); code != exitUsage || errs == "" {
			t.Errorf("%q: exit %d, says %q: want exit 2 and why", args, code, errs)
		}
	}
}
