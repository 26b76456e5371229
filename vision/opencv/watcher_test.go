package opencv

import (
	"errors"
	"image"
	"image/color"
	"io"
	"math/rand"
	"testing"

	"gocv.io/x/gocv"

	"shinpan/vision"
)

// frames reads some frames of a video into memory.
func frames(t testing.TB, path string, from, n int) []gocv.Mat {
	t.Helper()
	s, err := Open(path, from)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	var out []gocv.Mat
	t.Cleanup(func() {
		for _, m := range out {
			_ = m.Close()
		}
	})
	for range n {
		m := gocv.NewMat()
		if _, err := s.Next(&m); errors.Is(err, io.EOF) {
			_ = m.Close()
			return out
		} else if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

// replay is a Source that plays frames over and over.
type replay struct {
	info   Info
	frames []gocv.Mat
	next   int
	last   int // frames to play
}

func (r *replay) Info() Info   { return r.info }
func (r *replay) Close() error { return nil }
func (r *replay) Next(frame *gocv.Mat) (Stamp, error) {
	if r.next == r.last {
		return Stamp{}, io.EOF
	}
	r.frames[r.next%len(r.frames)].CopyTo(frame)
	s := Stamp{Frame: r.next, At: frameTime(r.next, r.info.FPS)}
	r.next++
	return s, nil
}

// play follows frames and returns what was seen apart from hands.
func play(t testing.TB, r *replay, o Options) (seen []vision.Sighting) {
	t.Helper()
	f := NewFollower(r, o)
	defer func() { _ = f.Close() }()
	for {
		step, err := f.Next()
		if errors.Is(err, io.EOF) {
			return seen
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range step.Sightings {
			if s.Kind != vision.HandIn && s.Kind != vision.HandOut {
				seen = append(seen, s)
			}
		}
	}
}

// altered gives copies of frames with a change from frame first on, for n frames.
func altered(t testing.TB, in []gocv.Mat, first, n int, change func(m *gocv.Mat)) []gocv.Mat {
	t.Helper()
	out := make([]gocv.Mat, len(in))
	for i := range in {
		out[i] = in[i].Clone()
		if i >= first && i < first+n {
			change(&out[i])
		}
	}
	t.Cleanup(func() {
		for i := range out {
			_ = out[i].Close()
		}
	})
	return out
}

// noise makes a picture differ from every other.
func noise(m *gocv.Mat) {
	pix, err := m.DataPtrUint8()
	if err != nil {
		return
	}
	for i := 0; i < len(pix); i += 7 {
		pix[i] += byte(rand.Intn(4))
	}
}

// TestImpairedViews darkens, blurs, covers and freezes a quiet board for two seconds and
// more: the loss is told with its reason, the return too, and no stone is invented.
func TestImpairedViews(t *testing.T) {
	path, tr := testVideo(t, "D4")
	quiet := frames(t, path, 0, 20) // the hand comes in frame 22
	looped := make([]gocv.Mat, 100)
	for i := range looped {
		looped[i] = quiet[i%len(quiet)]
	}
	for _, c := range []struct {
		reason string
		n      int
		change func(m *gocv.Mat)
	}{
		{vision.ReasonDark, 26, func(m *gocv.Mat) { m.MultiplyFloat(0.01) }},
		{vision.ReasonBlurred, 26, func(m *gocv.Mat) {
			gocv.GaussianBlur(*m, m, image.Pt(0, 0), 9, 9, gocv.BorderDefault)
		}},
		{vision.ReasonCovered, 26, func(m *gocv.Mat) { m.SetTo(gocv.NewScalar(200, 190, 180, 0)); noise(m) }},
		{vision.ReasonFrozen, 50, func(m *gocv.Mat) { quiet[3].CopyTo(m) }},
	} {
		t.Run(c.reason, func(t *testing.T) {
			r := &replay{info: Info{Name: "made", FPS: 12, Width: 800, Height: 600}, frames: altered(t, looped, 25, c.n, c.change), last: 100}
			seen := play(t, r, Options{Size: 15, Corners: tr.seenCorners(), Side: vision.BlackSide(tr.Side)})
			var kinds []vision.Kind
			for _, s := range seen {
				kinds = append(kinds, s.Kind)
			}
			want := []vision.Kind{vision.Position, vision.ViewLost, vision.ViewBack, vision.Position}
			if len(seen) != len(want) {
				t.Fatalf("seen %v", seen)
			}
			for i, s := range seen {
				if s.Kind != want[i] {
					t.Fatalf("seen %v, want %v", kinds, want)
				}
			}
			if lost := seen[1]; lost.Reason != c.reason || (lost.SureAt-frameTime(25, 12)).Seconds() > 2.6 {
				t.Errorf("lost: %+v", lost)
			}
		})
	}
}

// TestThingsOnTheBoardAreDoubted lays a phone and a sheet of paper on the board and takes
// them away again: the eye says that it cannot tell, and never that stones were placed.
func TestThingsOnTheBoardAreDoubted(t *testing.T) {
	path, tr := testVideo(t, "D4")
	quiet := frames(t, path, 0, 20)
	looped := make([]gocv.Mat, 90)
	for i := range looped {
		looped[i] = quiet[i%len(quiet)]
	}
	things := altered(t, looped, 20, 40, func(m *gocv.Mat) {
		gocv.Rectangle(m, image.Rect(300, 150, 375, 290), color.RGBA{R: 25, G: 25, B: 28}, -1)
		gocv.Rectangle(m, image.Rect(430, 300, 570, 420), color.RGBA{R: 235, G: 235, B: 230}, -1)
	})
	r := &replay{info: Info{Name: "made", FPS: 12, Width: 800, Height: 600}, frames: things, last: 90}
	doubted := 0
	for _, s := range play(t, r, Options{Size: 15, Corners: tr.seenCorners(), Side: vision.BlackSide(tr.Side)}) {
		switch s.Kind {
		case vision.Doubt:
			doubted += len(s.Points)
		case vision.Place, vision.Lift, vision.Shift:
			t.Errorf("says: %v", s)
		}
	}
	if doubted < 12 {
		t.Errorf("%d points doubted, want those under the things", doubted)
	}
}
