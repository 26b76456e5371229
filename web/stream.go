package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"shinpan/game"
)

const (
	// beatEvery is how often a silent stream says that it is alive. The page greys
	// itself after three missed beats.
	beatEvery = 2 * time.Second
	// slowLimit is how long a browser may leave one message unread.
	slowLimit = 10 * time.Second
	// comeBack is how soon a browser tries again after the stream broke.
	comeBack = time.Second
)

// stream sends everything after the reader's Last-Event-ID and then what comes.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	v, ok := s.viewOf(w, r)
	if !ok {
		return
	}
	if !s.gate.knows(r) { // however many look on, the arbiter is let in
		select {
		case s.streams <- struct{}{}:
			defer func() { <-s.streams }()
		default:
			refuse(w, http.StatusServiceUnavailable, "web: too many pages are open")
			return
		}
	}
	at, err := startOf(r)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // a proxy must not collect our lines
	bell, stop := s.feed.listen()
	defer stop()
	c := &courier{w: w, control: http.NewResponseController(w), feed: s.feed, view: v, at: at}
	fmt.Fprintf(&c.buf, "retry: %d\n\n", comeBack.Milliseconds())
	s.follow(r, c, bell)
}

// follow runs one stream until the browser or the server ends it.
func (s *Server) follow(r *http.Request, c *courier, bell <-chan struct{}) {
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	if !s.deliver(c) {
		return
	}
	for {
		select {
		case <-r.Context().Done():
			return
		case <-s.closing:
			return
		case <-bell:
		case <-beat.C:
			c.beat()
		}
		if !s.deliver(c) {
			return
		}
	}
}

func (s *Server) deliver(c *courier) bool {
	if err := c.deliver(); err != nil {
		s.log.Debug("web: a browser was too slow or has gone", "err", err)
		return false
	}
	return true
}

// startOf is the sequence number the reader already has.
func startOf(r *http.Request) (cursor, error) {
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = r.URL.Query().Get("since")
	}
	if text == "" {
		return cursor{anyGeneration, 0}, nil
	}
	seq, err := strconv.Atoi(text)
	if err != nil || seq < 0 {
		return cursor{}, fmt.Errorf("web: since %.20q: want the sequence number of an event", text)
	}
	return cursor{anyGeneration, seq}, nil
}

// courier writes one stream.
type courier struct {
	w       http.ResponseWriter
	control *http.ResponseController
	feed    *feed
	view    view
	at      cursor
	sent    *shot // the snapshot the browser has
	buf     bytes.Buffer
}

// deliver sends what is new, as one write.
func (c *courier) deliver() error {
	entries, current, at := c.feed.after(c.at)
	c.at = at
	for i := range entries {
		if c.view.sees(&entries[i].event) {
			fmt.Fprintf(&c.buf, "id: %d\ndata: %s\n\n", entries[i].event.Seq, entries[i].data)
		}
	}
	if current != nil && current != c.sent {
		if err := c.snapshot(current); err != nil {
			return err
		}
	}
	return c.flush()
}

// snapshot and beat carry the game's time, from which the page learns how far its own
// watch is off.
func (c *courier) snapshot(s *shot) error {
	data, err := s.views[c.view]()
	if err != nil {
		return fmt.Errorf("web: snapshot: %w", err)
	}
	c.sent = s
	fmt.Fprintf(&c.buf, "event: snapshot\ndata: {\"now\":%s,\"snapshot\":%s}\n\n", game.Seconds(c.feed.elapsed(s)), data)
	return nil
}

func (c *courier) beat() {
	now := "null"
	if c.sent != nil {
		now = game.Seconds(c.feed.elapsed(c.sent)).String()
	}
	fmt.Fprintf(&c.buf, "event: beat\ndata: {\"now\":%s}\n\n", now)
}

func (c *courier) flush() error {
	if c.buf.Len() == 0 {
		return nil
	}
	if err := c.control.SetWriteDeadline(time.Now().Add(slowLimit)); err != nil {
		return fmt.Errorf("web: stream: %w", err)
	}
	if _, err := c.buf.WriteTo(c.w); err != nil {
		return fmt.Errorf("web: stream: %w", err)
	}
	return c.control.Flush()
}

// refuse answers with a reason, as JSON.
func refuse(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": why})
}
