package game

import (
	"fmt"
	"slices"

	"shinpan/clock"
)

// Match is several games between the same two players, with the seats exchanged from
// game to game (S-1005). It is a value that knows only results; the games are played by
// Game, one after the other. Each game's Config carries the match as it stood before it, so
// that a journal knows the score without any other file.
type Match struct {
	A      string   `json:"a"`     // opens the first game
	B      string   `json:"b"`     // opens the second
	Games  int      `json:"games"` // as many are played at most; 0: no limit
	Wins   int      `json:"wins"`  // who has won so many has won the match; 0: all games are played
	Scores Scores   `json:"scores"`
	Played []Played `json:"played,omitempty"`
}

// Played is one finished game of a match.
type Played struct {
	ID     string `json:"id"`
	Opener string `json:"opener"` // the player who sat as P1
	// Winner is a player's name, or empty for a draw. A void game is not entered.
	Winner   string `json:"winner,omitempty"`
	BothLost bool   `json:"both_lost,omitempty"`
	Reason   Reason `json:"reason"`
}

// Scores is what a game is worth, in half points, so that a draw can be half a point
// exactly (TOURNAMENT.md section 1).
type Scores struct {
	Win  int `json:"win"`
	Draw int `json:"draw"`
	Loss int `json:"loss"`
}

// Schemes are the score tables of TOURNAMENT.md by name. The seeds give no draw for pm2.
var Schemes = map[string]Scores{
	"std": {2, 1, 0}, "school": {4, 2, 0}, "321": {6, 4, 2}, "pm2": {4, 0, -4}, "teamfun": {2, 2, 0},
}

// Opener is the player who opens the n-th game, counted from 1.
func (m Match) Opener(n int) string {
	if n%2 == 0 {
		return m.B
	}
	return m.A
}

// Number is the number of the next game, counted from 1.
func (m Match) Number() int { return len(m.Played) + 1 }

// Next is the configuration of the next game: cfg with the two players in their seats and
// the match so far. ok is false when the match is over.
func (m Match) Next(cfg Config) (next Config, ok bool) {
	if _, over := m.Over(); over {
		return cfg, false
	}
	next = cfg
	next.P1, next.P2 = m.A, m.B
	if m.Opener(m.Number()) == m.B {
		next.P1, next.P2 = m.B, m.A
	}
	next.Match = &m
	return next, true
}

// Enter is the match with a finished game added, or why that is none of this match. A void
// game changes nothing: it is played again in the same seats.
func (m Match) Enter(cfg Config, o Outcome) (Match, error) {
	want, ok := m.Next(cfg)
	switch {
	case !ok:
		return m, fmt.Errorf("game: match of %s and %s: it is over", m.A, m.B)
	case cfg.P1 != want.P1 || cfg.P2 != want.P2:
		return m, fmt.Errorf("game: match: game %d of %s and %s: want %s and %s", m.Number(), cfg.P1, cfg.P2, want.P1, want.P2)
	case o.Reason == ByVoid:
		return m, nil
	}
	p := Played{ID: cfg.ID, Opener: cfg.P1, Reason: o.Reason, BothLost: o.BothLost}
	switch o.Winner {
	case clock.P1.String():
		p.Winner = cfg.P1
	case clock.P2.String():
		p.Winner = cfg.P2
	case clock.NoSide.String():
	default:
		return m, fmt.Errorf("game: match: winner %q: want p1, p2 or none", o.Winner)
	}
	m.Played = append(slices.Clone(m.Played), p)
	return m, nil
}

// Points are both players' half points, and the games each has won.
func (m Match) Points() (a, b, wonByA, wonByB int) {
	for _, p := range m.Played {
		switch {
		case p.BothLost:
			a, b = a+m.Scores.Loss, b+m.Scores.Loss
		case p.Winner == "":
			a, b = a+m.Scores.Draw, b+m.Scores.Draw
		case p.Winner == m.A:
			a, b, wonByA = a+m.Scores.Win, b+m.Scores.Loss, wonByA+1
		default:
			a, b, wonByB = a+m.Scores.Loss, b+m.Scores.Win, wonByB+1
		}
	}
	return a, b, wonByA, wonByB
}

// Over reports whether the match is decided, and for whom; the winner is empty where it is
// drawn (C32: two games each of four is a drawn match).
func (m Match) Over() (winner string, over bool) {
	_, _, a, b := m.Points()
	switch {
	case m.Wins > 0 && a >= m.Wins:
		return m.A, true
	case m.Wins > 0 && b >= m.Wins:
		return m.B, true
	case m.Games == 0 || len(m.Played) < m.Games:
		return "", false
	case a > b:
		return m.A, true
	case b > a:
		return m.B, true
	}
	return "", true
}

// ColorDraw is how two players find out who opens (SEEDS section 10). The first-named
// player opens unless Exchange says otherwise.
type ColorDraw struct {
	Method string `json:"method"` // grab, guess, coin or rps
	First  int    `json:"first"`  // stones the first player has grabbed
	Second int    `json:"second"` // and the second (grab)
	Guess  string `json:"guess"`  // odd or even, by the second player (guess)
	Winner int    `json:"winner"` // 1 or 2: who has won the coin or the hand game
	// OddKeeps reverses the parity of grab: an odd total keeps, as in Japan; in China an
	// odd difference exchanges (C29). In a game the switch nigiri decides.
	OddKeeps bool `json:"odd_keeps"`
}

// Exchange reports whether the second player opens.
func (d ColorDraw) Exchange() (bool, error) {
	if d.First < 0 || d.Second < 0 {
		return false, fmt.Errorf("game: colour draw: %d and %d stones: want no fewer than none", d.First, d.Second)
	}
	switch d.Method {
	case "grab": // S-1001; the difference and the total have the same parity
		odd := (d.First+d.Second)%2 == 1
		return odd != d.OddKeeps, nil
	case "guess": // S-1002: a right guess plays Black
		if d.Guess != "odd" && d.Guess != "even" {
			return false, fmt.Errorf("game: colour draw: guess %.20q: want odd or even", d.Guess)
		}
		return (d.First%2 == 1) == (d.Guess == "odd"), nil
	case "coin", "rps": // S-1003, S-1004: the winner plays Black
		if d.Winner != 1 && d.Winner != 2 {
			return false, fmt.Errorf("game: colour draw: winner %d: want 1 or 2", d.Winner)
		}
		return d.Winner == 2, nil
	}
	return false, fmt.Errorf("game: colour draw: method %.20q: want grab, guess, coin or rps", d.Method)
}
