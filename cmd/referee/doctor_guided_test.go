package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/clock"
	"shinpan/config"
	"shinpan/gpio"
)

// hands press what they are told to, in their own way.
type hands struct {
	down    []gpio.Button
	presses []gpio.Contact // the zero one is nobody
	broken  error
}

func (h *hands) Down() []gpio.Button { return h.down }

func (h *hands) Await(ctx context.Context) (gpio.Contact, error) {
	if h.broken != nil {
		return gpio.Contact{}, h.broken
	}
	if len(h.presses) == 0 || h.presses[0] == (gpio.Contact{}) {
		h.presses = h.presses[min(1, len(h.presses)):]
		<-ctx.Done()
		return gpio.Contact{}, ctx.Err()
	}
	c := h.presses[0]
	h.presses = h.presses[1:]
	return c, nil
}

// told are the findings in short.
func told(list []finding) string {
	var out []string
	for _, f := range list {
		out = append(out, string(f.State)+" "+f.What)
		if (f.Do == "") != (f.State == fine) {
			out = append(out, "WITHOUT WHAT TO DO")
		}
	}
	return strings.Join(out, "\n")
}

// all are the findings that a check tells.
func all(check func(tell func(finding))) (list []finding) {
	check(func(f finding) { list = append(list, f) })
	return list
}

func TestDoctorAsksForEveryButton(t *testing.T) {
	g := config.Default().GPIO
	g.Arbiter, g.ClaimP2 = "GPIO22", "GPIO5"
	const ms = time.Millisecond
	one := func(role gpio.Role, side clock.Side) gpio.Contact {
		return gpio.Contact{Button: gpio.Button{Role: role, Side: side}, Edges: 1, Delay: ms / 2, Stamped: true}
	}
	bouncing, late := one(gpio.Turn, clock.P2), one(gpio.Arbiter, clock.NoSide)
	bouncing.Edges, bouncing.Bounce = 9, 21*ms
	late.Delay = 50 * ms
	for name, row := range map[string]struct {
		hands hands
		want  string
	}{
		"all well, after a slip": {hands{presses: []gpio.Contact{one(gpio.Arbiter, 0), one(gpio.Turn, clock.P1), one(gpio.Turn, clock.P2), one(gpio.Arbiter, 0), one(gpio.Claim, clock.P2)}},
			"ok p1: felt, no bounce, heard after 0.5 ms\nok p2: felt, no bounce, heard after 0.5 ms\n" +
				"ok arbiter: felt, no bounce, heard after 0.5 ms\nok claim_p2: felt, no bounce, heard after 0.5 ms"},
		"swapped, bouncing, late, nobody": {hands{presses: []gpio.Contact{one(gpio.Turn, clock.P2), one(gpio.Turn, clock.P2), bouncing, late, {}}},
			"fail p1: the press was felt on p2\nwarn p2: felt, 9 edges in 21.0 ms of bounce, heard after 0.5 ms\n" +
				"warn arbiter: felt, no bounce, heard after 50.0 ms\nfail claim_p2: no press was felt on GPIO5"},
		"a short": {hands{down: []gpio.Button{{Side: clock.P1}}, broken: errors.New("gone")},
			"fail p1 is down before anybody was asked to press it\nfail p1: gone\nfail p2: gone\nfail arbiter: gone\nfail claim_p2: gone"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var screen bytes.Buffer
			p := &person{screen: &screen, patient: true}
			if got := told(all(func(tell func(finding)) { pressEach(t.Context(), &row.hands, wiredButtons(g), p, tell) })); got != row.want {
				t.Errorf("%s:\n%s\nwant\n%s", name, got, row.want)
			}
			for _, ask := range []string{"Press P1 now: its button is on GPIO17.", "Press P2 now", "Press the ARBITER's button now: its button is on GPIO22.", "Press P2's CLAIM now"} {
				if !strings.Contains(screen.String(), ask) {
					t.Errorf("%s: the person was not asked %q:\n%s", name, ask, screen.String())
				}
			}
		})
	}
}

func TestDoctorEndsWhenThePersonLeaves(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	pressEach(ctx, &hands{}, wiredButtons(config.Default().GPIO), &person{screen: &bytes.Buffer{}, patient: true}, func(f finding) {
		t.Errorf("went on alone: %v", f)
	})
}

