package vision

import (
	"slices"
	"testing"

	"shinpan/board"
)

func TestSuspects(t *testing.T) {
	const size = 9
	cells := make([]Cell, size*size)
	for i := range cells {
		cells[i].Empty = 1
	}
	stone := func(i int) { cells[i] = Cell{White: 0.95, Black: 0.025, Empty: 0.025} }
	cells[40] = Cell{White: 0.5, Black: 0.1, Empty: 0.4}
	for _, i := range []int{30, 41, 42, 8, 9} {
		stone(i) // 30 and 41 touch 40; 8 and 9 are neighbours in the list, not on the board
	}
	if got := Suspects(cells, size, nil); len(got) != 0 {
		t.Errorf("suspects %v beside a single point in the middle", got)
	}
	cells[39] = cells[40]
	if got := Suspects(cells, size, nil); !slices.Equal(got, []int{30, 41}) {
		t.Errorf("suspects %v, want 30 and 41", got)
	}
	known := func(i int) board.Color {
		if i == 41 {
			return board.White
		}
		return board.Empty
	}
	if got := Suspects(cells, size, known); !slices.Equal(got, []int{30}) {
		t.Errorf("suspects %v, want 30 alone: the stone on 41 was known", got)
	}
	cells[9] = Cell{White: 0.5, Black: 0.1, Empty: 0.4}
	if got := Suspects(cells, size, known); !slices.Equal(got, []int{30}) {
		t.Errorf("suspects %v: the last of a row is no neighbour of the next row's first", got)
	}
}
