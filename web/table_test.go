package web

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
)

// kagetsu is the demonstration game: a Kagetsu opening whose last stone, J8, is a
// double-three.
var kagetsu = strings.Fields("H8 H9 I9 G7 I8 I7 K10 I10 F10 H6 K7 L9 J8")

// table is a real game with a server beside it, and a time that only the test moves.
type table struct {
	t      *testing.T
	server *Server
	// mu guards the game, which the browser tests step from a handler's goroutine.
	mu      sync.Mutex
	game    *game.Game
	at      time.Duration
	events  []game.Event
	presses []clock.Side
	orders  []game.Input
}

func config(id string) game.Config {
	cfg := game.Defaults()
	cfg.ID, cfg.P1, cfg.P2 = id, "First player", "Second player"
	return cfg
}

// newTable sets up a game and a server that is not listening yet.
func newTable(t *testing.T, cfg game.Config, opts Options) *table {
	t.Helper()
	g, err := game.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	tb := &table{t: t, game: g}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	if opts.Press == nil {
		opts.Press = tb.pressed
	}
	if opts.Command == nil {
		opts.Command = tb.ordered
	}
	opts.Now = tb.now
	tb.server = newServer(opts)
	tb.server.Republish(nil, g.Snapshot(0, ""))
	return tb
}

func (tb *table) now() time.Duration {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	return tb.at
}

func (tb *table) pressed(side clock.Side) error {
	tb.mu.Lock()
	tb.presses = append(tb.presses, side)
	tb.mu.Unlock()
	tb.do(game.Input{Kind: game.Press, Side: side})
	return nil
}

func (tb *table) ordered(in game.Input) error {
	tb.mu.Lock()
	tb.orders = append(tb.orders, in)
	tb.mu.Unlock()
	tb.do(in)
	return nil
}

// do gives the game one input now and publishes what follows.
func (tb *table) do(in game.Input) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	in.At = tb.at
	if in.Kind == game.See || in.Kind == game.Gone {
		in.SeenAt = tb.at
	}
	events := tb.game.Step(in)
	tb.events = append(tb.events, events...)
	tb.server.Publish(events, tb.game.Snapshot(tb.at, ""))
}

// wait lets time pass.
func (tb *table) wait(d time.Duration) {
	tb.mu.Lock()
	tb.at += d
	tb.mu.Unlock()
	tb.do(game.Input{Kind: game.Tick})
}

// play lays the n-th stones of a game, each after some thought, and presses.
func (tb *table) play(points ...string) {
	for _, name := range points {
		n := len(tb.game.Moves())
		tb.wait(time.Duration(7+(n*n*31)%53) * time.Second)
		tb.lay(name)
		tb.wait(800 * time.Millisecond)
		tb.do(game.Input{Kind: game.Press, Side: []clock.Side{clock.P1, clock.P2}[n%2]})
	}
}

// lay puts the stone of the side to move on a point without pressing.
func (tb *table) lay(name string) {
	color := []board.Color{board.Black, board.White}[len(tb.game.Moves())%2]
	tb.do(game.Input{Kind: game.See, Color: color, Point: board.MustPoint(name), Sure: 0.999})
}

// started is a table whose game has begun and had these moves.
func started(t *testing.T, cfg game.Config, opts Options, points ...string) *table {
	t.Helper()
	tb := newTable(t, cfg, opts)
	tb.do(game.Input{Kind: game.Start})
	tb.play(points...)
	if got := len(tb.game.Moves()); got != len(points) {
		t.Fatalf("the game took %d of %d moves", got, len(points))
	}
	return tb
}

// handle answers one request without a network.
func (tb *table) handle(method, target, body string, headers ...string) *httptest.ResponseRecorder {
	tb.t.Helper()
	r := httptest.NewRequestWithContext(tb.t.Context(), method, target, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
			continue
		}
		if headers[i] == "From" { // the address the request comes from
			r.RemoteAddr = headers[i+1] + ":4711"
			continue
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	tb.server.http.Handler.ServeHTTP(w, r)
	return w
}

// listen puts the table's server on a port of the loopback address and runs it until
// the test ends or stop is called. An empty address takes any port.
func (tb *table) listen(address string) (url string, stop func()) {
	tb.t.Helper()
	opts := tb.server.opts
	opts.Listen = address
	if address == "" {
		opts.Listen = "127.0.0.1:0"
	}
	server, err := New(opts)
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.mu.Lock()
	tb.server = server
	server.Republish(tb.events, tb.game.Snapshot(tb.at, ""))
	tb.mu.Unlock()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- server.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			tb.t.Errorf("run: %v", err)
		}
	})
	tb.t.Cleanup(stop)
	return "http://" + server.Addr(), stop
}

// status fails the test when the answer has another status.
func status(t *testing.T, w *httptest.ResponseRecorder, want int) {
	t.Helper()
	if w.Code != want {
		t.Errorf("status %d, want %d: %s", w.Code, want, w.Body)
	}
}

// lastText is what the newest event of a kind says; it waits for the first one.
func (tb *table) lastText(kind game.EventKind) string {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		tb.mu.Lock()
		for _, e := range slices.Backward(tb.events) {
			if e.Kind == kind {
				tb.mu.Unlock()
				return e.Text
			}
		}
		tb.mu.Unlock()
	}
	return ""
}
