package hil

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Where the guest finds what the host shares with it; unset anywhere else.
const sharedFolder = "SHINPAN_HIL"

// The lane the tests run in: "amd64", "arm64" or "uml".
const laneName = "SHINPAN_HIL_LANE"

// burner makes a process of this binary do nothing but compute.
const burner = "SHINPAN_HIL_BURN"

func TestMain(m *testing.M) {
	if os.Getenv(burner) != "" {
		for { //nolint:staticcheck // an empty loop is its purpose
		}
	}
	os.Exit(m.Run())
}

// machine is the simulated header of the one Pi there is.
type machine struct {
	shared string // the folder with the programs under test
	lines  string // the folder in which every line has its own
}

// exact reports whether the machine keeps time well enough for limits in milliseconds:
// an emulated processor stops for tens of them whenever the host likes.
func exact() bool { return os.Getenv(laneName) == "uml" }

// patience is how long anything may take that has no limit of its own.
const patience = 20 * time.Second

// pi is the machine, or the test ends here where there is none.
func pi(t *testing.T) machine {
	t.Helper()
	if os.Getenv(sharedFolder) == "" {
		t.Skip("NOT RUN here, and long: it needs a virtual Pi. make hil runs it in one")
	}
	m, err := plugIn()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// long says that there is time for what ./test --long is for.
func long() bool { return os.Getenv("SHINPAN_LONG") != "" }

// plugIn makes the simulated chip: labelled and named like a Pi 4's.
var plugIn = sync.OnceValues(func() (machine, error) {
	const top = "/sys/kernel/config/gpio-sim/pi"
	files := [][2]string{{"bank0/label", "pinctrl-bcm2711"}, {"bank0/num_lines", "28"}}
	for line := range 28 {
		files = append(files, [2]string{fmt.Sprintf("bank0/line%d/name", line), fmt.Sprintf("GPIO%d", line)})
	}
	files = append(files, [2]string{"live", "1"})
	for _, f := range files {
		path := filepath.Join(top, f[0])
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return machine{}, err
		}
		if err := os.WriteFile(path, []byte(f[1]), 0); err != nil {
			return machine{}, err
		}
	}
	device, err := os.ReadFile(filepath.Join(top, "dev_name"))
	if err != nil {
		return machine{}, err
	}
	chip, err := os.ReadFile(filepath.Join(top, "bank0", "chip_name"))
	if err != nil {
		return machine{}, err
	}
	if err := seed(os.Getenv(sharedFolder)); err != nil {
		return machine{}, err
	}
	return machine{
		shared: os.Getenv(sharedFolder),
		lines:  filepath.Join("/sys/devices/platform", strings.TrimSpace(string(device)), strings.TrimSpace(string(chip))),
	}, nil
})

// Of the kernel's random.h.
const addEntropy = 0x40085203 // RNDADDENTROPY

// seed gives the kernel the host's random bytes: user-mode Linux has no source of its own,
// and without one every program that wants a random number waits for ever.
func seed(shared string) error {
	bytes, err := os.ReadFile(filepath.Join(shared, "seed"))
	if err != nil {
		return err
	}
	f, err := os.OpenFile("/dev/urandom", os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	pool := binary.NativeEndian.AppendUint32(nil, uint32(8*len(bytes)))
	pool = binary.NativeEndian.AppendUint32(pool, uint32(len(bytes)))
	pool = append(pool, bytes...)
	if _, _, errno := unix.Syscall(unix.SYS_IOCTL, f.Fd(), addEntropy, uintptr(unsafe.Pointer(&pool[0]))); errno != 0 {
		return fmt.Errorf("seeding the kernel: %w", errno)
	}
	return nil
}

func (m machine) attribute(line int, name string) string {
	return filepath.Join(m.lines, fmt.Sprintf("sim_gpio%d", line), name)
}

// value is the level of a line: what an output drives, what an input sees.
func (m machine) value(t *testing.T, line int) string {
	t.Helper()
	text, err := os.ReadFile(m.attribute(line, "value"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

// span is two moments of CLOCK_MONOTONIC with something between them.
type span struct{ from, to time.Duration }

// contact is one button: a line that it pulls to ground.
type contact struct{ pull *os.File }

func (m machine) contact(t *testing.T, line int) contact {
	t.Helper()
	f, err := os.OpenFile(m.attribute(line, "pull"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return contact{f}
}

// set closes or opens the contact, and says when.
func (c contact) set(t *testing.T, closed bool) span {
	t.Helper()
	word := "pull-up"
	if closed {
		word = "pull-down"
	}
	s := span{from: monotonic()}
	_, err := c.pull.WriteAt([]byte(word), 0)
	s.to = monotonic()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tap closes the contact for a time.
func (c contact) tap(t *testing.T, hold time.Duration) span {
	t.Helper()
	s := c.set(t, true)
	time.Sleep(hold)
	c.set(t, false)
	return s
}

func monotonic() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts); err != nil {
		panic("clock_gettime: " + err.Error()) // cannot fail on Linux
	}
	return time.Duration(ts.Nano())
}

// burn loads every processor of the machine twice over, until the test ends.
func burn(t *testing.T) {
	t.Helper()
	for range 2 * runtime.NumCPU() {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), burner+"=1")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	}
}

// eventually waits for what must come.
func eventually(t *testing.T, what string, ok func() bool) time.Duration {
	t.Helper()
	begin := monotonic()
	for !ok() {
		if monotonic()-begin > patience {
			t.Fatalf("after %v still not: %s", patience, what)
		}
		time.Sleep(5 * time.Millisecond)
	}
	return monotonic() - begin
}
