package rules_test

import (
	"math/rand"
	"os"
	"strings"
	"testing"

	"shinpan/board"
	"shinpan/rules"
)

// refMap is the special points of a board by the reference, in command-line form.
func refMap(b *board.Board) string {
	ref := make(refBoard, b.Size())
	for row := range ref {
		ref[row] = make([]byte, b.Size())
		for col := range ref[row] {
			ref[row][col] = byte(b.At(board.At(col, row)).Rune())
		}
	}
	var out []string
	for col := range ref {
		for row := range ref {
			if ref[row][col] != '.' {
				continue
			}
			if v := ref.verdict(col, row); v != "-" {
				out = append(out, board.At(col, row).String()+"="+v)
			}
		}
	}
	if len(out) == 0 {
		return "-"
	}
	return strings.Join(out, ",")
}

// randomBoard scatters stones evenly: up to every point taken.
func randomBoard(rng *rand.Rand, size int) board.Board {
	b := board.New(size)
	black, white := rng.Float64()*0.5, rng.Float64()*0.4
	for p := range b.Points {
		switch x := rng.Float64(); {
		case x < black:
			b.Set(p, board.Black)
		case x < black+white:
			b.Set(p, board.White)
		}
	}
	return b
}

// tangledBoard looks for a board on which threes hang on threes: of a few clusters of black
// stones the one with the most double-threes, then changed point by point as long as
// that adds some.
func tangledBoard(rng *rand.Rand, size int) board.Board {
	best, most := board.Board{}, -1
	keep := func(b board.Board) {
		if n := doubleThrees(&b); n >= most {
			best, most = b, n
		}
	}
	for range 4 {
		b := board.New(size)
		side := 5 + rng.Intn(size-4)
		x, y := rng.Intn(size-side+1), rng.Intn(size-side+1)
		black, white := 0.15+0.2*rng.Float64(), 0.08*rng.Float64()
		for col := x; col < x+side; col++ {
			for row := y; row < y+side; row++ {
				switch r := rng.Float64(); {
				case r < black:
					b.Set(board.At(col, row), board.Black)
				case r < black+white:
					b.Set(board.At(col, row), board.White)
				}
			}
		}
		keep(b)
	}
	for range 12 {
		b := best
		b.Set(board.At(rng.Intn(size), rng.Intn(size)), board.Color(rng.Intn(3)))
		keep(b)
	}
	return best
}

func doubleThrees(b *board.Board) int {
	n := 0
	for _, s := range rules.Forbidden(b) {
		if s.Kind == rules.DoubleThree {
			n++
		}
	}
	return n
}

// TestAgreesWithReference compares the judge with the reference on made-up boards.
func TestAgreesWithReference(t *testing.T) {
	boards := 1000
	if os.Getenv("SHINPAN_LONG") == "1" {
		boards = 100_000
	} else {
		t.Logf("%d boards of each kind; set SHINPAN_LONG=1 for the long run of 100,000", boards)
	}
	for _, kind := range []struct {
		name string
		make func(*rand.Rand, int) board.Board
	}{{"random", randomBoard}, {"tangled", tangledBoard}} {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewSource(20))
			special := 0
			for i := range boards {
				size := 15
				if i%20 == 19 { // now and then another board
					size = board.Sizes[rng.Intn(len(board.Sizes))]
				}
				b := kind.make(rng, size)
				list := rules.Forbidden(&b)
				special += len(list)
				if got, want := rules.FormatVerdicts(list), refMap(&b); got != want {
					t.Fatalf("board %d:\n%sgot  %s\nwant %s", i, b.Diagram(nil), got, want)
				}
			}
			if special < boards {
				t.Errorf("only %d special points on %d boards: the boards test nothing", special, boards)
			}
			t.Logf("%d boards, %d special points", boards, special)
		})
	}
}
