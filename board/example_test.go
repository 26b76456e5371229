package board_test

import (
	"fmt"

	"shinpan/board"
)

// A stone on the centre, told by its coordinates and drawn for people.
func Example() {
	b := board.New(9)
	p, err := board.ParsePoint("e5")
	if err != nil {
		fmt.Println(err)
		return
	}
	b.Set(p, board.Black)
	fmt.Println(p, "is", b.At(p))
	fmt.Print(b.Diagram(map[board.Point]rune{board.MustPoint("F6"): '1'}))
	// Output:
	// E5 is black
	//     A B C D E F G H I
	//   9 . . . . . . . . .  9
	//   8 . . . . . . . . .  8
	//   7 . . . . . . . . .  7
	//   6 . . . . . 1 . . .  6
	//   5 . . . . x . . . .  5
	//   4 . . . . . . . . .  4
	//   3 . . . . . . . . .  3
	//   2 . . . . . . . . .  2
	//   1 . . . . . . . . .  1
	//     A B C D E F G H I
}

// A symmetry turns the board; the inverse turns it back.
func ExampleSymmetry() {
	quarter := board.Symmetry(1)
	p := board.MustPoint("I10")
	q := quarter.Map(p, 15)
	fmt.Println(p, q, quarter.Inverse().Map(q, 15))
	// Output: I10 F9 I10
}
