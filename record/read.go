package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"shinpan/board"
)

// Game is one game as a record tells it. Nothing has been judged: points may be taken
// twice, lie off the board or follow a five.
type Game struct {
	ID      string // the record's own name for the game, or its number in the file from 1
	Line    int    // the line of the file on which it begins
	Size    int    // lines of the board
	Rules   string // what the record says of the rules, in its words; often nothing
	Setup   []Move // stones laid out before the first move, in the record's order
	Moves   []Move
	Result  string            // "1-0" Black won, "0-1", "1/2-1/2" or "*" for not told
	Headers map[string]string // everything else the record says, by its own names
}

// Move is one stone of a record, or a pass where the point is NoPoint.
type Move struct {
	Color board.Color
	Point board.Point
}

// OffBoard stands for a point that a record names beyond every board: no point of any
// board, but a stone all the same.
const OffBoard board.Point = 0xffff

// SyntaxError is a place in a record that cannot be read. The reader goes on with the
// next game.
type SyntaxError struct {
	File string
	Line int
	What string // what is wrong and what was expected
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.What) }

// Limits of what is read as a record, far beyond any game, so that a file of something
// else does not fill the memory.
const (
	maxMoves = 2 * board.MaxSize * board.MaxSize // every point and as many passes
	maxValue = 1 << 16                           // bytes of one property, line or element
	maxLabel = 200                               // bytes of a header that is kept
	maxHeads = 60                                // headers of a game that are kept
)

// Reader reads the games of a collection one after the other, whatever the format:
// SGF, PSQ, RenjuNet's XML, or text with a game a line. It holds one game in memory.
type Reader struct {
	name   string
	src    *source
	format func(*Reader) (Game, error) // reads the next game
	xml    *xmlGames                   // the state of an XML document
	count  int
}

// NewReader finds out what r holds by its first bytes. name is for messages.
func NewReader(r io.Reader, name string) (*Reader, error) {
	src := &source{r: bufio.NewReaderSize(r, maxValue), line: 1}
	rd := &Reader{name: name, src: src}
	head, err := src.start()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("record: %s: %w", name, err)
	}
	switch {
	case bytes.HasPrefix(head, []byte("(;")) || bytes.HasPrefix(head, []byte("( ;")) || bytes.HasPrefix(head, []byte("(\n;")) || bytes.HasPrefix(head, []byte("(\r\n;")):
		rd.format = (*Reader).nextSGF
	case len(head) >= len(psqHead) && strings.EqualFold(string(head[:len(psqHead)]), psqHead):
		rd.format = (*Reader).nextPSQ
	case bytes.HasPrefix(head, []byte("<")):
		rd.format, rd.xml = (*Reader).nextXML, newXMLGames(src)
	default:
		rd.format = (*Reader).nextText
	}
	return rd, nil
}

// Next reads the next game. It returns io.EOF after the last, and a *SyntaxError for a
// game that cannot be read, after which Next may be called again.
func (r *Reader) Next() (Game, error) {
	g, err := r.format(r)
	if err == nil || isSyntax(err) {
		r.count++
	}
	if g.ID == "" {
		g.ID = strconv.Itoa(r.count)
	}
	if g.Result == "" {
		g.Result = "*"
	}
	return g, err
}

func isSyntax(err error) bool {
	var s *SyntaxError
	return errors.As(err, &s)
}

// fail makes the error for the line a game or a part of it stands on.
func (r *Reader) fail(line int, format string, args ...any) error {
	return &SyntaxError{File: r.name, Line: line, What: fmt.Sprintf(format, args...)}
}

// head keeps a header of the record, shortened to what anyone would read.
func (g *Game) head(key, value string) {
	if g.Headers == nil {
		g.Headers = map[string]string{}
	}
	if value = strings.TrimSpace(value); len(value) > maxLabel {
		value = strings.ToValidUTF8(value[:maxLabel], "")
	}
	if _, known := g.Headers[key]; value != "" && (known || len(g.Headers) < maxHeads) && len(key) <= maxLabel {
		g.Headers[key] = value
	}
}

// play appends a move of the side whose turn it is in a record that does not name colours.
func (g *Game) play(p board.Point) {
	c := board.Black
	if len(g.Moves)%2 == 1 {
		c = board.White
	}
	g.Moves = append(g.Moves, Move{c, p})
}

// source is a byte stream that counts lines.
type source struct {
	r    *bufio.Reader
	line int // the line of the next byte, from 1
}

// start skips a byte order mark and blank space and shows what follows.
func (s *source) start() ([]byte, error) {
	if bom, _ := s.r.Peek(3); string(bom) == "\xef\xbb\xbf" {
		_, _ = s.r.Discard(3)
	}
	for {
		head, err := s.r.Peek(1)
		if err != nil {
			return nil, err
		}
		if strings.IndexByte(" \t\r\n", head[0]) < 0 {
			break
		}
		if _, err := s.ReadByte(); err != nil {
			return nil, err
		}
	}
	return s.r.Peek(len(psqHead))
}

// ReadByte reads one byte and counts the line it ends.
func (s *source) ReadByte() (byte, error) {
	c, err := s.r.ReadByte()
	if c == '\n' && err == nil {
		s.line++
	}
	return c, err
}

// Read reads for a parser that does its own buffering; lines are counted as they pass.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.line += bytes.Count(p[:n], []byte("\n"))
	return n, err
}

// readLine returns the next line without its end and its number. Of a line longer than
// maxValue the rest is dropped and long is true.
func (s *source) readLine() (text string, line int, long bool, err error) {
	line = s.line
	raw, err := s.r.ReadSlice('\n')
	text = string(raw)
	for errors.Is(err, bufio.ErrBufferFull) {
		long = true
		_, err = s.r.ReadSlice('\n')
	}
	if err == nil {
		s.line++
	}
	if errors.Is(err, io.EOF) && text != "" {
		err = nil
	}
	return strings.TrimRight(text, "\r\n"), line, long, err
}
