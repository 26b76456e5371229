package rules_test

import (
	"strings"
	"testing"

	"shinpan/board"
	"shinpan/rules"
)

// classes reads the corpus boards of the source classes with the given prefixes.
func classes(t testing.TB, prefixes ...string) []board.Board {
	t.Helper()
	var boards []board.Board
	rows(t, "rules/forbidden-dev.tsv", 4, func(_ int, cols []string) {
		for _, prefix := range prefixes {
			if strings.HasPrefix(cols[1], prefix) {
				boards = append(boards, parse(t, cols[2]))
			}
		}
	})
	return boards
}

// BenchmarkForbidden is the special points of a board from scratch. ns/op is a board;
// ns/point divides by its empty points, as the peers are measured.
func BenchmarkForbidden(b *testing.B) {
	for _, group := range []struct {
		name     string
		prefixes []string
	}{
		{"game", []string{"game-"}},
		{"adversarial", []string{"adv33", "nest"}},
		{"all", []string{""}},
	} {
		b.Run(group.name, func(b *testing.B) {
			boards := classes(b, group.prefixes...)
			empty := 0
			for i := range boards {
				empty += boards[i].Count(board.Empty)
			}
			list := make([]rules.Special, 0, 225)
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				list = rules.AppendForbidden(list[:0], &boards[i])
				if i++; i == len(boards) {
					i = 0
				}
			}
			points := float64(empty) / float64(len(boards))
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/points, "ns/point")
		})
	}
}

// BenchmarkPosition is a move of a search: ask for its kind, play it, and take it back, over
// the positions of real games.
func BenchmarkPosition(b *testing.B) {
	type game struct {
		s     *rules.Position
		moves []board.Point
	}
	var games []game
	rows(b, "games/games-dev.tsv", 3, func(_ int, cols []string) {
		empty := board.New(board.DefaultSize)
		g := game{s: rules.NewPosition(&empty)}
		for text := strings.ToUpper(cols[2]); text != ""; {
			n := 1
			for n < len(text) && text[n] <= '9' {
				n++
			}
			g.moves = append(g.moves, board.MustPoint(text[:n]))
			text = text[n:]
		}
		games = append(games, g)
	})
	b.ReportAllocs()
	g, n := 0, 0
	for b.Loop() {
		at := &games[g]
		c := board.Black
		if n%2 == 1 {
			c = board.White
		}
		at.s.Classify(rules.Renju, at.moves[n], c)
		at.s.Play(at.moves[n], c)
		if n++; n == len(at.moves) {
			for range n {
				at.s.Undo()
			}
			n, g = 0, (g+1)%len(games)
		}
	}
}

// BenchmarkClassify is one point of a board from scratch.
func BenchmarkClassify(b *testing.B) {
	benchPoints(b, func(x *board.Board, p board.Point) { rules.Classify(rules.Renju, x, p, board.Black) })
}

// BenchmarkJudge is one point with its proof.
func BenchmarkJudge(b *testing.B) {
	benchPoints(b, func(x *board.Board, p board.Point) { rules.Judge(rules.Renju, x, p, board.Black) })
}

// benchPoints asks for every empty point of game positions in turn.
func benchPoints(b *testing.B, ask func(*board.Board, board.Point)) {
	boards := classes(b, "game-holo", "game-realcore")
	type question struct {
		x *board.Board
		p board.Point
	}
	var all []question
	for i := range boards {
		for p := range boards[i].Points {
			if boards[i].At(p) == board.Empty {
				all = append(all, question{&boards[i], p})
			}
		}
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		ask(all[i].x, all[i].p)
		if i++; i == len(all) {
			i = 0
		}
	}
}
