package gpio

import (
	"fmt"
	"time"

	"shinpan/clock"
)

const (
	// stuckAfter is how long a button may be held. A hand resting on it is no fault of
	// the wires, but a person should take it away all the same.
	stuckAfter = 10 * time.Second
	// bothAfter is how long both players' buttons may be down together.
	bothAfter = 2 * time.Second
	// chatterEdges in chatterSpan are more than the worst switch makes in one press and
	// letting go: a loose wire, or noise on it.
	chatterEdges = 200
	chatterSpan  = time.Second
	// calmAfter is how long a button must behave to be taken for mended.
	calmAfter = 5 * time.Second
	// shortSpan is within what two buttons close that are one piece of wire; two hands
	// do not do that twice running.
	shortSpan = time.Millisecond
)

// health notices bad buttons: stuck, shorted, chattering. It is told what every button
// does, and asked now and then. A condition is told once when it begins and once when it
// is over.
type health struct {
	buttons []ButtonWiring
	each    []pulse
	players [2]int // the buttons of P1 and P2, or -1
	both    struct {
		since    time.Duration // both are down since then
		down     bool
		together int           // closings in succession that came at the same moment
		last     time.Duration // of such a closing
		told     bool
	}
}

// pulse is what is known of one button.
type pulse struct {
	down    bool
	since   time.Duration // when it last closed
	stuck   bool          // told
	paired  bool          // the other player's closed with it
	edges   int           // in the span that began at begin
	begin   time.Duration
	wild    time.Duration // when there were last too many
	chatter bool          // told
}

func newHealth(buttons []ButtonWiring) *health {
	h := &health{buttons: buttons, each: make([]pulse, len(buttons)), players: [2]int{-1, -1}}
	for i, b := range buttons {
		if b.Role == Turn && b.Side != clock.NoSide {
			h.players[b.Side-clock.P1] = i
		}
		h.each[i].since = -time.Hour
	}
	return h
}

// see takes an edge, or the level at the start.
func (h *health) see(button int, down bool, at time.Duration) {
	b := &h.each[button]
	if down == b.down {
		return
	}
	b.down = down
	if at-b.begin >= chatterSpan {
		b.begin, b.edges = at, 0
	}
	if b.edges++; b.edges > chatterEdges {
		b.wild = at
	}
	if down {
		if at-b.since >= settle {
			h.closing(button, at)
		}
		b.since = at
	}
	one, two := h.players[0], h.players[1]
	if one < 0 || two < 0 {
		return
	}
	if now := h.each[one].down && h.each[two].down; now != h.both.down {
		h.both.down, h.both.since = now, at
	}
}

// closing counts how often in succession both players' buttons closed at one moment. That
// a closing was alone is known when the next one comes.
func (h *health) closing(button int, at time.Duration) {
	other := -1
	switch button {
	case h.players[0]:
		other = h.players[1]
	case h.players[1]:
		other = h.players[0]
	}
	if other < 0 {
		return
	}
	b, o := &h.each[button], &h.each[other]
	b.paired = at-o.since <= shortSpan
	switch {
	case b.paired:
		o.paired = true
		h.both.together++
		h.both.last = at
	case !o.paired:
		h.both.together = 0
	}
}

// look reports what has begun and what is over at a moment.
func (h *health) look(at time.Duration, tell func(Fault)) {
	for i := range h.each {
		h.lookAt(i, at, tell)
	}
	b := &h.both
	bad := b.down && at-b.since >= bothAfter || b.together >= 2
	switch {
	case bad && !b.told:
		b.told = true
		tell(Fault{Code: "gpio_shorted", Text: "The buttons of both players close together: their wires touch, or one hand lies on both. Stop the clocks and look at the wires."})
	case b.told && !b.down && at-b.last >= calmAfter && at-b.since >= calmAfter:
		b.told, b.together = false, 0
		tell(Fault{Code: "gpio_shorted", Text: "The buttons of the players are two again.", Healed: true})
	}
}

func (h *health) lookAt(i int, at time.Duration, tell func(Fault)) {
	b, w := &h.each[i], h.buttons[i]
	switch stuck := b.down && at-b.since >= stuckAfter; {
	case stuck && !b.stuck:
		b.stuck = true
		tell(Fault{Code: "gpio_stuck_" + w.Name(), Text: fmt.Sprintf(
			"The button %s (%s) has been down for %s: take the hand away, or look for a short to ground. It cannot press until it is let go.", w.Name(), w.Pin, stuckAfter)})
	case b.stuck && !b.down:
		b.stuck = false
		tell(Fault{Code: "gpio_stuck_" + w.Name(), Text: fmt.Sprintf("The button %s is up again.", w.Name()), Healed: true})
	}
	switch wild := b.wild > 0 && at-b.wild < calmAfter; {
	case wild && !b.chatter:
		b.chatter = true
		tell(Fault{Code: "gpio_chatter_" + w.Name(), Text: fmt.Sprintf(
			"The button %s (%s) chatters, more than %d edges in a second: look for a loose wire, or noise on a long one. Presses may be seen that are none.", w.Name(), w.Pin, chatterEdges)})
	case !wild && b.chatter:
		b.chatter, b.wild = false, 0
		tell(Fault{Code: "gpio_chatter_" + w.Name(), Text: fmt.Sprintf("The button %s is quiet again.", w.Name()), Healed: true})
	}
}
