package rules

import (
	"fmt"

	"shinpan/board"
)

// lookalikes are the shapes of a line without fours and threes that the eye takes for
// one (SEEDS S-213): four stones whose fifth makes six, and three stones whose fourth
// does not make a straight four because an end is taken or would make six.
func (l sightline) lookalikes() []Lookalike {
	if four, ok := l.fourLookalike(); ok {
		return []Lookalike{four}
	}
	if three, ok := l.threeLookalike(); ok {
		return []Lookalike{three}
	}
	return nil
}

// fourLookalike is the skeleton of an overline: five points hold four stones and an
// open one, and the stone there joins more than five.
func (l sightline) fourLookalike() (Lookalike, bool) {
	for first := -4; first <= 0; first++ {
		stones, open, ok := l.split(first, first+4)
		if !ok || len(stones) != 4 {
			continue
		}
		return Lookalike{
			Line: Directions[l.d], Looks: "four", Stones: stones, Point: open[0],
			Reason: fmt.Sprintf("%s would make six or more, not five", open[0]),
		}, true
	}
	return Lookalike{}, false
}

// threeLookalike is three stones on four points that still can make a five, but no
// straight four. Of several the first along the line is told.
func (l sightline) threeLookalike() (Lookalike, bool) {
	for first := -3; first <= 0; first++ {
		stones, open, ok := l.split(first, first+3)
		if !ok || len(stones) != 3 {
			continue
		}
		left, right := l.end(first-1, first-2), l.end(first+4, first+5)
		if left != "" && right != "" {
			continue // dead on both sides: nobody takes it for a three
		}
		reason := left
		if reason == "" {
			reason = right
		}
		return Lookalike{
			Line: Directions[l.d], Looks: "three", Stones: stones, Point: open[0],
			Reason: fmt.Sprintf("%s makes four in a row but no straight four: %s", open[0], reason),
		}, true
	}
	return Lookalike{}, false
}

// points writes points side by side: "H8 I8 J8".
func points(list []board.Point) string {
	text := ""
	for i, p := range list {
		if i > 0 {
			text += " "
		}
		text += p.String()
	}
	return text
}
