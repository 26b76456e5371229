package opencv

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"pgregory.net/rapid"
)

// thumbnailed is a JPEG with another one in an application segment, as cameras write them.
func thumbnailed(t testing.TB) []byte {
	t.Helper()
	jpeg := smallPictures(t)["jpeg"]
	inner := append([]byte{0xff, 0xe1, byte((len(jpeg) + 2) >> 8), byte(len(jpeg) + 2)}, jpeg...)
	return append(append([]byte{0xff, 0xd8}, inner...), jpeg[2:]...)
}

func pictures(stream []byte) (out [][]byte, err error) {
	s := newJPEGStream(bytes.NewReader(stream))
	for {
		jpeg, err := s.next()
		if err != nil {
			return out, err
		}
		out = append(out, bytes.Clone(jpeg))
	}
}

// TestPicturesAreCutOutOfAStream: whole ones, whatever lies between them.
func TestPicturesAreCutOutOfAStream(t *testing.T) {
	plain, nested := smallPictures(t)["jpeg"], thumbnailed(t)
	junk := []byte("\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n\xff")
	restarts := bytes.Replace(plain, plain[len(plain)-6:], append([]byte{0xff, 0xd3, 0xff, 0x00}, plain[len(plain)-6:]...), 1)
	var stream []byte
	want := [][]byte{plain, nested, restarts, plain, nested}
	for i, p := range want {
		stream = append(append(stream, junk[:len(junk)-i%2]...), p...)
		if i == 2 {
			stream = append(stream, 0xff, 0xd8, 'n', 'o', 0xff, 0xd8, 0xff, 0xc0, 0, 1) // starts of nothing
		}
	}
	got, err := pictures(append(stream, plain[:len(plain)/2]...))
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("ends with %v", err)
	}
	if len(got) != len(want) {
		t.Fatalf("%d pictures, want %d", len(got), len(want))
	}
	for i := range want {
		if !bytes.Equal(got[i], want[i]) {
			t.Errorf("picture %d: %d bytes, want %d", i, len(got[i]), len(want[i]))
		}
	}
}

// TestCutStreamsComeBack: wherever a stream is cut, pictures are read again, at the latest
// after the longest segment there can be.
func TestCutStreamsComeBack(t *testing.T) {
	jpeg := thumbnailed(t)
	rest := bytes.Repeat(jpeg, 2+(64<<10)/len(jpeg))
	rapid.Check(t, func(t *rapid.T) {
		cut := rapid.IntRange(0, len(jpeg)).Draw(t, "cut")
		got, _ := pictures(append(bytes.Clone(jpeg[:cut]), rest...))
		if n := len(got); n < 1 || !bytes.Equal(got[n-1], jpeg) {
			t.Fatalf("cut at %d: %d pictures", cut, n)
		}
	})
}

func FuzzJPEGStream(f *testing.F) {
	f.Add(thumbnailed(f))
	f.Add([]byte{0xff, 0xd8, 0xff, 0xda, 0, 2, 1, 2, 0xff, 0xff, 0xd9})
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := pictures(data)
		if err == nil {
			t.Fatal("the stream has no end")
		}
		for _, p := range got {
			if len(p) < 4 || p[0] != 0xff || p[1] != markSOI || p[len(p)-1] != markEOI {
				t.Fatalf("cut out %x", p)
			}
		}
	})
}
