package gpio

import (
	"errors"
	"fmt"

	pgpio "periph.io/x/conn/v3/gpio"
)

// FaceWiring is where a display is.
type FaceWiring struct {
	Driver      string // "ht16k33", "max7219", "tm1637", "ssd1306", "sh1106", "desk"; "none" or empty for no display
	Bus         string // "i2c-1" or "spidev0.0"
	Address     int    // on I2C
	Clock, Data string // pins of a tm1637
}

// Wiring is where everything is that the table shows; an empty pin is not wired.
type Wiring struct {
	P1, P2                     FaceWiring
	Turn1, Turn2, Alert, Ready string // lamps
	Buzzer                     string
}

// OpenParts opens what is wired. A missing bus, pin or permission is an error with what to
// do; a display that does not answer is not: it may be plugged in later. Like OpenPeriph
// it must come before other goroutines open files.
func OpenParts(w Wiring) (Parts, error) { return openParts(w, findLine) }

func openParts(w Wiring, find func(string) (line, error)) (p Parts, err error) {
	defer func() {
		if err != nil {
			_ = NewTable(p).Close()
		}
	}()
	for _, f := range []struct {
		to   *Face
		from FaceWiring
	}{{&p.P1, w.P1}, {&p.P2, w.P2}} {
		face, err := openFace(f.from, find)
		if err != nil {
			return p, err
		}
		*f.to = face
	}
	for _, o := range []struct {
		to  *Output
		pin string
	}{{&p.Turn1, w.Turn1}, {&p.Turn2, w.Turn2}, {&p.Alert, w.Alert}, {&p.Ready, w.Ready}, {&p.Buzzer, w.Buzzer}} {
		if o.pin == "" {
			continue
		}
		out, err := openOutput(o.pin, find)
		if err != nil {
			return p, err
		}
		*o.to = out // not before: an interface that holds a nil pointer is not nil
	}
	return p, nil
}

// openFace opens the bus of a display, not yet the display.
func openFace(w FaceWiring, find func(string) (line, error)) (Face, error) {
	switch w.Driver {
	case "", "none":
		return nil, nil
	case "desk":
		return deskFace{}, nil
	case "ht16k33":
		bus, err := openI2C(w.Bus, w.Address)
		if err != nil {
			return nil, fmt.Errorf("gpio: %s: %w", w.Driver, err)
		}
		return &ht16k33{chip: bus}, nil
	case "ssd1306", "sh1106":
		bus, err := openI2C(w.Bus, w.Address)
		if err != nil {
			return nil, fmt.Errorf("gpio: %s: %w", w.Driver, err)
		}
		return &oled{chip: bus, model: oledModels[w.Driver]}, nil
	case "max7219":
		bus, err := openSPI(w.Bus, maxSpeed)
		if err != nil {
			return nil, fmt.Errorf("gpio: %s: %w", w.Driver, err)
		}
		return &max7219{chip: bus}, nil
	case "tm1637":
		return openTM1637(w, find)
	}
	return nil, fmt.Errorf("gpio: %q is no driver of a display", w.Driver)
}

// openTM1637 claims both lines: the clock low, the data line up.
func openTM1637(w FaceWiring, find func(string) (line, error)) (Face, error) {
	var lines [2]wire
	for i, pin := range []string{w.Clock, w.Data} {
		l, err := find(pin)
		var ok bool
		if err == nil {
			if lines[i], ok = l.(wire); !ok {
				err = errors.New("cannot be an output")
			} else if i == 0 {
				err = lines[i].Out(pgpio.Low)
			} else {
				err = lines[i].In(pgpio.PullUp, pgpio.NoEdge)
			}
		}
		if err != nil {
			for _, claimed := range []any{lines[0], l} {
				release(claimed)
			}
			return nil, fmt.Errorf("gpio: tm1637: %s: %w: is another program using it? (gpioinfo shows which)", pin, err)
		}
	}
	return &tm1637{clock: lines[0], data: lines[1], rise: tmRise}, nil
}
