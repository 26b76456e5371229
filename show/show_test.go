package show

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"shinpan/clock"
)

// TestBundled: the truth of the bundled recording is the game it is said to be.
func TestBundled(t *testing.T) {
	truth, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	presses := truth.Presses()
	if len(presses) != 13 || truth.BlackSide != "bottom" || len(truth.Final) != 15 {
		t.Fatalf("%d presses, Black at the %s, %d rows", len(presses), truth.BlackSide, len(truth.Final))
	}
	for i, p := range presses {
		want := clock.P1
		if i%2 == 1 {
			want = clock.P2
		}
		if p.Side != want || i > 0 && p.At <= presses[i-1].At {
			t.Errorf("press %d: %v at %v", i+1, p.Side, p.At)
		}
	}
	if first := presses[0].At; first != 4750*time.Millisecond {
		t.Errorf("the first press is at %v", first)
	}
	lifted := 0
	for _, e := range truth.Events {
		if e.Type == "lift" && e.Point.String() == "G7" {
			lifted++
		}
	}
	if lifted != 1 {
		t.Errorf("G7 is lifted %d times", lifted)
	}
}

// TestDerivedPresses: where a recording shows no presses, each follows the hand that placed.
func TestDerivedPresses(t *testing.T) {
	truth, err := ParseTruth("made", []byte(`{"fps":10,"events":[
		{"t":1,"type":"hand_in"},{"t":2,"type":"place","color":"black","point":"H8"},{"t":3,"type":"hand_out"},
		{"t":4,"type":"hand_in"},{"t":5,"type":"hand_out"},
		{"t":6,"type":"hand_in"},{"t":7,"type":"place","color":"white","point":"H9"},{"t":8,"type":"hand_out"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []Press{{3700 * time.Millisecond, clock.P1}, {8700 * time.Millisecond, clock.P2}}
	got := truth.Presses()
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("presses %v, want %v", got, want)
	}
}

func TestBadTruth(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON": "video", "no speed": "{}", "no point": `{"fps":1,"events":[{"point":"Z99"}]}`,
	} {
		if _, err := ParseTruth("x.json", []byte(text)); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := ReadTruth(filepath.Join(t.TempDir(), "absent.json")); err == nil {
		t.Error("an absent file was read")
	}
}

func TestWriteVideo(t *testing.T) {
	dir := t.TempDir()
	path, err := WriteVideo(dir)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil || len(data) != len(video) {
		t.Fatalf("%d bytes, %v", len(data), err)
	}
	if again, err := WriteVideo(dir); err != nil || again != path {
		t.Errorf("again: %s, %v", again, err)
	}
	if _, err := WriteVideo(filepath.Join(dir, "absent")); err == nil {
		t.Error("written into an absent folder")
	}
}

func FuzzParseTruth(f *testing.F) {
	f.Add(truth)
	f.Fuzz(func(t *testing.T, data []byte) {
		if truth, err := ParseTruth("fuzz", data); err == nil {
			truth.Presses()
		}
	})
}
