package gpio

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3/driver/driverreg"
	"periph.io/x/host/v3/gpioioctl"
)

// chips finds the GPIO chips once in the life of the process. Of periph's drivers only
// gpioioctl is linked in: the others would map the processor's registers, and find the
// same pins a second time.
var chips = sync.OnceValue(func() error {
	var state *driverreg.State
	err := keepingStdin(func() (err error) {
		state, err = driverreg.Init()
		return err
	})
	if err != nil {
		return err
	}
	if len(gpioioctl.Chips) > 0 {
		return nil
	}
	for _, f := range state.Failed {
		if errors.Is(f.Err, fs.ErrPermission) {
			return fmt.Errorf("%w: add this user to the group gpio", f.Err)
		}
	}
	return noChips()
})

// keepingStdin calls f and opens descriptor 0 again where f has closed it. periph does
// that while it sorts out chips, where /dev/gpiochip4 is a link to another one, as on a
// Pi. A file that another goroutine opens in between could become descriptor 0, which
// periph takes for "not open": hence the rule of OpenPeriph.
func keepingStdin(f func() error) error {
	kept, err := unix.FcntlInt(0, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return f() // there is none to keep
	}
	defer func() { _ = unix.Close(kept) }()
	err = f()
	if _, gone := unix.FcntlInt(0, unix.F_GETFD, 0); gone != nil {
		if dup := unix.Dup3(kept, 0, 0); dup != nil {
			return errors.Join(err, fmt.Errorf("putting standard input back: %w", dup))
		}
	}
	return err
}

// noChips says why no chip could be opened; periph's own error has lost the cause.
func noChips() error {
	found, _ := filepath.Glob("/dev/gpiochip*")
	if len(found) == 0 {
		return errors.New(`this machine has no GPIO chip (/dev/gpiochip*): set driver = "desk" in [gpio]`)
	}
	f, err := os.Open(found[0])
	if err == nil {
		_ = f.Close()
		return fmt.Errorf("%s: the kernel does not speak version 2 of its GPIO interface: want Linux 5.10 or later", found[0])
	}
	return fmt.Errorf("%w: add this user to the group gpio", err)
}

// findLine finds the line that a pin means.
func findLine(pin string) (line, error) {
	if err := chips(); err != nil {
		return nil, err
	}
	var list []chip
	for _, c := range gpioioctl.Chips {
		list = append(list, chip{name: c.Name(), label: c.Label(), lines: lineNames(c)})
	}
	at, err := place(list, pin)
	if err != nil {
		return nil, err
	}
	return gpioioctl.Chips[at.chip].Lines()[at.offset], nil
}

// lineNames are a chip's own names of its lines. periph puts the chip's name before the
// name of a line that another chip has had already.
func lineNames(c *gpioioctl.GPIOChip) []string {
	var names []string
	for _, l := range c.Lines() {
		names = append(names, strings.TrimPrefix(l.Name(), c.Name()+"-"))
	}
	return names
}
