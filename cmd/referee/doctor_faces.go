package main

import (
	"context"
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
		return failing("if the service is running it holds the lines: stop it, then look again", "%v", err)
	}
	parts.Passive = cfg.GPIO.BuzzerKind == "passive"
	table := gpio.NewTable(parts)
	err = table.Try(ctx, faceTrial)
	_ = table.Close() // what could not be reached has been said
	if err != nil {
		return doubtful("look at its wires, and at its address; the game would run without it", "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return healthy("everything that is wired was lit just now: every segment of the faces showed 88:88")
}
