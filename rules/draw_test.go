package rules_test

import (
	"math/rand"
	"testing"

	"shinpan/board"
	"shinpan/rules"
)

// TestCanStillWinBruteForce fills small boards with every set of further stones of one
// colour and looks whether some set makes a new winning row.
func TestCanStillWinBruteForce(t *testing.T) {
	rng := rand.New(rand.NewSource(4))
	seen := map[bool]int{}
	for range 1500 {
		b := smallBoard(rng)
		for _, x := range setsAndColors {
			got, want := rules.CanStillWin(x.set, &b, x.color), everWins(x.set, &b, x.color)
			seen[want]++
			if got != want {
				t.Fatalf("%s, %s: got %v, brute force says %v\n%s", x.set, x.color, got, want, b.Diagram(nil))
			}
		}
	}
	if seen[true] < 100 || seen[false] < 100 {
		t.Errorf("one-sided boards: %v", seen)
	}
}

// smallBoard is a board of 5 to 7 lines with at most ten empty points and rows that
// are mostly of one colour.
func smallBoard(rng *rand.Rand) board.Board {
	size := 5 + rng.Intn(3)
	b := board.New(size)
	black := rng.Float64()
	for p := range b.Points {
		b.Set(p, board.White)
		if rng.Float64() < black {
			b.Set(p, board.Black)
		}
	}
	for range rng.Intn(11) {
		b.Set(board.At(rng.Intn(size), rng.Intn(size)), board.Empty)
	}
	return b
}

func everWins(set rules.Set, b *board.Board, c board.Color) bool {
	var empty []board.Point
	for p := range b.Points {
		if b.At(p) == board.Empty {
			empty = append(empty, p)
		}
	}
	for chosen := 1; chosen < 1<<len(empty); chosen++ {
		full := *b
		for i, p := range empty {
			if chosen>>i&1 == 1 {
				full.Set(p, c)
			}
		}
		for i, p := range empty {
			if chosen>>i&1 == 1 && inWinningRow(set, &full, p, c) {
				return true
			}
		}
	}
	return false
}

func inWinningRow(set rules.Set, b *board.Board, p board.Point, c board.Color) bool {
	for _, d := range refDirections {
		n := 1
		for i := 1; b.At(board.At(p.Col()+i*d[0], p.Row()+i*d[1])) == c; i++ {
			n++
		}
		for i := 1; b.At(board.At(p.Col()-i*d[0], p.Row()-i*d[1])) == c; i++ {
			n++
		}
		if set == rules.Freestyle && n >= 5 || n == 5 || set == rules.Renju && c == board.White && n >= 5 {
			return true
		}
	}
	return false
}
