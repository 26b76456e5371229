package publish

import (
	"bytes"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

func dialArbiter(t *testing.T, addr string) *reader {
	t.Helper()
	r, err := dialReader(addr, func(o *mqtt.ClientOptions) { o.SetUsername("arbiter").SetPassword("secret") })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.client.Disconnect(50) })
	r.subscribe(t, "shinpan/#")
	return r
}

func TestBrokerLetsNobodyElseWrite(t *testing.T) {
	p := start(t, Options{Username: "arbiter", Password: "secret"})
	watcher := newReader(t, p.Address(), "#")
	for name, change := range map[string]func(*mqtt.ClientOptions){
		"anonymous": nil,
		"arbiter":   func(o *mqtt.ClientOptions) { o.SetUsername("arbiter").SetPassword("secret") },
	} {
		for q := range byte(3) {
			r, err := dialReader(p.Address(), change)
			if err != nil {
				t.Fatal(err)
			}
			token := r.client.Publish("shinpan/1/events", q, true, "forged "+name)
			token.WaitTimeout(patience)
			r.client.Disconnect(50)
		}
	}
	p.Publish(moves(1, 1), snapshotAt(1))
	eventually(t, "the true event", func() bool { return len(watcher.on("shinpan/1/events")) > 0 })
	for _, m := range watcher.on("shinpan/1/events") {
		if strings.Contains(m.payload, "forged") {
			t.Errorf("a stranger's message came through: %q", m.payload)
		}
	}
}

