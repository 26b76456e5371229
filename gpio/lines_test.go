package gpio

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func TestKeepingStdin(t *testing.T) {
	var before, after unix.Stat_t
	if err := unix.Fstat(0, &before); err != nil {
		t.Skipf("this test has no standard input to lose: %v", err)
	}
	want := errors.New("said by f")
	if err := keepingStdin(func() error { _ = unix.Close(0); return want }); !errors.Is(err, want) {
		t.Errorf("error %v", err)
	}
	if err := unix.Fstat(0, &after); err != nil {
		t.Fatalf("descriptor 0 after f closed it: %v", err)
	}
	if before.Ino != after.Ino || before.Dev != after.Dev {
		t.Error("descriptor 0 is another file than before")
	}
}

func TestIsNamed(t *testing.T) {
	for _, test := range []struct {
		line, chip, pin string
		want            bool
	}{
		{"GPIO17", "gpiochip0", "GPIO17", true},
		{"gpiochip4-GPIO17", "gpiochip4", "GPIO17", true},
		{"gpiochip4-GPIO17", "gpiochip4", "gpiochip4-GPIO17", true},
		{"GPIO1", "gpiochip0", "GPIO17", false},
		{"GPIO17", "gpiochip0", "GPIO1", false},
		{"gpiochip4-GPIO17", "gpiochip0", "GPIO17", false},
	} {
		if got := isNamed(test.line, test.chip, test.pin); got != test.want {
			t.Errorf("%+v: %t", test, got)
		}
	}
}

// On a machine without a header the answer is what to do, not a stack trace.
func TestOpenPeriphWithoutChips(t *testing.T) {
	if found, _ := filepath.Glob("/dev/gpiochip*"); len(found) > 0 {
		t.Skip("this machine has GPIO chips, and their lines may be in use: they are left alone")
	}
	_, err := OpenPeriph(Options{Buttons: pins("GPIO17", "GPIO27")})
	if err == nil || !strings.HasPrefix(err.Error(), "gpio: GPIO17: ") || !strings.Contains(err.Error(), `driver = "desk"`) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stdin.Stat(); err != nil {
		t.Errorf("standard input: %v", err)
	}
}
