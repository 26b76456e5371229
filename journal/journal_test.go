package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
)

func head() Head { return Head{Wall: "2026-01-02T03:04:05Z", Game: game.Defaults()} }

// play is a short game: start, two stones, two presses.
func play() []game.Input {
	s := time.Second
	return []game.Input{
		{Kind: game.Start},
		{Kind: game.See, At: s, SeenAt: s, Color: board.Black, Point: board.MustPoint("H8")},
		{Kind: game.Press, At: 2 * s, Side: clock.P1},
		{Kind: game.See, At: 3 * s, SeenAt: 3 * s, Color: board.White, Point: board.MustPoint("H9")},
		{Kind: game.Press, At: 4*s + 1, Side: clock.P2},
	}
}

func written(t *testing.T) (path string, data []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "current.journal")
	j, err := Create(path, head())
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range play() {
		if err := j.Append(in); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if data, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return path, data
}

func TestReadBack(t *testing.T) {
	path, _ := written(t)
	c, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := asJSON(t, c.Inputs), asJSON(t, play()); got != want {
		t.Errorf("inputs:\n%s\nwant\n%s", got, want)
	}
	g, events, err := c.Replay()
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Moves()) != 2 || len(events) != 3 {
		t.Errorf("%d moves, %d events", len(g.Moves()), len(events))
	}
}

// TestFormat holds the format still: a journal is read by later versions.
func TestFormat(t *testing.T) {
	_, data := written(t)
	lines := strings.Split(string(data), "\n")
	if want := `{"kind":"press","at":4000000001,"side":"p2"}`; !strings.HasSuffix(lines[5], " "+want) {
		t.Errorf("line 6 is %q, want it to end in %s", lines[5], want)
	}
	if !strings.Contains(lines[0], `{"shinpan":1,"wall":"2026-01-02T03:04:05Z","game":{"id":"game"`) {
		t.Errorf("head is %q", lines[0])
	}
}

