package gpio

// Fault is a condition of a part of the table that a person should know about, or its
// end. Codes are stable: "gpio_face_p1", "gpio_face_p2", "gpio_buzzer", "gpio_lamps".
type Fault struct {
	Code   string
	Text   string // what is wrong, and what to do
	Healed bool
}

// faultRoom is how many faults may wait for a reader. Beyond it the oldest is
// forgotten: what counts is how things are now.
const faultRoom = 32

// tell hands a fault to whoever reads Faults. It never waits.
func (t *Table) tell(f Fault) {
	if f.Healed {
		t.log.Info(f.Text, "code", f.Code, "healed", true)
	} else {
		t.log.Warn(f.Text, "code", f.Code)
	}
	for {
		select {
		case t.faults <- f:
			return
		default:
		}
		select {
		case <-t.faults:
		default:
		}
	}
}
