package main

import (
	"bytes"
	"context"
	"image/jpeg"
	"io"
	"testing"
	"time"

	"shinpan/board"
	"shinpan/vision/wire"
)

// TestStreamAnswersForPictures asks for the pictures around moments of a video played at full
// speed, of the last frame too, and holds the stream to its leash.
func TestStreamAnswersForPictures(t *testing.T) {
	video, _ := readTruth(t, "SHOW")
	const first, last, ahead = 740, 869, 24
	in, referee := openIn()
	out, eye := io.Pipe()
	go func() {
		dispatch(context.Background(), []string{"stream", "--source", video, "--pace", "max", "--from", "740", "--leash", "24"}, stdio{in, eye, io.Discard})
		_ = eye.Close()
	}()
	tell := wire.NewWriter(referee)
	ask := func(id string, at wire.Seconds) {
		m := wire.Message{
			Type: wire.AskClip, ID: id, T: at, Before: wire.Seconds(2 * time.Second), After: wire.Seconds(time.Second),
			Points: []board.Point{board.MustPoint("H8"), board.MustPoint("A1")},
		}
		if err := tell.Write(m); err != nil {
			t.Fatal(err)
		}
	}
	got := map[string]map[wire.Type]int{}
	ends := map[string]wire.Message{}
	heard := first - 1
	for r := wire.NewReader(out); ; {
		m, err := r.Read()
		if err != nil {
			t.Fatal(err)
		}
		switch m.Type {
		case wire.Clip, wire.Crop, wire.Strip:
			if got[m.ID] == nil {
				got[m.ID] = map[wire.Type]int{}
			}
			got[m.ID][m.Type]++
			checkPicture(t, m)
		case wire.ClipEnd:
			ends[m.ID] = m
		case wire.Frame:
			if m.Frame > heard+ahead+1 {
				t.Fatalf("frame %d when %d has been dealt with: want at most %d ahead", m.Frame, heard, ahead)
			}
			if m.Frame == 800 || m.Frame == last {
				ask(map[int]string{800: "middle", last: "last"}[m.Frame], m.T)
			}
			heard = m.Frame
			if err := tell.Write(wire.Message{Type: wire.Heard, Frame: heard}); err != nil {
				t.Fatal(err)
			}
		}
		if m.Type == wire.End {
			break
		}
	}
	for id, least := range map[string]int{"middle": 11, "last": 7} {
		end, ok := ends[id]
		if !ok || end.Count < least || end.Count != got[id][wire.Clip] {
			t.Errorf("%s: ended with %+v after %v: want at least %d pictures", id, end, got[id], least)
		}
		if got[id][wire.Strip] != 1 || got[id][wire.Crop] < 4 || got[id][wire.Crop]%2 != 0 {
			t.Errorf("%s: %v: want a strip and crops of both points", id, got[id])
		}
	}
}

func checkPicture(t *testing.T, m wire.Message) {
	t.Helper()
	config, err := jpeg.DecodeConfig(bytes.NewReader(m.Blob))
	if err != nil || config.Width != m.Width || config.Height != m.Height || m.Width < 50 {
		t.Errorf("%s of %s: %dx%d, in truth %dx%d: %v", m.Type, m.ID, m.Width, m.Height, config.Width, config.Height, err)
	}
}

// TestLeashIsLetGo: nothing holds a stream whose context has ended, or a camera's.
func TestLeashIsLetGo(t *testing.T) {
	l := newLeash(2)
	l.begin(10)
	l.wait(t.Context(), 11)
	ended, end := context.WithCancel(t.Context())
	end()
	l.wait(ended, 100)
	l.off()
	l.wait(t.Context(), 100)
	l.waitForAll(t.Context(), 100)
}
