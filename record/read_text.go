package record

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"shinpan/board"
)

// nextText reads a game of move text. Three layouts are known:
//
//	h8i9g7…  or  h8 i9 g7 …             a game a line
//	1. H8 I9 / 2. G7 H7 …               numbered, one game over several lines
//	id<TAB>rules<TAB>moves<TAB>result   a table of games
//
// Lines that begin with # are skipped; lines "Name: value" are headers of the game that
// follows. Black moves first; "pass" is a pass.
func (r *Reader) nextText() (Game, error) {
	g := Game{Size: board.DefaultSize}
	numbered := false
	for {
		if len(g.Moves) > 0 && !(numbered && r.continues(len(g.Moves))) {
			return g, nil
		}
		text, line, long, err := r.src.readLine()
		switch {
		case errors.Is(err, io.EOF) && (len(g.Moves) > 0):
			return g, nil
		case err != nil:
			return g, err
		case long:
			return g, r.fail(line, "the line is longer than %d bytes: want moves like h8i9g7", maxValue)
		}
		text = strings.TrimSpace(text)
		if text == "" || text[0] == '#' {
			continue
		}
		if len(g.Moves) == 0 {
			g.Line, numbered = line, strings.HasPrefix(text, "1.")
		}
		if err := r.textLine(&g, text, line); err != nil {
			for numbered && r.continues(0) { // the rest of this game is lost
				_, _, _, _ = r.src.readLine()
			}
			return g, err
		}
	}
}

// textLine adds one line to the game.
func (r *Reader) textLine(g *Game, text string, line int) error {
	if cols := strings.Split(text, "\t"); len(cols) >= 3 {
		g.ID, g.Rules = strings.TrimSpace(cols[0]), strings.TrimSpace(cols[1])
		if len(cols) > 3 {
			g.Result = textResult(strings.TrimSpace(cols[3]))
			if g.Result == "" {
				g.head("result", cols[3])
			}
		}
		text = cols[2]
	} else if key, value, ok := strings.Cut(text, ":"); ok && len(g.Moves) == 0 && !isMoves(text) {
		return r.textHeader(g, strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value), line)
	}
	for _, token := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t,;", c) }) {
		if result := textResult(token); result != "" {
			g.Result = result
			continue
		}
		if what := g.textMoves(token); what != "" {
			return r.fail(line, "move %d: %s", len(g.Moves)+1, what)
		}
	}
	if len(g.Moves) == 0 && strings.Contains(text, "\t") {
		return r.fail(line, "no moves: want points like h8i9g7")
	}
	return nil
}

// textHeader keeps "Name: value"; some names have a place of their own.
func (r *Reader) textHeader(g *Game, key, value string, line int) error {
	switch key {
	case "id", "game":
		g.ID = value
	case "rules", "rule":
		g.Rules = value
	case "result":
		if g.Result = textResult(value); g.Result == "" {
			g.head(key, value)
		}
	case "size", "board":
		size, err := strconv.Atoi(value)
		if err != nil || !board.ValidSize(size) {
			return r.fail(line, "size %q: want 9, 13, 15 or 19 lines", clip(value))
		}
		g.Size = size
	default:
		g.head(key, value)
	}
	return nil
}

// continues reports whether the next line goes on numbering the moves of this game,
// by pairs or singly; with moves 0 it accepts any number but 1.
func (r *Reader) continues(moves int) bool {
	head, _ := r.src.r.Peek(16)
	number, _, ok := strings.Cut(strings.TrimLeft(string(head), " "), ".")
	n, err := strconv.Atoi(number)
	return ok && err == nil && n > 1 && (moves == 0 || n == moves/2+1 || n == moves+1)
}

// textMoves reads the points of one word: "h8", "h8i9", "1.h8", "pass", "12." alone. It
// says what is wrong, or nothing.
func (g *Game) textMoves(word string) string {
	if number, rest, ok := strings.Cut(word, "."); ok {
		if _, err := strconv.Atoi(number); err == nil {
			word = strings.TrimLeft(rest, ".")
		}
	}
	for word != "" {
		if len(g.Moves) >= maxMoves {
			return "more moves than a game can have"
		}
		if lower := strings.ToLower(word); strings.HasPrefix(lower, "pass") {
			g.play(board.NoPoint)
			word = word[len("pass"):]
			continue
		}
		n := 1
		for n < len(word) && n < 3 && word[n] >= '0' && word[n] <= '9' {
			n++
		}
		p, ok := namedPoint(word[:n])
		if !ok {
			return strconv.Quote(clip(word)) + ": want a point like h8"
		}
		g.play(p)
		word = word[n:]
	}
	return ""
}

// namedPoint reads a letter and a number; a point no board has is OffBoard.
func namedPoint(text string) (board.Point, bool) {
	if p, err := board.ParsePoint(text); err == nil {
		return p, true
	}
	if len(text) < 2 || !isLetter(text[0]|0x20) {
		return board.NoPoint, false
	}
	_, err := strconv.ParseUint(text[1:], 10, 16)
	return OffBoard, err == nil
}

// isMoves reports whether a line begins like moves rather than like a header.
func isMoves(text string) bool {
	var probe Game
	word, _, _ := strings.Cut(text, " ")
	return probe.textMoves(word) == ""
}

// textResult reads a result as people write it: from Black's side. "" where it is none.
func textResult(text string) string {
	switch strings.ToLower(text) {
	case "1-0":
		return "1-0"
	case "0-1":
		return "0-1"
	case "1/2-1/2", "0.5-0.5", "½-½", "draw":
		return "1/2-1/2"
	case "*":
		return "*"
	}
	return ""
}
