package gpio

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"shinpan/clock"
)

const sec = time.Second

// started is a clock on which the first player's time runs from zero.
func started(t interface{ Fatal(...any) }, control string) clock.Clock {
	c, err := clock.ParseControl(control)
	if err != nil {
		t.Fatal(err)
	}
	k := clock.New(c)
	if err := k.Start(clock.P1, 0); err != nil {
		t.Fatal(err)
	}
	return k
}

// panel are the three displays of segments, each with its chip.
type panel struct {
	ht   *htChip
	max  *maxChip
	tm   *tmChip
	show []Face
}

func newPanel(t *testing.T) *panel {
	p := &panel{ht: &htChip{t: t}, max: &maxChip{t: t}}
	var tm *tm1637
	p.tm, tm = newTM(t)
	p.show = []Face{&ht16k33{p.ht}, &max7219{p.max}, tm}
	return p
}

// draw shows a view on all three and reads them back.
func (p *panel) draw(t interface{ Error(...any) }, v View) (four, eight, colon string) {
	for _, f := range p.show {
		if err := f.Show(v); err != nil {
			t.Error(err)
		}
	}
	return p.ht.reads(), p.max.reads(), p.tm.reads()
}

// displayCases is every way the clock writes a side, and what each display makes of it:
// four digits with points and a colon, eight with points, four with a colon alone.
var displayCases = []struct {
	name, control      string
	at                 time.Duration
	side               clock.Side
	do                 func(*clock.Clock)
	four, eight, colon string
}{
	{"hours", "sd 90m", 0, clock.P1, nil, "h1:30", "h   1-30", "h1:30"},
	{"hours, counted down to the minute", "sd 90m", 1, clock.P1, nil, "h1:29", "h   1-29", "h1:29"},
	{"hours, not running", "sd 90m", 10 * sec, clock.P2, nil, "h1:30", "h   1-30", "h1:30"},
	{"many hours", "sd 12h", 0, clock.P1, nil, "12:00", "h  12-00", "12:00"},
	{"more hours than digits", "sd 200h", 0, clock.P1, nil, "99:59", "h  99-59", "99:59"},
	{"the last of the hours", "sd 20m", 0, clock.P1, nil, "h0:20", "h   0-20", "h0:20"},
	{"minutes", "sd 20m", 1, clock.P1, nil, "19:59", "   19-59", "19:59"},
	{"few minutes", "sd 15m", 5*time.Minute + 55*sec, clock.P1, nil, " 9:05", "    9-05", " 9:05"},
	{"ten seconds", "sd 1m", 50 * sec, clock.P1, nil, " 0:10", "    0-10", " 0:10"},
	{"tenths", "sd 1m", 50*sec + 1, clock.P1, nil, "  9.9", "      9.9", " 9:9 "},
	{"the last second", "sd 1m", 59*sec + 850*ms, clock.P1, nil, "  0.1", "      0.1", " 0:1 "},
	{"less than a tenth", "sd 1m", 59*sec + 950*ms, clock.P1, nil, " 0.05", "     0.05", " 0:0 "},
	{"a thousandth", "sd 1m", 59*sec + 999*ms, clock.P1, nil, "0.001", "    0.001", " 0:0 "},
	{"flag", "sd 1m", 61 * sec, clock.P1, nil, "F0:00", "F   0-00", "F0:00"},
	{"the other's flag", "sd 1m", 61 * sec, clock.P2, nil, " 1:00", "    1-00", " 1:00"},
	{"paused", "sd 9m", 61 * sec, clock.P1, func(k *clock.Clock) { k.Pause(60*sec, "arbiter") }, "P8:00", "P   8-00", "P8:00"},
	{"paused, no room", "sd 15m", 61 * sec, clock.P1, func(k *clock.Clock) { k.Pause(60*sec, "arbiter") }, "14:00", "P  14-00", "14:00"},
	{"main time before periods", "byoyomi 2m 3x30s", 0, clock.P1, nil, " 2:00", "  3. 2-00", " 2:00"},
	{"a period begins", "byoyomi 1m 3x30s", 61 * sec, clock.P1, nil, "-0:29", "- 3. 0-29", "-0:29"},
	{"a period runs", "byoyomi 1m 3x30s", 70 * sec, clock.P1, nil, " 0:20", "  3. 0-20", " 0:20"},
	{"a period lost", "byoyomi 1m 3x30s", 91 * sec, clock.P1, nil, "-0:29", "- 2. 0-29", "-0:29"},
	{"the end of the last period", "byoyomi 1m 3x30s", 149*sec + 500*ms, clock.P1, nil, "  0.5", "  1.   0.5", " 0:5 "},
	{"stones of a block", "canadian 1m 12/5m", 70 * sec, clock.P1, nil, " 4:50", " 12. 4-50", " 4:50"},
	{"an increment", "fischer 3m+2s", 10 * sec, clock.P2, func(k *clock.Clock) { k.Press(clock.P1, 10*sec) }, " 3:00", "    3-00", " 3:00"},
}

