package gpio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/warthog618/go-gpiocdev/uapi"
	"golang.org/x/sys/unix"
)

// edge is one change of a line, as the kernel tells it.
type edge struct {
	line int // which of the request
	down bool
	at   time.Duration // on CLOCK_MONOTONIC, stamped by the interrupt
	seq  uint32        // counts the edges of the request from 1; a gap is edges lost
}

// edges is what the driver needs of the kernel: a request for lines, or a test's.
type edges interface {
	// wait returns what has happened, at the latest after limit, then nothing.
	wait(limit time.Duration) ([]edge, error)
	// levels says which lines are down.
	levels() ([]bool, error)
	// pull turns the pull of all lines up, as it has to be, or down: an open button's line
	// then falls as if it were pressed.
	pull(up bool) error
	close() error
}

// request holds all lines of the buttons in one request to the kernel, so that their edges
// come in the order of their happening. The kernel's types are go-gpiocdev's; its own
// watcher is not used: where a chip vanishes it spins, and where epoll fails it panics.
type request struct {
	fd      int
	offsets []uint32
	config  uapi.LineConfig
	room    [64 * eventSize]byte
}

// eventSize is the size of the kernel's struct gpio_v2_line_event.
const eventSize = 48

// eventRoom is how many edges the kernel keeps for us: a second of the worst chatter.
const eventRoom = 1024

// errNoStamps is a kernel that cannot do what is wanted of it; periph may all the same.
var errNoStamps = errors.New("the kernel gives no stamped edges for these lines")

// openRequest makes the pins inputs with pull-up and claims them.
func openRequest(pins []string, filter time.Duration) (edges, error) {
	chips, err := listKernelChips()
	if err != nil {
		return nil, err
	}
	r, on, err := planRequest(chips, pins, filter)
	if err != nil {
		return nil, err
	}
	dev, err := os.OpenFile("/dev/"+on, os.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("gpio: %w", err)
	}
	defer func() { _ = dev.Close() }()
	if err := uapi.GetLine(dev.Fd(), &r); err != nil {
		return nil, whyRefused(err, dev.Fd(), pins, r.Offsets[:len(pins)])
	}
	unix.CloseOnExec(int(r.Fd))
	return &request{fd: int(r.Fd), offsets: r.Offsets[:len(pins)], config: r.Config}, nil
}

// planRequest is what to ask of which chip: inputs, pulled up, down when pressed, with
// both edges. The kernel stamps on CLOCK_MONOTONIC unless told otherwise.
func planRequest(chips []chip, pins []string, filter time.Duration) (r uapi.LineRequest, on string, err error) {
	r = uapi.LineRequest{Lines: uint32(len(pins)), EventBufferSize: eventRoom}
	copy(r.Consumer[:], "shinpan")
	for i, pin := range pins {
		at, err := place(chips, pin)
		if err != nil {
			return r, "", fmt.Errorf("gpio: %s: %w", pin, err)
		}
		if name := chips[at.chip].name; on != "" && name != on {
			return r, "", fmt.Errorf("gpio: %s: %w: it is on %s, the others on %s", pin, errNoStamps, name, on)
		}
		on = chips[at.chip].name
		r.Offsets[i] = uint32(at.offset)
	}
	r.Config.Flags = uapi.LineFlagV2Input | uapi.LineFlagV2BiasPullUp | uapi.LineFlagV2ActiveLow | uapi.LineFlagV2EdgeBoth
	if filter > 0 {
		r.Config.AddAttribute(uapi.LineConfigAttribute{
			Attr: uapi.DebouncePeriod(filter).Encode(), Mask: uapi.NewLineBitMask(len(pins)),
		})
	}
	return r, on, nil
}

// whyRefused finds the line that is to blame: the kernel refuses all of them together.
func whyRefused(err error, dev uintptr, pins []string, offsets []uint32) error {
	switch {
	case errors.Is(err, unix.EBUSY):
		for i, pin := range pins {
			info, failed := uapi.GetLineInfoV2(dev, int(offsets[i]))
			if failed == nil && info.Flags.IsUsed() {
				return fmt.Errorf("gpio: %s: %w: %q is using it: stop that, or wire the button to another pin", pin, err, uapi.BytesToString(info.Consumer[:]))
			}
		}
	case errors.Is(err, unix.ENOTTY), errors.Is(err, unix.EINVAL), errors.Is(err, unix.ENXIO), errors.Is(err, unix.ENOTSUP):
		return fmt.Errorf("gpio: %s: %w (%v)", strings.Join(pins, ", "), errNoStamps, err)
	}
	return fmt.Errorf("gpio: %s: cannot be inputs: %w", strings.Join(pins, ", "), err)
}

