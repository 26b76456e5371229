package publish

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"shinpan/game"
)

// brokers runs a test against the broker inside and against mosquitto. addr
// is where readers connect.
func brokers(t *testing.T, test func(t *testing.T, p running, addr string)) {
	t.Run("embedded", func(t *testing.T) {
		checkLeaks(t)
		p := start(t, Options{})
		test(t, p, p.Address())
	})
	t.Run("mosquitto", func(t *testing.T) {
		checkLeaks(t)
		m := startMosquitto(t, freePort(t))
		test(t, start(t, Options{Broker: "tcp://" + m.addr}), m.addr)
	})
}

func TestEveryEventOnceInOrder(t *testing.T) {
	brokers(t, func(t *testing.T, p running, addr string) {
		r := newReader(t, addr, "shinpan/1/events")
		for n := 1; n <= 500; n++ {
			p.Publish(moves(n, n), snapshotAt(n))
		}
		p.flush(t)
		eventually(t, "the last event", func() bool { return len(r.on("shinpan/1/events")) >= 500 })
		if got := r.seqs("shinpan/1/events"); !slices.Equal(got, numbers(1, 500)) {
			t.Errorf("events came as %v", got)
		}
	})
}

func TestLateReaderGetsTheWholePosition(t *testing.T) {
	brokers(t, func(t *testing.T, p running, addr string) {
		for n := 1; n <= 20; n++ {
			p.Publish(moves(n, n), snapshotAt(n))
		}
		p.PublishRecord([]byte("(;GM[4])"))
		p.flush(t)
		r := newReader(t, addr, "shinpan/1/#")
		for _, topic := range Topics() {
			name := "shinpan/1/" + topic.Name
			if !topic.Retained || forArbiter(name) {
				continue
			}
			eventually(t, name, func() bool { return len(r.on(name)) > 0 })
			if m := r.on(name)[0]; !m.retained {
				t.Errorf("%s came without the retained flag", name)
			}
		}
		var s game.Snapshot
		if err := json.Unmarshal([]byte(r.on("shinpan/1/snapshot")[0].payload), &s); err != nil || s.Seq != 20 {
			t.Errorf("the retained snapshot has seq %d (%v), want 20", s.Seq, err)
		}
		if n := len(r.on("shinpan/1/events")); n != 0 {
			t.Errorf("%d events came to a reader that was not there", n)
		}
	})
}

func TestAudiences(t *testing.T) {
	p := start(t, Options{Username: "arbiter", Password: "secret"})
	everybody := newReader(t, p.Address(), "#")
	arbiter := dialArbiter(t, p.Address())
	var events []game.Event
	for i, to := range []game.Audience{game.ToAll, game.ToPlayers, game.ToArbiter, game.ToAll} {
		events = append(events, game.Event{Seq: i + 1, Kind: game.EvAlert, To: to, Game: "g"})
	}
	p.Publish(events, snapshotAt(4))
	p.flush(t)
	eventually(t, "the arbiter's last event", func() bool { return len(arbiter.on("shinpan/1/arbiter/events")) == 4 })
	eventually(t, "the players' last event", func() bool { return len(everybody.on("shinpan/1/players/events")) == 3 })
	for topic, want := range map[string][]int{
		"shinpan/1/events":         {1, 4},
		"shinpan/1/players/events": {1, 2, 4},
		"shinpan/1/arbiter/events": nil,
	} {
		if got := everybody.seqs(topic); !slices.Equal(got, want) {
			t.Errorf("everybody got %v on %s, want %v", got, topic, want)
		}
	}
	if got := arbiter.seqs("shinpan/1/arbiter/events"); !slices.Equal(got, numbers(1, 4)) {
		t.Errorf("the arbiter got %v", got)
	}
}