func TestEveryDisplayShowsEveryCase(t *testing.T) {
	p := newPanel(t)
	for _, c := range displayCases {
		t.Run(c.name, func(t *testing.T) {
			k := started(t, c.control)
			if c.do != nil {
				c.do(&k)
			}
			d := clock.DefaultDisplay()
			four, eight, colon := p.draw(t, viewOf(k.FacesWith(d, c.at), c.side, d))
			if four != c.four || eight != c.eight || colon != c.colon {
				t.Errorf("%s: shown %q %q %q\nwant %q %q %q", k.FacesWith(d, c.at).Of(c.side).Text, four, eight, colon, c.four, c.eight, c.colon)
			}
		})
	}
}

// read is the time a person reads off a display, at most: a mark for hours, a count
// closed by a point, then h:mm, m:ss or a fraction.
func read(t *rapid.T, shown string) time.Duration {
	if len(shown) > 6 { // eight digits: the count is not time
		if i := strings.IndexByte(shown, '.'); i == 3 && shown[0] != '.' {
			shown = shown[:1] + shown[4:]
		}
		shown = strings.ReplaceAll(shown, "-", ":")
	}
	hours := strings.HasPrefix(shown, "h")
	m := regexp.MustCompile(`^[ h]* *(?:(\d+):(\d\d)|(\d+):(\d) |(\d+)\.(\d+))$`).FindStringSubmatch(shown)
	if m == nil {
		t.Fatalf("nobody can read %q", shown)
	}
	number := func(s string) time.Duration { n, _ := strconv.Atoi("0" + s); return time.Duration(n) }
	switch {
	case m[1] != "" && hours:
		return number(m[1])*time.Hour + number(m[2])*time.Minute
	case m[1] != "":
		return number(m[1])*time.Minute + number(m[2])*sec
	case m[3] != "":
		return number(m[3])*sec + number(m[4])*sec/10
	}
	fraction, _ := strconv.ParseFloat("0."+m[6], 64)
	return number(m[5])*sec + time.Duration(fraction*1e9)
}

// No display ever says that more is left than is, and from a tenth up none is wrong by
// more than its last digit.
func TestNoDisplayShowsMoreThanIsLeft(t *testing.T) {
	p := newPanel(t)
	rapid.Check(t, func(t *rapid.T) {
		total := rapid.SampledFrom([]time.Duration{time.Minute, 19 * time.Minute, 9 * time.Hour}).Draw(t, "time")
		left := time.Duration(rapid.Int64Range(1, int64(total)).Draw(t, "left"))
		if rapid.Bool().Draw(t, "short") {
			left = 1 + left%(12*sec)
		}
		k := started(t, "sd "+total.String())
		d := clock.DefaultDisplay()
		d.TenthsBelow = rapid.SampledFrom([]time.Duration{0, 10 * sec, 20 * sec}).Draw(t, "tenths")
		four, eight, colon := p.draw(t, viewOf(k.FacesWith(d, total-left), clock.P1, d))
		for _, shown := range []string{four, eight, colon} {
			got := read(t, shown)
			step := sec
			switch {
			case left >= d.HoursFrom:
				step = time.Minute
			case left < max(d.TenthsBelow, sec):
				step = sec / 10
			}
			if got > left || left-got >= step {
				t.Fatalf("%v left are shown as %q, read as %v", left, shown, got)
			}
		}
	})
}

