package publish

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

func event(seq int) message {
	return message{topic: "events", payload: func() []byte { return nil }, event: mark{"g", seq}, last: true}
}

func stateMessage(topic string, n int) message {
	return message{topic: topic, payload: func() []byte { return fmt.Append(nil, n) }, retained: true}
}

func TestOutboxSendsEventsFirstThenChangedStates(t *testing.T) {
	o := outbox{limit: 10}
	o.putState(stateMessage("snapshot", 1))
	o.putEvent(event(1))
	o.putEvent(event(2))
	o.putState(stateMessage("snapshot", 2))
	var got []string
	for {
		d, ok := o.next()
		if !ok {
			break
		}
		got = append(got, fmt.Sprint(d.topic, d.event.Seq, string(d.payload())))
	}
	want := []string{"events1", "events2", "snapshot02"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("sent %v, want %v", got, want)
	}
}

func TestOutboxGivesUpTheOldestThatIsNotInFlight(t *testing.T) {
	o := outbox{limit: 3}
	o.putEvent(event(1))
	if _, ok := o.next(); !ok {
		t.Fatal("nothing to send")
	}
	dropped := 0
	for seq := 2; seq <= 5; seq++ {
		dropped += o.putEvent(event(seq))
	}
	var left []int
	for _, m := range o.events {
		left = append(left, m.event.Seq)
	}
	if fmt.Sprint(left) != "[1 4 5]" || dropped != 2 {
		t.Errorf("kept %v and dropped %d, want [1 4 5] and 2", left, dropped)
	}
	tk := o.ticket()
	for range 3 {
		if o.reached(tk) {
			t.Error("the ticket is reached before everything is acknowledged")
		}
		o.lost()
		d, _ := o.next()
		o.acked(d)
	}
	if !o.reached(tk) {
		t.Error("the ticket is not reached although nothing is left")
	}
}

// outboxModel plays a broker that may vanish at any time and a reader behind it.
type outboxModel struct {
	box      outbox
	put      int
	flying   []delivery
	received []int          // events as the broker got them, repeats included
	newest   map[string]int // newest state put in
	retained map[string]string
	acked    mark
}

func (m *outboxModel) Event(*rapid.T) {
	m.put++
	m.box.putEvent(event(m.put))
}

func (m *outboxModel) State(t *rapid.T) {
	topic := rapid.SampledFrom([]string{"snapshot", "clock"}).Draw(t, "topic")
	m.newest[topic]++
	m.box.putState(stateMessage(topic, m.newest[topic]))
}

func (m *outboxModel) Send(*rapid.T) {
	d, ok := m.box.next()
	if !ok {
		return
	}
	m.flying = append(m.flying, d)
	if d.state != nil {
		m.retained[d.topic] = string(d.payload())
	} else {
		m.received = append(m.received, d.event.Seq)
	}
}

func (m *outboxModel) Acknowledge(t *rapid.T) {
	if len(m.flying) == 0 {
		return
	}
	d := m.flying[0]
	m.flying = m.flying[1:]
	if done, ok := m.box.acked(d); ok {
		if done.Seq != m.acked.Seq+1 {
			t.Fatalf("event %d is acknowledged after %d", done.Seq, m.acked.Seq)
		}
		m.acked = done
	}
}

func (m *outboxModel) Vanish(*rapid.T) {
	m.flying = nil
	m.retained = map[string]string{} // the next broker knows nothing
	m.box.lost()
}

// Check is the promise to a reader: what is new to it comes in order without a gap.
func (m *outboxModel) Check(t *rapid.T) {
	last := 0
	for _, seq := range m.received {
		if seq > last+1 {
			t.Fatalf("after event %d came %d: %v", last, seq, m.received)
		}
		last = max(last, seq)
	}
	if m.box.flying != len(m.flying)-m.statesFlying() {
		t.Fatalf("%d events in flight, the outbox thinks %d", len(m.flying)-m.statesFlying(), m.box.flying)
	}
}

func (m *outboxModel) statesFlying() int {
	n := 0
	for _, d := range m.flying {
		if d.state != nil {
			n++
		}
	}
	return n
}

func TestOutboxLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &outboxModel{newest: map[string]int{}, retained: map[string]string{}, box: outbox{limit: 1 << 20}}
		t.Repeat(rapid.StateMachineActions(m))
		ticket := m.box.ticket()
		for m.box.pending() > 0 || len(m.flying) > 0 {
			m.Send(t)
			m.Acknowledge(t)
		}
		m.Send(t) // states again after a loss
		if !m.box.reached(ticket) {
			t.Fatal("everything is acknowledged and the ticket is not reached")
		}
		if m.acked.Seq != m.put {
			t.Fatalf("%d of %d events arrived", m.acked.Seq, m.put)
		}
	})
}
