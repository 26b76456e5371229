package hil

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"shinpan/game"
	"shinpan/journal"
)

// The lines of the table under test.
const (
	lineP1, lineP2, lineArbiter                            = 17, 27, 22
	lineBuzzer, lineTurn1, lineTurn2, lineAlert, lineReady = 18, 23, 24, 25, 12
)

// wired is the [gpio] of a table that has everything.
const wired = `[gpio]
driver = "gpio"
p1 = "GPIO17"
p2 = "GPIO27"
arbiter = "GPIO22"
buzzer = "GPIO18"
lamp_p1 = "GPIO23"
lamp_p2 = "GPIO24"
lamp_alert = "GPIO25"
lamp_ready = "GPIO12"
face_p1 = "ht16k33 i2c-1 0x70"
face_p2 = "ht16k33 i2c-1 0x71"
`

// blindEye is the [eye] of a table without a camera.
const blindEye = "[eye]\nsource = \"none\"\n"

// appliance is the referee under test, a process of its own.
type appliance struct {
	t     *testing.T
	cmd   *exec.Cmd
	state string
	page  string
	ended chan error
}

// start runs the referee of the shared folder on a new game and waits until it is ready.
// The buttons are at rest.
func (m machine) start(t *testing.T, settings ...string) *appliance {
	t.Helper()
	return m.startIn(t, filepath.Join(t.TempDir(), "state"), settings...)
}

// startIn is start with the game that lies in a folder.
func (m machine) startIn(t *testing.T, state string, settings ...string) *appliance {
	t.Helper()
	for _, line := range []int{lineP1, lineP2, lineArbiter} {
		m.contact(t, line).set(t, false)
	}
	a := &appliance{t: t, state: state, ended: make(chan error, 1)}
	config := filepath.Join(t.TempDir(), "referee.toml")
	text := fmt.Sprintf("%s\n[mqtt]\nlisten = \"127.0.0.1:0\"\n[web]\nlisten = \"127.0.0.1:0\"\n[state]\ndir = %q\n",
		strings.Join(settings, "\n"), a.state)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	a.cmd = exec.Command(filepath.Join(m.shared, "referee"), "run", "--config", config)
	said, err := a.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := a.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pages, log := make(chan string, 1), &strings.Builder{}
	go func() {
		listen(said, pages, log)
		a.ended <- a.cmd.Wait()
	}()
	t.Cleanup(func() {
		_ = a.cmd.Process.Kill()
		if a.ended != nil {
			<-a.ended
		}
		if t.Failed() {
			t.Logf("the referee said:\n%s", log)
		}
	})
	select {
	case a.page = <-pages:
	case <-time.After(patience):
		t.Fatal("the referee is not ready")
	}
	if a.page == "" {
		t.Fatal("the referee ended at once")
	}
	return a
}

var pageAddress = regexp.MustCompile(`msg=ready.* page=(http://\S+)`)

// listen keeps what the referee says and finds its page, empty where it ends without one.
func listen(said io.Reader, pages chan<- string, log *strings.Builder) {
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		fmt.Fprintln(log, lines.Text())
		if at := pageAddress.FindStringSubmatch(lines.Text()); at != nil {
			pages <- at[1]
		}
	}
	close(pages)
}

// get is what the page has at a path, if it has anything.
func (a *appliance) get(path string) (text string, ok bool) {
	a.t.Helper()
	answer, err := http.Get(a.page + path)
	if err != nil {
		a.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		a.t.Fatal(err)
	}
	return string(body), answer.StatusCode == http.StatusOK
}

// snapshot is the game as the arbiter's page has it.
func (a *appliance) snapshot() (snap game.Snapshot) {
	a.t.Helper()
	text, _ := a.get("/api/snapshot?view=arbiter")
	if err := json.Unmarshal([]byte(text), &snap); err != nil {
		a.t.Fatalf("%v: %s", err, text)
	}
	return snap
}

// order gives an order as the arbiter's page does.
func (a *appliance) order(in game.Input) {
	a.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		a.t.Fatal(err)
	}
	answer, err := http.Post(a.page+"/api/command", "application/json", strings.NewReader(string(body)))
	if err != nil {
		a.t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusNoContent {
		why, _ := io.ReadAll(answer.Body)
		a.t.Fatalf("order %s: %s: %s", body, answer.Status, why)
	}
}

// journal is what the referee has written down so far.
func (a *appliance) journal() journal.Contents {
	a.t.Helper()
	c, err := journal.Read(filepath.Join(a.state, "current.journal"))
	if err != nil {
		a.t.Fatal(err)
	}
	return c
}

// presses are the presses in the journal.
func (a *appliance) presses() (presses []game.Input) {
	a.t.Helper()
	for _, in := range a.journal().Inputs {
		if in.Kind == game.Press {
			presses = append(presses, in)
		}
	}
	return presses
}

// stop ends the referee as systemd does.
func (a *appliance) stop() {
	a.t.Helper()
	if err := a.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		a.t.Fatal(err)
	}
	select {
	case err := <-a.ended:
		a.ended = nil
		if err != nil {
			a.t.Errorf("the referee ended with %v", err)
		}
	case <-time.After(patience):
		a.t.Fatal("the referee does not stop")
	}
}
