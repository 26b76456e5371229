package hil

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"shinpan/clock"
	"shinpan/game"
)

// present is where the simulated bus takes the addresses that answer.
const present = "/sys/module/table_i2c/parameters/present"

// plug makes these addresses of the bus answer, and no other.
func plug(t *testing.T, addresses string) {
	t.Helper()
	if err := os.WriteFile(present, []byte(addresses), 0); err != nil {
		t.Fatal(err)
	}
}

// lamps waits until the lamps of P1, P2, alert and ready are as they should be.
func (m machine) lamps(t *testing.T, when, want string) {
	t.Helper()
	eventually(t, fmt.Sprintf("lamps %s %s", want, when), func() bool {
		return m.value(t, lineTurn1)+m.value(t, lineTurn2)+m.value(t, lineAlert)+m.value(t, lineReady) == want
	})
}

// TestTable plays a short game on a table without a camera, and reads the lamps' lines, the
// buzzer's and the bytes for the faces back from the kernel.
func TestTable(t *testing.T) {
	m := pi(t)
	w := witness(t, "i2c", "gpio")
	a := m.start(t, wired, blindEye, "[clock]\ncontrol = \"sd 12s\"\n[rules]\nset = \"freestyle\"\n")
	p1, p2, arbiter := m.contact(t, lineP1), m.contact(t, lineP2), m.contact(t, lineArbiter)
	// A table without a camera has its alert from the start.
	m.lamps(t, "before the game", "0011")
	checkFaces(t, a, w, "")
	p2.tap(t, 50*time.Millisecond)
	m.lamps(t, "after the start", "1011")
	time.Sleep(1200 * time.Millisecond)
	p1.tap(t, 50*time.Millisecond)
	m.lamps(t, "after the first move", "0111")
	time.Sleep(300 * time.Millisecond)
	arbiter.tap(t, 50*time.Millisecond)
	eventually(t, "the pause", func() bool { return a.snapshot().Phase == game.Paused })
	checkFaces(t, a, w, "P")
	a.order(game.Input{Kind: game.Resume})
	m.lamps(t, "after the pause", "0111")
	eventually(t, "the fallen flag", func() bool { return a.snapshot().Clock.P2.Flag })
	eventually(t, "the flag on the face", func() bool { return strings.HasPrefix(w.now(clock.P2), "F") })
	a.stop()
	for _, line := range []int{lineTurn1, lineTurn2, lineAlert, lineReady, lineBuzzer} {
		if m.value(t, line) != "0" {
			t.Errorf("line %d is still on after the end", line)
		}
	}
	if n := m.switched(w, lineBuzzer); n != 2 {
		t.Errorf("the buzzer was switched %d times: want it on and off for the flag, and nothing else", n)
	}
	checkCountdown(t, w.faces()[clock.P2])
}

// checkFaces waits until both faces show the clock of the page, behind a mark if there is one.
func checkFaces(t *testing.T, a *appliance, w trace, mark string) {
	t.Helper()
	state := a.snapshot().Clock
	for _, side := range []clock.Side{clock.P1, clock.P2} {
		want := mark + state.Of(side).Shown
		eventually(t, fmt.Sprintf("%q on the face of %v", want, side), func() bool {
			return strings.ReplaceAll(w.now(side), " ", "") == want
		})
	}
}

// switched is how often the level of a line was changed.
func (m machine) switched(w trace, line int) (n int) {
	w.t.Helper()
	bases, err := filepath.Glob(filepath.Join(filepath.Dir(m.lines), "gpio", "gpiochip*", "base"))
	if err != nil || len(bases) != 1 {
		w.t.Fatalf("the number of the chip's first line: %v, %v", bases, err)
	}
	base, err := os.ReadFile(bases[0])
	if err != nil {
		w.t.Fatal(err)
	}
	first, err := strconv.Atoi(strings.TrimSpace(string(base)))
	if err != nil {
		w.t.Fatal(err)
	}
	level := "0"
	for _, e := range w.events("gpio_value") {
		if to, ours := strings.CutPrefix(e.says, fmt.Sprintf("%d set ", first+line)); ours && to != level {
			level = to
			n++
		}
	}
	return n
}

// checkCountdown wants a face that ran down to its flag never to go up, and to get there. A
// host that stops the machine for seconds makes it leave some out. At the pause it may go up:
// the clock stands where it was at the edge of the button, however late that is heard.
func checkCountdown(t *testing.T, shown []seen) {
	t.Helper()
	before := time.Hour
	for _, s := range shown {
		text := strings.TrimLeft(s.text, " PF-")
		if text == "" {
			continue // dark, before the start and after the end
		}
		left, err := time.ParseDuration(strings.Replace(text, ":", "m", 1) + "s")
		if err != nil {
			t.Fatalf("the face shows %q", s.text)
		}
		if paused := strings.HasPrefix(s.text, "P"); left > before && !paused {
			t.Errorf("the face shows %v after %v", left, before)
		}
		before = left
	}
	if before >= time.Second {
		t.Errorf("the last the face shows is %v", before)
	}
}

// TestFaceLost unplugs a display in the middle of a game: the game goes on, everybody is
// told, and when it is plugged in again it is right by itself.
func TestFaceLost(t *testing.T) {
	m := pi(t)
	w := witness(t, "i2c")
	a := m.start(t, wired, blindEye, untimed)
	m.contact(t, lineP2).tap(t, 50*time.Millisecond)
	eventually(t, "a running clock", func() bool { return a.snapshot().Clock.Running == clock.P1 })
	t.Cleanup(func() { plug(t, "0x70,0x71") })
	plug(t, "0x71")
	lost := func() bool {
		for _, alert := range a.snapshot().Alerts {
			if alert.Code == "gpio_face_p1" {
				return true
			}
		}
		return false
	}
	t.Logf("told after %v", eventually(t, "the alert", lost))
	m.contact(t, lineP1).tap(t, 50*time.Millisecond)
	eventually(t, "the press without the face", func() bool { return a.snapshot().Clock.Running == clock.P2 })
	plug(t, "0x70,0x71")
	t.Logf("healed after %v", eventually(t, "the end of the alert", func() bool { return !lost() }))
	a.order(game.Input{Kind: game.Pause})
	checkFaces(t, a, w, "P")
	a.stop()
}
