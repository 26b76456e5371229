package rules

import (
	"fmt"

	"shinpan/board"
)

// Kind is what a stone is under a rule set.
type Kind uint8

// The kinds in the order in which they are decided: where several apply to a stone
// the first after OK is the one that counts (CONDUCT.md section 5).
const (
	OK          Kind = iota // a move like any other
	Five                    // the stone wins; for White in renju also with six or more
	Overline                // six or more in a row, a foul
	DoubleFour              // two or more fours, a foul
	DoubleThree             // two or more real threes, a foul
)

var kindNames = [...]struct{ word, code string }{
	OK:          {"ok", "-"},
	Five:        {"five", "5"},
	Overline:    {"overline", "6"},
	DoubleFour:  {"44", "44"},
	DoubleThree: {"33", "33"},
}

// String is "ok", "five", "overline", "44" or "33", the words of events and JSON.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k].word
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Code is "5", "6", "44", "33", or "-" for OK: the short form in lists of points.
func (k Kind) Code() string {
	if int(k) < len(kindNames) {
		return kindNames[k].code
	}
	return "?"
}

// Foul reports whether the kind is one of the three forbidden moves.
func (k Kind) Foul() bool { return k >= Overline && k <= DoubleThree }

// MarshalText writes the word.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the word or the code of a kind.
func (k *Kind) UnmarshalText(text []byte) error {
	for i, names := range kindNames {
		if string(text) == names.word || string(text) == names.code {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("rules: kind %q: want ok, five, overline, 44 or 33", text)
}

// Special is an empty point at which the side to move does not just place a stone.
type Special struct {
	Point board.Point `json:"point"`
	Kind  Kind        `json:"kind"`
}
