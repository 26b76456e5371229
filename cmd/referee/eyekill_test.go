package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"shinpan/game"
)

// realEye is the eye built with OpenCV; ./test builds it before it runs the tests.
func realEye(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", "..", "bin", "eye"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Skip("SKIPPED, and it should not be: bin/eye is not built; ./test builds it before the long work")
	}
	return path
}

// realDemo plays the bundled video with the real eye.
func realDemo(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	cmd := referee(t, "demo", "--fast", "--out", dir, "--http", "127.0.0.1:0", "--mqtt", "127.0.0.1:0")
	cmd.Env = append(cmd.Env, eyeBinary+"="+realEye(t))
	return cmd
}

// TestKilledEye kills the eye again and again while it follows the bundled video: the
// record is unchanged, to the last millisecond of thinking time.
func TestKilledEye(t *testing.T) {
	dir := t.TempDir()
	if out, err := realDemo(t, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := withoutAlerts(t, dir)
	wantSGF := sgfOf(t, dir)
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 2))
	killed := 0
	for killed < kills(20) {
		dir := t.TempDir()
		cmd := realDemo(t, dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		killed += killChildren(cmd.Process.Pid, rng, ended)
		if got := withoutAlerts(t, dir); got != want {
			t.Fatalf("after %d kills: %s", killed, firstDifference(got, want))
		}
		if got := sgfOf(t, dir); got != wantSGF {
			t.Fatalf("record:\n%s\nwant\n%s", got, wantSGF)
		}
	}
	t.Logf("%d eyes killed", killed)
}

// killChildren kills the children of a process at random moments until it ends.
func killChildren(parent int, rng *rand.Rand, ended <-chan error) (killed int) {
	for {
		select {
		case <-ended:
			return killed
		case <-time.After(time.Duration(200+rng.IntN(1200)) * time.Millisecond):
			if killed == 4 {
				continue // the waits between restarts grow: let this one finish
			}
			for _, pid := range childrenOf(parent) {
				if syscall.Kill(pid, syscall.SIGKILL) == nil {
					killed++
				}
			}
		}
	}
}

func childrenOf(parent int) (pids []int) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", parent))
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for _, word := range strings.Fields(string(data)) {
			if pid, err := strconv.Atoi(word); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// firstDifference is the first line on which two texts differ.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		var x, y string
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return fmt.Sprintf("line %d is\n%s\nwant\n%s", i+1, x, y)
		}
	}
	return "no difference"
}

// withoutAlerts is every event of the game except what was said about the eye itself. An
// eye that begins anew may see a stone a frame earlier or later, and measure its place a
// little differently; neither is in the record. Pictures are named after the number of the
// event, and alerts are numbered too.
func withoutAlerts(t *testing.T, dir string) string {
	t.Helper()
	events, _ := journalled(t, dir)
	var s strings.Builder
	for _, e := range events {
		if e.Kind == game.EvAlert {
			continue
		}
		e.Seq, e.SeenAt, e.Offset, e.Evidence = 0, nil, 0, ""
		s.WriteString(bare(t, e) + "\n")
	}
	return s.String()
}
