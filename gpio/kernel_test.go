package gpio

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"shinpan/clock"
)

// simulated makes a chip of the kernel's gpio-sim with lines of these names, and returns
// the folder in which each line shows its level.
func simulated(t *testing.T, names ...string) string {
	t.Helper()
	const top = "/sys/kernel/config/gpio-sim/shinpan"
	bank := filepath.Join(top, "bank0")
	put := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(bank, 0o755); err != nil {
		t.Fatal(err)
	}
	put(filepath.Join(bank, "num_lines"), fmt.Sprint(len(names)))
	for i, name := range names {
		line := filepath.Join(bank, fmt.Sprintf("line%d", i))
		if err := os.MkdirAll(line, 0o755); err != nil {
			t.Fatal(err)
		}
		put(filepath.Join(line, "name"), name)
	}
	put(filepath.Join(top, "live"), "1")
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(top, name))
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(text))
	}
	return filepath.Join("/sys/devices/platform", read("dev_name"), read("bank0/chip_name"))
}

// Outputs and the two lines of a TM1637 through the real kernel and the real periph, with
// nothing on the wires. It wants a kernel with gpio-sim, a process of its own and root.
func TestKernel(t *testing.T) {
	if os.Getenv("SHINPAN_GPIOSIM") == "" {
		t.Skip("NOT RUN, long: needs a machine with gpio-sim; there: SHINPAN_GPIOSIM=1 go test ./gpio -run TestKernel")
	}
	const trace = "/sys/kernel/tracing/"
	if err := os.WriteFile(trace+"events/gpio/enable", []byte("1"), 0); err != nil {
		t.Fatal(err)
	}
	lines := simulated(t, "SIM0", "SIM1", "SIM2", "SIM3")
	value := func(line int) string {
		text, err := os.ReadFile(filepath.Join(lines, fmt.Sprintf("sim_gpio%d", line), "value"))
		if err != nil {
			t.Error(err)
		}
		return strings.TrimSpace(string(text))
	}
	parts, err := OpenParts(Wiring{Buzzer: "SIM0", Ready: "SIM1", P1: FaceWiring{Driver: "tm1637", Clock: "SIM2", Data: "SIM3"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(trace + "trace"); err != nil || strings.Contains(string(got), "set 1") {
		t.Errorf("a line was high while it was opened: %v\n%s", err, got)
	}
	for _, want := range []string{"1", "0", "1"} {
		if err := errors.Join(parts.Buzzer.Set(want == "1"), parts.Ready.Set(want == "1")); err != nil {
			t.Fatal(err)
		}
		if value(0) != want || value(1) != want {
			t.Errorf("buzzer %s, lamp %s, want %s", value(0), value(1), want)
		}
	}
	for range 3 {
		begin := time.Now()
		if err := parts.P1.Show(View{Face: clock.Face{Text: "12:34"}}); !errors.Is(err, errNoAnswer) {
			t.Errorf("no display on the wires: %v", err)
		}
		t.Logf("noticed after %v", time.Since(begin))
	}
	if _, err := OpenParts(Wiring{Buzzer: "SIM9"}); err == nil || !strings.Contains(err.Error(), "SIM9") {
		t.Errorf("a pin that is not there: %v", err)
	}
	if err := NewTable(parts).Close(); err != nil && !errors.Is(err, errNoAnswer) {
		t.Error(err)
	}
	if value(0) != "0" || value(1) != "0" {
		t.Errorf("after closing: buzzer %s, lamp %s", value(0), value(1))
	}
	again, err := OpenParts(Wiring{Buzzer: "SIM0", Ready: "SIM1", P1: FaceWiring{Driver: "tm1637", Clock: "SIM2", Data: "SIM3"}})
	if err != nil {
		t.Fatalf("closed lines cannot be had again: %v", err)
	}
	_ = NewTable(again).Close()
}