// statuses lists what was said about being online, without repeats: a broker may send a
// retained message twice to a reader who subscribes at the moment it is published.
func statuses(r *reader) string {
	var out []string
	for _, m := range r.on("shinpan/1/status") {
		var s Status
		if err := json.Unmarshal([]byte(m.payload), &s); err != nil {
			return m.payload
		}
		word := s.Reason
		if s.Online {
			word = "online"
		}
		if len(out) == 0 || out[len(out)-1] != word {
			out = append(out, word)
		}
	}
	return strings.Join(out, " ")
}

func TestStatus(t *testing.T) {
	checkLeaks(t)
	m := startMosquitto(t, freePort(t))
	g := newGate(t, m.addr)
	r := newReader(t, m.addr, "shinpan/1/status")
	p := start(t, Options{Broker: g.url()})
	eventually(t, "the birth", func() bool { return statuses(r) == "online" })
	g.cut()
	eventually(t, "the will", func() bool { return statuses(r) == "online lost" })
	g.mend()
	eventually(t, "the second birth", func() bool { return statuses(r) == "online lost online" })
	p.stop()
	eventually(t, "the goodbye", func() bool { return statuses(r) == "online lost online stopped" })
	if late := newReader(t, m.addr, "shinpan/1/status"); late != nil {
		eventually(t, "the retained goodbye", func() bool { return statuses(late) == "stopped" })
	}
}

// A will that the broker sends after the next birth must not have the last word.
func TestBirthIsRepeatedAfterALateWill(t *testing.T) {
	m := startMosquitto(t, freePort(t))
	p := start(t, Options{Broker: "tcp://" + m.addr})
	p.flush(t)
	r := newReader(t, m.addr, "shinpan/1/status")
	eventually(t, "the birth", func() bool { return statuses(r) == "online" })
	token := r.client.Publish("shinpan/1/status", 1, true, encode(p.status(false, reasonLost)))
	if !token.WaitTimeout(patience) {
		t.Fatal("no answer")
	}
	eventually(t, "the birth again", func() bool { return statuses(r) == "online lost online" })
}

func TestEmbeddedBrokerTellsOfADeath(t *testing.T) {
	p := start(t, Options{})
	r := newReader(t, p.Address(), "shinpan/1/status")
	eventually(t, "the birth", func() bool { return statuses(r) == "online" })
	p.link.drop() // what the broker sees when a process dies
	eventually(t, "the will and the next birth", func() bool { return statuses(r) == "online lost online" })
}

// settled is the reader's view after it has dropped what it had already.
func settled(seqs []int) (fresh []int, repeated int) {
	last := 0
	for _, n := range seqs {
		if n <= last {
			repeated++
			continue
		}
		fresh = append(fresh, n)
		last = n
	}
	return fresh, repeated
}

func TestNetworkCutsLoseNothing(t *testing.T) {
	checkLeaks(t)
	m := startMosquitto(t, freePort(t))
	g := newGate(t, m.addr)
	r := newReader(t, m.addr, "shinpan/1/events")
	p := start(t, Options{Broker: g.url()})
	p.flush(t)
	n := 0
	for range 3 {
		for range 40 {
			n++
			p.Publish(moves(n, n), snapshotAt(n))
			if n%40 == 20 {
				g.cut()
			}
		}
		g.mend()
		p.flush(t)
	}
	eventually(t, "the last event", func() bool {
		fresh, _ := settled(r.seqs("shinpan/1/events"))
		return len(fresh) == n
	})
	fresh, repeated := settled(r.seqs("shinpan/1/events"))
	if !slices.Equal(fresh, numbers(1, n)) {
		t.Errorf("events came as %v", fresh)
	}
	if repeated > 3*maxInFlight {
		t.Errorf("%d events came again, more than were in flight at the cuts", repeated)
	}
}

