package board_test

import (
	"math/rand"
	"testing"

	"shinpan/board"
)

func TestBitsAgreeWithAt(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for _, size := range board.Sizes {
		b := board.New(size)
		for p := range b.Points {
			b.Set(p, board.Color(rng.Intn(3)))
		}
		for row := -1; row <= size; row++ {
			black, white := b.Bits(row)
			for col := range 32 {
				c := b.At(board.At(col, row))
				if black>>col&1 == 1 != (c == board.Black) || white>>col&1 == 1 != (c == board.White) {
					t.Fatalf("size %d, column %d, row %d: %v, bits %b %b", size, col, row, c, black, white)
				}
			}
		}
	}
}
