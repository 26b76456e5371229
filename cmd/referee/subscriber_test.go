package main

import (
	"bufio"
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"shinpan/config"
	"shinpan/eyeproc"
	"shinpan/game"
	"shinpan/show"
)

// subscriber is Debian's mosquitto_sub, a client we have not written.
type subscriber struct {
	mu    sync.Mutex
	got   map[string][]string // payloads by topic, in order of arrival
	fresh chan struct{}
}

func subscribe(t *testing.T, address string) *subscriber {
	t.Helper()
	path, err := exec.LookPath("mosquitto_sub")
	if err != nil {
		t.Skip("SKIPPED, and it should not be: mosquitto_sub is missing (./test installs mosquitto-clients)")
	}
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), path, "-h", "127.0.0.1", "-p", port, "-q", "1", "-t", "shinpan/#", "-F", "%t %p")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); _ = cmd.Wait() })
	s := &subscriber{got: map[string][]string{}, fresh: make(chan struct{}, 1)}
	go func() {
		lines := bufio.NewScanner(out)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			topic, payload, _ := strings.Cut(lines.Text(), " ")
			s.mu.Lock()
			s.got[topic] = append(s.got[topic], payload)
			s.mu.Unlock()
			select {
			case s.fresh <- struct{}{}:
			default:
			}
		}
	}()
	return s
}

// on waits until something has arrived on a topic that satisfies ok, and returns all of it.
func (s *subscriber) on(t *testing.T, topic string, ok func([]string) bool) []string {
	t.Helper()
	timeout := time.After(20 * time.Second)
	for {
		s.mu.Lock()
		got := append([]string(nil), s.got[topic]...)
		s.mu.Unlock()
		if ok(got) {
			return got
		}
		select {
		case <-s.fresh:
		case <-timeout:
			t.Fatalf("%s: after 20 s only %d messages: %.300s", topic, len(got), strings.Join(got, "\n"))
		}
	}
}

// TestSubscribers plays the demonstration to two subscribers. The one that was there from the
// start gets every event once and in order; the one that comes when all is over gets the
// whole position.
func TestSubscribers(t *testing.T) {
	a, script := assembleDemo(t)
	ready := make(chan struct{})
	held := false
	a.owner.onReport = func(o *owner, r eyeproc.Report) bool {
		if !held {
			held = true
			<-ready // nothing happens before the first subscriber is there
		}
		return script.onReport(o, r)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- a.run(ctx) }()

	early := subscribe(t, a.feed.Address())
	early.on(t, "shinpan/1/status", func(got []string) bool { return len(got) > 0 && strings.Contains(got[len(got)-1], "true") })
	close(ready)
	<-script.over
	if err := a.feed.Flush(ctx); err != nil {
		t.Fatal(err)
	}
	want := a.owner.snap.Load()
	events := early.on(t, "shinpan/1/events", func(got []string) bool { return len(got) >= want.Seq })
	for i, payload := range events {
		var e game.Event
		if err := json.Unmarshal([]byte(payload), &e); err != nil {
			t.Fatalf("%s: %v", payload, err)
		}
		if e.Seq != i+1 {
			t.Fatalf("message %d has seq %d", i+1, e.Seq)
		}
	}
	late := subscribe(t, a.feed.Address())
	var snap game.Snapshot
	payload := late.on(t, "shinpan/1/snapshot", func(got []string) bool { return len(got) > 0 })[0]
	if err := json.Unmarshal([]byte(payload), &snap); err != nil {
		t.Fatal(err)
	}
	truth, err := show.Load()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(snap.Rows, "\n") != strings.Join(truth.Final, "\n") || len(snap.Moves) != 13 || snap.Outcome == nil || snap.Outcome.Reason != game.ByFoul {
		t.Errorf("the latecomer got %s", payload)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// assembleDemo is the demonstration on a recorded eye stream, ready to run in this process.
func assembleDemo(t *testing.T) (*appliance, *pressScript) {
	t.Helper()
	cfg := config.Default()
	cfg.State.Dir, cfg.Web.Listen, cfg.MQTT.Listen = t.TempDir(), "127.0.0.1:0", "127.0.0.1:0"
	log := slog.New(slog.DiscardHandler)
	a, err := assemble(parts{
		cfg: cfg, log: log, eye: eyeproc.Options{Source: showStream, Pace: "max"},
		times: func(time.Duration) timebase { return &videoTime{fast: true} },
	})
	if err != nil {
		t.Fatal(err)
	}
	truth, err := show.Load()
	if err != nil {
		t.Fatal(err)
	}
	script := newPressScript(truth.Presses(), a.owner.game)
	return a, &script
}
