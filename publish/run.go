package publish

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// Times of Run.
const (
	firstRetry  = 200 * time.Millisecond
	lastRetry   = 5 * time.Second
	farewell    = 2 * time.Second        // to get rid of what is in the outbox at the end
	lookAround  = 250 * time.Millisecond // so often the mark is saved and the connection checked
	maxInFlight = 16
	// A connection that breaks again within relapse of its last mending is believed
	// only after it has held for steady: nobody wants an alert and its end every second.
	relapse = time.Minute
	steady  = 10 * time.Second
)

// Run connects, sends and reconnects until ctx ends; then it gets rid of what it can
// within two seconds, says goodbye and returns. Everything it has started has ended by
// then. It is called once. A broker that is away is no error.
func (p *Publisher) Run(ctx context.Context) error {
	if p.link == nil {
		<-ctx.Done()
		return nil
	}
	if p.broker != nil {
		if err := p.broker.serve(); err != nil {
			return errors.Join(err, p.broker.close())
		}
	}
	for wait := firstRetry; ctx.Err() == nil; {
		start := time.Now()
		err := p.session(ctx)
		if ctx.Err() != nil {
			break
		}
		p.complain(err)
		if time.Since(start) > lastRetry {
			wait = firstRetry
		}
		pause(ctx, wait/2+rand.N(wait/2))
		wait = min(2*wait, lastRetry)
	}
	p.saveMark()
	if p.broker != nil {
		return p.broker.close()
	}
	return nil
}

// pause waits, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// complain reports that the broker is away. Everything is kept, so there is no hurry.
func (p *Publisher) complain(err error) {
	p.mu.Lock()
	pending := p.out.pending()
	p.mu.Unlock()
	p.log.Debug("no connection", "broker", p.Address(), "pending", pending, "err", err)
	if errors.Is(err, errRefused) {
		p.raise(FaultRefused, fmt.Sprintf("the MQTT broker %s refuses us (%v): check mqtt.username, mqtt.password_file and that no other client uses the id %q; events are kept until it lets us in", p.Address(), err, p.opts.ClientID))
		return
	}
	p.raise(FaultLost, fmt.Sprintf("the MQTT broker %s cannot be reached (%v): events are kept and sent when it is back", p.Address(), err))
}

// session is one connection, from the attempt to its end. It returns why it ended.
func (p *Publisher) session(ctx context.Context) error {
	if err := p.link.connect(ctx); err != nil {
		return err
	}
	f := &flight{p: p, since: time.Now()}
	defer f.abandon()
	err := p.announce(ctx)
	if err == nil {
		err = f.fly(ctx)
	}
	if ctx.Err() != nil {
		p.leave(f)
		return ctx.Err()
	}
	p.link.end()
	return err
}

// announce publishes the birth and then watches the status: where the broker notices
// late that an earlier connection of ours is dead, its will overtakes the birth, and
// the birth has to be repeated.
func (p *Publisher) announce(ctx context.Context) error {
	birth := message{topic: topicStatus.name(p.opts.Table), payload: p.birth, retained: true}
	if err := await(ctx, p.link.send(birth)); err != nil {
		return err
	}
	return p.link.watch(ctx, birth.topic, saysOffline)
}

// mended reports the end of what complain has reported, once the connection of that age
// can be believed in.
func (p *Publisher) mended(age time.Duration) {
	if !p.raised[FaultLost] && !p.raised[FaultRefused] || age < steady && time.Since(p.healedAt) < relapse {
		return
	}
	p.healedAt = time.Now()
	back := "the MQTT broker " + p.Address() + " is back"
	p.heal(FaultLost, back)
	p.heal(FaultRefused, back)
}

func (p *Publisher) birth() []byte { return encode(p.status(true, "")) }

func (p *Publisher) putOnline() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.putState(topicStatus, p.birth)
}

