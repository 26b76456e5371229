package clock

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Bounds on what a control may count. Nobody plays 1000 periods; the bound keeps
// sums of times far from overflow.
const maxCount = 1000

// ParseControl reads a control SPEC: the name of a system and its numbers, such as
// "byoyomi 20m 3x30s" or "preset RIF-AT". The error names the column at which
// the SPEC stops making sense and what was expected there.
func ParseControl(spec string) (Control, error) {
	p := &parser{spec: spec, words: cutWords(spec)}
	c, err := p.control()
	if err != nil {
		return Control{}, fmt.Errorf("clock: control %.80q: %w", spec, err)
	}
	return c, nil
}

// word is one blank-separated part of a SPEC and the byte at which it begins.
type word struct {
	text string
	at   int
}

type parser struct {
	spec  string
	words []word
}

func cutWords(spec string) []word {
	var words []word
	for at := 0; at < len(spec); {
		if isBlank(spec[at]) {
			at++
			continue
		}
		end := at
		for end < len(spec) && !isBlank(spec[end]) {
			end++
		}
		words = append(words, word{strings.ToLower(spec[at:end]), at})
		at = end
	}
	return words
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

func (p *parser) control() (Control, error) {
	name := p.next()
	if name.text == "preset" {
		return p.preset()
	}
	for i := range systems {
		if name.text != systems[i].name {
			continue
		}
		c := Control{system: System(i)}
		if systems[i].parse != nil {
			if err := systems[i].parse(p, &c); err != nil {
				return Control{}, fmt.Errorf("%w (the form is: %s)", err, systems[i].form)
			}
		}
		if w := p.next(); w.text != "" {
			return Control{}, p.wrong(w, "nothing more (the form is: "+systems[i].form+")")
		}
		return c, nil
	}
	return Control{}, p.wrong(name, "a time system: "+systemNames()+", or preset NAME")
}

func systemNames() string {
	names := make([]string, len(systems))
	for i := range systems {
		names[i] = systems[i].name
	}
	return strings.Join(names, ", ")
}

// next takes the next word; past the end it is empty and stands after the SPEC.
func (p *parser) next() word {
	if len(p.words) == 0 {
		return word{at: len(p.spec)}
	}
	w := p.words[0]
	p.words = p.words[1:]
	return w
}

// option takes the next word if it is the one given.
func (p *parser) option(name string) bool {
	if len(p.words) == 0 || p.words[0].text != name {
		return false
	}
	p.words = p.words[1:]
	return true
}

func (p *parser) wrong(w word, want string) error {
	got := strconv.Quote(w.text)
	if w.text == "" {
		got = "the end"
	}
	return fmt.Errorf("column %d: want %s, got %s", w.at+1, want, got)
}

// cut splits a word at a separator, keeping the columns right.
func (w word) cut(separator string) (before, after word, found bool) {
	left, right, found := strings.Cut(w.text, separator)
	return word{left, w.at}, word{right, w.at + len(left) + len(separator)}, found
}

// duration reads a time longer than zero.
func (p *parser) duration(w word) (time.Duration, error) {
	d, err := p.durationOrZero(w)
	if err == nil && d == 0 {
		err = p.wrong(w, "a time longer than zero")
	}
	return d, err
}

func (p *parser) durationOrZero(w word) (time.Duration, error) {
	if w.text == "" {
		return 0, p.wrong(w, "a time such as 20m or 30s")
	}
	d, err := ParseDuration(w.text)
	if err != nil {
		return 0, fmt.Errorf("column %d: %w", w.at+1, err)
	}
	return d, nil
}

func (p *parser) number(w word, what string) (int32, error) {
	n, err := strconv.ParseUint(w.text, 10, 31)
	if err != nil || n < 1 || n > maxCount {
		return 0, p.wrong(w, fmt.Sprintf("a number of %s from 1 to %d", what, maxCount))
	}
	return int32(n), nil
}

// counted reads COUNT, a separator and TIME, such as 3x30s or 30/30m.
func (p *parser) counted(w word, separator, what string) (int32, time.Duration, error) {
	left, right, found := w.cut(separator)
	if !found {
		return 0, 0, p.wrong(w, "COUNT"+separator+"TIME")
	}
	n, err := p.number(left, what)
	if err != nil {
		return 0, 0, err
	}
	d, err := p.duration(right)
	return n, d, err
}

// summed reads TIME+TIME; without a plus the second time is zero.
func (p *parser) summed(w word) (main, bonus time.Duration, err error) {
	left, right, found := w.cut("+")
	if main, err = p.duration(left); err != nil || !found {
		return main, 0, err
	}
	bonus, err = p.duration(right)
	return main, bonus, err
}
