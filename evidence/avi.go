package evidence

import (
	"encoding/binary"
	"errors"
	"fmt"
	"image/jpeg"
	"io"
	"time"
)

// WriteAVI writes a clip as a film: Motion JPEG in an AVI file, which every player and every
// video editor opens, in the pace in which it was taken.
func (s *Store) WriteAVI(w io.Writer, game, id string) error {
	c, err := s.Clip(game, id)
	if err != nil {
		return err
	}
	var frames [][]byte
	width, height := 0, 0
	for _, p := range c.Pictures {
		data, w, h, err := s.frame(c, p)
		if err != nil {
			continue // one picture less
		}
		if width == 0 {
			width, height = w, h
		}
		if w == width && h == height {
			frames = append(frames, data)
		}
	}
	if len(frames) == 0 {
		return ErrNone
	}
	if _, err := w.Write(avi(frames, c.pace(), width, height)); err != nil {
		return fmt.Errorf("evidence: %w", err)
	}
	return nil
}

// frame reads a picture and its true size.
func (s *Store) frame(c Clip, p Picture) (data []byte, w, h int, err error) {
	f, err := s.Open(c.Game, c.ID, p.File)
	if err != nil {
		return nil, 0, 0, err
	}
	defer func() { _ = f.Close() }()
	config, err := jpeg.DecodeConfig(f)
	if err != nil {
		return nil, 0, 0, errors.New("evidence: a damaged picture")
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, 0, 0, fmt.Errorf("evidence: %w", err)
	}
	data, err = io.ReadAll(f)
	return data, config.Width, config.Height, err
}

// pace is the mean time between two pictures.
func (c *Clip) pace() time.Duration {
	n := len(c.Pictures)
	if n > 1 {
		if span := c.Pictures[n-1].At - c.Pictures[0].At; span > 0 && span < 3600 {
			return time.Duration(span / float64(n-1) * float64(time.Second))
		}
	}
	return 200 * time.Millisecond
}

// Flags of an AVI's parts: it has an index, and every frame can be begun with.
const (
	aviHasIndex = 0x10
	aviKeyFrame = 0x10
)

// avi is the bytes of a film of JPEGs.
func avi(frames [][]byte, pace time.Duration, width, height int) []byte {
	biggest := 0
	for _, f := range frames {
		biggest = max(biggest, len(f))
	}
	n, us := uint32(len(frames)), uint32(pace.Microseconds())
	w, h := uint32(width), uint32(height)
	mainHeader := le(us, 0, 0, aviHasIndex, n, 0, 1, uint32(biggest), w, h, 0, 0, 0, 0)
	streamHeader := append([]byte("vidsMJPG"), le(0, 0, 0, us, 1_000_000, 0, n, uint32(biggest), 0xffffffff, 0)...)
	streamHeader = append(streamHeader, 0, 0, 0, 0)
	streamHeader = binary.LittleEndian.AppendUint16(streamHeader, uint16(width))
	streamHeader = binary.LittleEndian.AppendUint16(streamHeader, uint16(height))
	format := le(40, w, h, 1|24<<16)
	format = append(append(format, "MJPG"...), le(w*h*3, 0, 0, 0, 0)...)
	stream := list("strl", chunk("strh", streamHeader), chunk("strf", format))
	header := list("hdrl", chunk("avih", mainHeader), stream)
	var movie, index []byte
	for _, f := range frames {
		index = append(append(index, "00dc"...), le(aviKeyFrame, uint32(len(movie))+4, uint32(len(f)))...)
		movie = append(movie, chunk("00dc", f)...)
	}
	body := append(header, list("movi", movie)...)
	body = append(body, chunk("idx1", index)...)
	return chunk("RIFF", append([]byte("AVI "), body...))
}

// le is numbers, the low byte first.
func le(values ...uint32) (out []byte) {
	for _, v := range values {
		out = binary.LittleEndian.AppendUint32(out, v)
	}
	return out
}

// chunk is a piece of the file with its name and size, of an even length.
func chunk(name string, data []byte) []byte {
	out := append([]byte(name), le(uint32(len(data)))...)
	out = append(out, data...)
	if len(data)%2 == 1 {
		out = append(out, 0)
	}
	return out
}

// list is a chunk of chunks.
func list(name string, chunks ...[]byte) []byte {
	body := []byte(name)
	for _, c := range chunks {
		body = append(body, c...)
	}
	return chunk("LIST", body)
}
