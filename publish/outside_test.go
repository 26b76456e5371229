package publish

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"shinpan/game"
)

// long skips a test that has to wait for real timeouts.
func long(t *testing.T) {
	t.Helper()
	if os.Getenv("SHINPAN_LONG") == "" {
		t.Skip("SKIPPED: long: set SHINPAN_LONG=1 to run it")
	}
}

// subscribers of other makes, in both versions of the protocol, get every event of the
// broker inside once and in order. A window of one message would make the broker's
// own flow control send out of order; it is switched off.
func TestOtherSubscribers(t *testing.T) {
	path, err := exec.LookPath("mosquitto_sub")
	if err != nil {
		t.Skip("SKIPPED: mosquitto_sub is not installed (apt-get install mosquitto-clients); the broker is not tested with other clients")
	}
	for _, version := range []string{"mqttv311", "mqttv5"} {
		t.Run(version, func(t *testing.T) {
			p := start(t, Options{})
			host, port, _ := strings.Cut(p.Address(), ":")
			const events = 300
			args := []string{"-h", host, "-p", port, "-V", version, "-q", "1", "-t", "shinpan/1/events", "-C", "300", "-W", "20"}
			if version == "mqttv5" {
				args = append(args, "-D", "connect", "receive-maximum", "10")
			}
			cmd := exec.Command(path, args...)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			cmd.Stderr = os.Stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			eventually(t, "the subscription", func() bool {
				return len(p.broker.server.Topics.Subscribers("shinpan/1/events").Subscriptions) > 0
			})
			for n := 1; n <= events; n++ {
				p.Publish(moves(n, n), snapshotAt(n))
			}
			var got []int
			for lines := bufio.NewScanner(out); lines.Scan(); {
				var e game.Event
				if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
					t.Fatal(err)
				}
				got = append(got, e.Seq)
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("mosquitto_sub: %v", err)
			}
			if !slices.Equal(got, numbers(1, events)) {
				t.Errorf("events came as %v", got)
			}
		})
	}
}

// A broker that is there and does nothing is noticed, and costs nothing.
func TestSilentBroker(t *testing.T) {
	long(t)
	checkLeaks(t)
	m := startMosquitto(t, freePort(t))
	r := newReader(t, m.addr, "shinpan/1/events")
	p := start(t, Options{Broker: "tcp://" + m.addr})
	p.Publish(moves(1, 3), snapshotAt(3))
	p.flush(t)
	if err := m.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	p.Publish(moves(4, 6), snapshotAt(6))
	select {
	case f := <-p.Faults():
		if f.Code != FaultLost || f.Healed {
			t.Errorf("fault %+v", f)
		}
	case <-time.After(3 * patience):
		t.Fatal("nobody noticed")
	}
	p.Publish(moves(7, 9), snapshotAt(9))
	if err := m.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	p.flush(t)
	eventually(t, "the last event", func() bool { return slices.Contains(r.seqs("shinpan/1/events"), 9) })
	if fresh, _ := settled(r.seqs("shinpan/1/events")); !slices.Equal(fresh, numbers(1, 9)) {
		t.Errorf("events came as %v", fresh)
	}
}

// A broker that does not let us in is told apart from one that is not there.
func TestRefusingBroker(t *testing.T) {
	m := startMosquitto(t, freePort(t), "allow_anonymous false")
	p := start(t, Options{Broker: "tcp://" + m.addr, Username: "shinpan", Password: "wrong"})
	select {
	case f := <-p.Faults():
		if f.Code != FaultRefused || !strings.Contains(f.Text, "mqtt.username") {
			t.Errorf("fault %+v, want %s", f, FaultRefused)
		}
	case <-time.After(patience):
		t.Fatal("nobody noticed")
	}
}

// The access list that docs/MQTT.md proposes for mosquitto lets everybody read what is
// for everybody, and the arbiter all.
func TestDocumentedAccessList(t *testing.T) {
	doc, err := os.ReadFile("../docs/MQTT.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(doc), "# /etc/mosquitto/acl\n")
	list, _, found := strings.Cut(list, "```")
	if !found {
		t.Fatal("docs/MQTT.md has no access list any more")
	}
	dir := t.TempDir()
	acl, passwords := dir+"/acl", dir+"/passwords"
	writeFile(t, acl, list)
	writeFile(t, passwords, "arbiter:secret\nshinpan:own\n")
	if out, err := exec.Command("mosquitto_passwd", "-U", passwords).CombinedOutput(); err != nil {
		t.Skipf("SKIPPED: mosquitto_passwd: %v %s", err, out)
	}
	for _, path := range []string{filepath.Dir(dir), dir, acl, passwords} { // mosquitto drops its privileges
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	m := startMosquitto(t, freePort(t), "allow_anonymous true", "acl_file "+acl, "password_file "+passwords)
	p := start(t, Options{Broker: "tcp://" + m.addr, Username: "shinpan", Password: "own"})
	everybody, arbiter := newReader(t, m.addr, "shinpan/#"), dialArbiter(t, m.addr)
	secret := moves(2, 2)
	secret[0].To = game.ToArbiter
	p.Publish(append(append(moves(1, 1), secret...), moves(3, 3)...), snapshotAt(3))
	p.flush(t)
	eventually(t, "the arbiter's events", func() bool { return len(arbiter.on("shinpan/1/arbiter/events")) == 3 })
	eventually(t, "everybody's events", func() bool { return len(everybody.on("shinpan/1/players/events")) == 2 })
	eventually(t, "the snapshot", func() bool { return len(everybody.on("shinpan/1/snapshot")) > 0 })
	if got := everybody.on("shinpan/1/arbiter/events"); len(got) > 0 {
		t.Errorf("everybody got %v", got)
	}
}
