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

// On a machine without a header the answer is what to do, not a stack trace.
func TestNoChips(t *testing.T) {
	if found, _ := filepath.Glob("/dev/gpiochip*"); len(found) > 0 {
		t.Skip("this machine has GPIO chips, and their lines may be in use: they are left alone")
	}
	opts := Options{Buttons: pins("GPIO17", "GPIO27")}
	_, periph := OpenPeriph(opts)
	_, kernel := OpenButtons(opts)
	_, tryout := OpenTryout(opts)
	_, parts := OpenParts(Wiring{Buzzer: "GPIO13"})
	for what, err := range map[string]error{"periph": periph, "the kernel": kernel, "the doctor": tryout, "a buzzer": parts} {
		if err == nil || !strings.HasPrefix(err.Error(), "gpio: ") || !strings.Contains(err.Error(), `driver = "desk"`) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := os.Stdin.Stat(); err != nil {
		t.Errorf("standard input: %v", err)
	}
}