func TestBrokerDropsStrangersWills(t *testing.T) {
	p := start(t, Options{})
	watcher := newReader(t, p.Address(), "shinpan/1/status")
	eventually(t, "the birth", func() bool { return statuses(watcher) == "online" })
	var conn net.Conn
	r, err := dialReader(p.Address(), func(o *mqtt.ClientOptions) {
		o.SetBinaryWill("shinpan/1/status", []byte(`{"online":false,"reason":"forged"}`), 1, true)
		o.SetCustomOpenConnectionFn(func(uri *url.URL, _ mqtt.ClientOptions) (net.Conn, error) {
			var err error
			conn, err = net.Dial("tcp", uri.Host)
			return conn, err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	defer r.client.Disconnect(0)
	_ = conn.Close()
	p.Publish(moves(1, 1), snapshotAt(1))
	p.flush(t)
	late := newReader(t, p.Address(), "shinpan/1/status")
	eventually(t, "the status", func() bool { return len(late.on("shinpan/1/status")) > 0 })
	if got := statuses(watcher) + " " + statuses(late); got != "online online" {
		t.Errorf("the status was %q", got)
	}
}

func TestBrokerKnowsWhoIsWho(t *testing.T) {
	p := start(t, Options{Username: "arbiter", Password: "secret"})
	eventually(t, "our own client to be in", p.link.open)
	for _, c := range []struct {
		name, user, password, id string
		ok                       bool
	}{
		{"anybody", "", "", "somebody", true},
		{"the arbiter", "arbiter", "secret", "somebody", true},
		{"a wrong password", "arbiter", "guess", "somebody", false},
		{"no password", "arbiter", "", "somebody", false},
		{"another name", "root", "secret", "somebody", false},
		{"our name", ownUser, "", "somebody", false},
		{"our name and id", ownUser, "guess", "shinpan-1", false},
		{"our id", "", "", "shinpan-1", false},
		{"our id as the arbiter", "arbiter", "secret", "shinpan-1", false},
	} {
		r, err := dialReader(p.Address(), func(o *mqtt.ClientOptions) {
			o.SetUsername(c.user).SetPassword(c.password).SetClientID(c.id)
		})
		if (err == nil) != c.ok {
			t.Errorf("%s: %v, want in: %v", c.name, err, c.ok)
		}
		if err == nil {
			r.client.Disconnect(50)
		}
	}
	if !p.link.open() {
		t.Error("our own client was thrown out")
	}
}

func TestWithoutPasswordThereIsNoArbiter(t *testing.T) {
	p := start(t, Options{Username: "arbiter"})
	if _, err := dialReader(p.Address(), func(o *mqtt.ClientOptions) { o.SetUsername("arbiter") }); err == nil {
		t.Error("an arbiter without a password was let in")
	}
}

func TestBrokerSurvivesStrangersBytes(t *testing.T) {
	p := start(t, Options{})
	rng := rand.New(rand.NewPCG(1, 2))
	hello := []byte{0x10, 0x10, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 60, 0, 4, 'e', 'v', 'i', 'l'}
	for n := range 300 {
		c, err := net.Dial("tcp", p.Address())
		if err != nil {
			t.Fatal(err)
		}
		junk := make([]byte, 1+rng.IntN(64))
		for i := range junk {
			junk[i] = byte(rng.Uint32())
		}
		if n%3 > 0 { // as a client that is in
			_, _ = c.Write(hello)
			junk[0] = byte(rng.IntN(16)<<4 | rng.IntN(4))
			if len(junk) > 1 {
				junk[1] = byte(len(junk) - 2)
			}
		}
		_, _ = c.Write(junk)
		_ = c.Close()
	}
	p.Publish(moves(1, 1), snapshotAt(1))
	p.flush(t)
}

func TestBrokerRefusesWhatIsTooBig(t *testing.T) {
	p := start(t, Options{})
	r := newReader(t, p.Address())
	lost := make(chan struct{})
	go func() {
		for r.client.IsConnectionOpen() {
			time.Sleep(time.Millisecond)
		}
		close(lost)
	}()
	r.client.Publish("x", 0, false, bytes.Repeat([]byte("x"), maxPacket+1))
	select {
	case <-lost:
	case <-time.After(patience):
		t.Error("a packet of more than the limit was read")
	}
}

// Strangers cannot take the places of those on this machine, ours among them.
func TestBrokerKeepsPlacesForThisMachine(t *testing.T) {
	l, err := listen("127.0.0.1:0", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close(func(string) {})
	from := func(ip string) *guardedConn { return &guardedConn{Conn: caller{ip: ip}, left: l.left} }
	in := 0
	for range 2 * maxConnections {
		if l.admit(from("192.0.2.1")) {
			in++
			l.wg.Done() // nobody serves it
		}
	}
	if in != maxConnections {
		t.Errorf("%d strangers were let in, want %d", in, maxConnections)
	}
	if !l.admit(from("127.0.0.1")) {
		t.Fatal("strangers took the place of our own client")
	}
	l.wg.Done()
}

// caller is a connection of which only the other end matters.
type caller struct {
	net.Conn
	ip string
}

func (c caller) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.ParseIP(c.ip)} }

func (c caller) Close() error { return nil }

func TestBrokerBoundsCallersAndFilters(t *testing.T) {
	p := start(t, Options{})
	p.flush(t)
	var conns []net.Conn
	for range maxConnections + reserved + 20 {
		c, err := net.Dial("tcp", p.Address())
		if err != nil {
			t.Fatal(err)
		}
		conns = append(conns, c)
	}
	p.broker.listener.mu.Lock()
	n := len(p.broker.listener.conns)
	p.broker.listener.mu.Unlock()
	if n > maxConnections+reserved {
		t.Errorf("%d connections, want at most %d", n, maxConnections+reserved)
	}
	for _, c := range conns {
		_ = c.Close()
	}
	eventually(t, "room again", func() bool {
		r, err := dialReader(p.Address(), nil)
		if err == nil {
			r.client.Disconnect(10)
		}
		return err == nil
	})
	r := newReader(t, p.Address())
	refused := 0
	for i := range maxFilters + 8 {
		filter := fmt.Sprintf("shinpan/1/%d", i)
		token := r.client.Subscribe(filter, 0, nil)
		if token.WaitTimeout(patience); token.(*mqtt.SubscribeToken).Result()[filter] == 0x80 {
			refused++
		}
	}
	if refused != 8 {
		t.Errorf("%d filters were refused, want 8", refused)
	}
}

// A reader that takes nothing must not hold up the others.
func TestBrokerCutsOffAStalledReader(t *testing.T) {
	p := start(t, Options{})
	p.flush(t)
	c, err := net.Dial("tcp", p.Address())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(1024)
	}
	hello := []byte{0x10, 0x11, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 0, 0, 5, 's', 't', 'a', 'l', 'l'}
	filter := "shinpan/#"
	subscribe := append([]byte{0x82, byte(5 + len(filter)), 0, 1, 0, byte(len(filter))}, filter...)
	subscribe = append(subscribe, 1)
	if _, err := c.Write(append(hello, subscribe...)); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the stalled reader to be in", func() bool { _, ok := p.broker.server.Clients.Get("stall"); return ok })
	for n := 1; n <= 200; n++ {
		big := snapshotAt(n)
		big.Rows = []string{strings.Repeat("x", 100_000)}
		p.Publish(moves(n, n), big)
		if n%2 == 0 {
			p.flush(t)
		}
	}
	p.flush(t)
	eventually(t, "the stalled reader to be cut off", func() bool { _, ok := p.broker.server.Clients.Get("stall"); return !ok })
}

// What the broker has acknowledged to us it still hands to its readers before it goes.
func TestBrokerDeliversBeforeItCloses(t *testing.T) {
	for _, quality := range []byte{0, 1} {
		p := start(t, Options{})
		r := newReader(t, p.Address())
		r.subscribeAs(t, "shinpan/1/events", quality)
		r.subscribeAs(t, "shinpan/1/status", quality)
		const events = 2000
		p.Publish(moves(1, events), snapshotAt(events))
		p.flush(t)
		p.stop()
		eventually(t, "the end of the connection", func() bool { return !r.client.IsConnectionOpen() })
		if got := r.seqs("shinpan/1/events"); len(got) != events || !strings.HasSuffix(statuses(r), "stopped") {
			t.Errorf("QoS %d: %d of %d events came before the broker closed, status %q", quality, len(got), events, statuses(r))
		}
	}
}
