package hil

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"shinpan/clock"
	"shinpan/game"
	"shinpan/journal"
)

// cutDisk is the disk that outlives the machine, and known, on the host, the presses that
// everybody had been shown before the cut: a line each, the side.
const (
	cutDisk = "/disk"
	known   = "shown-presses"
)

// TestPowerCut is one life of a machine whose plug is pulled in the middle of a game, at a
// moment that deploy/hil/powercut chooses. It holds the game it finds against what had
// been shown in the lives before, goes on with it, and never ends by itself.
func TestPowerCut(t *testing.T) {
	m := pi(t)
	if _, err := os.Stat(filepath.Join(cutDisk, "lost+found")); err != nil {
		t.Skip("NOT RUN here, and long: it needs a disk. deploy/hil/powercut brings one and pulls the plug")
	}
	list, err := os.OpenFile(filepath.Join(m.shared, known), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	var shown []string
	for lines := bufio.NewScanner(list); lines.Scan(); {
		shown = append(shown, lines.Text())
	}
	state := filepath.Join(cutDisk, "state")
	found, err := journal.Read(filepath.Join(state, "current.journal"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	checkKept(t, found, shown)
	a := m.startIn(t, state, wired, blindEye, untimed)
	if len(shown) > 0 {
		snap := a.snapshot()
		if snap.Phase != game.Paused {
			t.Fatalf("after the cut the game is %s, want it paused", snap.Phase)
		}
		a.order(game.Input{Kind: game.Resume})
		t.Logf("found %d presses, %d had been shown; torn: %v", countPresses(found), len(shown), found.Torn)
	}
	pressOn(t, m, a, list, len(shown))
}

func countPresses(c journal.Contents) (n int) {
	for _, in := range c.Inputs {
		if in.Kind == game.Press {
			n++
		}
	}
	return n
}

// checkKept wants every press in the journal that had been shown.
func checkKept(t *testing.T, found journal.Contents, shown []string) {
	t.Helper()
	var kept []string
	for _, in := range found.Inputs {
		if in.Kind == game.Press {
			kept = append(kept, in.Side.String())
		}
	}
	for i, side := range shown {
		if i >= len(kept) || kept[i] != side {
			t.Fatalf("press %d by %s had been shown, and is not in the journal of %d presses", i+1, side, len(kept))
		}
	}
}

// pressOn presses in turn, and notes on the host each press that has been shown, after those
// that are noted. A press that was saved before a cut, but not noted, is noted now.
func pressOn(t *testing.T, m machine, a *appliance, list *os.File, noted int) {
	t.Helper()
	fmt.Println("pull the plug at will")
	for {
		presses := a.presses()
		for ; noted < len(presses); noted++ {
			fmt.Fprintln(list, presses[noted].Side)
		}
		if err := list.Sync(); err != nil {
			t.Fatal(err)
		}
		side := a.snapshot().Clock.Running
		if side == clock.NoSide {
			side = clock.P2
		}
		m.contact(t, lineOf(side)).tap(t, 30*time.Millisecond)
		eventually(t, "the press on the page", func() bool { return a.snapshot().Clock.Running == side.Opponent() })
		time.Sleep(150 * time.Millisecond)
	}
}
