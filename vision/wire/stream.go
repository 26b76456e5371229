package wire

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Magic is the line every stream begins with.
const Magic = "SHINPAN-EYE 1\n"

// Limits of one message, in bytes.
const (
	MaxHeader = 1 << 20
	MaxBlob   = 16 << 20
)

// Writer writes a stream. It is not safe for concurrent use.
type Writer struct {
	w       io.Writer
	started bool
	buf     []byte
}

// NewWriter returns a Writer that begins its stream with the first message.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write sends one message with a single call to the underlying writer, so that a
// process killed in the middle leaves at most one torn message.
func (w *Writer) Write(m Message) error {
	header, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("wire: %s: %w", m.Type, err)
	}
	if len(header) > MaxHeader || len(m.Blob) > MaxBlob {
		return fmt.Errorf("wire: %s: message too large (%d + %d bytes)", m.Type, len(header), len(m.Blob))
	}
	w.buf = w.buf[:0]
	if !w.started {
		w.buf = append(w.buf, Magic...)
	}
	w.buf = binary.BigEndian.AppendUint32(w.buf, uint32(len(header)))
	w.buf = binary.BigEndian.AppendUint32(w.buf, uint32(len(m.Blob)))
	w.buf = append(w.buf, header...)
	w.buf = append(w.buf, m.Blob...)
	if _, err := w.w.Write(w.buf); err != nil {
		return fmt.Errorf("wire: %w", err)
	}
	w.started = true
	return nil
}

// ErrNotAStream is returned by Read where the bytes do not begin with Magic.
var ErrNotAStream = errors.New("wire: not an eye stream")

// Reader reads a stream.
type Reader struct {
	r       *bufio.Reader
	started bool
}

// NewReader returns a Reader of the stream in r.
func NewReader(r io.Reader) *Reader { return &Reader{r: bufio.NewReader(r)} }

// Read returns the next message, io.EOF after the last whole one, and
// io.ErrUnexpectedEOF where the stream was cut within a message.
func (r *Reader) Read() (Message, error) {
	if !r.started {
		magic := make([]byte, len(Magic))
		if n, err := io.ReadFull(r.r, magic); err != nil {
			if n == 0 && errors.Is(err, io.EOF) {
				return Message{}, io.EOF
			}
			return Message{}, fmt.Errorf("%w: %w", ErrNotAStream, err)
		}
		if string(magic) != Magic {
			return Message{}, ErrNotAStream
		}
		r.started = true
	}
	var sizes [8]byte
	if _, err := io.ReadFull(r.r, sizes[:]); err != nil {
		return Message{}, err
	}
	headerLen := binary.BigEndian.Uint32(sizes[:4])
	blobLen := binary.BigEndian.Uint32(sizes[4:])
	if headerLen > MaxHeader || blobLen > MaxBlob {
		return Message{}, fmt.Errorf("wire: message of %d + %d bytes: longer than allowed, the stream is broken", headerLen, blobLen)
	}
	body := make([]byte, int(headerLen)+int(blobLen))
	if _, err := io.ReadFull(r.r, body); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return Message{}, err
	}
	var m Message
	if err := json.Unmarshal(body[:headerLen], &m); err != nil {
		return Message{}, fmt.Errorf("wire: header: %w", err)
	}
	if blobLen > 0 {
		m.Blob = body[headerLen:]
	}
	return m, nil
}
