package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"

	"shinpan/clock"
	"shinpan/evidence"
	"shinpan/game"
)

// Options is what the pages need from the rest of the appliance. A nil function means
// that the appliance does not offer it; the page then does not either.
type Options struct {
	// Listen is host:port; an empty host is every address of the machine.
	Listen string
	// ArbiterPIN opens the arbiter's page. Without one only a browser on the appliance
	// itself can give orders, and the desk clock can start and resume the game.
	ArbiterPIN string
	// DeskButtons makes the page's two clock halves the buttons of the clock.
	DeskButtons bool
	// StaticDir serves the page's files from a directory instead of the binary, while
	// somebody works on them.
	StaticDir string
	Logger    *slog.Logger

	// Press is told of each press of a desk button, at once and from any goroutine. It
	// says why a press could not be taken.
	Press func(side clock.Side) error
	// Command gives one order to the game and says whether the game took it.
	Command func(game.Input) error
	// Picture is the camera's newest JPEG, nil when there is none.
	Picture func() []byte
	// Record is the game's SGF so far, nil when there is none.
	Record func() []byte
	// Camera is what is known of the camera, nil where there is none. FindBoard has the
	// board found anew: at the corners, x,y of each, or by itself where there are none.
	Camera    func() *CameraView
	FindBoard func(corners []float64) error
	// Clips are the pictures of incidents.
	Clips *evidence.Store
	// Now is the time since the game's zero. Without it a snapshot is taken to be as
	// old as its publication, which forgets what the journal's fsync took.
	Now func() time.Duration
}

// Limits on what a browser may cost. A page's order is far below maxBody.
const (
	maxBody       = 4 << 10
	maxHeader     = 16 << 10
	maxStreams    = 200
	headerTimeout = 5 * time.Second
	readTimeout   = 10 * time.Second
	writeTimeout  = 15 * time.Second
	idleTimeout   = 2 * time.Minute
	closeTimeout  = 2 * time.Second
)

// Server is the web part of the appliance. Publish and Republish may be called from one
// goroutine while Run serves from others.
type Server struct {
	opts     Options
	log      *slog.Logger
	listener net.Listener
	http     *http.Server
	feed     *feed
	gate     *gate
	// closing is closed when Run ends, so that open streams end before Shutdown waits
	// for them.
	closing   chan struct{}
	closeOnce sync.Once
	streams   chan struct{} // one token an open stream
}

// New binds the port, so that a port in use is known before the game begins.
func New(opts Options) (*Server, error) {
	s := newServer(opts)
	if _, err := openStatic(opts.StaticDir); err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", opts.Listen)
	if err != nil {
		return nil, explainListen(opts.Listen, err)
	}
	s.listener = listener
	return s, nil
}

// newServer is a server without a socket.
func newServer(opts Options) *Server {
	s := &Server{
		opts:    opts,
		log:     opts.Logger,
		feed:    newFeed(opts.Now),
		gate:    newGate(opts.ArbiterPIN),
		closing: make(chan struct{}),
		streams: make(chan struct{}, maxStreams),
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.http = &http.Server{
		Handler:           s.handler(),
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout, // streams move their own deadline
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	return s
}

// explainListen turns the two common failures into what to do about them.
func explainListen(address string, err error) error {
	_, port, splitErr := net.SplitHostPort(address)
	switch {
	case splitErr != nil:
		return fmt.Errorf("web: listen %q: want host:port or :port, such as :8080: %w", address, splitErr)
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("web: port %s is in use: stop the other program (sudo ss -ltnp 'sport = :%s' shows it) "+
			"or choose another port with listen under [web]: %w", port, port, err)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("web: port %s: this user may not open ports below 1024: choose another one, such as 8080, "+
			"with listen under [web]: %w", port, err)
	}
	return fmt.Errorf("web: listen %q: %w", address, err)
}

// Addr is the address that was bound, such as "[::]:8080".
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Run serves until ctx is done and every handler has returned. It closes the port.
func (s *Server) Run(ctx context.Context) error {
	served := make(chan error, 1)
	go func() { served <- s.http.Serve(s.listener) }()
	select {
	case err := <-served:
		s.endStreams()
		return fmt.Errorf("web: serve %s: %w", s.Addr(), err)
	case <-ctx.Done():
	}
	s.endStreams()
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
	defer cancel()
	if err := s.http.Shutdown(limit); err != nil {
		s.log.Debug("web: some browsers did not let go", "err", err)
		_ = s.http.Close()
	}
	<-served
	return nil
}

func (s *Server) endStreams() { s.closeOnce.Do(func() { close(s.closing) }) }

// Publish hands over the events of one step and the snapshot after it (nil: unchanged).
// It never waits for a browser. Events of another game begin a new history.
func (s *Server) Publish(events []game.Event, snap *game.Snapshot) {
	if err := s.feed.publish(events, snap); err != nil {
		s.log.Error("web: an event could not be shown", "err", err)
	}
}

// Republish replaces the history, after a start or a recovery, so that a browser that
// kept its Last-Event-ID over the restart gets exactly what it has not seen.
func (s *Server) Republish(events []game.Event, snap *game.Snapshot) {
	s.feed.reset()
	s.Publish(events, snap)
}

// handler is every route behind the headers and checks that all of them need.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	for _, page := range pages {
		mux.HandleFunc("GET "+page, s.page)
	}
	mux.HandleFunc("GET /static/", s.file)
	mux.HandleFunc("GET /favicon.ico", s.favicon)
	mux.HandleFunc("GET /events", s.stream)
	mux.HandleFunc("GET /api/snapshot", s.snapshot)
	mux.HandleFunc("GET /api/events", s.events)
	mux.HandleFunc("GET /api/about", s.about)
	mux.HandleFunc("GET /api/picture.jpg", s.picture)
	mux.HandleFunc("GET /api/camera", s.camera)
	mux.HandleFunc("POST /api/camera", s.findBoard)
	mux.HandleFunc("GET /game.sgf", s.record)
	mux.HandleFunc("GET /api/evidence", s.clips)
	mux.HandleFunc("GET /evidence/{clip}/{file}", s.clipFile)
	mux.HandleFunc("GET /evidence.zip", s.clipsZip)
	mux.HandleFunc("POST /api/press", s.press)
	mux.HandleFunc("POST /api/arbiter", s.admit)
	mux.HandleFunc("POST /api/command", s.command)

	// A page of another site must not be able to press our clock with a visitor's browser.
	foreign := http.NewCrossOriginProtection()
	foreign.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusForbidden, "web: this order came from a page of another site")
	}))
	return withHeaders(foreign.Handler(mux))
}

// policy allows what the page brings along and nothing from elsewhere.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func withHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}
