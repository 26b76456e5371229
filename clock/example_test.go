package clock_test

import (
	"fmt"
	"time"

	"shinpan/clock"
)

// A player in his second period presses, and keeps it whole.
func Example() {
	control, err := clock.ParseControl("byoyomi 1m 3x30s")
	if err != nil {
		fmt.Println(err)
		return
	}
	k := clock.New(control)
	if err := k.Start(clock.P1, 0); err != nil {
		fmt.Println(err)
		return
	}
	stamp := 95 * time.Second
	for _, change := range k.Advance(stamp) {
		fmt.Println(change.Side, change.Kind, "at", change.At, "left", change.Left)
	}
	fmt.Println("pressed", k.Press(clock.P1, stamp))
	face := k.Faces(stamp).P1
	fmt.Println(face.Text, "in each of", face.Periods)
	// Output:
	// p1 overtime at 1m0s left 3
	// p1 period at 1m30s left 2
	// pressed true
	// 0:30 in each of 2
}
