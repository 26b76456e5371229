package opening_test

import (
	"fmt"

	"shinpan/board"
	"shinpan/rules/opening"
)

// The first step of a designated opening: three stones in any order, one press.
func ExampleState_Press() {
	rif, err := opening.Parse("rif", opening.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	state, pos := opening.New(rif, opening.Options{}), board.New(board.DefaultSize)
	loose := []opening.Stone{
		{Point: board.MustPoint("I9"), Color: board.Black},
		{Point: board.MustPoint("H9"), Color: board.White},
		{Point: board.MustPoint("H8"), Color: board.Black},
	}
	r, wrong, missing := state.Press(&pos, loose)
	fmt.Println(len(wrong), len(missing))
	for _, m := range r.Moves {
		pos.Set(m.Point, m.Color)
		fmt.Println(m.Color, m.Point)
	}
	name, _ := opening.FigureOf(&pos, nil, state.First(), true)
	fmt.Println(name.ID, name.En, name.Ja)
	fmt.Printf("%+v\n", state.Due().MaySwap)
	// Output:
	// 0 0
	// black H8
	// white H9
	// black I9
	// D4 Kagetsu 花月
	// true
}