func TestDoctorShowsEveryPart(t *testing.T) {
	var did []string
	part := func(name string, on, off error) gpio.Trial {
		return gpio.Trial{Name: name, Asks: "is it lit?",
			On:  func(context.Context) error { did = append(did, name+" on"); return on },
			Off: func() error { did = append(did, name+" off"); return off }}
	}
	gone := errors.New("does not answer")
	trials := []gpio.Trial{part("the face of p1", nil, nil), part("the face of p2", gone, nil), part("the lamp p1", nil, nil), part("the lamp p2", nil, gone), part("the buzzer", nil, nil)}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var screen bytes.Buffer
	p := newPerson(ctx, strings.NewReader("\nno\nyes\n"), &screen)
	want := "ok the face of p1: seen and good\nwarn the face of p2: does not answer\nfail the lamp p1: not as it should be\nwarn the lamp p2: does not answer"
	if got := told(all(func(tell func(finding)) { lookAtEach(ctx, trials, p, tell) })); got != want { // the input ends before the buzzer
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := strings.Join(did, ", "); got != "the face of p1 on, the face of p1 off, the face of p2 on, the lamp p1 on, the lamp p1 off, the lamp p2 on, the lamp p2 off, the buzzer on, the buzzer off" {
		t.Errorf("did %s", got)
	}
	if !strings.Contains(screen.String(), "The face of p1: is it lit?  [return: yes, n: no]") {
		t.Errorf("asked %q", screen.String())
	}
}

// Where nobody is, the doctor says what he could not try.
func TestDoctorWithoutAPerson(t *testing.T) {
	if p := personAt(t.Context(), stdio{in: strings.NewReader("yes")}, false); p != nil {
		t.Error("a reader was taken for a person")
	}
	cfg := config.Default()
	both := func() string {
		return told(all(func(tell func(finding)) {
			tryButtons(t.Context(), cfg, nil, tell)
			tryFaces(t.Context(), cfg, nil, tell)
		}))
	}
	if got := both(); got != "" {
		t.Errorf("nothing is wired: %s", got)
	}
	cfg.GPIO.Driver, cfg.GPIO.LampReady = "gpio", "GPIO26"
	if got := both(); got != "ok not tried: nobody is at the terminal to press them\nok not looked at: nobody is at the terminal to see and hear them" {
		t.Errorf("told %s", got)
	}
}

func TestDoctorKnowsADearFace(t *testing.T) {
	cheap := gpio.Drawing{Face: "the face of p1", Took: 2 * time.Millisecond, Busy: 200 * time.Microsecond}
	dear := gpio.Drawing{Face: "the face of p2", Took: 30 * time.Millisecond, Busy: 3 * time.Millisecond}
	if got := judgeDrawings([]gpio.Drawing{cheap}); got.State != fine || !strings.HasSuffix(got.What, "; drawing the face of p1 takes 2.0 ms") {
		t.Errorf("%+v", got)
	}
	if got := judgeDrawings([]gpio.Drawing{cheap, dear}); got.State != doubt || !strings.HasSuffix(got.What, "the face of p2 takes 30.0 ms and, with tenths, 3.0 % of a core") {
		t.Errorf("%+v", got)
	}
}

// Without a person the doctor makes edges by turning the pull.
func TestDoctorJudgesEchoes(t *testing.T) {
	left, right := gpio.Button{Side: clock.P1}, gpio.Button{Side: clock.P2}
	for name, row := range map[string]struct {
		list  []gpio.Echo
		state health
		what  string
	}{
		"none":          {nil, fine, "inputs"},
		"all are heard": {[]gpio.Echo{{Button: left, Fell: true, Heard: true, Delay: 100 * time.Microsecond}, {Button: right, Fell: true, Heard: true, Delay: 300 * time.Microsecond}}, fine, "inputs; an edge made by turning the pull was heard on p1, p2 after 0.3 ms at most"},
		"a resistor":    {[]gpio.Echo{{Button: left, Fell: true, Heard: true}, {Button: right}}, fine, "inputs; an edge made by turning the pull was heard on p1 after 0.0 ms at most; not so on p2, which something outside holds: a resistor, or a hand"},
		"no interrupt":  {[]gpio.Echo{{Button: left, Fell: true, Heard: true}, {Button: right, Fell: true}}, failure, "p2: the line fell, and the kernel told nobody"},
	} {
		if got := judgeEchoes(row.list, healthy("inputs")); got.State != row.state || got.What != row.what {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
