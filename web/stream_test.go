package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/game"
)

// message is one server-sent message.
type message struct {
	id, event, data string
}

// readMessage reads the next message that is not the retry time.
func readMessage(r *bufio.Reader) (message, error) {
	var m message
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return m, err
		}
		field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch field {
		case "id":
			m.id = value
		case "event":
			m.event = value
		case "data":
			m.data = value
		case "":
			if m != (message{}) {
				return m, nil
			}
		}
	}
}

// follow opens a stream of a running server.
func follow(t *testing.T, url string, headers ...string) *bufio.Reader {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = resp.Body.Close() })
	if kind := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK || kind != "text/event-stream" {
		t.Fatalf("%s: %s %s", url, resp.Status, kind)
	}
	return bufio.NewReader(resp.Body)
}

// nextEvents reads until n events have come and returns them with the last snapshot.
func nextEvents(t *testing.T, r *bufio.Reader, n int) (events []message, snapshot string) {
	t.Helper()
	for len(events) < n || snapshot == "" {
		m, err := readMessage(r)
		if err != nil {
			t.Fatalf("after %d events: %v", len(events), err)
		}
		switch m.event {
		case "":
			events = append(events, m)
		case "snapshot":
			snapshot = m.data
		}
	}
	return events, snapshot
}

// What the stream carries is what MQTT carries: the event's own JSON, byte for byte.
func TestStreamCarriesTheEventsAsTheyAre(t *testing.T) {
	tb := started(t, config("bytes"), Options{}, kagetsu...)
	url, _ := tb.listen("")
	got, snapshot := nextEvents(t, follow(t, url+"/events"), len(tb.events))
	for i, e := range tb.events {
		want, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if got[i].data != string(want) || got[i].id != strconv.Itoa(e.Seq) {
			t.Errorf("message %d: id %s\n%s\nwant id %d\n%s", i, got[i].id, got[i].data, e.Seq, want)
		}
	}
	want, err := json.Marshal(tb.game.Snapshot(tb.at, ""))
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf(`{"now":%s,"snapshot":%s}`, game.Seconds(tb.at), want); snapshot != want {
		t.Errorf("snapshot\n%s\nwant\n%s", snapshot, want)
	}
}

func TestStreamResumesAfterLastEventID(t *testing.T) {
	tb := started(t, config("resume"), Options{}, kagetsu[:6]...)
	url, stop := tb.listen("")
	first, _ := nextEvents(t, follow(t, url+"/events"), 5)
	stop()
	tb.play(kagetsu[6:9]...)
	url, _ = tb.listen("")
	// The header is newer than the address, which an EventSource repeats unchanged.
	rest, _ := nextEvents(t, follow(t, url+"/events?since=2", "Last-Event-ID", first[4].id), len(tb.events)-5)
	for i, m := range append(first[:5], rest...) {
		if m.id != strconv.Itoa(i+1) {
			t.Fatalf("event %d has id %s: lost or repeated", i+1, m.id)
		}
	}
	since, _ := nextEvents(t, follow(t, url+"/events?since=7"), 1)
	if since[0].id != "8" {
		t.Errorf("since=7 begins with %s", since[0].id)
	}
}

// A browser that was away for the end of one game and the start of the next has a
// Last-Event-ID the new game has not reached: it gets the new game from its start.
func TestStreamOfAnotherGameBeginsAtItsStart(t *testing.T) {
	tb := started(t, config("second"), Options{}, "H8", "I9")
	url, _ := tb.listen("")
	got, _ := nextEvents(t, follow(t, url+"/events", "Last-Event-ID", "57"), len(tb.events))
	if got[0].id != "1" {
		t.Errorf("begins with %s", got[0].id)
	}
}

func TestLiveStreamSeesTheNextGameWhole(t *testing.T) {
	tb := started(t, config("first"), Options{}, kagetsu[:6]...)
	url, _ := tb.listen("")
	r := follow(t, url+"/events")
	nextEvents(t, r, len(tb.events))
	next := started(t, config("second"), Options{}, "H8")
	tb.server.Publish(next.events, next.game.Snapshot(next.at, ""))
	got, snapshot := nextEvents(t, r, len(next.events))
	if got[0].id != "1" || !strings.Contains(snapshot, `"game":"second"`) {
		t.Errorf("the next game begins with id %s and %.60s", got[0].id, snapshot)
	}
}

