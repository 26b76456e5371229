package gpio

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// chip is a GPIO chip as the kernel lists it.
type chip struct {
	name  string // "gpiochip0": not the same from board to board, nor from boot to boot
	label string // "pinctrl-bcm2711": says what it is
	lines []string
}

// headers are the labels of the chips behind the 40-pin header: of the Pi Zero 2 W and 3, of
// the 4, and of the 5, where it was gpiochip4 and has become gpiochip0. They are searched
// first, so that a name that an extension has too means the header's pin.
var headers = []string{"pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"}

// pinRef is a pin as people write it.
type pinRef struct {
	chip   string // "" for any
	name   string // of the line
	offset int    // of the line on its chip, where it was given as a number; or -1
}

// readPin understands "GPIO17", "17", "gpiochip0-GPIO17" and "gpiochip0-17". A bare number
// is the processor's, which is the one in the name, not the header's.
func readPin(pin string) pinRef {
	ref := pinRef{name: pin, offset: -1}
	if chip, name, ok := strings.Cut(pin, "-"); ok && strings.HasPrefix(chip, "gpiochip") {
		ref.chip, ref.name = chip, name
	}
	if n, err := strconv.Atoi(ref.name); err == nil && n >= 0 {
		ref.name = fmt.Sprintf("GPIO%d", n)
		if ref.chip != "" {
			ref.offset = n
		}
	}
	return ref
}

// placed is a line found.
type placed struct{ chip, offset int }

// place finds the line that a pin means among chips. It goes by the chip's label and the
// line's name, never by the number of the chip.
func place(chips []chip, pin string) (placed, error) {
	ref := readPin(pin)
	order := make([]int, len(chips))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(chips[a]) - rank(chips[b]) })
	var found []placed
	for _, i := range order {
		c := chips[i]
		if ref.chip != "" && ref.chip != c.name {
			continue
		}
		if at := c.find(ref); at >= 0 {
			found = append(found, placed{i, at})
		}
	}
	switch {
	case len(found) == 0:
		return placed{}, fmt.Errorf("no line of that name on %s: gpioinfo lists them", listChips(chips))
	case len(found) > 1 && rank(chips[found[0].chip]) == rank(chips[found[1].chip]):
		a, b := chips[found[0].chip].name, chips[found[1].chip].name
		return placed{}, fmt.Errorf("both %s and %s have a line of that name: write %s-%s or %s-%s", a, b, a, ref.name, b, ref.name)
	}
	return found[0], nil
}

// rank is 0 for the chip behind the header and 1 for any other.
func rank(c chip) int {
	if slices.Contains(headers, c.label) {
		return 0
	}
	return 1
}

// find is the offset of the line that ref means, or -1. The header's chips number their
// lines like the names of the pins, and some kernels leave the names out.
func (c chip) find(ref pinRef) int {
	if ref.offset >= 0 {
		if ref.offset < len(c.lines) {
			return ref.offset
		}
		return -1
	}
	if at := slices.Index(c.lines, ref.name); at >= 0 {
		return at
	}
	number, err := strconv.Atoi(strings.TrimPrefix(ref.name, "GPIO"))
	if err == nil && rank(c) == 0 && number >= 0 && number < len(c.lines) && c.lines[number] == "" {
		return number
	}
	return -1
}

func listChips(chips []chip) string {
	var names []string
	for _, c := range chips {
		names = append(names, c.name+" ("+c.label+")")
	}
	return strings.Join(names, ", ")
}
