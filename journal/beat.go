package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// Beat says that a game's clock was still running at a moment. It is what bounds the
// thinking time that a power cut can take out of the game: the journal knows when
// somebody last did something, the beat knows how long the mover has thought since.
type Beat struct {
	Game string        `json:"game"`
	At   time.Duration `json:"at"`
}

// beatSlot is the room of one record in a beat file. There are two, written in turn, so
// that a write cut short leaves the other.
const beatSlot = 256

// BeatFile keeps the last Beat. It never grows.
type BeatFile struct {
	f    *os.File
	path string
	slot int64
	buf  []byte
}

// OpenBeat opens the file, or makes it.
func OpenBeat(path string) (*BeatFile, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o640)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	return &BeatFile{f: f, path: path}, nil
}

// Write keeps a beat and syncs it to the disk.
func (b *BeatFile) Write(beat Beat) error {
	record, err := encode(b.buf[:0], beat)
	if err != nil {
		return err
	}
	if len(record) > beatSlot {
		return fmt.Errorf("journal: beat of %d bytes: at most %d", len(record), beatSlot)
	}
	record = append(record, bytes.Repeat([]byte{' '}, beatSlot-len(record))...)
	b.buf = record
	if err := b.stay(); err != nil {
		return err
	}
	if _, err := b.f.WriteAt(record, b.slot*beatSlot); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	b.slot = 1 - b.slot
	if err := b.f.Sync(); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// stay makes the file again where somebody has removed it.
func (b *BeatFile) stay() error {
	if _, err := os.Stat(b.path); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	again, err := OpenBeat(b.path)
	if err != nil {
		return err
	}
	b.f.Close()
	b.f = again.f
	return nil
}

// Close closes the file.
func (b *BeatFile) Close() error { return b.f.Close() }

// ReadBeat reads the later of the two beats; the zero Beat where there is none.
func ReadBeat(path string) (Beat, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Beat{}, nil
	}
	if err != nil {
		return Beat{}, fmt.Errorf("journal: %w", err)
	}
	var last Beat
	for len(data) > 0 {
		slot := data[:min(beatSlot, len(data))]
		data = data[len(slot):]
		line, _, whole := bytes.Cut(slot, []byte{'\n'})
		if !whole {
			continue
		}
		body, err := decode(line)
		if err != nil {
			continue
		}
		var beat Beat
		// Both slots are of the same game, or the one of a former game is older: its
		// name is compared by whoever uses the beat.
		if json.Unmarshal(body, &beat) == nil && (beat.At >= last.At || beat.Game != last.Game) {
			last = beat
		}
	}
	return last, nil
}
