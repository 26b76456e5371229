package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"shinpan/config"
	"shinpan/gpio"
)

// faceTrial is how long the doctor lights the faces and lamps, for the person in front of
// them to see.
const faceTrial = time.Second

// checkFaces lights what [gpio] wires beside the buttons.
func checkFaces(ctx context.Context, cfg config.Config) finding {
	wiring, err := tableWiring(cfg.GPIO)
	if err != nil {
		return failing("mend the file", "%v", err)
	}
	if wiring == (gpio.Wiring{}) {
		return healthy("no faces, lamps or buzzer are wired: the page shows the clock")
	}
	parts, err := gpio.OpenParts(wiring)
	if err != nil {
		return failing(heldLines, "%v", err)
	}
	parts.Passive = cfg.GPIO.BuzzerKind == "passive"
	table := gpio.NewTable(parts)
	drawings, err := table.Measure(measuredDrawings)
	if err == nil {
		err = table.Try(ctx, faceTrial)
	}
	_ = table.Close() // what could not be reached has been said
	if err != nil {
		return doubtful("look at its wires, and at its address; the game would run without it", "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return judgeDrawings(drawings)
}

const (
	// measuredDrawings are enough to see what one takes.
	measuredDrawings = 20
	// drawingsASecond is the most a face is ever drawn: tenths.
	drawingsASecond = 10
	// dearFace is more of a processor than a face should cost.
	dearFace = 0.01
)

// judgeDrawings says what the faces cost.
func judgeDrawings(drawings []gpio.Drawing) finding {
	found := healthy("everything that is wired was lit just now, with every segment of the faces")
	for _, d := range drawings {
		share := d.Busy.Seconds() * drawingsASecond
		found.What += fmt.Sprintf("; drawing %s takes %.1f ms", d.Face, 1000*d.Took.Seconds())
		if share > dearFace {
			found.State, found.Do = doubt, "play is possible; look what else keeps this machine busy (top), or take a display on I2C"
			found.What += fmt.Sprintf(" and, with tenths, %.1f %% of a core", 100*share)
		}
	}
	return found
}

// tryFaces shows the person one part after the other.
func tryFaces(ctx context.Context, cfg config.Config, p *person, tell func(finding)) {
	wiring, err := tableWiring(cfg.GPIO)
	if err != nil || wiring == (gpio.Wiring{}) {
		return // told by checkFaces
	}
	if p == nil {
		tell(healthy("not looked at: nobody is at the terminal to see and hear them"))
		return
	}
	parts, err := gpio.OpenParts(wiring)
	if err != nil {
		tell(failing(heldLines, "%v", err))
		return
	}
	parts.Passive = cfg.GPIO.BuzzerKind == "passive"
	table := gpio.NewTable(parts)
	defer func() { _ = table.Close() }() // what could not be reached has been said
	lookAtEach(ctx, table.Trials(), p, tell)
}

// lookAtEach switches one part on after the other and asks what the person makes of it.
func lookAtEach(ctx context.Context, trials []gpio.Trial, p *person, tell func(finding)) {
	for _, trial := range trials {
		if ctx.Err() != nil || !p.patient {
			return
		}
		if err := trial.On(ctx); err != nil {
			tell(doubtful("look at its wires, and at its address; the game would run without it", "%s: %v", trial.Name, err))
			continue
		}
		yes, answered := p.asks(ctx, strings.ToUpper(trial.Name[:1])+trial.Name[1:]+": "+trial.Asks)
		err := trial.Off()
		switch {
		case !answered:
			return
		case err != nil:
			tell(doubtful("look at its wires", "%s: %v", trial.Name, err))
		case !yes:
			tell(failing("it was sent the right thing: look at its supply, its wires, its pin in [gpio] and, of a buzzer, buzzer_kind", "%s: not as it should be", trial.Name))
		default:
			tell(healthy("%s: seen and good", trial.Name))
		}
	}
}
