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
