package gpio

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// What can be wrong when the lines and buses are opened is one line each, with what to do.
func TestRefusalsSayWhatToDo(t *testing.T) {
	open := func(errno error) error { return &os.PathError{Op: "open", Path: "/dev/x", Err: errno} }
	four := boards()["4"]
	_, _, elsewhere := planRequest(four, []string{"GPIO17", "GPIO99"}, 0)
	_, twice := place([]chip{{"gpiochip3", "usb", []string{"B"}}, {"gpiochip5", "usb", []string{"B"}}}, "B")
	_, _, shorted := planRequest(four, []string{"GPIO17", "gpiochip1-BT_ON"}, 0)
	_, away := openFace(FaceWiring{Driver: "ht16k33", Bus: "i2c-250", Address: 0x70}, nil)
	_, unknown := openFace(FaceWiring{Driver: "nixie"}, nil)
	for name, row := range map[string]struct {
		err   error
		wants []string
		is    error
	}{
		"no permission for the chips": {noneListed(open(unix.EACCES)), []string{"permission denied", "add this user to the group gpio"}, unix.EACCES},
		"no permission for I2C":       {noBus(open(unix.EACCES), "dtparam=i2c_arm=on", "i2c"), []string{"add this user to the group i2c"}, unix.EACCES},
		"no permission for SPI":       {noBus(open(unix.EPERM), "dtparam=spi=on", "spi"), []string{"add this user to the group spi"}, unix.EPERM},
		"I2C is off":                  {away, []string{"ht16k33", "dtparam=i2c_arm=on", "config.txt"}, os.ErrNotExist},
		"SPI is off":                  {noBus(open(unix.ENOENT), "dtparam=spi=on", "spi"), []string{"dtparam=spi=on"}, os.ErrNotExist},
		"another fault of a bus":      {noBus(open(unix.EIO), "", ""), []string{"input/output error"}, unix.EIO},
		"an old kernel":               {noneListed(open(unix.ENOTTY)), []string{errNoStamps.Error()}, errNoStamps},
		"no such line":                {elsewhere, []string{"GPIO99", "no line of that name", "pinctrl-bcm2711", "gpioinfo lists them"}, nil},
		"a name on two chips":         {twice, []string{"write gpiochip3-B or gpiochip5-B"}, nil},
		"buttons on two chips":        {shorted, []string{"gpiochip1-BT_ON", "the others on gpiochip0"}, errNoStamps},
		"no such display":             {unknown, []string{`"nixie" is no driver of a display`}, nil},
		"a line without interrupts":   {whyRefused(unix.ENXIO, 0, []string{"GPIO17"}, []uint32{17}), []string{"GPIO17"}, errNoStamps},
		"a busy line, and nobody's":   {whyRefused(unix.EBUSY, ^uintptr(0), []string{"GPIO17"}, []uint32{17}), []string{"GPIO17", "cannot be inputs", "busy"}, unix.EBUSY},
	} {
		if row.err == nil {
			t.Errorf("%s: nothing was refused", name)
			continue
		}
		text := row.err.Error()
		for _, want := range row.wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q does not say %q", name, text, want)
			}
		}
		if strings.Contains(text, "\n") || row.is != nil && !errors.Is(row.err, row.is) {
			t.Errorf("%s: %q is no line, or has lost its cause", name, text)
		}
	}
}

// A display that is not there when the referee starts is no reason not to start: it is told
// when it does not answer, and may be plugged in later.
func TestAnAbsentDisplayIsNoRefusal(t *testing.T) {
	find := func(pin string) (line, error) {
		chip := &tmChip{t: t, master: true, absent: true}
		if pin == "D" {
			return anyLine{&kernelLine{t: t, moved: chip.data, level: chip.level}}, nil
		}
		return anyLine{&kernelLine{t: t, moved: chip.clock}}, nil
	}
	face, err := openFace(FaceWiring{Driver: "tm1637", Clock: "C", Data: "D"}, find)
	if err != nil {
		t.Fatal(err)
	}
	if err := face.Show(View{}); !errors.Is(err, errNoAnswer) || !strings.Contains(fmt.Sprint(err), "look at its four wires") {
		t.Errorf("told %v", err)
	}
}
