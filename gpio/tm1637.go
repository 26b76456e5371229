package gpio

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/sys/unix"
	pgpio "periph.io/x/conn/v3/gpio"
)

// wire is what is used of a periph pin that is driven.
type wire interface {
	In(pgpio.Pull, pgpio.Edge) error
	Read() pgpio.Level
	Out(pgpio.Level) error
}

// tm1637 is a module of four digits and a colon on two lines of its own protocol. The
// chip answers each byte by pulling the data line down, so one that is gone is noticed.
//
// The data line is never driven high: it is released to its pull-up, and pulled down by
// Out(Low). So it can be read whenever it is released, which is the only time it is an
// input: reading a line that is an output would change it. Each move is a call of the
// kernel, so the line is moved only where it has to be; and only going up takes time.
type tm1637 struct {
	clock, data wire
	rise        time.Duration // what the data line needs to go up
	up, known   bool          // the data line is released; or nobody knows
	shown       [4]byte       // what the display is known to have, at this level
	level       byte
	partly      int   // how often it was drawn since everything was sent; all, where it is not known
	err         error // the first of the drawing under way
}

// Commands of the chip.
const (
	tmWrite   = 0x40 // what follows goes to one address after the other
	tmAddress = 0xc0 // of the first digit
	tmDisplay = 0x80 // and 8: on, and the brightness 0 to 7
	tmOn      = 0x08
)

// tmRise is long enough for the capacitors that modules have on the data line.
const tmRise = 20 * time.Microsecond

var (
	errHeldDown = errors.New("the data line stays down: is it wired to ground?")
	errNoAnswer = errors.New("the display does not answer: look at its four wires")
)

// tmAgain is every how many drawings everything is sent: a display that has forgotten what
// it had is right again within half a second, when it shows tenths.
const tmAgain = 5

// Show sends the digits that have changed; now and then, and when none has, everything. The
// colon is the point of the second one.
func (t *tm1637) Show(v View) error {
	digits, colon := fourColon(v)
	for i := range digits {
		digits[i] &^= point
	}
	if colon {
		digits[1] |= point
	}
	t.err, t.known = nil, false
	from, to := 0, len(digits)
	for from < to && digits[from] == t.shown[from] {
		from++
	}
	for to > from && digits[to-1] == t.shown[to-1] {
		to--
	}
	if from == to || t.partly == 0 || t.partly >= tmAgain || t.level != v.level(7) {
		t.message(tmWrite)
		t.message(append([]byte{tmAddress}, digits[:]...)...)
		t.message(tmDisplay | tmOn | v.level(7))
		t.partly = 0
	} else {
		t.message(append([]byte{tmAddress + byte(from)}, digits[from:to]...)...)
	}
	t.shown, t.level = digits, v.level(7)
	t.partly++
	if t.err != nil {
		t.partly = 0
	}
	return t.err
}

// message sends bytes between a start and a stop, and stops in any case: a chip
// left within a message would take the next start for data.
func (t *tm1637) message(bytes ...byte) {
	if t.err != nil {
		return
	}
	t.release()
	t.tick(pgpio.High)
	if t.err == nil && t.data.Read() == pgpio.Low {
		t.err = errHeldDown
		return
	}
	t.pull()
	t.tick(pgpio.Low)
	for _, b := range bytes {
		t.send(b)
	}
	failed := t.err
	t.err = nil
	t.tick(pgpio.Low) // where a failure has left it up, the next line would be a start
	t.pull()
	t.tick(pgpio.High)
	t.release()
	t.err = errors.Join(failed, t.err)
}

// send shifts a byte out, the lowest bit first, and looks for the answer.
func (t *tm1637) send(b byte) {
	for bit := range 8 {
		if b>>bit&1 == 1 {
			t.release()
		} else {
			t.pull()
		}
		t.tick(pgpio.High)
		t.tick(pgpio.Low)
	}
	t.release()
	t.tick(pgpio.High)
	if t.err == nil && t.data.Read() == pgpio.High {
		t.err = errNoAnswer
	}
	t.tick(pgpio.Low)
	t.known = false // the chip lets go of the line only now: it has to go up again
}

// release lets the data line go up, and gives it the time for that.
func (t *tm1637) release() {
	if t.err != nil || t.known && t.up {
		return
	}
	t.note("data", t.data.In(pgpio.PullUp, pgpio.NoEdge))
	t.up, t.known = true, t.err == nil
	sleep(t.rise)
}

func (t *tm1637) pull() {
	if t.err != nil || t.known && !t.up {
		return
	}
	t.note("data", t.data.Out(pgpio.Low))
	t.up, t.known = false, t.err == nil
}

// sleep is a short one in the kernel: Go's own is a millisecond at least, where nothing
// else is to be done, and a drawing would be seen to crawl.
func sleep(d time.Duration) {
	ts := unix.NsecToTimespec(int64(d))
	_ = unix.Nanosleep(&ts, nil) // a signal ends it early, and the display is drawn again
}

// tick moves the clock line. periph's first High is a Low before: a tick too many, while
// the data line is up, which tells the chip nothing.
func (t *tm1637) tick(l pgpio.Level) {
	if t.err == nil {
		t.note("clock", t.clock.Out(l))
	}
}

func (t *tm1637) note(name string, err error) {
	if err != nil {
		t.err = fmt.Errorf("%s line: %w", name, err)
	}
}

// Close switches the display off and releases both lines.
func (t *tm1637) Close() error {
	t.err, t.known = nil, false
	t.message(tmDisplay)
	release(t.clock)
	release(t.data)
	return t.err
}
