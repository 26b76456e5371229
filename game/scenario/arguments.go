package scenario

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
)

// argument reads some of the words into the input and returns the rest.
type argument func(in *game.Input, words []string) (rest []string, err error)

func inOrder(kind game.InputKind, args ...argument) arguments {
	return func(in *game.Input, words []string) (err error) {
		in.Kind = kind
		for _, arg := range args {
			if words, err = arg(in, words); err != nil {
				return err
			}
		}
		if len(words) > 0 {
			return fmt.Errorf("%q: nothing more was expected", strings.Join(words, " "))
		}
		return nil
	}
}

func first(words []string, want string) (string, []string, error) {
	if len(words) == 0 {
		return "", nil, fmt.Errorf("want %s", want)
	}
	return words[0], words[1:], nil
}

func side(in *game.Input, words []string) ([]string, error) {
	w, rest, err := first(words, "p1 or p2")
	if err == nil {
		err = in.Side.UnmarshalText([]byte(w))
	}
	if err == nil && in.Side == clock.NoSide {
		err = fmt.Errorf("%q: want p1 or p2", w)
	}
	return rest, err
}

func color(in *game.Input, words []string) ([]string, error) {
	w, rest, err := first(words, "x, o or .")
	if err != nil {
		return rest, err
	}
	c, ok := board.ColorOfRune([]rune(w)[0])
	if !ok || len(w) != 1 {
		return rest, fmt.Errorf("%q: want x, o or .", w)
	}
	in.Color = c
	return rest, nil
}

func point(in *game.Input, words []string) ([]string, error) {
	w, rest, err := first(words, "a point such as H8")
	if err == nil {
		in.Point, err = board.ParsePoint(w)
	}
	return rest, err
}

func offset(in *game.Input, words []string) ([]string, error) {
	w, rest, err := first(words, "a part of the pitch such as 0.30")
	if err == nil {
		in.Offset, err = strconv.ParseFloat(w, 64)
	}
	return rest, err
}

func count(in *game.Input, words []string) ([]string, error) {
	w, rest, err := first(words, "a number")
	if err == nil {
		in.N, err = strconv.Atoi(w)
	}
	return rest, err
}

func code(in *game.Input, words []string) ([]string, error) {
	w, rest, err := first(words, "a code such as V2")
	in.Code = w
	return rest, err
}

func what(in *game.Input, words []string) ([]string, error) {
	w, rest, err := first(words, "a word such as foul")
	in.What = w
	return rest, err
}

func delta(in *game.Input, words []string) ([]string, error) {
	w, rest, err := first(words, "a time such as +2m")
	if err == nil {
		in.Delta, err = time.ParseDuration(strings.TrimPrefix(w, "+"))
	}
	return rest, err
}

// reason takes all that is left; there may be nothing.
func reason(in *game.Input, words []string) ([]string, error) {
	in.Reason = strings.Join(words, " ")
	return nil, nil
}

func optional(arg argument) argument {
	return func(in *game.Input, words []string) ([]string, error) {
		if len(words) == 0 {
			return nil, nil
		}
		return arg(in, words)
	}
}

// colors reads the draw for colours: "colors grab 7 4", "colors guess 7 odd", "colors coin 2".
func colors(in *game.Input, words []string) error {
	in.Kind, in.Draw = game.Colors, &game.ColorDraw{}
	method, rest, err := first(words, "grab, guess, coin or rps")
	if err != nil {
		return err
	}
	in.Draw.Method = method
	if len(rest) == 0 || len(rest) > 2 {
		return fmt.Errorf("colors %s: want what was drawn", method)
	}
	n, err := strconv.Atoi(rest[0])
	if err != nil {
		return fmt.Errorf("colors %s: %q: want a number", method, rest[0])
	}
	in.Draw.First, in.Draw.Winner = n, n
	if len(rest) == 2 {
		if in.Draw.Second, err = strconv.Atoi(rest[1]); err != nil {
			in.Draw.Guess = rest[1]
		}
	}
	return nil
}

// ruling reads "rule p1 reason": p1, p2 or none has won, or both have lost.
func ruling(in *game.Input, words []string) error {
	in.Kind = game.Rule
	w, rest, err := first(words, "p1, p2, none or both")
	if err != nil {
		return err
	}
	in.Reason = strings.Join(rest, " ")
	if w == "both" {
		in.What = w
		return nil
	}
	return in.Side.UnmarshalText([]byte(w))
}

func doubt(in *game.Input, words []string) error {
	in.Kind, in.Reason = game.Doubt, "unclear"
	for _, w := range words {
		p, err := board.ParsePoint(w)
		if err != nil {
			return err
		}
		in.Points = append(in.Points, p)
	}
	return nil
}

// audit reads "audit x H8 o G7": the eye reads the entire board, and these are the stones.
func audit(in *game.Input, words []string) error {
	in.Kind = game.Position
	b := board.New(board.DefaultSize)
	for len(words) > 0 {
		var stone game.Input
		var err error
		if words, err = color(&stone, words); err != nil {
			return err
		}
		if words, err = point(&stone, words); err != nil {
			return err
		}
		if !stone.Point.OnBoard(b.Size()) {
			return fmt.Errorf("%s: is not on a board of %d lines", stone.Point, b.Size())
		}
		b.Set(stone.Point, stone.Color)
	}
	in.Rows = b.Rows()
	return nil
}
