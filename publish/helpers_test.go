package publish

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"shinpan/game"
)

// patience bounds every wait of these tests; nothing passes or fails by being slow
// within it.
const patience = 20 * time.Second

// eventually waits for a condition.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for: %s", what)
		}
	}
}

// received is one message as a reader got it.
type received struct {
	topic    string
	payload  string
	retained bool
}

// reader is a subscriber that remembers everything.
type reader struct {
	client mqtt.Client
	mu     sync.Mutex
	got    []received
}

// dialReader connects without subscribing; it reports an error instead of failing.
func dialReader(addr string, change func(*mqtt.ClientOptions)) (*reader, error) {
	r := &reader{}
	o := mqtt.NewClientOptions().AddBroker("tcp://" + addr).SetProtocolVersion(4).SetAutoReconnect(false).
		SetClientID(fmt.Sprintf("reader-%d", time.Now().UnixNano()))
	if change != nil {
		change(o)
	}
	r.client = mqtt.NewClient(o)
	token := r.client.Connect()
	if !token.WaitTimeout(patience) {
		return nil, errNoAnswer
	}
	return r, token.Error()
}

// newReader connects and subscribes, and leaves when the test ends.
func newReader(t *testing.T, addr string, filters ...string) *reader {
	t.Helper()
	r, err := dialReader(addr, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.client.Disconnect(50) })
	for _, f := range filters {
		r.subscribe(t, f)
	}
	return r
}

func (r *reader) subscribe(t *testing.T, filter string) {
	t.Helper()
	r.subscribeAs(t, filter, 1)
}

func (r *reader) subscribeAs(t *testing.T, filter string, quality byte) {
	t.Helper()
	token := r.client.Subscribe(filter, quality, func(_ mqtt.Client, m mqtt.Message) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.got = append(r.got, received{m.Topic(), string(m.Payload()), m.Retained()})
	})
	if !token.WaitTimeout(patience) || token.Error() != nil {
		t.Fatalf("subscribing to %s: %v", filter, token.Error())
	}
}

// on lists what came on a topic.
func (r *reader) on(topic string) []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []received
	for _, m := range r.got {
		if m.topic == topic {
			out = append(out, m)
		}
	}
	return out
}

// seqs lists the numbers of the events that came on a topic.
func (r *reader) seqs(topic string) []int {
	var out []int
	for _, m := range r.on(topic) {
		var e game.Event
		if err := json.Unmarshal([]byte(m.payload), &e); err != nil {
			panic(err)
		}
		out = append(out, e.Seq)
	}
	return out
}

// numbers is from, from+1 … to.
func numbers(from, to int) []int {
	var out []int
	for n := from; n <= to; n++ {
		out = append(out, n)
	}
	return out
}

// moves makes plain events with the numbers from to to.
func moves(from, to int) []game.Event {
	var out []game.Event
	for _, n := range numbers(from, to) {
		out = append(out, game.Event{Seq: n, Kind: game.EvMove, To: game.ToAll, Game: "g", N: n})
	}
	return out
}

func snapshotAt(seq int) *game.Snapshot {
	return &game.Snapshot{Game: "g", Table: "1", Seq: seq, Phase: game.Play, Size: 15, Mode: game.Club}
}

// running is a Publisher whose Run is on its way; stop ends and joins it.
type running struct {
	*Publisher
	stop func()
}

func start(t *testing.T, o Options) running {
	t.Helper()
	if o.Table == "" {
		o.Table = "1"
	}
	if o.Broker == "" && o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	p, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	stop := sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("Run: %v", err)
			}
		case <-time.After(patience):
			t.Error("Run does not return")
		}
	})
	t.Cleanup(stop)
	return running{p, stop}
}

func (r running) flush(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := r.Flush(ctx); err != nil {
		t.Fatal(err)
	}
}

// checkLeaks fails where goroutines are left when the test and its cleanups are over.
func checkLeaks(t *testing.T) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for end := time.Now().Add(patience); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				buf := make([]byte, 1<<20)
				t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
			}
		}
	})
}

// freePort finds a port nobody listens on.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// mosquitto is Debian's broker.
type mosquitto struct {
	addr string
	cmd  *exec.Cmd
}

// startMosquitto runs it on a port, or skips the test where it is not installed. Without
// settings it lets everybody do everything.
func startMosquitto(t *testing.T, port string, settings ...string) *mosquitto {
	t.Helper()
	path, err := exec.LookPath("mosquitto")
	if err != nil {
		if path, err = exec.LookPath("/usr/sbin/mosquitto"); err != nil {
			t.Skip("SKIPPED: Debian's mosquitto is not installed (apt-get install mosquitto); the feed is not tested against an outside broker")
		}
	}
	conf := filepath.Join(t.TempDir(), "mosquitto.conf")
	if len(settings) == 0 {
		settings = []string{"allow_anonymous true"}
	}
	settings = append([]string{"listener " + port + " 127.0.0.1", "persistence false"}, settings...)
	writeFile(t, conf, strings.Join(settings, "\n")+"\n")
	m := &mosquitto{addr: "127.0.0.1:" + port, cmd: exec.Command(path, "-c", conf)}
	if err := m.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.kill)
	eventually(t, "mosquitto to listen", func() bool {
		c, err := net.Dial("tcp", m.addr)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
	return m
}

// kill ends it as a power cut would.
func (m *mosquitto) kill() {
	if m.cmd.ProcessState == nil {
		_ = m.cmd.Process.Kill()
		_ = m.cmd.Wait()
	}
}