func TestBrightness(t *testing.T) {
	p := newPanel(t)
	for _, row := range []struct {
		percent      uint8
		paused       bool
		ht, max, tm1 int
	}{{0, false, 0, 0, 0}, {60, false, 9, 9, 4}, {100, false, 15, 15, 7}, {200, false, 15, 15, 7}, {100, true, 0, 0, 0}} {
		v := View{Face: clock.Face{Text: "1:00"}, Brightness: row.percent, Paused: row.paused}
		p.draw(t, v)
		if got := [3]int{p.ht.brightness, int(p.max.registers[0xa]), p.tm.brightness}; got != [3]int{row.ht, row.max, row.tm1} {
			t.Errorf("%d%%, paused %t: steps %v", row.percent, row.paused, got)
		}
	}
}

// A chip whose supply failed for a moment has forgotten everything: the next drawing
// must bring it back, not only the next digit.
func TestDisplaysComeBackFromNothing(t *testing.T) {
	p := newPanel(t)
	v := View{Face: clock.Face{Text: "12:34"}}
	p.draw(t, v)
	p.ht.memory, p.ht.running, p.ht.lit = [16]byte{}, false, false
	p.max.registers = [16]byte{0xf: 1}
	p.tm.digits, p.tm.lit, p.tm.listening = [6]byte{}, false, true
	if four, eight, colon := p.draw(t, v); four != "12:34" || eight != "   12-34" || colon != "12:34" {
		t.Errorf("after the failure: %q %q %q", four, eight, colon)
	}
}

func TestClosedDisplaysAreDark(t *testing.T) {
	p := newPanel(t)
	p.draw(t, View{Face: clock.Face{Text: "12:34"}})
	for _, f := range p.show {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	if p.ht.reads() != "dark" || p.tm.reads() != "dark" || !strings.HasPrefix(p.max.reads(), "dark") {
		t.Errorf("shown %q %q %q", p.ht.reads(), p.max.reads(), p.tm.reads())
	}
}

func TestTM1637Faults(t *testing.T) {
	chip, face := newTM(t)
	v := View{Face: clock.Face{Text: "12:34"}}
	well := func(when string) {
		t.Helper()
		if err := face.Show(v); err != nil || chip.reads() != "12:34" {
			t.Errorf("%s: %v, shown %q", when, err, chip.reads())
		}
	}
	well("at first")
	chip.absent = true
	if err := face.Show(v); !errors.Is(err, errNoAnswer) {
		t.Errorf("unplugged: %v", err)
	}
	chip.absent = false
	well("plugged in")
	chip.shorted = true
	if err := face.Show(v); !errors.Is(err, errHeldDown) {
		t.Errorf("shorted: %v", err)
	}
	chip.shorted = false
	well("mended")
	chip.broken = errors.New("no such device")
	if err := face.Show(v); err == nil || !strings.Contains(err.Error(), "no such device") {
		t.Errorf("a line that fails: %v", err)
	}
	well("after a line failed")
}

// A TM1637 is sent only what changes. One that has forgotten everything meanwhile is right
// again within half a second of tenths.
func TestTM1637ComesBackWhileItChanges(t *testing.T) {
	chip, face := newTM(t)
	shows := func(tenth int) string {
		t.Helper()
		if err := face.Show(View{Face: clock.Face{Text: fmt.Sprintf("9.%d", tenth)}, Brightness: 60}); err != nil {
			t.Fatal(err)
		}
		return chip.reads()
	}
	for tenth := range 10 {
		if got, want := shows(tenth), fmt.Sprintf(" 9:%d ", tenth); got != want {
			t.Errorf("shown %q, want %q", got, want)
		}
	}
	chip.digits, chip.lit, chip.listening = [6]byte{}, false, true
	back := -1
	for tenth := range tmAgain {
		if shows(tenth) == fmt.Sprintf(" 9:%d ", tenth) {
			back = tenth
			break
		}
	}
	if back < 0 {
		t.Errorf("after %d drawings it shows %q", tmAgain, chip.reads())
	}
}

func TestMeasure(t *testing.T) {
	p := newPanel(t)
	table := NewTable(Parts{P1: p.show[0], P2: p.show[2]})
	got, err := table.Measure(20)
	if err != nil || len(got) != 2 || got[0].Face != "the face of p1" || got[0].Took <= 0 || got[1].Busy > got[1].Took+10*ms {
		t.Errorf("%+v, %v", got, err)
	}
	p.ht.unplugged = true
	if _, err := table.Measure(20); !errors.Is(err, errUnplugged) || !strings.HasPrefix(err.Error(), "the face of p1: ") {
		t.Errorf("unplugged: %v", err)
	}
}