func TestTooManyStreams(t *testing.T) {
	tb := newTable(t, config("many"), Options{ArbiterPIN: "2468"})
	for range maxStreams {
		tb.server.streams <- struct{}{}
	}
	status(t, tb.handle("GET", "/events", ""), http.StatusServiceUnavailable)
	tb.server.endStreams() // so that the arbiter's, which is let in, ends by itself
	cookie := tb.server.gate.cookie()
	status(t, tb.handle("GET", "/events?view=arbiter", "", "Cookie", cookie.Name+"="+cookie.Value), http.StatusOK)
}

// pipes is a listener whose connections are pipes without any buffer, so that a browser
// that does not read is noticed with the first byte, and whose deadlines are those of
// the bubble's time.
type pipes struct {
	conns chan net.Conn
	once  sync.Once
	done  chan struct{}
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), done: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.done) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes", Net: "unix"} }

// browse connects and asks for the stream.
func (p *pipes) browse(t *testing.T) net.Conn {
	t.Helper()
	ours, theirs := net.Pipe()
	p.conns <- theirs
	if _, err := io.WriteString(ours, "GET /events HTTP/1.1\r\nHost: table\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return ours
}

// A browser that has stopped reading is dropped in time, keeps nobody waiting, and the
// one beside it gets everything.
func TestSlowBrowserIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := started(t, config("slow"), Options{}, kagetsu[:3]...)
		listener := newPipes()
		tb.server.listener = listener
		ctx, cancel := context.WithCancel(t.Context())
		ran := make(chan error, 1)
		go func() { ran <- tb.server.Run(ctx) }()

		slow, good := listener.browse(t), listener.browse(t)
		var heard sync.WaitGroup
		ids := []string{}
		heard.Go(func() {
			resp, err := http.ReadResponse(bufio.NewReader(good), nil)
			if err != nil {
				t.Errorf("good browser: %v", err)
				return
			}
			defer func() { _ = resp.Body.Close() }()
			r := bufio.NewReader(resp.Body)
			for {
				m, err := readMessage(r)
				if err != nil {
					return
				}
				if m.id != "" {
					ids = append(ids, m.id)
				}
			}
		})
		synctest.Wait()
		if n := len(tb.server.streams); n != 2 {
			t.Fatalf("%d streams, want 2", n)
		}
		before := time.Now()
		tb.play(kagetsu[3:9]...)
		if waited := time.Since(before); waited != 0 {
			t.Errorf("Publish waited %v for a browser", waited)
		}
		time.Sleep(slowLimit + beatEvery)
		synctest.Wait()
		if n := len(tb.server.streams); n != 1 {
			t.Errorf("%d streams after the limit, want the good one alone", n)
		}
		cancel()
		if err := <-ran; err != nil {
			t.Error(err)
		}
		_, _ = slow.Close(), good.Close()
		heard.Wait()
		if len(ids) != len(tb.events) || ids[0] != "1" || ids[len(ids)-1] != strconv.Itoa(len(tb.events)) {
			t.Errorf("the good browser has events %v, want 1 to %d", ids, len(tb.events))
		}
	})
}

// A silent table still says that the line is alive, with the game's time.
func TestStreamBeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t, config("beat"), Options{})
		tb.server.feed.now = nil // the age of the snapshot is counted from its publication
		listener := newPipes()
		tb.server.listener = listener
		ctx, cancel := context.WithCancel(t.Context())
		ran := make(chan error, 1)
		go func() { ran <- tb.server.Run(ctx) }()
		conn := listener.browse(t)
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		r := bufio.NewReader(resp.Body)
		for i := range 4 {
			m, err := readMessage(r)
			if err != nil {
				t.Fatal(err)
			}
			if want := fmt.Sprintf(`{"now":%d}`, 2*i); i > 0 && (m.event != "beat" || m.data != want) {
				t.Errorf("message %d: %s %s, want beat %s", i, m.event, m.data, want)
			}
		}
		// The open stream ends with the server, at once, and not by being cut off.
		go func() { _, _ = io.Copy(io.Discard, conn) }()
		before := time.Now()
		cancel()
		if err := <-ran; err != nil {
			t.Error(err)
		}
		if waited := time.Since(before); waited >= closeTimeout {
			t.Errorf("the server took %v to end beside an open stream", waited)
		}
		_ = conn.Close()
	})
}
