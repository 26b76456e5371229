package journal

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestBeat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "beat")
	if beat, err := ReadBeat(path); err != nil || beat != (Beat{}) {
		t.Fatalf("no file: %v, %v", beat, err)
	}
	b, err := OpenBeat(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		want := Beat{"g", time.Duration(i) * time.Second}
		if err := b.Write(want); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadBeat(path); err != nil || got != want {
			t.Fatalf("read %v, %v, want %v", got, err, want)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	again := Beat{"g", time.Minute}
	if err := b.Write(again); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadBeat(path); err != nil || got != again {
		t.Errorf("after the file was removed: %v, %v, want %v", got, err, again)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > 2*beatSlot {
		t.Errorf("the file has grown to %d bytes", info.Size())
	}
	b.Close()
}

// TestBeatTorn damages the newer slot at every byte, as a power cut in the middle of a write
// may: the beat before it is still there.
func TestBeatTorn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "beat")
	b, err := OpenBeat(path)
	if err != nil {
		t.Fatal(err)
	}
	older, newer := Beat{"g", time.Second}, Beat{"g", 2 * time.Second}
	for _, beat := range []Beat{older, newer} {
		if err := b.Write(beat); err != nil {
			t.Fatal(err)
		}
	}
	b.Close()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := beatSlot; cut < len(data); cut++ {
		torn := append([]byte(nil), data...)
		for i := cut; i < len(torn); i++ {
			torn[i] = 0
		}
		if err := os.WriteFile(path, torn, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadBeat(path); err != nil || got != older && got != newer {
			t.Fatalf("cut at %d: %v, %v", cut, got, err)
		}
	}
}

func FuzzReadBeat(f *testing.F) {
	f.Add([]byte("00000000 {}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "beat")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadBeat(path); err != nil {
			t.Fatal(err)
		}
	})
}
