package publish

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net"
	"sync/atomic"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
)

// Limits of the embedded broker, sized for a hall full of scoreboards and against a
// guest with bad intentions.
const (
	maxPacket        = 256 << 10 // the largest snapshot is a tenth of it
	maxPendingWrites = 4096
	maxUnacked       = 4096
	maxFilters       = 32 // subscriptions of one client
	sysTopicsEvery   = 3600
	keepMessages     = 10 * 365 * 24 * 3600 // seconds; retained messages do not go stale
)

// broker is the MQTT broker inside this process.
type broker struct {
	server   *mochi.Server
	listener *listener
	secret   string // what our own client proves itself with
}

// newBroker opens the address; serve starts to accept.
func newBroker(o Options) (*broker, error) {
	secret := make([]byte, 32)
	if _, err := rand.Read(secret); err != nil {
		return nil, fmt.Errorf("publish: no random numbers for the broker: %w", err)
	}
	l, err := listen(o.Listen, o.Logger)
	if err != nil {
		return nil, err
	}
	capabilities := mochi.NewDefaultServerCapabilities()
	capabilities.MaximumClients = maxConnections + reserved // the listener counts them
	capabilities.MaximumPacketSize = maxPacket
	capabilities.MaximumClientWritesPending = maxPendingWrites
	capabilities.MaximumInflight = maxUnacked
	capabilities.MaximumMessageExpiryInterval = keepMessages
	capabilities.MaximumSessionExpiryInterval = 0
	capabilities.TopicAliasMaximum = 0
	capabilities.SharedSubAvailable = 0
	capabilities.MaximumQos = qos
	b := &broker{
		listener: l,
		secret:   hex.EncodeToString(secret),
		server: mochi.New(&mochi.Options{
			Capabilities:           capabilities,
			SysTopicResendInterval: sysTopicsEvery,
			Logger:                 slog.New(quiet{o.Logger.Handler()}),
		}),
	}
	access := &access{server: b.server, clientID: o.ClientID, secret: b.secret, username: o.Username, password: o.Password}
	if err := b.server.AddHook(access, nil); err != nil {
		return nil, fmt.Errorf("publish: broker: %w", err)
	}
	if err := b.server.AddListener(l); err != nil {
		return nil, fmt.Errorf("publish: broker: %w", err)
	}
	return b, nil
}

// url is where our own client finds the broker: on the loopback where it listens
// everywhere.
func (b *broker) url() string {
	host, port, err := net.SplitHostPort(b.listener.Address())
	if ip := net.ParseIP(host); err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "tcp://" + net.JoinHostPort(host, port)
}

func (b *broker) serve() error {
	if err := b.server.Serve(); err != nil {
		return fmt.Errorf("publish: broker: %w", err)
	}
	return nil
}

// Times of the broker's end: what has been acknowledged to us may still be on its way to
// a reader, and the broker would drop it.
const (
	settleLimit = 2 * time.Second
	settleLook  = 10 * time.Millisecond
	settleCalm  = 5 // looks in a row at which nothing moved
)

// settle waits until the readers have everything: those with QoS 1 have acknowledged it,
// and nothing has been written for some moments. One that takes nothing is not waited
// for any longer than settleLimit.
func (b *broker) settle() {
	calm, written := 0, int64(-1)
	for range int(settleLimit / settleLook) {
		now := atomic.LoadInt64(&b.server.Info.PacketsSent)
		if now != written || b.unacknowledged() {
			calm, written = 0, now
		} else if calm++; calm == settleCalm {
			return
		}
		time.Sleep(settleLook)
	}
}

// unacknowledged reports whether a connected reader owes acknowledgements.
func (b *broker) unacknowledged() bool {
	for _, cl := range b.server.Clients.GetAll() {
		if !cl.Closed() && cl.State.Inflight.Len() > 0 {
			return true
		}
	}
	return false
}

// close lets the readers have what is theirs, ends all connections and waits for their
// goroutines.
func (b *broker) close() error {
	b.settle()
	return b.server.Close()
}

// quiet passes the broker's log on as details: what a stranger sends is no warning of
// ours, and must not fill a disk.
type quiet struct{ slog.Handler }

// Enabled asks for details.
func (q quiet) Enabled(ctx context.Context, _ slog.Level) bool {
	return q.Handler.Enabled(ctx, slog.LevelDebug)
}

// Handle writes the record as a detail.
func (q quiet) Handle(ctx context.Context, r slog.Record) error {
	r.Level = slog.LevelDebug
	return q.Handler.Handle(ctx, r)
}

// WithAttrs keeps the handler quiet.
func (q quiet) WithAttrs(attrs []slog.Attr) slog.Handler { return quiet{q.Handler.WithAttrs(attrs)} }

// WithGroup keeps the handler quiet.
func (q quiet) WithGroup(name string) slog.Handler { return quiet{q.Handler.WithGroup(name)} }
