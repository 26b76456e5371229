package gpio

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"shinpan/clock"
)

// needsKernel skips a test that wants a kernel with gpio-sim, a process of its own and root.
func needsKernel(t *testing.T) {
	t.Helper()
	if os.Getenv("SHINPAN_GPIOSIM") == "" {
		t.Skip("NOT RUN, long: needs a machine with gpio-sim; there: SHINPAN_GPIOSIM=1 go test ./gpio -run TestKernel")
	}
}

// simulated makes a chip of the kernel's gpio-sim with lines of these names, and returns
// the folder in which each line shows its level.
func simulated(t *testing.T, chip string, names ...string) string {
	t.Helper()
	top := "/sys/kernel/config/gpio-sim/" + chip
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
// nothing on the wires.
func TestKernel(t *testing.T) {
	needsKernel(t)
	const trace = "/sys/kernel/tracing/"
	if err := os.WriteFile(trace+"events/gpio/enable", []byte("1"), 0); err != nil {
		t.Fatal(err)
	}
	lines := simulated(t, "outputs", "SIM0", "SIM1", "SIM2", "SIM3")
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

// The buttons through the real kernel: each press once, stamped while the contact closed,
// at 5 ms, with bounce, held; a line that is taken names its user.
func TestKernelButtons(t *testing.T) {
	needsKernel(t)
	lines := simulated(t, "buttons", "BTN0", "BTN1", "BTN2")
	set := func(line int, down bool) {
		level := map[bool]string{true: "pull-down", false: "pull-up"}[down]
		if err := os.WriteFile(filepath.Join(lines, fmt.Sprintf("sim_gpio%d", line), "pull"), []byte(level), 0); err != nil {
			t.Error(err)
		}
	}
	buttons, err := OpenButtons(Options{Buttons: pins("BTN0", "BTN1", "BTN2"), Quiet: 300 * ms})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := buttons.(*Kernel); !ok {
		t.Fatalf("the driver is %q", buttons.Driver())
	}
	if _, err := OpenButtons(Options{Buttons: pins("BTN1", "BTN0")}); !errors.Is(err, unix.EBUSY) || !strings.Contains(err.Error(), `"shinpan" is using it`) {
		t.Errorf("a line that is taken: %v", err)
	}
	if _, err := OpenButtons(Options{Buttons: pins("BTN9", "BTN8")}); err == nil || !strings.Contains(err.Error(), "BTN9: no line of that name") {
		t.Errorf("a pin that is not there: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- buttons.Run(ctx) }()
	press := func(line int, side clock.Side, hold time.Duration, bounces int) {
		t.Helper()
		before := monotonic()
		for range bounces {
			set(line, true)
			time.Sleep(ms)
			set(line, false)
			time.Sleep(ms)
		}
		set(line, true)
		time.Sleep(hold)
		set(line, false)
		select {
		case p := <-buttons.Presses():
			if p.Side != side || p.At < before || p.At > before+100*ms {
				t.Errorf("press %+v, want one of %v after %v", p, side, before)
			}
			t.Logf("%v: stamped %v after the contact was asked to close", side, p.At-before)
		case <-time.After(10 * time.Second):
			t.Errorf("no press of %v", side)
		}
		time.Sleep(400 * ms)
		for len(buttons.Presses()) > 0 {
			t.Errorf("one press of %v too many: %+v", side, <-buttons.Presses())
		}
	}
	press(0, clock.P1, 80*ms, 0)
	press(1, clock.P2, 5*ms, 0)
	press(0, clock.P1, 100*ms, 10)
	press(2, clock.NoSide, 3*time.Second, 0)
	stop()
	if err := <-done; err != nil {
		t.Errorf("Run: %v", err)
	}
	if err := buttons.Close(); err != nil {
		t.Error(err)
	}
	filteredPress(t, set)
	echo(t)
}

// echo turns the pull of open buttons, which the kernel tells of like a press.
func echo(t *testing.T) {
	t.Helper()
	try, err := OpenTryout(Options{Buttons: pins("BTN0", "BTN1", "BTN2"), Quiet: 300 * ms})
	if err != nil {
		t.Fatal(err)
	}
	got, err := try.Echoes(t.Context())
	if err != nil || len(got) != 3 {
		t.Errorf("%+v, %v", got, err)
	}
	for _, e := range got {
		if !e.Fell || !e.Heard || e.Delay <= 0 {
			t.Errorf("%s: %+v", e.Name(), e)
		}
		t.Logf("%s: its edge was heard after %v", e.Name(), e.Delay)
	}
	if levels, err := try.lines.levels(); err != nil || slices.Contains(levels, true) {
		t.Errorf("afterwards the lines are %v, %v", levels, err)
	}
	if err := try.Close(); err != nil {
		t.Error(err)
	}
}

// filteredPress presses with the kernel's own debouncing: its stamp comes after the wait, whose
// length is given back, so that the press still is not earlier than the contact.
func filteredPress(t *testing.T, set func(line int, down bool)) {
	t.Helper()
	const filter = 5 * ms
	buttons, err := OpenButtons(Options{Buttons: pins("BTN0", "BTN1"), Quiet: 300 * ms, Filter: filter})
	if err != nil {
		t.Fatalf("closed lines cannot be had again, with a filter: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- buttons.Run(ctx) }()
	time.Sleep(100 * ms)
	before := monotonic()
	set(1, true)
	select {
	case p := <-buttons.Presses():
		if p.Side != clock.P2 || p.At < before {
			t.Errorf("press %+v, want one of p2 after %v", p, before)
		}
		t.Logf("with a filter of %v: stamped %v after the contact was asked to close, the filter given back", filter, p.At-before)
	case <-time.After(10 * time.Second):
		t.Error("no press through the filter")
	}
	set(1, false)
	stop()
	if err := <-done; err != nil {
		t.Errorf("Run: %v", err)
	}
	if err := buttons.Close(); err != nil {
		t.Error(err)
	}
}
