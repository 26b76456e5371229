package publish

// message is one payload for one topic.
type message struct {
	topic    string
	payload  func() []byte // made when it is sent, so that what was overtaken costs nothing
	retained bool
	event    mark // the event it carries; zero for a state
	last     bool // the last of the messages that carry the event
}

// mark names an event: everything of the game up to it has been acknowledged.
type mark struct {
	Game string `json:"game"`
	Seq  int    `json:"seq"`
}

// state is a retained topic. Only its newest payload counts.
type state struct {
	message
	version uint64 // of the newest payload, counted over all states
	sent    uint64 // version in flight or delivered on this connection
	acked   uint64 // newest version the broker has acknowledged
	flying  bool
}

// delivery is a message in flight.
type delivery struct {
	message
	state   *state // nil for an event
	version uint64
}

// outbox is the truth about what is still to be sent: events in order, each kept
// until it is acknowledged, and of every retained topic the newest payload. It knows
// neither time nor network; the Publisher locks it.
type outbox struct {
	events  []message // not acknowledged, oldest first
	flying  int       // how many of them, from the first, are in flight
	handed  uint64    // messages of events ever put in
	settled uint64    // messages of events ever acknowledged or given up
	states  []*state  // in the order in which they were first put in
	version uint64
	limit   int // messages of events kept at most
}

// putEvent appends a message of an event. It returns how many of the oldest had to be
// given up for want of room: never one that is in flight.
func (o *outbox) putEvent(m message) (dropped int) {
	o.events = append(o.events, m)
	o.handed++
	for len(o.events) > o.limit && o.flying < len(o.events) {
		copy(o.events[1:], o.events[:o.flying]) // the few in flight close up over the gap
		o.events[0] = message{}                 // let go of the payload
		o.events = o.events[1:]
		o.settled++
		dropped++
	}
	return dropped
}

// putState replaces the newest payload of a retained topic.
func (o *outbox) putState(m message) {
	o.version++
	for _, s := range o.states {
		if s.topic == m.topic {
			s.message, s.version = m, o.version
			return
		}
	}
	o.states = append(o.states, &state{message: m, version: o.version})
}

// next takes the next message to be sent and counts it as in flight: events first,
// then the states that have changed.
func (o *outbox) next() (delivery, bool) {
	if o.flying < len(o.events) {
		o.flying++
		return delivery{message: o.events[o.flying-1]}, true
	}
	for _, s := range o.states {
		if !s.flying && s.sent != s.version {
			s.flying, s.sent = true, s.version
			return delivery{message: s.message, state: s, version: s.version}, true
		}
	}
	return delivery{}, false
}

// acked says that the broker has the delivery. Events are acknowledged in the order
// in which next gave them. It returns the event that is now complete, if any.
func (o *outbox) acked(d delivery) (done mark, ok bool) {
	if d.state != nil {
		d.state.flying = false
		d.state.acked = max(d.state.acked, d.version)
		return mark{}, false
	}
	o.events[0] = message{} // let go of the payload
	o.events = o.events[1:]
	o.flying--
	o.settled++
	return d.event, d.last
}

// lost says that the connection is gone: what was in flight is to be sent again, and
// every state too, because the next broker may remember none.
func (o *outbox) lost() {
	o.flying = 0
	for _, s := range o.states {
		s.flying, s.sent = false, 0
	}
}

// pending counts the messages that are not acknowledged.
func (o *outbox) pending() int {
	n := len(o.events)
	for _, s := range o.states {
		if s.acked < s.version {
			n++
		}
	}
	return n
}

// ticket remembers what has been put in so far; see reached.
type ticket struct {
	handed  uint64
	version uint64
}

func (o *outbox) ticket() ticket { return ticket{o.handed, o.version} }

// reached reports whether everything put in before the ticket was drawn has been
// acknowledged, or overtaken by something newer that has.
func (o *outbox) reached(t ticket) bool {
	if o.settled < t.handed {
		return false
	}
	for _, s := range o.states {
		if s.acked < s.version && s.acked < t.version {
			return false
		}
	}
	return true
}
