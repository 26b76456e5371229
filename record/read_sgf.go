package record

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"shinpan/board"
)

// nextSGF reads the next game tree of an SGF collection and follows its main line: the first
// variation at every branch. Points are read in both ways that are in use: two
// letters from the top left ("hh"), as SGF has it, and a letter and a number from
// the bottom left ("h8"), as renju programs write them.
func (r *Reader) nextSGF() (Game, error) {
	for { // to the tree's opening parenthesis
		c, err := r.src.ReadByte()
		if err != nil {
			return Game{}, err
		}
		if c == '(' {
			break
		}
	}
	t := sgfTree{r: r, game: Game{Line: r.src.line, Size: board.DefaultSize}, depth: 1, follow: 1}
	err := t.read()
	if t.wrong == nil && errors.Is(err, io.EOF) {
		return t.game, r.fail(r.src.line, "game %d: the file ends within it", r.count+1)
	}
	if t.wrong != nil {
		err = t.wrong
	}
	return t.game, err
}

// sgfTree is a game tree being read. Branches may nest to any depth, so they are
// counted, not recursed into: a branch is on the main line while depth is follow.
type sgfTree struct {
	r      *Reader
	game   Game
	wrong  error // the first thing that cannot be read; the tree is read to its end
	depth  int   // open parentheses
	follow int   // open parentheses of the main line
	ended  bool  // the main line has closed: everything else is a variation
	points []sgfPoint
}

// sgfPoint is a stone whose text is kept until the board's size is known.
type sgfPoint struct {
	color board.Color
	text  string
	line  int
	setup bool
}

// read reads to the parenthesis that closes the tree.
func (t *sgfTree) read() error {
	name := ""
	for t.depth > 0 {
		c, err := t.r.src.ReadByte()
		if err != nil {
			return err
		}
		switch {
		case c == '(':
			if t.depth == t.follow && !t.ended {
				t.follow++
			}
			t.depth++
		case c == ')':
			if t.depth == t.follow {
				t.ended = true
			}
			t.depth--
		case c == '[':
			value, err := t.value()
			if err != nil {
				return err
			}
			if t.depth == t.follow && !t.ended {
				t.property(name, value)
			}
			continue // the next value may belong to the same name
		case c >= 'A' && c <= 'Z':
			name = string(c)
			if err := t.restOfName(&name); err != nil {
				return err
			}
		}
		if c == ';' || c == '(' || c == ')' {
			name = ""
		}
	}
	t.place()
	return nil
}

// restOfName reads on to the bracket of the property's first value. Small letters in
// a name, from old files, do not count.
func (t *sgfTree) restOfName(name *string) error {
	for {
		next, err := t.r.src.r.Peek(1)
		if err != nil {
			return err
		}
		c := next[0]
		if strings.IndexByte("[();", c) >= 0 {
			return nil
		}
		if _, err := t.r.src.ReadByte(); err != nil {
			return err
		}
		if c >= 'A' && c <= 'Z' && len(*name) < 8 {
			*name += string(c)
		}
	}
}

// value reads a property's value to its closing bracket; a backslash takes the next
// byte as it is. Of a value longer than maxValue the rest is dropped.
func (t *sgfTree) value() (string, error) {
	var s strings.Builder
	for {
		c, err := t.r.src.ReadByte()
		if err != nil {
			return "", err
		}
		switch c {
		case ']':
			return s.String(), nil
		case '\\':
			if c, err = t.r.src.ReadByte(); err != nil {
				return "", err
			}
		}
		if s.Len() < maxValue {
			s.WriteByte(c)
		}
	}
}

// property takes one value of the main line in.
func (t *sgfTree) property(name, value string) {
	g := &t.game
	switch name {
	case "B", "W", "AB", "AW":
		if len(t.points) >= maxMoves {
			t.fail("more moves than a game can have")
			return
		}
		color := board.Black
		if strings.HasSuffix(name, "W") {
			color = board.White
		}
		t.points = append(t.points, sgfPoint{color, strings.TrimSpace(value), t.r.src.line, len(name) == 2})
	case "SZ":
		w, _, _ := strings.Cut(value, ":")
		size, err := strconv.Atoi(strings.TrimSpace(w))
		if err != nil || !board.ValidSize(size) {
			t.fail("size %q: want 9, 13, 15 or 19 lines", clip(value))
			return
		}
		g.Size = size
	case "RE":
		g.Result = sgfResult(value)
		g.head(name, value)
	case "RU":
		g.Rules = clip(strings.TrimSpace(value))
	case "GN":
		g.ID = clip(strings.TrimSpace(value))
	default:
		if len(t.points) == 0 {
			g.head(name, value)
		}
	}
}

// place turns the texts of the points into moves once the size is known.
func (t *sgfTree) place() {
	for _, s := range t.points {
		p, ok := sgfPointOf(s.text, t.game.Size)
		if !ok && t.wrong == nil {
			t.wrong = t.r.fail(s.line, "move %d %q: want a point like hh or h8", len(t.game.Moves)+1, clip(s.text))
		}
		if s.setup {
			t.game.Setup = append(t.game.Setup, Move{s.color, p})
		} else {
			t.game.Moves = append(t.game.Moves, Move{s.color, p})
		}
	}
}

func (t *sgfTree) fail(format string, args ...any) {
	if t.wrong == nil {
		t.wrong = t.r.fail(t.r.src.line, format, args...)
	}
}

// sgfPointOf reads a point; "", "tt" and "pass" are a pass. A point beyond the board
// is read as OffBoard: a wrong move, not a wrong file.
func sgfPointOf(text string, size int) (board.Point, bool) {
	lower := strings.ToLower(text)
	switch {
	case lower == "" || lower == "tt" || lower == "pass":
		return board.NoPoint, true
	case len(lower) == 2 && isLetter(lower[0]) && isLetter(lower[1]):
		if p := board.At(int(lower[0]-'a'), size-1-int(lower[1]-'a')); p != board.NoPoint {
			return p, true
		}
		return OffBoard, true
	}
	return namedPoint(text)
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' }

// sgfResult reads a result: "B+R", "W+", "0", "Draw", and what text records have.
func sgfResult(value string) string {
	value = strings.ToLower(strings.TrimSpace(value))
	switch {
	case strings.HasPrefix(value, "b+") || value == "b" || strings.HasPrefix(value, "black"):
		return "1-0"
	case strings.HasPrefix(value, "w+") || value == "w" || strings.HasPrefix(value, "white"):
		return "0-1"
	case value == "0" || value == "draw" || value == "jigo":
		return "1/2-1/2"
	}
	return textResult(value)
}