// TestCutAnywhere cuts the file at every byte, as a power cut may: what is left is a
// journal of the whole records before the cut, and it can be continued.
func TestCutAnywhere(t *testing.T) {
	_, data := written(t)
	headLen := bytes.IndexByte(data, '\n') + 1
	for cut := range len(data) {
		path := filepath.Join(t.TempDir(), "j")
		if err := os.WriteFile(path, data[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		j, c, err := Open(path)
		if cut < headLen {
			if err == nil {
				t.Fatalf("cut at %d: a head of %d bytes was accepted", cut, headLen)
			}
			continue
		}
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		whole := bytes.Count(data[:cut], []byte("\n")) - 1
		if len(c.Inputs) != whole {
			t.Fatalf("cut at %d: %d inputs, want %d", cut, len(c.Inputs), whole)
		}
		if err := j.Append(play()[len(play())-1]); err != nil {
			t.Fatal(err)
		}
		j.Close()
		again, err := Read(path)
		if err != nil || again.Torn || len(again.Inputs) != whole+1 {
			t.Fatalf("cut at %d, continued: %d inputs, torn %v, %v", cut, len(again.Inputs), again.Torn, err)
		}
	}
}

// TestDamageInTheMiddle flips a byte in a record that whole ones follow: that is no torn
// tail, and nobody is told that all is well.
func TestDamageInTheMiddle(t *testing.T) {
	path, data := written(t)
	second := bytes.IndexByte(data, '\n') + 20
	data[second] ^= 1
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Read(path)
	if err == nil || !strings.Contains(err.Error(), ":2:") {
		t.Errorf("error %v, want one that names line 2", err)
	}
	if len(c.Inputs) != 0 || c.Head.Shinpan != Version {
		t.Errorf("%d inputs before the damage, want 0 and the head", len(c.Inputs))
	}
}

// fullDisk fails writes beyond its room, after writing a part, as a real one does.
type fullDisk struct {
	*os.File
	room int
	sync error
}

func (d *fullDisk) Write(p []byte) (int, error) {
	if len(p) <= d.room {
		d.room -= len(p)
		return d.File.Write(p)
	}
	n, err := d.File.Write(p[:d.room])
	d.room = 0
	return n, errors.Join(err, syscall.ENOSPC)
}

func (d *fullDisk) Sync() error { return errors.Join(d.sync, d.File.Sync()) }

// TestFullDisk fills the disk in the middle of a record and makes room again: nothing is
// lost and no half line is left.
func TestFullDisk(t *testing.T) {
	for _, room := range []int{0, 1, 40, 130} {
		path := filepath.Join(t.TempDir(), "j")
		j, err := Create(path, head())
		if err != nil {
			t.Fatal(err)
		}
		disk := &fullDisk{File: j.f.(*os.File), room: room}
		j.f = disk
		failed := 0
		for _, in := range play() {
			if err := j.Append(in); err != nil {
				if !errors.Is(err, syscall.ENOSPC) {
					t.Fatal(err)
				}
				failed++
			}
		}
		if failed == 0 || !j.Unsaved() {
			t.Fatalf("room %d: %d appends failed", room, failed)
		}
		c, err := Read(path)
		if err != nil || c.Torn {
			t.Fatalf("room %d: while full: torn %v, %v", room, c.Torn, err)
		}
		disk.room = 1 << 20
		if err := j.Retry(); err != nil || j.Unsaved() {
			t.Fatalf("room %d: retry: %v", room, err)
		}
		j.Close()
		if c, err = Read(path); err != nil || asJSON(t, c.Inputs) != asJSON(t, play()) {
			t.Fatalf("room %d: after: %v, %v", room, c.Inputs, err)
		}
	}
}

// TestFailedSync: a record that may not be on the disk is not taken for saved.
func TestFailedSync(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	j, err := Create(path, head())
	if err != nil {
		t.Fatal(err)
	}
	disk := &fullDisk{File: j.f.(*os.File), room: 1 << 20, sync: syscall.EIO}
	j.f = disk
	if err := j.Append(play()[0]); !errors.Is(err, syscall.EIO) || !j.Unsaved() {
		t.Fatalf("append: %v, unsaved %v", err, j.Unsaved())
	}
	disk.sync = nil
	if err := j.Append(play()[1]); err != nil {
		t.Fatal(err)
	}
	c, err := Read(path)
	if err != nil || len(c.Inputs) != 2 {
		t.Errorf("%d inputs, %v", len(c.Inputs), err)
	}
}

// TestFolderRemoved: whoever clears the folder in the middle of a game takes nothing out of
// it. It is told once, and the journal stands there again, whole.
func TestFolderRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "current.journal")
	if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	inputs := play()
	j, err := Create(path, head())
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Append(inputs[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(inputs[1]); err == nil || !strings.Contains(err.Error(), "anew") {
		t.Errorf("told %v, want that it was written anew", err)
	}
	for _, in := range inputs[2:] {
		if err := j.Append(in); err != nil {
			t.Fatal(err)
		}
	}
	// Another file under its name is nobody's to overwrite.
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(game.Input{Kind: game.Tick}); err == nil || j.Retry() == nil {
		t.Errorf("another file stands there: %v", err)
	}
	if data, _ := os.ReadFile(path); string(data) != "mine" {
		t.Errorf("the other file is %q now", data)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	_ = j.Retry()
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	c, err := Read(path)
	if err != nil || len(c.Inputs) != len(inputs)+1 || asJSON(t, c.Inputs[:len(inputs)]) != asJSON(t, inputs) {
		t.Errorf("%d inputs, %v: want %d", len(c.Inputs), err, len(inputs)+1)
	}
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken")
	if err := os.WriteFile(taken, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(taken, head()); !errors.Is(err, os.ErrExist) {
		t.Errorf("creating over a file: %v", err)
	}
	if _, _, err := Open(filepath.Join(dir, "absent")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("opening nothing: %v", err)
	}
	if _, err := Read(taken); err == nil || !strings.Contains(err.Error(), "not a journal") {
		t.Errorf("reading an empty file: %v", err)
	}
	newer, _ := encode(nil, Head{Shinpan: 99})
	path := filepath.Join(dir, "newer")
	if err := os.WriteFile(path, newer, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); err == nil {
		t.Error("a journal of version 99 was read")
	}
}

// FuzzRead reads arbitrary bytes: no panic, and whatever is accepted can be replayed.
func FuzzRead(f *testing.F) {
	var data []byte
	data, _ = encode(data, Head{Shinpan: Version, Game: game.Defaults()})
	for _, in := range play() {
		data, _ = encode(data, in)
	}
	f.Add(data)
	f.Add([]byte("00000000 {}\n"))
	f.Add([]byte("\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := parse("fuzz", data)
		if err == nil {
			_, _, _ = c.Replay()
		}
	})
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// BenchmarkAppend is one input saved and synced.
func BenchmarkAppend(b *testing.B) {
	j, err := Create(filepath.Join(b.TempDir(), "j"), head())
	if err != nil {
		b.Fatal(err)
	}
	defer j.Close()
	in := play()[1]
	for b.Loop() {
		if err := j.Append(in); err != nil {
			b.Fatal(err)
		}
	}
}