// leave uses the last moments: the outbox, the status, the goodbye.
func (p *Publisher) leave(f *flight) {
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	p.mu.Lock()
	p.putState(topicStatus, func() []byte { return encode(p.status(false, reasonStopped)) })
	p.mu.Unlock()
	if err := f.drain(ctx); err != nil {
		p.mu.Lock()
		pending := p.out.pending()
		p.mu.Unlock()
		p.log.Warn("stopped before the broker had everything", "pending", pending, "err", err)
	}
	p.link.close()
}

// saveMark writes the mark; a disk that does not take it is reported once.
func (p *Publisher) saveMark() {
	p.mu.Lock()
	s := p.mark
	p.mu.Unlock()
	if !s.dirty() {
		return
	}
	if err := s.save(); err != nil {
		p.raise(FaultMark, fmt.Sprintf("%v: after a restart events may be published a second time", err))
		return
	}
	p.mu.Lock()
	p.mark.saved = s.saved
	p.mu.Unlock()
	p.heal(FaultMark, "the number of the last acknowledged event can be kept again")
}

// flight is what is on its way to the broker on one connection.
type flight struct {
	p     *Publisher
	since time.Time // of the connection
	queue []sent
}

type sent struct {
	delivery
	token mqtt.Token
	at    time.Time
}

// errSilent is a broker that takes messages and acknowledges none.
var errSilent = errors.New("the broker does not acknowledge")

// fly sends and collects acknowledgements until the connection or ctx ends.
func (f *flight) fly(ctx context.Context) error {
	look := time.NewTicker(lookAround)
	defer look.Stop()
	for {
		f.p.mended(time.Since(f.since))
		f.launch()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-f.p.link.lost:
			offer(f.p.link.lost, err) // for end
			return err
		case <-f.first():
			if err := f.land(); err != nil {
				return err
			}
		case <-f.p.wake:
		case <-f.p.link.gone:
			f.p.putOnline()
		case <-look.C:
			f.p.saveMark()
			if err := f.check(); err != nil {
				return err
			}
		}
	}
}

// drain goes on until the outbox is empty.
func (f *flight) drain(ctx context.Context) error {
	for {
		f.launch()
		if len(f.queue) == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-f.p.link.lost:
			offer(f.p.link.lost, err) // for end
			return err
		case <-f.first():
			if err := f.land(); err != nil {
				return err
			}
		}
	}
}

// launch sends what fits into the window.
func (f *flight) launch() {
	for len(f.queue) < maxInFlight && f.p.link.open() {
		f.p.mu.Lock()
		d, ok := f.p.out.next()
		dropped := f.p.dropped
		f.p.dropped = false
		f.p.mu.Unlock()
		if dropped {
			f.p.raise(FaultDropped, "the MQTT broker was away for too long: the oldest events were not published (the journal has them)")
		}
		if !ok {
			return
		}
		f.queue = append(f.queue, sent{d, f.p.link.send(d.message), time.Now()})
	}
}

// first is closed when the oldest message in flight is acknowledged or has failed.
func (f *flight) first() <-chan struct{} {
	if len(f.queue) == 0 {
		return nil
	}
	return f.queue[0].token.Done()
}

// land takes the oldest message in flight off: acknowledged, or the connection's end.
func (f *flight) land() error {
	s := f.queue[0]
	if err := s.token.Error(); err != nil {
		return err
	}
	f.queue = f.queue[1:]
	f.p.mu.Lock()
	defer f.p.mu.Unlock()
	if done, ok := f.p.out.acked(s.delivery); ok {
		f.p.mark.current = done
	}
	close(f.p.acked)
	f.p.acked = make(chan struct{})
	return nil
}

// check finds a connection that is gone or dumb.
func (f *flight) check() error {
	if !f.p.link.open() {
		return errors.New("the connection is gone")
	}
	if len(f.queue) > 0 && time.Since(f.queue[0].at) > answerTimeout {
		return errSilent
	}
	return nil
}

// abandon puts everything in flight back into the outbox.
func (f *flight) abandon() {
	f.queue = nil
	f.p.mu.Lock()
	f.p.out.lost()
	f.p.mu.Unlock()
}
