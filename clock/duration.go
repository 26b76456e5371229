package clock

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// longest is the longest time a control, a correction or a script may name. It keeps
// every sum of times far from the end of int64.
const longest = 1000 * time.Hour

// forever stands for "no end": no sum of valid times reaches it.
const forever = time.Duration(math.MaxInt64)

var units = []struct {
	name string
	size time.Duration
}{{"ms", time.Millisecond}, {"h", time.Hour}, {"m", time.Minute}, {"s", time.Second}}

// ParseDuration reads a time such as 90m, 1h30m, 1m02.250s, 0.5s or 250ms: numbers with
// a unit h, m, s or ms, largest first, each a decimal number without sign. The value
// is exact: what is not a whole number of nanoseconds, or more than 1000 h, is an error.
func ParseDuration(text string) (time.Duration, error) {
	if text == "" {
		return 0, errors.New("want a time such as 90m, 1h30m or 0.5s, got nothing")
	}
	total, last := time.Duration(0), forever
	for rest := text; rest != ""; {
		number, unit, tail, err := cutQuantity(rest)
		if err != nil {
			return 0, fmt.Errorf("time %.40q: %w", text, err)
		}
		if unit >= last {
			return 0, fmt.Errorf("time %.40q: write the larger unit first and each only once", text)
		}
		part, err := scale(number, unit)
		if err != nil {
			return 0, fmt.Errorf("time %.40q: %w", text, err)
		}
		if total += part; total > longest {
			return 0, fmt.Errorf("time %.40q: is more than 1000h", text)
		}
		last, rest = unit, tail
	}
	return total, nil
}

// cutQuantity takes one number and its unit off the front of text.
func cutQuantity(text string) (number string, unit time.Duration, tail string, err error) {
	n := strings.IndexFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if n == 0 {
		return "", 0, "", fmt.Errorf("want a number at %.40q", text)
	}
	if n < 0 {
		return "", 0, "", fmt.Errorf("want a unit h, m, s or ms after %.40q", text)
	}
	for _, u := range units {
		if strings.HasPrefix(text[n:], u.name) {
			return text[:n], u.size, text[n+len(u.name):], nil
		}
	}
	return "", 0, "", fmt.Errorf("want a unit h, m, s or ms at %.40q", text[n:])
}

// scale is number times unit in exact integer arithmetic: a float would lose
// nanoseconds.
func scale(number string, unit time.Duration) (time.Duration, error) {
	whole, fraction, _ := strings.Cut(number, ".")
	if whole == "" && fraction == "" || strings.Contains(fraction, ".") {
		return 0, fmt.Errorf("%.40q is not a number", number)
	}
	value := time.Duration(0)
	if whole != "" {
		n, err := strconv.ParseInt(whole, 10, 64)
		if err != nil || n > int64(longest/unit) {
			return 0, errors.New("is more than 1000h")
		}
		value = time.Duration(n) * unit
	}
	part := unit
	for _, digit := range strings.TrimRight(fraction, "0") {
		if part%10 != 0 {
			return 0, errors.New("is finer than a nanosecond")
		}
		part /= 10
		value += time.Duration(digit-'0') * part
	}
	return value, nil
}

// formatDuration writes a time as ParseDuration reads it, in minutes and seconds, the
// way time controls are written: 90m, 1m30s, 0.5s.
func formatDuration(d time.Duration) string {
	minutes, rest := d/time.Minute, d%time.Minute
	switch {
	case rest == 0 && minutes > 0:
		return strconv.FormatInt(int64(minutes), 10) + "m"
	case minutes == 0:
		return Seconds(rest).String() + "s"
	}
	return strconv.FormatInt(int64(minutes), 10) + "m" + Seconds(rest).String() + "s"
}

// Seconds is a time written as an exact decimal number of seconds, without trailing
// zeros: 1137.75.
type Seconds time.Duration

// String is the decimal number.
func (s Seconds) String() string { return string(s.appendTo(nil)) }

// MarshalJSON writes the decimal number.
func (s Seconds) MarshalJSON() ([]byte, error) { return s.appendTo(nil), nil }

// UnmarshalJSON reads a decimal number of seconds without losing a nanosecond.
func (s *Seconds) UnmarshalJSON(text []byte) error {
	number, negative := strings.CutPrefix(string(text), "-")
	if number == "" || strings.Trim(number, "0123456789.") != "" {
		return fmt.Errorf("clock: seconds %q: want a decimal number such as 62.25", text)
	}
	value, err := scale(number, time.Second)
	if err != nil {
		return fmt.Errorf("clock: seconds %q: %w", text, err)
	}
	if negative {
		value = -value
	}
	*s = Seconds(value)
	return nil
}

func (s Seconds) appendTo(to []byte) []byte {
	whole, rest := int64(s)/int64(time.Second), int64(s)%int64(time.Second)
	if s < 0 {
		to, whole, rest = append(to, '-'), -whole, -rest
	}
	to = strconv.AppendInt(to, whole, 10)
	if rest == 0 {
		return to
	}
	to = append(to, '.')
	for unit := int64(time.Second) / 10; rest > 0; unit /= 10 {
		to = append(to, byte('0'+rest/unit))
		rest %= unit
	}
	return to
}
