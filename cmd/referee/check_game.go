package main

import (
	"fmt"
	"strings"

	"shinpan/board"
	"shinpan/record"
	"shinpan/rules"
)

// setOf guesses the rule set from what a record says of its rules: the first word that
// is found decides, and renju where none is.
func setOf(said string) rules.Set {
	said = strings.ToLower(said)
	for _, known := range []struct {
		word string
		set  rules.Set
	}{
		{"renju", rules.Renju}, {"rif", rules.Renju},
		{"free", rules.Freestyle}, {"standard", rules.Standard}, {"gomoku", rules.Standard},
	} {
		if strings.Contains(said, known.word) {
			return known.set
		}
	}
	return rules.Renju
}

// playback is a record being played through the rules.
type playback struct {
	set    rules.Set
	b      board.Board
	over   string   // what ended the game, or nothing
	result string   // what the board decides, or nothing
	passes int      // passes in a row
	fouls  []string // forbidden moves, in order
	last   rules.Kind
}

// checkGame plays one game and says what the rules make of it.
func checkGame(g record.Game, opt checkOptions) checkedGame {
	p := playback{set: opt.set, b: board.New(g.Size)}
	if p.set == "" {
		p.set = setOf(g.Rules)
	}
	for i, m := range g.Setup {
		if why := p.taken(m.Point); why != "" {
			return checkedGame{Status: "illegal", Result: g.Result, Detail: fmt.Sprintf("setup stone %d: %s", i+1, why)}
		}
		p.b.Set(m.Point, m.Color)
	}
	for i, m := range g.Moves {
		if why := p.play(i+1, m, turnOf(g, i)); why != "" {
			return checkedGame{Status: "illegal", Result: g.Result, Detail: fmt.Sprintf("move %d: %s", i+1, why)}
		}
	}
	if detail := openingFault(g, opt); detail != "" {
		return checkedGame{Status: "opening", Result: g.Result, Detail: detail}
	}
	return p.conclude(g)
}

// turnOf is the side whose turn move i is: after the first they alternate. The first is
// Black's, or anyone's on a board that was set up.
func turnOf(g record.Game, i int) board.Color {
	first := board.Black
	if len(g.Setup) > 0 {
		first = g.Moves[0].Color
	}
	if i%2 == 1 {
		return first.Opponent()
	}
	return first
}

// taken says why no stone can be put on a point.
func (p *playback) taken(at board.Point) string {
	switch {
	case at == board.NoPoint:
		return "a pass: want a point"
	case at == record.OffBoard:
		return fmt.Sprintf("off the board of %d lines", p.b.Size())
	case !at.OnBoard(p.b.Size()):
		return fmt.Sprintf("%s is off the board of %d lines", at, p.b.Size())
	case p.b.At(at) != board.Empty:
		return fmt.Sprintf("%s is taken by a %s stone", at, p.b.At(at))
	}
	return ""
}

// play plays one move and says why it cannot be, or nothing.
func (p *playback) play(n int, m record.Move, turn board.Color) string {
	if p.over != "" {
		return "played on after " + p.over
	}
	if m.Color != turn {
		return fmt.Sprintf("a %s stone out of turn", m.Color)
	}
	if m.Point == board.NoPoint {
		if p.passes++; p.passes == 2 {
			p.end("1/2-1/2", fmt.Sprintf("two passes (move %d)", n))
		}
		p.last = rules.OK
		return ""
	}
	if why := p.taken(m.Point); why != "" {
		return why
	}
	p.passes = 0
	p.last = rules.Classify(p.set, &p.b, m.Point, m.Color)
	p.b.Set(m.Point, m.Color)
	switch {
	case p.last == rules.Five:
		p.end(resultFor(m.Color), fmt.Sprintf("five of %s at %s (move %d)", m.Color, m.Point, n))
	case p.last.Foul():
		p.fouls = append(p.fouls, fmt.Sprintf("%s at %s (move %d)", p.last, m.Point, n))
	}
	if p.over == "" && p.b.Full() {
		p.end("1/2-1/2", fmt.Sprintf("full board (move %d)", n))
	}
	return ""
}

func (p *playback) end(result, why string) { p.result, p.over = result, why }

// conclude compares what the board decides with what the record says. A record that
// ends with a forbidden move ends by it: White has claimed it.
func (p *playback) conclude(g record.Game) checkedGame {
	detail := p.over
	if p.over == "" && p.last.Foul() {
		p.result, detail = resultFor(board.White), p.fouls[len(p.fouls)-1]
		p.fouls = p.fouls[:len(p.fouls)-1]
	}
	if detail == "" {
		detail = fmt.Sprintf("%d moves, not decided on the board", len(g.Moves))
	}
	if len(p.fouls) > 0 {
		detail += "; stood: " + strings.Join(p.fouls, ", ")
	}
	switch {
	case p.result == "":
		return checkedGame{Status: "ok", Result: g.Result, Detail: detail}
	case g.Result != "*" && g.Result != p.result:
		return checkedGame{Status: "differs", Result: p.result, Detail: detail + "; the record says " + g.Result}
	}
	return checkedGame{Status: "ok", Result: p.result, Detail: detail}
}

// openingFault says which stone breaks the opening protocol, or nothing.
func openingFault(g record.Game, opt checkOptions) string {
	var stones []board.Point
	for _, m := range append(g.Setup[:len(g.Setup):len(g.Setup)], g.Moves...) {
		if m.Point != board.NoPoint {
			stones = append(stones, m.Point)
		}
	}
	n, want := opt.opening.Check(stones, g.Size)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("stone %d on %s: %s wants it %s", n, stones[n-1], opt.opening, want)
}

func resultFor(winner board.Color) string {
	if winner == board.Black {
		return "1-0"
	}
	return "0-1"
}
