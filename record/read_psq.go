package record

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"shinpan/board"
)

// psqHead begins a PSQ game: "Piskvorky 15x15, 11:11, 0".
const psqHead = "Piskvorky"

// nextPSQ reads a game of the form that Piskvork writes: the head line, a line
// "x,y,milliseconds" a move with x from the left and y from the top counted from 1, and a
// foot: -1 and the names of the programs. Black moves first.
func (r *Reader) nextPSQ() (Game, error) {
	var g Game
	for g.Size == 0 {
		text, line, _, err := r.src.readLine()
		if err != nil {
			return g, err
		}
		switch {
		case psqStarts(text):
			g.Line = line
			if g.Size, err = psqSize(text); err != nil {
				r.skipPSQ()
				return g, r.fail(line, "head %q: %v", clip(text), err)
			}
			g.head("head", text)
		case strings.TrimSpace(text) != "":
			r.skipPSQ()
			return g, r.fail(line, "%q: want a head line like \"Piskvorky 15x15, 11:11, 0\"", clip(text))
		}
	}
	return g, r.psqMoves(&g)
}

// psqMoves reads the moves and the foot of a game, up to the next head.
func (r *Reader) psqMoves(g *Game) error {
	foot, names := false, 0
	for {
		if head, _ := r.src.r.Peek(len(psqHead)); psqStarts(string(head)) {
			return nil
		}
		text, line, long, err := r.src.readLine()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case long:
			r.skipPSQ()
			return r.fail(line, "the line is longer than %d bytes: want x,y,milliseconds", maxValue)
		}
		text = strings.TrimSpace(text)
		foot = foot || text != "" && !strings.Contains(text, ",")
		switch {
		case text == "" || text == "-1":
			continue
		case foot:
			names++
			g.head(psqFoot(names), text)
			continue
		}
		p, ok := psqPoint(text, g.Size)
		if !ok || len(g.Moves) >= maxMoves {
			r.skipPSQ()
			return r.fail(line, "move %d %q: want x,y,milliseconds", len(g.Moves)+1, clip(text))
		}
		g.play(p)
	}
}

// psqFoot names the lines after the moves.
func psqFoot(n int) string {
	switch n {
	case 1:
		return "black"
	case 2:
		return "white"
	}
	return "foot" + strconv.Itoa(n)
}

// skipPSQ goes to the next game, or to the end.
func (r *Reader) skipPSQ() {
	for {
		if head, err := r.src.r.Peek(len(psqHead)); psqStarts(string(head)) || (err != nil && len(head) == 0) {
			return
		}
		if _, _, _, err := r.src.readLine(); err != nil {
			return
		}
	}
}

func psqStarts(text string) bool {
	return len(text) >= len(psqHead) && strings.EqualFold(text[:len(psqHead)], psqHead)
}

// psqSize reads the board's size out of a head line.
func psqSize(head string) (int, error) {
	size, _, _ := strings.Cut(strings.TrimSpace(head[len(psqHead):]), ",")
	w, h, ok := strings.Cut(strings.TrimSpace(size), "x")
	width, errW := strconv.Atoi(strings.TrimSpace(w))
	height, errH := strconv.Atoi(strings.TrimSpace(h))
	if !ok || errW != nil || errH != nil || width != height || !board.ValidSize(width) {
		return 0, errors.New("want a square board of 9, 13, 15 or 19 lines, like 15x15")
	}
	return width, nil
}

// psqPoint reads "x,y" or "x,y,milliseconds". A point beyond the board is read as
// OffBoard: that is a wrong move, not a wrong file.
func psqPoint(text string, size int) (board.Point, bool) {
	fields := strings.Split(text, ",")
	if len(fields) < 2 || len(fields) > 4 {
		return board.NoPoint, false
	}
	x, errX := strconv.Atoi(strings.TrimSpace(fields[0]))
	y, errY := strconv.Atoi(strings.TrimSpace(fields[1]))
	if errX != nil || errY != nil {
		return board.NoPoint, false
	}
	if p := board.At(x-1, size-y); p != board.NoPoint {
		return p, true
	}
	return OffBoard, true
}

// clip shortens what is quoted in a message.
func clip(text string) string {
	if len(text) > 40 {
		return text[:40] + "…"
	}
	return text
}
