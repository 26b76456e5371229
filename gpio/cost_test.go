package gpio

import (
	"testing"
	"time"

	"periph.io/x/conn/v3"
	pgpio "periph.io/x/conn/v3/gpio"

	"shinpan/clock"
)

// meter counts what a face asks of the kernel, and the bytes it sends.
type meter struct {
	calls, bytes int
	rises        int // of a TM1637's data line, each with a short sleep
}

// meteredBus takes everything.
type meteredBus struct{ *meter }

func (meteredBus) String() string      { return "bus" }
func (meteredBus) Duplex() conn.Duplex { return conn.Half }
func (m meteredBus) Tx(w, _ []byte) error {
	m.calls++
	m.bytes += len(w)
	return nil
}

// meteredLine counts the calls for a line of a TM1637, whose chip answers.
type meteredLine struct {
	wire
	*meter
}

func (m meteredLine) In(p pgpio.Pull, e pgpio.Edge) error {
	m.calls++
	m.rises++
	return m.wire.In(p, e)
}
func (m meteredLine) Out(l pgpio.Level) error { m.calls++; return m.wire.Out(l) }
func (m meteredLine) Read() pgpio.Level       { m.calls++; return m.wire.Read() }

// newMetered is a face of each kind with its meter.
func newMetered(t testing.TB, kind string) (Face, *meter) {
	m := &meter{}
	switch kind {
	case "ht16k33":
		return &ht16k33{meteredBus{m}}, m
	case "max7219":
		return &max7219{meteredBus{m}}, m
	case "tm1637":
		chip := &tmChip{t: t, master: true}
		return &tm1637{
			clock: meteredLine{&kernelLine{t: t, moved: chip.clock}, m},
			data:  meteredLine{&kernelLine{t: t, moved: chip.data, level: chip.level}, m},
		}, m
	}
	return &oled{chip: meteredBus{m}, model: oledModels[kind]}, m
}

// What a call for one message or one move of a line costs a Pi 4 at the most, switching to
// the kernel and back, and the interrupts and the polling of its bus drivers with it; and
// what a byte adds to that. Generous: see docs/PERFORMANCE.md.
var faceCosts = map[string]struct{ call, perByte time.Duration }{
	"ht16k33": {40 * time.Microsecond, 500 * time.Nanosecond},
	"ssd1306": {40 * time.Microsecond, 500 * time.Nanosecond},
	"sh1106":  {40 * time.Microsecond, 500 * time.Nanosecond},
	"max7219": {25 * time.Microsecond, 8 * time.Microsecond}, // the driver polls: 8 bits at 1 MHz
	"tm1637":  {4 * time.Microsecond, 0},
}

// riseCost is what a sleep of 20 us costs: two changes of context.
const riseCost = 10 * time.Microsecond

// Both faces together cost at most one per cent of a core, the one showing tenths, the other
// drawn twice a second to notice that it is gone. So it is with seconds.
func TestFacesCostLittle(t *testing.T) {
	for kind, cost := range faceCosts {
		face, m := newMetered(t, kind)
		draw := func(from, to, step time.Duration, side clock.Side) (busy float64) {
			*m = meter{}
			k := started(t, "byoyomi 1m 3x30s")
			d := clock.DefaultDisplay()
			draws := 0.0
			for at := from; at < to; at += step {
				if err := face.Show(viewOf(k.FacesWith(d, at), side, d)); err != nil {
					t.Fatal(err)
				}
				draws++
			}
			span := (to - from).Seconds()
			busy = (time.Duration(m.calls)*cost.call + time.Duration(m.bytes)*cost.perByte + time.Duration(m.rises)*riseCost).Seconds() / span
			t.Logf("%-8s %2.0f drawings a second: %5.1f calls and %4.0f bytes each, %5.0f calls and %5.0f bytes a second, %.2f %% of a core", kind,
				draws/span, float64(m.calls)/draws, float64(m.bytes)/draws, float64(m.calls)/span, float64(m.bytes)/span, 100*busy)
			return busy
		}
		draw(0, sec, sec, clock.P1)
		idle := draw(0, 50*sec, sec/2, clock.P2)
		seconds := draw(0, 50*sec, sec/3, clock.P1) // one for the digit, two to notice
		tenths := draw(140*sec, 150*sec, sec/10, clock.P1)
		if idle+seconds > 0.01 || idle+tenths > 0.01 {
			t.Errorf("%s: %.2f %% with seconds, %.2f %% with tenths, want at most 1 %%", kind, 100*(idle+seconds), 100*(idle+tenths))
		}
	}
}

// What a redraw costs the processor besides the kernel and the bus: composing both faces
// and the bytes of one display, a changed tenth each time.
func BenchmarkRedraw(b *testing.B) {
	for kind := range faceCosts {
		b.Run(kind, func(b *testing.B) {
			face, m := newMetered(b, kind)
			k := started(b, "sd 1m")
			d := clock.DefaultDisplay()
			draws := 0
			for i := 0; b.Loop(); i++ {
				f := k.FacesWith(d, 51*sec+time.Duration(i%80)*100*ms)
				if err := face.Show(viewOf(f, clock.P1, d)); err != nil {
					b.Fatal(err)
				}
				draws++
			}
			b.ReportMetric(float64(m.calls)/float64(draws), "calls/op")
			b.ReportMetric(float64(m.bytes)/float64(draws), "bytes/op")
		})
	}
}