func TestBrokerKilledAndRestarted(t *testing.T) {
	checkLeaks(t)
	port := freePort(t)
	m := startMosquitto(t, port)
	g := newGate(t, m.addr)
	p := start(t, Options{Broker: g.url()})
	r := newReader(t, m.addr, "shinpan/1/events")
	var seen []int
	n := 0
	for round := range 3 {
		for range 30 {
			n++
			p.Publish(moves(n, n), snapshotAt(n))
		}
		p.flush(t)
		eventually(t, "the events of this broker", func() bool { return slices.Contains(r.seqs("shinpan/1/events"), n) })
		seen = append(seen, r.seqs("shinpan/1/events")...)
		if round == 2 {
			break
		}
		g.cut() // so that no broker acknowledges what no reader is there for
		m.kill()
		for range 20 {
			n++
			p.Publish(moves(n, n), snapshotAt(n))
		}
		if f := <-p.Faults(); f.Code != FaultLost || f.Healed {
			t.Errorf("fault %+v, want %s", f, FaultLost)
		}
		m = startMosquitto(t, port)
		r = newReader(t, m.addr, "shinpan/1/events")
		g.mend()
		if round == 0 { // the second time it is believed only after a while
			if f := <-p.Faults(); f.Code != FaultLost || !f.Healed {
				t.Errorf("fault %+v, want %s healed", f, FaultLost)
			}
		}
	}
	if fresh, _ := settled(seen); !slices.Equal(fresh, numbers(1, n)) {
		t.Errorf("events came as %v", seen)
	}
	late := newReader(t, m.addr, "shinpan/1/snapshot")
	eventually(t, "the snapshot at the new broker", func() bool { return len(late.on("shinpan/1/snapshot")) > 0 })
}

// A connection that breaks again and again is one fault, not one a second.
func TestFlappingNetworkIsOneFault(t *testing.T) {
	m := startMosquitto(t, freePort(t))
	g := newGate(t, m.addr)
	p := start(t, Options{Broker: g.url()})
	for n := 1; n <= 3; n++ {
		p.Publish(moves(n, n), snapshotAt(n))
		p.flush(t)
		g.cut()
		g.mend()
	}
	p.Publish(moves(4, 4), snapshotAt(4))
	p.flush(t)
	p.stop()
	var got []bool
	for len(p.Faults()) > 0 {
		got = append(got, (<-p.Faults()).Healed)
	}
	if !slices.Equal(got, []bool{false, true, false}) {
		t.Errorf("healed or not: %v, want one fault, its end, and the fault that stays", got)
	}
}

// The broker is not there at the start; nobody waits for it.
func TestBrokerComesLater(t *testing.T) {
	port := freePort(t)
	p := start(t, Options{Broker: "tcp://127.0.0.1:" + port})
	p.Publish(moves(1, 3), snapshotAt(3))
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := p.Flush(ctx); err == nil || !strings.Contains(err.Error(), "not acknowledged") {
		t.Errorf("Flush without a broker: %v", err)
	}
	startMosquitto(t, port)
	p.flush(t)
}

func TestRestartSendsOnlyWhatWasNotAcknowledged(t *testing.T) {
	m := startMosquitto(t, freePort(t))
	dir := t.TempDir()
	r := newReader(t, m.addr, "shinpan/1/events")
	first := start(t, Options{Broker: "tcp://" + m.addr, StateDir: dir})
	first.Publish(moves(1, 10), snapshotAt(10))
	first.flush(t)
	first.stop()
	if data, err := os.ReadFile(filepath.Join(dir, markFile)); err != nil || string(data) != "{\"game\":\"g\",\"seq\":10}\n" {
		t.Errorf("the mark is %q, %v", data, err)
	}
	second := start(t, Options{Broker: "tcp://" + m.addr, StateDir: dir})
	second.Republish(moves(1, 15))
	second.flush(t)
	eventually(t, "the last event", func() bool { return len(r.seqs("shinpan/1/events")) == 15 })
	if got := r.seqs("shinpan/1/events"); !slices.Equal(got, numbers(1, 15)) {
		t.Errorf("events came as %v", got)
	}
	second.stop()

	writeFile(t, filepath.Join(dir, markFile), "{torn")
	third := start(t, Options{Broker: "tcp://" + m.addr, StateDir: dir})
	third.Republish(moves(1, 2))
	third.flush(t)
	eventually(t, "everything again after a damaged mark", func() bool { return len(r.seqs("shinpan/1/events")) == 17 })
}
