package rules

import (
	"fmt"
	"strings"

	"shinpan/board"
)

// Set is a rule set: which rows win for whom, and whether Black has forbidden moves.
type Set string

// The rule sets (SEEDS section 3, C5).
const (
	Renju     Set = "renju"
	Standard  Set = "standard"
	Freestyle Set = "freestyle"
)

// row is what a rule set says of one colour.
type row struct {
	exact bool // a row wins only when it has exactly five stones
	fouls bool // overline, double-four and double-three are forbidden
}

// rulebook is the rule sets as data. A new one is a line here.
var rulebook = []struct {
	set          Set
	black, white row
}{
	{Renju, row{exact: true, fouls: true}, row{}},
	{Standard, row{exact: true}, row{exact: true}},
	{Freestyle, row{}, row{}},
}

// Sets lists the rule sets there are.
func Sets() []Set {
	sets := make([]Set, 0, len(rulebook))
	for _, entry := range rulebook {
		sets = append(sets, entry.set)
	}
	return sets
}

// of gives the rules for a colour. An unknown set is read as renju, the strictest, so
// that no set can ever let a forbidden move pass by a slip of the pen.
func (s Set) of(c board.Color) row {
	entry := rulebook[0]
	for _, e := range rulebook {
		if e.set == s {
			entry = e
		}
	}
	if c == board.White {
		return entry.white
	}
	return entry.black
}

// HasFouls reports whether the set forbids c anything.
func (s Set) HasFouls(c board.Color) bool { return s.of(c).fouls }

// WinsWith reports whether a row of n stones wins for c.
func (s Set) WinsWith(n int, c board.Color) bool {
	if s.of(c).exact {
		return n == 5
	}
	return n >= 5
}

// MarshalText writes the name.
func (s Set) MarshalText() ([]byte, error) { return []byte(s), nil }

// UnmarshalText accepts the name of a set that exists.
func (s *Set) UnmarshalText(text []byte) error {
	names := make([]string, 0, len(rulebook))
	for _, entry := range rulebook {
		if string(text) == string(entry.set) {
			*s = entry.set
			return nil
		}
		names = append(names, string(entry.set))
	}
	return fmt.Errorf("rules: rule set %q: want one of %s", text, strings.Join(names, ", "))
}
