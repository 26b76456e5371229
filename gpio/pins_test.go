package gpio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/warthog618/go-gpiocdev/uapi"
)

// boards are the GPIO chips of the boards as their kernels list them, cut to what counts.
func boards() map[string][]chip {
	header := func(n int) (lines []string) {
		for i := range n {
			lines = append(lines, fmt.Sprintf("GPIO%d", i))
		}
		return lines
	}
	expander := chip{"gpiochip1", "raspberrypi-exp-gpio", []string{"BT_ON", "WL_ON", "GPIO17"}}
	named := append([]string{"ID_SDA", "ID_SCL"}, header(28)[2:]...)
	return map[string][]chip{
		"Zero 2 W":      {{"gpiochip0", "pinctrl-bcm2835", named}, expander},
		"3":             {{"gpiochip0", "pinctrl-bcm2835", named}, expander},
		"4":             {{"gpiochip0", "pinctrl-bcm2711", named}, expander},
		"5, kernel 6.1": {{"gpiochip0", "gpio-brcmstb@107d508500", []string{"-", "2712_BOOT_CS_N"}}, expander, {"gpiochip4", "pinctrl-rp1", named}},
		"5, kernel 6.6": {{"gpiochip0", "pinctrl-rp1", named}, {"gpiochip10", "gpio-brcmstb@107d508500", []string{"-", "GPIO17"}}},
		"no names":      {expander, {"gpiochip2", "pinctrl-bcm2711", make([]string, 58)}},
	}
}

// The pin is the header's on every board, whatever its chip is called today.
func TestPlaceOnEveryBoard(t *testing.T) {
	for board, chips := range boards() {
		for _, pin := range []string{"GPIO17", "17"} {
			at, err := place(chips, pin)
			if err != nil || at.offset != 17 || rank(chips[at.chip]) != 0 {
				t.Errorf("Pi %s, %s: %+v, %v", board, pin, at, err)
			}
		}
	}
}

func TestPlace(t *testing.T) {
	four := boards()["4"]
	twins := []chip{{"gpiochip3", "usb", []string{"A", "B"}}, {"gpiochip5", "usb", []string{"B", "C"}}}
	for _, row := range []struct {
		chips []chip
		pin   string
		want  placed
		err   string
	}{
		{four, "gpiochip1-GPIO17", placed{1, 2}, ""},
		{four, "gpiochip1-1", placed{1, 1}, ""},
		{four, "ID_SDA", placed{0, 0}, ""},
		{four, "GPIO99", placed{}, "no line of that name on gpiochip0 (pinctrl-bcm2711), gpiochip1 (raspberrypi-exp-gpio)"},
		{four, "gpiochip1-9", placed{}, "no line of that name"},
		{twins, "B", placed{}, "write gpiochip3-B or gpiochip5-B"},
		{twins, "gpiochip5-B", placed{1, 0}, ""},
		{nil, "GPIO17", placed{}, "no line of that name"},
	} {
		got, err := place(row.chips, row.pin)
		switch {
		case row.err == "" && (err != nil || got != row.want):
			t.Errorf("%s: %+v, %v, want %+v", row.pin, got, err, row.want)
		case row.err != "" && (err == nil || !strings.Contains(err.Error(), row.err)):
			t.Errorf("%s: %v, want %q", row.pin, err, row.err)
		}
	}
}

// What the kernel is asked for: pulled up, so that an open contact is not down; both edges;
// its monotonic clock; room; and the filter only where one is wanted.
func TestPlanRequest(t *testing.T) {
	r, on, err := planRequest(boards()["5, kernel 6.1"], []string{"GPIO27", "17"}, 0)
	if err != nil || on != "gpiochip4" || r.Lines != 2 || r.Offsets[0] != 27 || r.Offsets[1] != 17 || r.EventBufferSize != eventRoom {
		t.Errorf("%+v on %s, %v", r, on, err)
	}
	f := r.Config.Flags
	if !f.IsInput() || !f.IsBiasPullUp() || !f.IsActiveLow() || !f.IsBothEdges() || f.HasRealtimeEventClock() || r.Config.NumAttrs != 0 {
		t.Errorf("flags %b, %d attributes", f, r.Config.NumAttrs)
	}
	r, _, _ = planRequest(boards()["4"], []string{"GPIO27", "17", "22"}, 2*ms)
	var period uapi.DebouncePeriod
	period.Decode(r.Config.Attrs[0].Attr)
	if r.Config.NumAttrs != 1 || time.Duration(period) != 2*ms || r.Config.Attrs[0].Mask != 7 {
		t.Errorf("a filter: %+v", r.Config)
	}
	if _, _, err := planRequest(boards()["4"], []string{"GPIO27", "gpiochip1-GPIO17"}, 0); !errors.Is(err, errNoStamps) {
		t.Errorf("on two chips: %v", err)
	}
}

// event is struct gpio_v2_line_event as the kernel writes it.
func event(at uint64, id, offset, seq, lineSeq uint32) []byte {
	b := binary.NativeEndian.AppendUint64(nil, at)
	for _, v := range []uint32{id, offset, seq, lineSeq, 0, 0, 0, 0, 0, 0} {
		b = binary.NativeEndian.AppendUint32(b, v)
	}
	return b
}

func TestParseEvents(t *testing.T) {
	r := &request{offsets: []uint32{27, 17}}
	data := slices.Concat(event(5e9, 1, 17, 1, 1), event(6e9, 2, 17, 2, 2), event(7e9, 1, 4, 3, 1), event(8e9, 1, 27, 4, 1), []byte{1, 2})
	want := []edge{{1, true, 5 * time.Second, 1}, {1, false, 6 * time.Second, 2}, {0, true, 8 * time.Second, 4}}
	if got := r.parse(data); !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func FuzzParseEvents(f *testing.F) {
	f.Add(event(5e9, 1, 17, 1, 1))
	f.Add([]byte("not an event"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := &request{offsets: []uint32{27, 17}}
		list := r.parse(data)
		if len(list) > len(data)/eventSize {
			t.Errorf("%d edges of %d bytes", len(list), len(data))
		}
		for _, e := range list {
			if e.line < 0 || e.line >= len(r.offsets) {
				t.Errorf("line %d", e.line)
			}
		}
	})
}
