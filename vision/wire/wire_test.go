package wire

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shinpan/board"
	"shinpan/vision"
)

// stone is the sighting of doc.go.
func stone() vision.Sighting {
	return vision.Sighting{
		Kind: vision.Place, At: 3417 * time.Millisecond, SureAt: 3750 * time.Millisecond, Frame: 41,
		Color: board.Black, Point: board.MustPoint("H8"), Sure: 0.999,
	}
}

// TestHeaderOfOneStone holds doc.go's example to the bytes that are written.
func TestHeaderOfOneStone(t *testing.T) {
	got, err := json.Marshal(FromSighting(stone()))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"sighting","t":3.417000000,"sure_t":3.750000000,"frame":41,"kind":"place","color":"black","point":"H8","sure":0.999}`
	if string(got) != want {
		t.Errorf("header\n%s\nwant\n%s", got, want)
	}
}

// catalogue has a message of every type.
func catalogue() []Message {
	white := board.White
	return []Message{
		{Type: Hello, Source: "camera", Clock: ClockMonotonic, FPS: 30, Width: 1280, Height: 720},
		{Type: Calibration, T: 1, Corners: []float64{1.5, 2, 3, 4, 5, 6, 7, 8, -0.06}, Sure: 0.98},
		{Type: Frame, T: Seconds(90 * time.Minute), Frame: 97200, Settled: 97190},
		FromSighting(stone()),
		{Type: Seen, Kind: vision.Lift, Color: &white, Point: board.MustPoint("O15")},
		{Type: Seen, Kind: vision.Doubt, Points: []board.Point{board.MustPoint("A1"), board.MustPoint("J9")}, Reason: "why"},
		{Type: Seen, Kind: vision.Position, Rows: []string{"x.", ".?"}},
		{Type: Snapshot, Width: 2, Height: 2, Blob: []byte{0xff, 0xd8, 0, 0xff, 0xd9}},
		{Type: Fault, Code: "eye_silent", Text: "no frame: check the cable"},
		{Type: End, T: 5, Frame: 60},
		{Type: Calibration, Corners: []float64{1, 2, 3, 2, 3, 4, 1, 4}, CornerSure: []float64{1, 0.5, 0.9, 1}, Advice: []string{"more light"}},
		{Type: Camera, Text: "exposure locked at 156"},
		{Type: Clip, ID: "p0016", T: 7, Frame: 84, Width: 2, Height: 2, Blob: []byte{0xff, 0xd8, 0xff, 0xd9}},
		{Type: Strip, ID: "p0016", Width: 8, Height: 2, Blob: []byte{0xff, 0xd8}},
		{Type: Crop, ID: "p0016", Point: board.MustPoint("H8"), T: 7, Frame: 84, Width: 1, Height: 1, Blob: []byte{0xff}},
		{Type: ClipEnd, ID: "p0016", Count: 31, Reason: "the first 2 s are not kept any more"},
		{Type: AskSnapshot}, {Type: Stop}, {Type: AskGrid, Corners: []float64{1, 2, 3, 2, 3, 4, 1, 4}}, {Type: Heard, Frame: 12},
		{Type: AskClip, ID: "p0016", T: 7, Before: Seconds(4 * time.Second), After: Seconds(2 * time.Second), Points: []board.Point{board.MustPoint("H8")}},
	}
}

var update = flag.Bool("update", false, "write the golden file anew")

// TestGolden holds every message to the bytes that are written: a recording of today must
// be readable for ever. -update writes the file anew.
func TestGolden(t *testing.T) {
	var text bytes.Buffer
	for _, m := range catalogue() {
		header, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "%s + %d bytes\n", header, len(m.Blob))
	}
	path := filepath.Join("testdata", "messages.golden")
	if *update {
		if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text.String()); diff != "" {
		t.Errorf("-%s +written\n%s", path, diff)
	}
}

func stream(t testing.TB, messages ...Message) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := NewWriter(&buf)
	for _, m := range messages {
		if err := w.Write(m); err != nil {
			t.Fatal(err)
		}
	}
	return buf.Bytes()
}

// readAll reads messages until the first error.
func readAll(data []byte) (out []Message, err error) {
	r := NewReader(bytes.NewReader(data))
	for {
		m, err := r.Read()
		if err != nil {
			return out, err
		}
		out = append(out, m)
	}
}

func TestEveryMessageSurvivesThePipe(t *testing.T) {
	want := catalogue()
	got, err := readAll(stream(t, want...))
	if !errors.Is(err, io.EOF) {
		t.Errorf("the stream ends with %v, want EOF", err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-written +read\n%s", diff)
	}
}

// TestCutStream cuts a stream at every byte: whole messages are read, and a cut within one
// is told apart from an end between two.
func TestCutStream(t *testing.T) {
	ends := map[int]int{0: 0}
	all := catalogue()
	for n := range all {
		ends[len(stream(t, all[:n+1]...))] = n + 1
	}
	data := stream(t, all...)
	for cut := range data {
		got, err := readAll(data[:cut])
		n, whole := ends[cut]
		switch {
		case whole && !errors.Is(err, io.EOF):
			t.Fatalf("cut at %d, between messages: %v, want EOF", cut, err)
		case whole && len(got) != n:
			t.Fatalf("cut at %d: %d messages, want %d", cut, len(got), n)
		case !whole && cut != len(Magic) && (err == nil || errors.Is(err, io.EOF) && !errors.Is(err, ErrNotAStream) && !errors.Is(err, io.ErrUnexpectedEOF)):
			t.Fatalf("cut at %d, within a message: %v, want an unexpected EOF", cut, err)
		}
	}
}

func TestBrokenStreams(t *testing.T) {
	sizes := func(header, blob uint32, rest string) []byte {
		b := []byte(Magic)
		b = binary.BigEndian.AppendUint32(b, header)
		b = binary.BigEndian.AppendUint32(b, blob)
		return append(b, rest...)
	}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"another file", []byte("P6 640 480 255 and so on"), "not an eye stream"},
		{"too short for anything", []byte("SHIN"), "not an eye stream"},
		{"a header without end", sizes(MaxHeader+1, 0, ""), "longer than allowed"},
		{"a blob without end", sizes(2, MaxBlob+1, "{}"), "longer than allowed"},
		{"no JSON", sizes(3, 0, "abc"), "header"},
		{"no such point", sizes(15, 0, `{"point":"Z99"}`), "point"},
		{"no such colour", sizes(15, 0, `{"color":"red"}`), "color"},
		{"time out of range", sizes(10, 0, `{"t":1e40}`), "out of range"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := readAll(c.data)
			if err == nil || errors.Is(err, io.EOF) && !errors.Is(err, ErrNotAStream) {
				t.Fatalf("read %v, error %v: want an error", got, err)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %q does not say %q", err, c.want)
			}
		})
	}
}

// TestWriteRefusesWhatCannotBeRead keeps writer and reader to the same limits.
func TestWriteRefusesWhatCannotBeRead(t *testing.T) {
	var buf bytes.Buffer
	if err := NewWriter(&buf).Write(Message{Type: Snapshot, Blob: make([]byte, MaxBlob+1)}); err == nil {
		t.Error("a blob larger than MaxBlob was written")
	}
	if buf.Len() != 0 {
		t.Errorf("%d bytes of it went out", buf.Len())
	}
}

// TestSecondsAreExact: every time survives JSON to the nanosecond.
func TestSecondsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := Seconds(rapid.Int64Range(-8e18, 8e18).Draw(t, "ns"))
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Seconds
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Fatalf("%d ns became %s and then %d ns", want, text, got)
		}
	})
}

func TestSecondsOfOtherWriters(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"1": time.Second, "0.5": 500 * time.Millisecond, "-2.25": -2250 * time.Millisecond,
		"1e-3": time.Millisecond, "0.12345678901": 123456789, "1E2": 100 * time.Second,
	} {
		var got Seconds
		if err := json.Unmarshal([]byte(text), &got); err != nil || got.Duration() != want {
			t.Errorf("%s: %v, %v: want %v", text, got.Duration(), err, want)
		}
	}
	for _, text := range []string{`"1"`, "1e10", "-9e30", "{}", "[1]"} {
		var got Seconds
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%s was read as %v", text, got.Duration())
		}
	}
}

// FuzzRead: no bytes make the reader panic, and what it reads can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add(stream(f, catalogue()...))
	f.Add([]byte(Magic))
	f.Add([]byte("junk"))
	f.Fuzz(func(t *testing.T, data []byte) {
		messages, _ := readAll(data)
		for _, m := range messages {
			_ = m.Sighting()
			var buf bytes.Buffer
			if NewWriter(&buf).Write(m) != nil {
				continue // longer written out than it was read
			}
			again, err := NewReader(&buf).Read()
			if err != nil {
				t.Fatalf("%+v was written and cannot be read: %v", m, err)
			}
			if again.Type != m.Type || again.Point != m.Point || again.Frame != m.Frame {
				t.Fatalf("%+v became %+v", m, again)
			}
		}
	})
}