// listKernelChips asks every chip for its label and its lines. Links are left out: on some
// boards /dev/gpiochip4 is a second name of another chip.
func listKernelChips() ([]chip, error) {
	paths, err := filepath.Glob("/dev/gpiochip*")
	if err != nil {
		return nil, fmt.Errorf("gpio: %w", err)
	}
	var chips []chip
	var refused error
	for _, path := range paths {
		if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink != 0 {
			continue
		}
		c, err := readChip(path)
		if err != nil {
			refused = errors.Join(refused, err)
			continue
		}
		chips = append(chips, c)
	}
	if len(chips) > 0 {
		return chips, nil
	}
	return nil, noneListed(refused)
}

// noneListed says why there is no chip to be had, and what to do.
func noneListed(refused error) error {
	switch {
	case errors.Is(refused, fs.ErrPermission):
		return fmt.Errorf("gpio: %w: add this user to the group gpio", refused)
	case refused != nil:
		return fmt.Errorf("gpio: %w (%w)", errNoStamps, refused)
	}
	return fmt.Errorf("gpio: %w", noChips())
}

// readChip lists a chip's lines by the second version of the kernel's interface.
func readChip(path string) (chip, error) {
	f, err := os.OpenFile(path, os.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return chip{}, err
	}
	defer func() { _ = f.Close() }()
	info, err := uapi.GetChipInfo(f.Fd())
	if err != nil {
		return chip{}, fmt.Errorf("%s: %w", path, err)
	}
	c := chip{name: filepath.Base(path), label: uapi.BytesToString(info.Label[:])}
	for i := range int(info.Lines) {
		l, err := uapi.GetLineInfoV2(f.Fd(), i)
		if err != nil {
			return chip{}, fmt.Errorf("%s: line %d: %w", path, i, err)
		}
		c.lines = append(c.lines, uapi.BytesToString(l.Name[:]))
	}
	return c, nil
}

// wait sleeps in the kernel until an edge or the limit, and reads all edges there are.
func (r *request) wait(limit time.Duration) ([]edge, error) {
	fds := []unix.PollFd{{Fd: int32(r.fd), Events: unix.POLLIN}}
	ms := int((limit + time.Millisecond - 1) / time.Millisecond)
	switch n, err := unix.Poll(fds, ms); {
	case errors.Is(err, unix.EINTR) || err == nil && n == 0:
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("gpio: waiting for edges: %w", err)
	case fds[0].Revents&unix.POLLIN == 0:
		return nil, errors.New("gpio: the chip of the buttons is gone: start the machine anew")
	}
	n, err := unix.Read(r.fd, r.room[:])
	if err != nil {
		return nil, fmt.Errorf("gpio: reading edges: %w", err)
	}
	return r.parse(r.room[:n]), nil
}

// parse reads the kernel's events; of a line that was not asked for it knows nothing.
func (r *request) parse(data []byte) []edge {
	var list []edge
	for ; len(data) >= eventSize; data = data[eventSize:] {
		e := edge{
			line: -1,
			at:   time.Duration(binary.NativeEndian.Uint64(data)),
			down: uapi.LineEventID(binary.NativeEndian.Uint32(data[8:])) == uapi.LineEventRisingEdge, // active low
			seq:  binary.NativeEndian.Uint32(data[16:]),
		}
		for i, offset := range r.offsets {
			if offset == binary.NativeEndian.Uint32(data[12:]) {
				e.line = i
			}
		}
		if e.line >= 0 {
			list = append(list, e)
		}
	}
	return list
}

func (r *request) levels() ([]bool, error) {
	v := uapi.LineValues{Mask: uapi.NewLineBitMask(len(r.offsets))}
	if err := uapi.GetLineValuesV2(uintptr(r.fd), &v); err != nil {
		return nil, fmt.Errorf("gpio: reading levels: %w", err)
	}
	down := make([]bool, len(r.offsets))
	for i := range down {
		down[i] = v.Get(i) == 1
	}
	return down, nil
}

func (r *request) pull(up bool) error {
	config := r.config
	if !up {
		config.Flags = config.Flags&^uapi.LineFlagV2BiasPullUp | uapi.LineFlagV2BiasPullDown
	}
	if err := uapi.SetLineConfigV2(uintptr(r.fd), &config); err != nil {
		return fmt.Errorf("gpio: turning the pull: %w", err)
	}
	return nil
}

func (r *request) close() error { return unix.Close(r.fd) }
