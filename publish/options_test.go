package publish

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A state directory that cannot be written is a fault to tell, not the end of the feed.
func TestMarkThatCannotBeKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "missing")
	p := start(t, Options{StateDir: dir})
	p.Publish(moves(1, 1), snapshotAt(1))
	p.flush(t)
	if f := <-p.Faults(); f.Code != FaultMark || f.Healed {
		t.Errorf("fault %+v, want %s", f, FaultMark)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if f := <-p.Faults(); f.Code != FaultMark || !f.Healed {
		t.Errorf("fault %+v, want %s healed", f, FaultMark)
	}
}

func TestNothingIsPublishedWithoutABroker(t *testing.T) {
	p, err := New(Options{Table: "1"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	p.Republish(moves(1, 1))
	p.Publish(moves(2, 2), snapshotAt(2))
	p.PublishRecord([]byte("x"))
	if err := p.Flush(ctx); err != nil || p.Address() != "none" {
		t.Errorf("Flush: %v, Address: %s", err, p.Address())
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestNothingIsRetainedWhereNobodyWantsIt(t *testing.T) {
	p := start(t, Options{NoRetain: true})
	p.Publish(moves(1, 1), snapshotAt(1))
	p.flush(t)
	r := newReader(t, p.Address(), "shinpan/1/#")
	eventually(t, "the status", func() bool { return len(r.on("shinpan/1/status")) > 0 })
	p.Publish(nil, snapshotAt(2))
	eventually(t, "the next snapshot", func() bool { return len(r.on("shinpan/1/snapshot")) > 0 })
	if m := r.on("shinpan/1/snapshot")[0]; m.retained {
		t.Error("the snapshot was retained")
	}
}

func TestNewSaysWhatIsWrong(t *testing.T) {
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	_, port, _ := net.SplitHostPort(busy.Addr().String())
	for _, c := range []struct {
		name string
		o    Options
		want string
	}{
		{"port in use", Options{Table: "1", Listen: "127.0.0.1:" + port}, "publish: port " + port + " is in use: another broker"},
		{"no address", Options{Table: "1", Listen: "nonsense"}, "mqtt.listen"},
		{"table with a slash", Options{Table: "a/b", Listen: "127.0.0.1:0"}, `publish: table "a/b"`},
		{"no table", Options{Listen: "127.0.0.1:0"}, `publish: table ""`},
		{"no scheme", Options{Table: "1", Broker: "broker:1883"}, "want tcp://host:1883"},
		{"no port", Options{Table: "1", Broker: "tcp://broker"}, "want tcp://host:1883"},
		{"web sockets", Options{Table: "1", Broker: "ws://broker:80"}, "want tcp://host:1883"},
	} {
		p, err := New(c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: New says %v, want %q", c.name, err, c.want)
		}
		if p != nil {
			t.Errorf("%s: New returns a Publisher", c.name)
		}
	}
}

// Nothing reads, nothing listens, and Publish still returns at once: it would hang
// here otherwise.
func TestPublishNeverWaits(t *testing.T) {
	p, err := New(Options{Table: "1", Broker: "tcp://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= backlog; n++ {
		p.Publish(moves(n, n), snapshotAt(n))
	}
	if len(p.out.events) != backlog {
		t.Errorf("%d messages are kept, want %d", len(p.out.events), backlog)
	}
	if first := p.out.events[0].event.Seq; first == 1 {
		t.Error("the oldest events were kept, the newest given up")
	}
}
