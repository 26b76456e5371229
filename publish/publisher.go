package publish

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"

	"shinpan/game"
)

// backlog is how many messages of events are kept for a broker that is away: about a
// hundred games.
const backlog = 100_000

// Options says where to publish.
type Options struct {
	// Table is the level of the topics that names the board.
	Table string
	// Broker is the address of a broker, such as tcp://host:1883 or tls://host:8883.
	// Empty: a broker inside this process listens on Listen, ":1883"; port 0 picks a free
	// one, see Address. Both empty: nothing is published.
	Broker, Listen string
	// Username and Password are our own at an outside broker. At the broker inside they
	// are the arbiter's, who may read everything; without a password nobody may.
	Username, Password string
	ClientID           string // "shinpan-<table>" where empty
	// StateDir keeps the number of the last acknowledged event; nothing is kept where
	// it is empty.
	StateDir string
	// NoRetain lets the broker keep nothing but the status for late readers.
	NoRetain bool
	TLS      *tls.Config // for tls:// addresses; nil trusts the system's authorities
	Version  string      // told in the status
	Wall     func() time.Time
	Logger   *slog.Logger
}

// Publisher owns everything between a game's events and the broker.
type Publisher struct {
	opts   Options
	log    *slog.Logger
	broker *broker // nil where the broker is somebody else's
	link   *link   // nil where nothing is published
	since  string

	faults chan Fault
	raised map[string]bool // Run's

	healedAt time.Time // Run's: when the broker was last reported to be back

	wake chan struct{} // something was put into the outbox; room for one

	mu      sync.Mutex
	out     outbox
	mark    markStore
	last    *game.Snapshot // the newest one handed over
	acked   chan struct{}  // closed and replaced when the broker has acknowledged something
	dropped bool           // events had to be given up since Run last looked
}

// New checks the options and, where the broker is inside, opens its port. The error
// says what to do.
func New(o Options) (*Publisher, error) {
	if err := checkTable(o.Table); err != nil {
		return nil, err
	}
	if o.ClientID == "" {
		o.ClientID = root + "-" + o.Table
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	if o.Wall == nil {
		o.Wall = time.Now
	}
	p := &Publisher{
		opts:   o,
		log:    o.Logger,
		since:  o.Wall().UTC().Format(time.RFC3339),
		faults: make(chan Fault, faultRoom),
		raised: map[string]bool{},
		wake:   make(chan struct{}, 1),
		acked:  make(chan struct{}),
		out:    outbox{limit: backlog},
		mark:   markStore{dir: o.StateDir},
	}
	if err := p.mark.load(); err != nil {
		p.log.Warn(err.Error())
	}
	if err := p.openLink(); err != nil {
		return nil, err
	}
	return p, nil
}

// openLink makes the client, and the broker where it is ours.
func (p *Publisher) openLink() error {
	l := linkOptions{
		broker: p.opts.Broker, clientID: p.opts.ClientID, username: p.opts.Username, password: p.opts.Password,
		willTopic: topicStatus.name(p.opts.Table), will: encode(p.status(false, reasonLost)),
		tls: p.opts.TLS, log: p.log,
	}
	if p.opts.Broker == "" && p.opts.Listen == "" {
		return nil
	}
	if p.opts.Broker == "" {
		b, err := newBroker(p.opts)
		if err != nil {
			return err
		}
		p.broker = b
		l.broker, l.username, l.password = b.url(), ownUser, b.secret
	}
	if err := checkBroker(l.broker); err != nil {
		return err
	}
	p.link = newLink(l)
	return nil
}

func (p *Publisher) status(online bool, reason string) Status {
	s := Status{Table: p.opts.Table, Online: online, Reason: reason}
	if online {
		s.Since, s.Version = p.since, p.opts.Version
	}
	return s
}

// Address is where the broker inside listens, the broker's address otherwise, and "none"
// where nothing is published.
func (p *Publisher) Address() string {
	switch {
	case p.link == nil:
		return "none"
	case p.broker != nil:
		return p.broker.listener.Address()
	}
	return p.opts.Broker
}

// Faults tells of broken and mended connections. Nobody has to read it.
func (p *Publisher) Faults() <-chan Fault { return p.faults }

// Publish hands over events, in order and after they have been journalled, with the
// snapshot that follows from them. Where nothing but time has passed, only the clocks
// are sent again. It never waits for anything.
func (p *Publisher) Publish(events []game.Event, snap *game.Snapshot) {
	if p.link == nil {
		return
	}
	p.mu.Lock()
	for _, e := range events {
		p.putEvent(e)
	}
	if snap != nil {
		p.putSnapshot(snap)
	}
	p.mu.Unlock()
	offer(p.wake, struct{}{})
}

// Republish hands over the events of a journal at the start. Those that the broker has
// acknowledged before the restart are left out, the others go out in order.
func (p *Publisher) Republish(events []game.Event) {
	if p.link == nil {
		return
	}
	p.mu.Lock()
	for _, e := range events {
		if !p.mark.covers(mark{e.Game, e.Seq}) {
			p.putEvent(e)
		}
	}
	p.mu.Unlock()
	offer(p.wake, struct{}{})
}

// PublishRecord hands over the record of a finished game as SGF.
func (p *Publisher) PublishRecord(sgf []byte) {
	if p.link == nil {
		return
	}
	kept := slices.Clone(sgf)
	p.mu.Lock()
	p.putState(topicRecord, func() []byte { return kept })
	p.mu.Unlock()
	offer(p.wake, struct{}{})
}

// putEvent needs p.mu.
func (p *Publisher) putEvent(e game.Event) {
	topics := audiences[e.To]
	if topics == nil {
		topics = audiences[game.ToArbiter] // an unknown audience: those who may know everything
	}
	payload := sync.OnceValue(func() []byte { return encode(e) })
	for i, t := range topics {
		m := message{
			topic: t.name(p.opts.Table), payload: payload,
			event: mark{e.Game, e.Seq}, last: i == len(topics)-1,
		}
		if p.out.putEvent(m) > 0 {
			p.dropped = true
		}
	}
}

// putSnapshot needs p.mu.
func (p *Publisher) putSnapshot(s *game.Snapshot) {
	if !p.last.SameButTime(s) {
		seen := s.For(everybody)
		p.putState(topicSnapshot, func() []byte { return encode(SnapshotMessage{Snapshot: seen}) })
		p.putState(topicArbiterSnapshot, func() []byte { return encode(SnapshotMessage{Snapshot: s}) })
		p.putState(topicAlerts, func() []byte { return encode(alertsOf(seen)) })
	}
	p.last = s
	p.putState(topicClock, func() []byte { return encode(clockOf(s)) })
}

// putState needs p.mu, or an outbox that nobody else has yet.
func (p *Publisher) putState(t topic, payload func() []byte) {
	p.out.putState(message{topic: t.name(p.opts.Table), payload: payload, retained: !p.opts.NoRetain || t == topicStatus})
}

// Flush waits until the broker has acknowledged everything handed over so far.
func (p *Publisher) Flush(ctx context.Context) error {
	p.mu.Lock()
	t := p.out.ticket()
	for !p.out.reached(t) {
		acked, pending := p.acked, p.out.pending()
		p.mu.Unlock()
		select {
		case <-acked:
		case <-ctx.Done():
			return fmt.Errorf("publish: %d messages are not acknowledged by %s: %w", pending, p.Address(), ctx.Err())
		}
		p.mu.Lock()
	}
	p.mu.Unlock()
	return nil
}
