package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"shinpan/config"
)

// checkPower asks a Pi's own watch over its supply. One that sags damages cards and resets
// cameras long before the machine stops.
func checkPower(context.Context, config.Config) finding { return judgePower("/sys/class/hwmon") }

func judgePower(sensors string) finding {
	names, _ := filepath.Glob(filepath.Join(sensors, "*", "name"))
	for _, path := range names {
		if readText(path) != "rpi_volt" {
			continue
		}
		switch alarm := readText(filepath.Join(filepath.Dir(path), "in0_lcrit_alarm")); alarm {
		case "0":
			return healthy("the supply holds its voltage")
		case "":
			return healthy("this board does not say whether its supply holds its voltage")
		default:
			return doubtful("take the supply made for this board, a short thick cable, and feed what hangs on USB from elsewhere", "the supply's voltage has sagged")
		}
	}
	return healthy("no sensor watches the supply here")
}

// readText is the text of a small file, empty where there is none.
func readText(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}
