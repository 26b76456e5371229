package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"shinpan/clock"
	"shinpan/config"
	"shinpan/gpio"
)

// heldLines is what to do where lines cannot be had.
const heldLines = "if the service is running it holds the lines: sudo systemctl stop shinpan, then look again"

// checkButtons claims the lines and gives them back.
func checkButtons(ctx context.Context, cfg config.Config) finding {
	g := cfg.GPIO
	switch g.Driver {
	case "none":
		return doubtful(`set driver = "desk" in [gpio] for buttons on the page`, "there are no buttons at all")
	case "desk":
		return healthy("the buttons are on the page")
	}
	buttons, err := openButtons(g, nil)
	if err != nil {
		return failing(heldLines, "%v", err)
	}
	driver := buttons.Driver()
	if err := buttons.Close(); err != nil {
		return failing("start the machine anew", "%v", err)
	}
	var names []string
	for _, b := range wiredButtons(g) {
		names = append(names, fmt.Sprintf("%s %s", b.Name(), b.Pin))
	}
	found := healthy("%s: inputs with pull-up; %s", strings.Join(names, ", "), driver)
	if found = judgeEchoes(echoes(ctx, g), found); found.State == failure {
		return found
	}
	if _, stamped := buttons.(*gpio.Kernel); !stamped && g.Driver == "gpio" {
		found.State, found.Do = doubt, "play is possible; a busy machine may cost a player some milliseconds: use Linux 5.10 or later and pins of one chip"
	}
	return found
}

// echoes tries the lines without anybody pressing; nil where that cannot be done.
func echoes(ctx context.Context, g config.GPIO) []gpio.Echo {
	if g.Driver != "gpio" {
		return nil
	}
	t, err := gpio.OpenTryout(buttonOptions(g))
	if err != nil {
		return nil // the lines were there a moment ago: nothing is lost but this trial
	}
	defer func() { _ = t.Close() }()
	list, err := t.Echoes(ctx)
	if err != nil {
		return nil
	}
	return list
}

// judgeEchoes adds to a finding whether the edges of the lines arrive, and how soon.
func judgeEchoes(list []gpio.Echo, found finding) finding {
	var slowest time.Duration
	var heard, held []string
	for _, e := range list {
		switch {
		case e.Heard:
			heard = append(heard, e.Name())
			slowest = max(slowest, e.Delay)
		case e.Fell:
			return failing("this line has no interrupt: wire the button to another pin", "%s: the line fell, and the kernel told nobody", e.Name())
		default:
			held = append(held, e.Name())
		}
	}
	if len(heard) > 0 {
		found.What += fmt.Sprintf("; an edge made by turning the pull was heard on %s after %.1f ms at most", strings.Join(heard, ", "), 1000*slowest.Seconds())
	}
	if len(held) > 0 {
		found.What += "; not so on " + strings.Join(held, ", ") + ", which something outside holds: a resistor, or a hand"
	}
	return found
}

// wiredButtons are the buttons that have a pin.
func wiredButtons(g config.GPIO) []gpio.ButtonWiring {
	var list []gpio.ButtonWiring
	for _, b := range buttonOptions(g).Buttons {
		if b.Pin != "" {
			list = append(list, b)
		}
	}
	return list
}

// tryout is what a person presses; a gpio.Tryout.
type tryout interface {
	Down() []gpio.Button
	Await(context.Context) (gpio.Contact, error)
}

// tryButtons lets the person press every button.
func tryButtons(ctx context.Context, cfg config.Config, p *person, tell func(finding)) {
	if !cfg.GPIO.Wired() {
		return
	}
	if p == nil {
		tell(healthy("not tried: nobody is at the terminal to press them"))
		return
	}
	t, err := gpio.OpenTryout(buttonOptions(cfg.GPIO))
	if err != nil {
		tell(failing(heldLines, "%v", err))
		return
	}
	pressEach(ctx, t, wiredButtons(cfg.GPIO), p, tell)
	if err := t.Close(); err != nil {
		tell(failing("start the machine anew", "%v", err))
	}
}

// pressWait is how long the doctor waits for one press.
const pressWait = 20 * time.Second

// pressEach asks for one button after the other.
func pressEach(ctx context.Context, t tryout, buttons []gpio.ButtonWiring, p *person, tell func(finding)) {
	for _, b := range t.Down() {
		tell(failing("let it go; if nobody holds it, look for a short to ground, or a switch that opens when pressed",
			"%s is down before anybody was asked to press it", b.Name()))
	}
	for _, b := range buttons {
		if ctx.Err() != nil || !p.patient {
			return
		}
		p.tell("Press %s now: its button is on %s.", buttonWords(b.Button), b.Pin)
		contact, err := awaitPress(ctx, t)
		if err == nil && contact.Button != b.Button {
			p.tell("That was felt on %s. Once more: press %s.", contact.Name(), buttonWords(b.Button))
			contact, err = awaitPress(ctx, t)
		}
		tell(judgeContact(b, contact, err))
	}
}

func awaitPress(ctx context.Context, t tryout) (gpio.Contact, error) {
	limited, cancel := context.WithTimeout(ctx, pressWait)
	defer cancel()
	return t.Await(limited)
}

// buttonWords says which button is meant.
func buttonWords(b gpio.Button) string {
	words := map[gpio.Role]string{gpio.Turn: "%s", gpio.Claim: "%s's CLAIM", gpio.Draw: "%s's DRAW", gpio.Choice: "%s's SWAP"}
	if b.Role == gpio.Arbiter {
		return "the ARBITER's button"
	}
	side := map[clock.Side]string{clock.P1: "P1", clock.P2: "P2"}[b.Side]
	return fmt.Sprintf(words[b.Role], side)
}

// What a good switch and an idle machine stay below.
const (
	longBounce = 20 * time.Millisecond
	longDelay  = 20 * time.Millisecond
)

// judgeContact says how the press of one button went.
func judgeContact(want gpio.ButtonWiring, c gpio.Contact, err error) finding {
	name := want.Name()
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return failing("look at the two wires of that button, and at the pin in [gpio]", "%s: no press was felt on %s", name, want.Pin)
	case err != nil:
		return failing("start the machine anew", "%s: %v", name, err)
	case c.Button != want.Button:
		return failing(fmt.Sprintf("swap the two wires, or the pins in [gpio]; then try %s again", name), "%s: the press was felt on %s", name, c.Name())
	case c.Bounce > longBounce:
		return doubtful("it works; a better switch would do no harm", "%s: %s", name, c)
	case c.Delay > longDelay:
		return doubtful("play is possible, as presses count from their stamps; look what keeps this machine busy (top)", "%s: %s", name, c)
	}
	return healthy("%s: %s", name, c)
}
