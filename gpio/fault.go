package gpio

import "log/slog"

// Fault is a condition of a part of the table that a person should know about, or its
// end. Codes are stable: "gpio_face_p1", "gpio_face_p2", "gpio_buzzer", "gpio_lamps"; of
// the buttons "gpio_shorted", "gpio_lost", "gpio_noise", "gpio_stamps", and "gpio_stuck_" or
// "gpio_chatter_" with the name of the button.
type Fault struct {
	Code   string
	Text   string // what is wrong, and what to do
	Healed bool
}

// faultRoom is how many faults may wait for a reader.
const faultRoom = 32

// faultLine keeps the newest faults for whoever reads them.
type faultLine chan Fault

// tell logs a fault and hands it to whoever reads the line. It never waits; beyond
// faultRoom the oldest is forgotten: what counts is how things are now.
func tell(log *slog.Logger, to faultLine, f Fault) {
	if f.Healed {
		log.Info(f.Text, "code", f.Code, "healed", true)
	} else {
		log.Warn(f.Text, "code", f.Code)
	}
	for {
		select {
		case to <- f:
			return
		default:
		}
		select {
		case <-to:
		default:
		}
	}
}
