package hil

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"shinpan/clock"
	"shinpan/game"
)

// budget is the time each side has in a game whose clocks do not run out.
const budget = 600 * time.Minute

const untimed = "[clock]\ncontrol = \"sd 600m\"\n[rules]\nset = \"freestyle\"\n"

// push is a press as it was injected.
type push struct {
	side clock.Side
	at   span // when the line was pulled down
}

// lineOf is where the button of a side is.
func lineOf(side clock.Side) int {
	if side == clock.P1 {
		return lineP1
	}
	return lineP2
}

// TestPresses presses at random moments while every processor is busy: each press is seen
// once, and the time charged is the kernel's.
func TestPresses(t *testing.T) {
	m := pi(t)
	const perGame = 200
	games := 1
	if long() {
		games = 5
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	burn(t)
	for n := range games {
		t.Run(fmt.Sprint(n+1), func(t *testing.T) {
			w := witness(t, "irq/irq_handler_entry", "irq/irq_handler_exit")
			a := m.start(t, wired, blindEye, untimed)
			lines := interrupts(t)
			pushes := pushRandomly(t, m, random, perGame)
			for begin := monotonic(); len(a.presses()) < perGame && monotonic()-begin < patience; {
				time.Sleep(100 * time.Millisecond)
			}
			a.stop()
			presses := a.presses()
			checkSides(t, presses, pushes)
			checkStamps(t, presses, pushes, w.edges(lines))
			checkCharged(t, a)
		})
	}
}

// pushRandomly lets both sides press in turn, White first, who starts the game so.
func pushRandomly(t *testing.T, m machine, random *rand.Rand, n int) (pushes []push) {
	t.Helper()
	contacts := map[clock.Side]contact{clock.P1: m.contact(t, lineP1), clock.P2: m.contact(t, lineP2)}
	between := func(from, to time.Duration) time.Duration {
		return from + time.Duration(random.Int64N(int64(to-from)))
	}
	side := clock.P2
	for range n {
		hold := between(5*time.Millisecond, 35*time.Millisecond)
		pushes = append(pushes, push{side, contacts[side].tap(t, hold)})
		time.Sleep(between(40*time.Millisecond, 120*time.Millisecond))
		side = side.Opponent()
	}
	return pushes
}

// checkSides holds the journal against what was pressed.
func checkSides(t *testing.T, presses []game.Input, pushes []push) {
	t.Helper()
	for i, p := range presses {
		if i >= len(pushes) || p.Side != pushes[i].side {
			t.Fatalf("press %d of the journal, by %v at %v, was not made", i+1, p.Side, p.At)
		}
	}
	if len(presses) != len(pushes) {
		t.Fatalf("%d presses in the journal, %d were made", len(presses), len(pushes))
	}
}

const (
	// kernelLimit is how far a time charged may be from the kernel's, which is how far
	// the stamps of two presses may be apart beyond it.
	kernelLimit = 100 * time.Microsecond
	// pushLimit is how far a press may be from when the line was pulled.
	pushLimit = 10 * time.Millisecond
)

// checkStamps compares the times of the presses with the interrupts the kernel took for
// them. The game's zero is not known outside the referee, but it is one for all presses: it
// lies where every press is in its interrupt.
func checkStamps(t *testing.T, presses []game.Input, pushes []push, edges map[int][]span) {
	t.Helper()
	earliest, latest := time.Duration(-1<<62), time.Duration(1<<62)
	var widest time.Duration
	for i, p := range presses {
		edge, found := edgeOf(pushes[i], edges[lineOf(p.Side)])
		if !found {
			t.Errorf("press %d: the kernel has no interrupt for it", i+1)
			continue
		}
		earliest, latest = max(earliest, edge.from-p.At), min(latest, edge.to-p.At)
		widest = max(widest, edge.to-edge.from)
	}
	t.Logf("the times charged differ from the kernel's by at most %v; its longest interrupt took %v", max(0, earliest-latest), widest)
	if earliest-latest > kernelLimit && exact() {
		t.Errorf("a time charged differs from the kernel's by %v, at most %v is allowed", earliest-latest, kernelLimit)
	}
	zero := (earliest + latest) / 2
	var worst time.Duration
	for i, p := range presses {
		at := zero + p.At
		worst = max(worst, pushes[i].at.from-at, at-pushes[i].at.to)
	}
	t.Logf("the presses differ from when the line was pulled by at most %v", worst)
	if worst > pushLimit && exact() {
		t.Errorf("a press differs from when the line was pulled by %v, at most %v is allowed", worst, pushLimit)
	}
}

// edgeOf is the first interrupt of the line since the push began.
func edgeOf(p push, edges []span) (span, bool) {
	for _, e := range edges {
		if e.to >= p.at.from {
			return e, true
		}
	}
	return span{}, false
}

// checkCharged adds up the turns between the presses, and the one that has begun since: to
// the nanosecond, that is what is gone from the clocks.
func checkCharged(t *testing.T, a *appliance) {
	t.Helper()
	g, _, err := a.journal().Replay()
	if err != nil {
		t.Fatal(err)
	}
	presses := a.presses()
	used := map[clock.Side]time.Duration{}
	for i, p := range presses[1:] {
		used[p.Side] += p.At - presses[i].At
	}
	last := presses[len(presses)-1]
	used[last.Side.Opponent()] += g.Now() - last.At
	end := g.Snapshot(g.Now(), "")
	for _, side := range []clock.Side{clock.P1, clock.P2} {
		if left := time.Duration(end.Clock.Of(side).Main); left != budget-used[side] {
			t.Errorf("%v has %v left, and has used %v of %v", side, left, used[side], budget)
		}
	}
}

// one presses in a way and expects a single press for it.
func one(t *testing.T, m machine, a *appliance, what string, side clock.Side, press func(contact)) {
	t.Helper()
	before := len(a.presses())
	press(m.contact(t, lineOf(side)))
	// Bounce that is taken for a press comes at once or after a rest of the contact.
	time.Sleep(500 * time.Millisecond)
	eventually(t, what, func() bool { return len(a.presses()) > before })
	if presses := a.presses(); len(presses) != before+1 || presses[before].Side != side {
		t.Errorf("%s: %d presses, the last by %v", what, len(presses)-before, presses[len(presses)-1].Side)
	}
}

// TestManners presses as fingers and cheap switches do: each is one press.
func TestManners(t *testing.T) {
	m := pi(t)
	a := m.start(t, wired, blindEye, untimed)
	holding := 3 * time.Second
	if long() {
		holding = time.Minute
	}
	bounce := func(c contact, ends bool) {
		for begin := monotonic(); monotonic()-begin < 20*time.Millisecond; {
			c.set(t, true)
			time.Sleep(700 * time.Microsecond)
			c.set(t, false)
			time.Sleep(300 * time.Microsecond)
		}
		c.set(t, ends)
	}
	for _, manner := range []struct {
		what  string
		press func(contact)
	}{
		{"5 ms", func(c contact) { c.tap(t, 5*time.Millisecond) }},
		{"half a second", func(c contact) { c.tap(t, 500*time.Millisecond) }},
		{"20 ms of bouncing while closing", func(c contact) {
			bounce(c, true)
			time.Sleep(100 * time.Millisecond)
			c.set(t, false)
		}},
		{"20 ms of bouncing while opening", func(c contact) {
			c.set(t, true)
			time.Sleep(100 * time.Millisecond)
			bounce(c, false)
		}},
		{fmt.Sprint("held for ", holding), func(c contact) { c.tap(t, holding) }},
	} {
		for _, side := range []clock.Side{clock.P2, clock.P1} {
			one(t, m, a, fmt.Sprintf("%s, %v", manner.what, side), side, manner.press)
		}
	}
	a.stop()
}
