package publish

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"syscall"
	"time"

	"github.com/mochi-mqtt/server/v2/listeners"
)

// Limits of the embedded broker's connections.
const (
	maxConnections = 64               // beyond it a caller is hung up on
	reserved       = 16               // beyond that, for this machine: our own client must always get in
	helloTimeout   = 10 * time.Second // from the connection to the end of its first packet
	writeTimeout   = 3 * time.Second  // a reader that takes nothing for so long is cut off
	acceptPause    = 100 * time.Millisecond
)

// listener accepts the embedded broker's connections. The broker's own listener lacks
// what an appliance needs: a bound on callers, a deadline for their first packet, a
// deadline for every write (one reader that takes nothing would otherwise hold up
// everybody), and a stop for panics in the decoding of strangers' bytes.
type listener struct {
	net net.Listener
	log *slog.Logger

	mu     sync.Mutex
	conns  map[*guardedConn]bool
	closed bool
	wg     sync.WaitGroup
}

// listen opens the address. The error says what to do about the likely causes.
func listen(addr string, log *slog.Logger) (*listener, error) {
	l, err := net.Listen("tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		_, port, _ := net.SplitHostPort(addr)
		return nil, fmt.Errorf("publish: port %s is in use: another broker or another referee runs on this machine: stop it, set mqtt.listen to a free port, or name it in mqtt.broker to use it", port)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("publish: listening on %q: not permitted: choose a port above 1023 in mqtt.listen", addr)
	case err != nil:
		return nil, fmt.Errorf("publish: listening on %q: %w: want host:port or :port in mqtt.listen", addr, err)
	}
	return &listener{net: l, log: log, conns: map[*guardedConn]bool{}}, nil
}

// The broker's idea of a listener.

func (l *listener) Init(*slog.Logger) error { return nil }
func (l *listener) ID() string              { return "tcp" }
func (l *listener) Protocol() string        { return "tcp" }
func (l *listener) Address() string         { return l.net.Addr().String() }

// Serve accepts until Close.
func (l *listener) Serve(establish listeners.EstablishFn) {
	for {
		c, err := l.net.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // out of file descriptors, most likely: others may hang up
			l.log.Warn("broker: cannot accept", "err", err)
			time.Sleep(acceptPause)
			continue
		}
		g := &guardedConn{Conn: c, left: l.left}
		if !l.admit(g) {
			_ = c.Close()
			continue
		}
		go l.serve(g, establish)
	}
}

// admit counts the connection in, unless there are too many or the broker is closing.
func (l *listener) admit(g *guardedConn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	limit := maxConnections
	if isLocal(g.RemoteAddr()) {
		limit += reserved
	}
	if l.closed || len(l.conns) >= limit {
		return false
	}
	l.conns[g] = true
	l.wg.Add(1)
	return true
}

// isLocal reports whether a caller is on this machine.
func isLocal(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

func (l *listener) left(g *guardedConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, g)
}

func (l *listener) serve(g *guardedConn, establish listeners.EstablishFn) {
	defer l.wg.Done()
	defer func() {
		if r := recover(); r != nil {
			l.log.Error("broker: gave up on a client", "remote", g.RemoteAddr().String(), "why", r)
		}
		_ = g.Close()
	}()
	if err := g.SetReadDeadline(time.Now().Add(helloTimeout)); err != nil {
		return
	}
	if err := establish(l.ID(), g); err != nil && !errors.Is(err, io.EOF) {
		l.log.Debug("broker: client left", "remote", g.RemoteAddr().String(), "err", err)
	}
}

// Close ends all connections, also those that have not said who they are yet.
func (l *listener) Close(closeClients listeners.CloseFn) {
	l.mu.Lock()
	first := !l.closed
	l.closed = true
	l.mu.Unlock()
	if !first {
		return
	}
	_ = l.net.Close()
	closeClients(l.ID())
	l.mu.Lock()
	open := make([]*guardedConn, 0, len(l.conns))
	for g := range l.conns {
		open = append(open, g)
	}
	l.mu.Unlock()
	for _, g := range open {
		_ = g.Close()
	}
	l.wg.Wait()
}

// guardedConn ends itself where a write does not get through in time: half a packet
// cannot be taken back, and the broker would go on writing into it.
type guardedConn struct {
	net.Conn
	left func(*guardedConn)
	once sync.Once
}

// Write writes within writeTimeout or closes the connection.
func (g *guardedConn) Write(b []byte) (int, error) {
	if err := g.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return 0, err
	}
	n, err := g.Conn.Write(b)
	if err != nil {
		_ = g.Close()
	}
	return n, err
}

// SetDeadline is how the broker enforces keep-alive. It is about reading; the
// deadlines of writes are set by Write.
func (g *guardedConn) SetDeadline(t time.Time) error { return g.SetReadDeadline(t) }

// Close closes the connection once.
func (g *guardedConn) Close() error {
	err := net.ErrClosed
	g.once.Do(func() {
		err = g.Conn.Close()
		g.left(g)
	})
	return err
}
