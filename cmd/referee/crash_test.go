package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"shinpan/board"
	"shinpan/game"
	"shinpan/journal"
)

// kills is how often a process is killed; the long tests have the full number.
func kills(full int) int {
	if os.Getenv("SHINPAN_LONG") != "" {
		return full
	}
	return full / 6
}

// undisturbed plays the demonstration once to its end.
func undisturbed(t *testing.T) (events []game.Event, journalSize int64) {
	t.Helper()
	dir := t.TempDir()
	if out, err := referee(t, demoArgs(dir)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	events, _ = journalled(t, dir)
	info, err := os.Stat(filepath.Join(dir, "current.journal"))
	if err != nil {
		t.Fatal(err)
	}
	return events, info.Size()
}

func journalled(t *testing.T, dir string) ([]game.Event, journal.Contents) {
	t.Helper()
	c, err := journal.Read(filepath.Join(dir, "current.journal"))
	if err != nil {
		t.Fatal(err)
	}
	_, events, err := c.Replay()
	if err != nil {
		t.Fatal(err)
	}
	return events, c
}

// bare is an event without what differs between two runs of the same game: its id and
// the wall clock.
func bare(t *testing.T, e game.Event) string {
	t.Helper()
	e.Game, e.Wall = "", ""
	data, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

var gameID = regexp.MustCompile(`\d{8}T\d{6}-[\w-]+`)

// sgfOf is the record of the game, without the game's id.
func sgfOf(t *testing.T, dir string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "game.sgf"))
	if err != nil {
		t.Fatal(err)
	}
	return gameID.ReplaceAllString(string(data), "ID")
}

// TestKilledReferee kills the referee at random moments of the demonstration. What it had
// journalled is the beginning of the undisturbed game; started again, it shows that
// position, paused; and continued, it ends with the same moves and result.
func TestKilledReferee(t *testing.T) {
	want, size := undisturbed(t)
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	caught := 0
	for range kills(50) {
		dir := t.TempDir()
		killAt(t, referee(t, demoArgs(dir)...), filepath.Join(dir, "current.journal"), rng.Int64N(size))
		if _, err := os.Stat(filepath.Join(dir, "current.journal")); err != nil {
			continue // killed before there was a game
		}
		got, _ := journalled(t, dir)
		for i := range got {
			if i >= len(want) || bare(t, got[i]) != bare(t, want[i]) {
				t.Fatalf("event %d is\n%s\nwant\n%s", i+1, bare(t, got[i]), bare(t, want[min(i, len(want)-1)]))
			}
		}
		if len(got) == 0 || got[len(got)-1].Kind == game.EvOver {
			continue
		}
		caught++
		checkRestart(t, dir, got)
		checkContinue(t, dir, want)
	}
	if caught == 0 {
		t.Error("no kill fell into the game: the test has tested nothing")
	}
	t.Logf("%d kills fell into the game", caught)
}

// killAt starts a process and kills it when its journal has grown to a size: a fast run is
// over in less than the scheduler's whim, so that the clock would be a poor measure.
func killAt(t *testing.T, cmd *exec.Cmd, journal string, size int64) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait() // killed, or over before
	}()
	for {
		select {
		case <-ended:
			return
		case <-time.After(100 * time.Microsecond):
			if info, err := os.Stat(journal); err == nil && info.Size() >= size {
				cmd.Process.Kill()
				<-ended
				return
			}
		}
	}
}

// startTable starts an appliance without an eye on the folder and waits for its page.
func startTable(t *testing.T, dir string) (cmd *exec.Cmd, page string) {
	t.Helper()
	config := filepath.Join(dir, "referee.toml")
	text := fmt.Sprintf("[state]\ndir = %q\n[web]\nlisten = \"127.0.0.1:0\"\n[mqtt]\nlisten = \"127.0.0.1:0\"\n[eye]\nsource = \"none\"\n", dir)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd = referee(t, "run", "--config", config)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, pageOf(t, stderr)
}

// checkRestart starts the appliance on what was left and asks it over HTTP.
func checkRestart(t *testing.T, dir string, before []game.Event) {
	t.Helper()
	cmd, page := startTable(t, dir)
	defer func() {
		cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	snap := askSnapshot(t, page)
	moves, rows := historyOf(before)
	wantSeq := len(before) + 1 // this process has no eye, and says so
	if before[len(before)-1].Kind != game.EvFreeze && !frozen(before) {
		wantSeq += 2 // the incident and the freeze of the restart itself
	}
	if snap.Phase != game.Paused || snap.Seq != wantSeq || fmt.Sprint(snap.Rows) != fmt.Sprint(rows) || len(snap.Moves) != len(moves) {
		t.Fatalf("restarted: phase %s, seq %d (want %d), %d moves (want %d)\n%s\nwant\n%s",
			snap.Phase, snap.Seq, wantSeq, len(snap.Moves), len(moves), strings.Join(snap.Rows, "\n"), strings.Join(rows, "\n"))
	}
	for i, m := range snap.Moves {
		if m.Point != moves[i].Point || m.Color != moves[i].Color {
			t.Fatalf("move %d is %s, want %s", i+1, m.Point, moves[i].Point)
		}
	}
}

// frozen reports whether the clocks stood after the last event.
func frozen(events []game.Event) bool {
	standing := false
	for _, e := range events {
		switch e.Kind {
		case game.EvFreeze:
			standing = true
		case game.EvResume:
			standing = false
		}
	}
	return standing
}

func historyOf(events []game.Event) (moves []game.Event, rows []string) {
	b := board.New(board.DefaultSize)
	for _, e := range events {
		if e.Kind == game.EvMove {
			moves = append(moves, e)
			b.Set(e.Point, e.Color)
		}
	}
	return moves, b.Rows()
}

// pageOf waits until the appliance says where its page is.
func pageOf(t *testing.T, stderr io.Reader) string {
	t.Helper()
	address := regexp.MustCompile(`page=(http://\S+)`)
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if m := address.FindStringSubmatch(lines.Text()); m != nil {
			go io.Copy(io.Discard, stderr)
			return m[1]
		}
	}
	t.Fatal("the appliance did not say where its page is")
	return ""
}

func askSnapshot(t *testing.T, page string) (snap game.Snapshot) {
	t.Helper()
	response, err := http.Get(page + "/api/snapshot")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&snap); err != nil {
		t.Fatal(err)
	}
	return snap
}

// checkContinue plays the killed game to its end: the same moves at the same times, the
// same result.
func checkContinue(t *testing.T, dir string, want []game.Event) {
	t.Helper()
	if out, err := referee(t, demoArgs(dir, "--continue")...).CombinedOutput(); err != nil {
		t.Fatalf("continued: %v\n%s", err, out)
	}
	got, _ := journalled(t, dir)
	if a, b := essence(want), essence(got); a != b {
		t.Fatalf("continued:\n%s\nwant\n%s", b, a)
	}
}

// essence is what no interruption may change: the moves, the presses, the end. The clocks
// are not in it: a referee killed between a lift and its ruling freezes them earlier.
func essence(events []game.Event) string {
	var s strings.Builder
	for _, e := range events {
		switch e.Kind {
		case game.EvMove:
			fmt.Fprintf(&s, "%d %s %s seen %s pressed %s\n", e.N, e.Color, e.Point, e.SeenAt, e.PressedAt)
		case game.EvFoul, game.EvOver:
			fmt.Fprintf(&s, "%s %s %s %s\n", e.At, e.Kind, e.Point, e.Reason)
		}
	}
	return s.String()
}
