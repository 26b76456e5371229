package opencv

import (
	"bufio"
	"errors"
	"io"
)

// jpegMax is the largest JPEG in a stream. What is longer is no camera's picture.
const jpegMax = 16 << 20

// Markers of a JPEG that matter for finding its end.
const (
	markSOI  = 0xd8
	markEOI  = 0xd9
	markSOS  = 0xda
	markTEM  = 0x01
	markRST0 = 0xd0
	markRST7 = 0xd7
)

// jpegStream cuts a stream of JPEGs, one after the other, into pictures. Whatever lies
// between two (the headers of a multipart stream, the rest of a damaged picture) is left out.
type jpegStream struct {
	r   *bufio.Reader
	buf []byte
}

func newJPEGStream(r io.Reader) *jpegStream {
	return &jpegStream{r: bufio.NewReaderSize(r, 64<<10)}
}

// errLong is a picture without end. It is not told: the next one is looked for.
var errLong = errors.New("opencv: mjpeg: too long")

// errOther is something that is no picture after all.
var errOther = errors.New("opencv: mjpeg: not a picture")

// next is the next whole picture; it is good until the next call. The error is the reader's.
func (s *jpegStream) next() ([]byte, error) {
	for {
		if err := s.findStart(); err != nil {
			return nil, err
		}
		switch err := s.readPicture(); {
		case err == nil:
			return s.buf, nil
		case !errors.Is(err, errLong) && !errors.Is(err, errOther):
			return nil, err
		}
	}
}

// findStart reads up to the start of a picture.
func (s *jpegStream) findStart() error {
	last := byte(0)
	for {
		b, err := s.r.ReadByte()
		if err != nil {
			return err
		}
		if last == 0xff && b == markSOI {
			s.buf = append(s.buf[:0], 0xff, markSOI)
			return nil
		}
		last = b
	}
}

// readPicture reads the rest of a picture whose start is in the buffer. It follows the
// segments, because a picture may contain a smaller one with an end of its own.
func (s *jpegStream) readPicture() error {
	mark, err := s.marker()
	for err == nil && mark != markEOI {
		switch {
		case mark == 0 || mark == markSOI:
			return errOther
		case mark == markTEM || mark >= markRST0 && mark <= markRST7:
			mark, err = s.marker()
		default:
			if err = s.segment(); err != nil {
				break
			}
			if mark == markSOS {
				mark, err = s.scan()
			} else {
				mark, err = s.marker()
			}
		}
	}
	return err
}

// read takes one byte into the picture.
func (s *jpegStream) read() (byte, error) {
	if len(s.buf) >= jpegMax {
		return 0, errLong
	}
	b, err := s.r.ReadByte()
	if err == nil {
		s.buf = append(s.buf, b)
	}
	return b, err
}

// marker reads a marker, before which any number of 0xff may stand. It is 0 where there is
// none.
func (s *jpegStream) marker() (byte, error) {
	b, err := s.read()
	if err != nil || b != 0xff {
		return 0, err
	}
	for b == 0xff && err == nil {
		b, err = s.read()
	}
	return b, err
}

// segment reads a segment's length and its data.
func (s *jpegStream) segment() error {
	high, err := s.read()
	if err != nil {
		return err
	}
	low, err := s.read()
	if err != nil {
		return err
	}
	n := int(high)<<8 | int(low)
	if n < 2 {
		return errOther
	}
	n -= 2
	if len(s.buf)+n > jpegMax {
		return errLong
	}
	from := len(s.buf)
	s.buf = append(s.buf, make([]byte, n)...)
	_, err = io.ReadFull(s.r, s.buf[from:])
	return err
}

// scan reads the coded picture up to the next marker that ends it.
func (s *jpegStream) scan() (byte, error) {
	last := byte(0)
	for {
		b, err := s.read()
		if err != nil {
			return 0, err
		}
		if last == 0xff && b != 0 && b != 0xff && (b < markRST0 || b > markRST7) {
			return b, nil
		}
		last = b
	}
}
