package clock

import "fmt"

// Side is one of the two players: a person in a seat, never a colour.
type Side uint8

// The sides. P1 opens the game and sits at row 1.
const (
	NoSide Side = iota
	P1
	P2
)

var sideNames = [...]string{"none", "p1", "p2"}

// String is "none", "p1" or "p2".
func (s Side) String() string {
	if int(s) < len(sideNames) {
		return sideNames[s]
	}
	return fmt.Sprintf("side(%d)", uint8(s))
}

// Opponent is the other player; NoSide has none.
func (s Side) Opponent() Side {
	switch s {
	case P1:
		return P2
	case P2:
		return P1
	}
	return NoSide
}

// MarshalText writes the name of String.
func (s Side) MarshalText() ([]byte, error) {
	if int(s) >= len(sideNames) {
		return nil, fmt.Errorf("clock: side %d: want none, p1 or p2", uint8(s))
	}
	return []byte(sideNames[s]), nil
}

// UnmarshalText reads the name of String.
func (s *Side) UnmarshalText(text []byte) error {
	for i, name := range sideNames {
		if string(text) == name {
			*s = Side(i)
			return nil
		}
	}
	return fmt.Errorf("clock: side %q: want none, p1 or p2", text)
}

// seat is the side's place in an array of two; NoSide has none, ask valid first.
func (s Side) seat() int { return int(s) - 1 }

func (s Side) valid() bool { return s == P1 || s == P2 }
