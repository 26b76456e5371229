package opencv

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// fakeKnobs are the controls of a camera: those it has, with their usual values, those it
// refuses to change, and those it changes to something else.
type fakeKnobs struct {
	values  map[uint32]int32
	usual   map[uint32]int32
	refuses map[uint32]bool
	ignores map[uint32]bool
	rounds  map[uint32]int32
}

func (f *fakeKnobs) query(id uint32) (int32, error) {
	if _, has := f.values[id]; !has {
		return 0, errNoKnob
	}
	return f.usual[id], nil
}

func (f *fakeKnobs) get(id uint32) (int32, error) { return f.values[id], nil }

func (f *fakeKnobs) set(id uint32, v int32) error {
	switch {
	case f.refuses[id]:
		return syscall.EBUSY
	case f.ignores[id]:
		return nil
	}
	if step := f.rounds[id]; step > 0 {
		v -= v % step
	}
	f.values[id] = v
	return nil
}

// TestHoldKnobs: each control is held as it is, and the report says what came of it.
func TestHoldKnobs(t *testing.T) {
	f := &fakeKnobs{
		values: map[uint32]int32{
			ctrlExposureAuto: 3, ctrlExposure: 156, ctrlExposureSlows: 1,
			ctrlAutoWhite: 1, ctrlWhite: 4600, ctrlFocusAuto: 1, ctrlFocus: 33, ctrlGain: 8,
		},
		usual: map[uint32]int32{ctrlExposureAuto: 3, ctrlAutoWhite: 1, ctrlFocusAuto: 1},
	}
	check := func(want ...string) {
		t.Helper()
		if got := holdKnobs(f); !slices.Equal(got, want) {
			t.Errorf("report\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	check("exposure: locked at 156", "gain: fixed", "white balance: locked at 4600", "focus: locked at 33")
	if f.values[ctrlExposureAuto] != exposureManual || f.values[ctrlAutoWhite] != switchedOff {
		t.Errorf("values %v", f.values)
	}
	freeKnobs(f)
	if f.values[ctrlExposureAuto] != 3 || f.values[ctrlAutoWhite] != 1 || f.values[ctrlFocusAuto] != 1 || f.values[ctrlExposureSlows] != 0 {
		t.Errorf("given back %v", f.values)
	}
	f.refuses = map[uint32]bool{ctrlExposureAuto: true, ctrlWhite: true}
	f.ignores = map[uint32]bool{ctrlFocusAuto: true}
	delete(f.values, ctrlGain)
	check("exposure: the camera refuses to leave it alone: device or resource busy", "gain: the camera has no such control",
		"white balance: locked, but the camera refuses the value 4600: device or resource busy",
		"focus: the camera goes on by itself (mode 1)")
	f.refuses, f.ignores, f.rounds = nil, nil, map[uint32]int32{ctrlExposure: 50}
	if got := holdKnobs(f)[0]; got != "exposure: locked at 150 instead of 156" {
		t.Errorf("says %q", got)
	}
	if got := holdKnobs(&fakeKnobs{}); len(got) != 4 || !strings.Contains(got[3], "no such control") {
		t.Errorf("a camera without controls: %q", got)
	}
}

// TestSizesOfV4L2: the kernel takes the size out of the request.
func TestSizesOfV4L2(t *testing.T) {
	for request, size := range map[uintptr]uintptr{
		vidiocQueryCtrl: unsafe.Sizeof(v4l2QueryCtrl{}), vidiocGetCtrl: unsafe.Sizeof(v4l2Control{}), vidiocSetCtrl: unsafe.Sizeof(v4l2Control{}),
	} {
		if request>>16&0x3fff != size {
			t.Errorf("request %#x is of %d bytes, the structure of %d", request, request>>16&0x3fff, size)
		}
	}
}

// TestNoDevice: what is no camera has no controls.
func TestNoDevice(t *testing.T) {
	d, err := openDevice("/dev/null")
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	if _, err := d.query(ctrlExposure); err == nil {
		t.Error("/dev/null has an exposure")
	}
	if _, err := openDevice("/dev/no-such-camera"); err == nil {
		t.Error("a missing device was opened")
	}
}
