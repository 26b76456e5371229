package publish

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
	"github.com/eclipse/paho.mqtt.golang/packets"
)

// Times of the connection to the broker.
const (
	dialTimeout    = 5 * time.Second
	keepAlive      = 10 * time.Second
	pingTimeout    = 5 * time.Second
	answerTimeout  = 10 * time.Second // for the broker's answer to anything
	quiesce        = 250              // milliseconds that a goodbye may take
	statusRetained = true
)

// link is the one client of this process, for life. It connects when told to, keeps
// nothing across connections and never reconnects by itself: the client library's own
// resending completes its tokens without an acknowledgement, and its store is no
// truth. Losing the connection fails every token; the outbox sends again.
type link struct {
	client mqtt.Client
	log    *slog.Logger
	lost   chan error    // the connection has ended; room for one
	gone   chan struct{} // somebody said that we are not there; room for one

	mu   sync.Mutex
	ctx  context.Context // of the attempt to connect, for dial
	conn *socket         // the current connection's
}

// linkOptions is what a link needs to know.
type linkOptions struct {
	broker             string
	clientID           string
	username, password string
	willTopic          string
	will               []byte
	tls                *tls.Config
	log                *slog.Logger
}

func newLink(o linkOptions) *link {
	l := &link{log: o.log, lost: make(chan error, 1), gone: make(chan struct{}, 1)}
	opts := mqtt.NewClientOptions().
		AddBroker(o.broker).
		SetClientID(o.clientID).
		SetUsername(o.username).
		SetPassword(o.password).
		SetProtocolVersion(4).
		SetCleanSession(true).
		SetStore(mqtt.NewMemoryStore()).
		SetAutoReconnect(false).
		SetConnectRetry(false).
		SetConnectTimeout(dialTimeout).
		SetKeepAlive(keepAlive).
		SetPingTimeout(pingTimeout).
		SetWriteTimeout(writeTimeout).
		SetBinaryWill(o.willTopic, o.will, qos, statusRetained).
		SetDefaultPublishHandler(func(mqtt.Client, mqtt.Message) {}).
		SetConnectionLostHandler(func(_ mqtt.Client, err error) { offer(l.lost, err) }).
		SetCustomOpenConnectionFn(func(uri *url.URL, _ mqtt.ClientOptions) (net.Conn, error) {
			return l.dial(uri, o.tls)
		})
	l.client = mqtt.NewClient(opts)
	return l
}

// offer puts v into a channel with room for one, unless something is there already.
func offer[T any](ch chan T, v T) {
	select {
	case ch <- v:
	default:
	}
}

// schemes lists the forms of a broker's address; true means TLS.
var schemes = map[string]bool{"tcp": false, "mqtt": false, "ssl": true, "tls": true, "mqtts": true}

// checkBroker reports an address that no broker can have.
func checkBroker(broker string) error {
	u, err := url.Parse(broker)
	if err != nil {
		return fmt.Errorf("publish: broker %q: %w", broker, err)
	}
	if _, known := schemes[u.Scheme]; !known || u.Hostname() == "" || u.Port() == "" {
		return fmt.Errorf("publish: broker %q: want tcp://host:1883 or tls://host:8883", broker)
	}
	return nil
}

// dial opens the socket and remembers it, so that drop can end a connection on which
// the broker has stopped answering.
func (l *link) dial(uri *url.URL, config *tls.Config) (net.Conn, error) {
	l.mu.Lock()
	ctx := l.ctx
	l.mu.Unlock()
	d := &net.Dialer{Timeout: dialTimeout}
	open := d.DialContext
	if schemes[uri.Scheme] {
		open = (&tls.Dialer{NetDialer: d, Config: config}).DialContext
	}
	conn, err := open(ctx, "tcp", uri.Host)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if ctx.Err() != nil { // drop has been here already
		return nil, errors.Join(ctx.Err(), conn.Close())
	}
	l.conn = &socket{Conn: conn}
	return l.conn, nil
}

// socket tells the client of a connection that drop has closed. The client takes "use
// of closed connection" for its own doing and would wait for a ping to fail.
type socket struct {
	net.Conn
	dropped atomic.Bool
}

// Read reads; after drop the connection is at its end.
func (s *socket) Read(b []byte) (int, error) {
	n, err := s.Conn.Read(b)
	if err != nil && s.dropped.Load() {
		err = io.EOF
	}
	return n, err
}

// errRefused wraps a broker's refusal to let us in.
var errRefused = errors.New("refused")

// connect makes one attempt. It takes at most a few seconds, whatever the network
// does, and returns early where ctx ends.
func (l *link) connect(ctx context.Context) error {
	select {
	case <-l.lost: // left over from the connection before
	default:
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	l.mu.Lock()
	l.ctx = ctx
	l.mu.Unlock()
	token := l.client.Connect()
	err := await(ctx, token)
	if err == nil {
		return nil
	}
	cancel()
	l.drop()
	t, ok := token.(*mqtt.ConnectToken)
	if !ok || !token.WaitTimeout(quiesce*time.Millisecond) {
		return err
	}
	if code := t.ReturnCode(); code > packets.Accepted && code < packets.ErrNetworkError {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	return err
}

// errNoAnswer is the end of patience with a broker.
var errNoAnswer = errors.New("no answer")

// await waits for the broker's answer, at most answerTimeout.
func await(ctx context.Context, token mqtt.Token) error {
	t := time.NewTimer(answerTimeout)
	defer t.Stop()
	select {
	case <-token.Done():
		return token.Error()
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return errNoAnswer
	}
}

// watch listens for somebody saying on topic that we are not there: the will of an
// earlier connection that the broker noticed late.
func (l *link) watch(ctx context.Context, topic string, absent func(payload []byte) bool) error {
	return await(ctx, l.client.Subscribe(topic, qos, func(_ mqtt.Client, m mqtt.Message) {
		if absent(m.Payload()) {
			offer(l.gone, struct{}{})
		}
	}))
}

// send hands a message to the client. The token's success is the broker's
// acknowledgement as long as the connection has not been lost meanwhile. It blocks for
// at most writeTimeout, on a network that takes nothing.
func (l *link) send(m message) mqtt.Token {
	return l.client.Publish(m.topic, qos, m.retained, m.payload())
}

// open reports whether the connection is up now.
func (l *link) open() bool { return l.client.IsConnectionOpen() }

// drop ends the connection as if the network had: everything in flight fails, and
// lost says so.
func (l *link) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn != nil {
		l.conn.dropped.Store(true)
		if err := l.conn.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			l.log.Debug("closing the connection", "err", err)
		}
		l.conn = nil
	}
}

// end drops the connection and waits until the client has noticed, so that the next
// connect finds it ready.
func (l *link) end() {
	l.drop()
	t := time.NewTimer(quiesce * time.Millisecond)
	defer t.Stop()
	select {
	case <-l.lost:
	case <-t.C:
	}
}

// close says goodbye, so that the broker keeps the last status and not the will.
func (l *link) close() {
	l.client.Disconnect(quiesce)
	l.drop()
}
