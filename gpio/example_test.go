package gpio_test

import (
	"fmt"
	"time"

	"shinpan/clock"
	"shinpan/gpio"
)

// A desk is pressed by whoever serves the page.
func ExampleDesk() {
	desk := gpio.NewDesk()
	if err := desk.Press(gpio.Press{Button: gpio.Button{Side: clock.P1}, At: 62 * time.Second}); err != nil {
		fmt.Println(err)
	}
	press := <-desk.Presses()
	fmt.Println(press.Side == clock.P1, press.At)
	// Output: true 1m2s
}
