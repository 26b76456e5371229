package opencv

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The controls of a V4L2 camera that change a picture by themselves, and what holds them.
const (
	ctrlAutoWhite     = 0x0098090c
	ctrlAutoGain      = 0x00980912
	ctrlGain          = 0x00980913
	ctrlWhite         = 0x0098091a
	ctrlExposureAuto  = 0x009a0901
	ctrlExposure      = 0x009a0902
	ctrlExposureSlows = 0x009a0903 // whether a dark picture may cost frames
	ctrlFocus         = 0x009a090a
	ctrlFocusAuto     = 0x009a090c
)

// Values of the controls above: exposure has modes of its own.
const (
	switchedOff    = 0
	exposureManual = 1
)

// knobs are a camera's controls: a device's, or a fake's in tests.
type knobs interface {
	// query is the usual value of a control; an error says that there is none.
	query(id uint32) (usual int32, err error)
	get(id uint32) (int32, error)
	set(id uint32, value int32) error
}

// errNoKnob says that the camera has no such control.
var errNoKnob = errors.New("the camera has no such control")

// held are the things a camera decides by itself, and how it is held to what it has decided.
var held = []struct {
	what  string
	auto  uint32 // who decides
	hand  int32  // the value of auto that means: not the camera
	value uint32
}{
	{"exposure", ctrlExposureAuto, exposureManual, ctrlExposure},
	{"gain", ctrlAutoGain, switchedOff, ctrlGain},
	{"white balance", ctrlAutoWhite, switchedOff, ctrlWhite},
	{"focus", ctrlFocusAuto, switchedOff, ctrlFocus},
}

// holdKnobs holds exposure, gain, white balance and focus to what they are now, and reports
// for each what the camera has made of it, read back from the camera.
func holdKnobs(k knobs) (report []string) {
	for _, h := range held {
		report = append(report, h.what+": "+holdOne(k, h.auto, h.hand, h.value))
	}
	return report
}

func holdOne(k knobs, auto uint32, hand int32, value uint32) string {
	if _, err := k.query(auto); err != nil {
		if _, err := k.query(value); err != nil {
			return "the camera has no such control"
		}
		return "fixed" // the camera never changes it by itself
	}
	now, errNow := k.get(value)
	if err := k.set(auto, hand); err != nil {
		return fmt.Sprintf("the camera refuses to leave it alone: %v", err)
	}
	if got, err := k.get(auto); err != nil || got != hand {
		return fmt.Sprintf("the camera goes on by itself (mode %d)", got)
	}
	if errNow != nil {
		return "locked"
	}
	if err := k.set(value, now); err != nil {
		return fmt.Sprintf("locked, but the camera refuses the value %d: %v", now, err)
	}
	got, err := k.get(value)
	switch {
	case err != nil:
		return "locked; the camera does not say at what"
	case got != now:
		return fmt.Sprintf("locked at %d instead of %d", got, now)
	}
	return fmt.Sprintf("locked at %d", got)
}

// freeKnobs gives everything back to the camera, which knows nothing of the light when it
// begins, or when the light has changed.
func freeKnobs(k knobs) {
	for _, h := range held {
		if usual, err := k.query(h.auto); err == nil && usual != h.hand {
			_ = k.set(h.auto, usual)
		}
	}
	// Rather a darker picture than half of them: what comes late is seen late.
	if _, err := k.query(ctrlExposureSlows); err == nil {
		_ = k.set(ctrlExposureSlows, switchedOff)
	}
}

// Requests of V4L2 and the structures that go with them (linux/videodev2.h).
const (
	vidiocQueryCtrl = 0xc0445624
	vidiocGetCtrl   = 0xc008561b
	vidiocSetCtrl   = 0xc008561c

	flagDisabled = 0x1
)

type v4l2QueryCtrl struct {
	id, kind            uint32
	name                [32]byte
	low, high           int32
	step, usual         int32
	flags               uint32
	reserved1, reserved uint32
}

type v4l2Control struct {
	id    uint32
	value int32
}

// device is the controls of a V4L2 device, opened beside whoever takes its pictures.
type device struct{ fd int }

// openDevice opens a device's controls.
func openDevice(node string) (device, error) {
	fd, err := unix.Open(node, unix.O_RDWR|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return device{}, fmt.Errorf("%s: %w", node, err)
	}
	return device{fd}, nil
}

func (d device) close() { _ = unix.Close(d.fd) }

func (d device) query(id uint32) (usual int32, err error) {
	q := v4l2QueryCtrl{id: id}
	if err := d.ioctl(vidiocQueryCtrl, unsafe.Pointer(&q)); err != nil || q.flags&flagDisabled != 0 {
		return 0, errNoKnob
	}
	return q.usual, nil
}

func (d device) get(id uint32) (int32, error) {
	c := v4l2Control{id: id}
	err := d.ioctl(vidiocGetCtrl, unsafe.Pointer(&c))
	return c.value, err
}

func (d device) set(id uint32, value int32) error {
	c := v4l2Control{id: id, value: value}
	return d.ioctl(vidiocSetCtrl, unsafe.Pointer(&c))
}

func (d device) ioctl(request uintptr, arg unsafe.Pointer) error {
	for {
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(d.fd), request, uintptr(arg))
		switch errno {
		case 0:
			return nil
		case unix.EINTR:
		default:
			return errno
		}
	}
}
