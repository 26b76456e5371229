package game_test

import (
	"fmt"
	"testing"

	"shinpan/game"
)

// TestColorDraw: SEEDS section 10, with both readings of the parity (C29).
func TestColorDraw(t *testing.T) {
	for _, c := range []struct {
		draw game.ColorDraw
		want bool
	}{
		{game.ColorDraw{Method: "grab", First: 7, Second: 4}, true},
		{game.ColorDraw{Method: "grab", First: 7, Second: 5}, false},
		{game.ColorDraw{Method: "grab", First: 7, Second: 4, OddKeeps: true}, false},
		{game.ColorDraw{Method: "grab", First: 7, Second: 5, OddKeeps: true}, true},
		{game.ColorDraw{Method: "guess", First: 7, Guess: "odd"}, true},
		{game.ColorDraw{Method: "guess", First: 7, Guess: "even"}, false},
		{game.ColorDraw{Method: "guess", First: 8, Guess: "even"}, true},
		{game.ColorDraw{Method: "coin", Winner: 2}, true},
		{game.ColorDraw{Method: "rps", Winner: 1}, false},
	} {
		if got, err := c.draw.Exchange(); got != c.want || err != nil {
			t.Errorf("%+v: %v, %v", c.draw, got, err)
		}
	}
	for _, bad := range []game.ColorDraw{{}, {Method: "dice"}, {Method: "guess"}, {Method: "coin"}, {Method: "grab", First: -1}} {
		if _, err := bad.Exchange(); err == nil {
			t.Errorf("%+v: accepted", bad)
		}
	}
}

// results enters a row of winners, by the name of the player or "-" for a draw.
func results(t *testing.T, m *game.Match, winners string) {
	t.Helper()
	for _, w := range winners {
		cfg, ok := m.Next(game.Defaults())
		if !ok {
			t.Fatalf("%s: over before %c", winners, w)
		}
		o := game.Outcome{Winner: "none", Reason: game.ByDrawFull}
		switch string(w) {
		case cfg.P1:
			o = game.Outcome{Winner: "p1", Reason: game.ByFive}
		case cfg.P2:
			o = game.Outcome{Winner: "p2", Reason: game.ByFive}
		case "v":
			o.Reason = game.ByVoid
		}
		entered, err := m.Enter(cfg, o)
		if err != nil {
			t.Fatal(err)
		}
		*m = entered
	}
}

// TestMatch: best of three, the match of four that three wins end (S-1106, C32), and two
// games with the colours reversed (S-1102).
func TestMatch(t *testing.T) {
	for _, c := range []struct {
		games, wins int
		scheme      string
		winners     string
		winner      string
		over        bool
		a, b        int
	}{
		{3, 2, "std", "AA", "A", true, 4, 0},
		{3, 2, "std", "AB", "", false, 2, 2},
		{3, 2, "std", "ABB", "B", true, 2, 4},
		{3, 2, "std", "A--", "A", true, 4, 2},
		{4, 3, "std", "ABAB", "", true, 4, 4},
		{4, 3, "std", "BBB", "B", true, 0, 6},
		{2, 0, "school", "A-", "A", true, 6, 2},
		{2, 0, "pm2", "AB", "", true, 0, 0},
		{2, 0, "321", "vA-", "A", true, 10, 6},
		{0, 0, "teamfun", "--", "", false, 4, 4},
	} {
		m := game.Match{A: "A", B: "B", Games: c.games, Wins: c.wins, Scores: game.Schemes[c.scheme]}
		results(t, &m, c.winners)
		winner, over := m.Over()
		a, b, _, _ := m.Points()
		if winner != c.winner || over != c.over || a != c.a || b != c.b {
			t.Errorf("%s: %q %v, %d:%d", c.winners, winner, over, a, b)
		}
	}
}

// TestMatchSeats: the seats are exchanged from game to game, a void game is played again in
// the same seats, and a game of somebody else is refused.
func TestMatchSeats(t *testing.T) {
	m := game.Match{A: "A", B: "B", Games: 3, Scores: game.Schemes["std"]}
	for i, want := range []string{"1 A B", "1 A B", "2 B A", "3 A B"} {
		cfg, ok := m.Next(game.Defaults())
		if got := fmt.Sprint(cfg.Match.Number(), " ", cfg.P1, " ", cfg.P2); got != want || !ok {
			t.Fatalf("game %d: %s, want %s", i+1, got, want)
		}
		other := cfg
		other.P1, other.P2 = cfg.P2, cfg.P1
		if _, err := m.Enter(other, game.Outcome{Winner: "p1"}); err == nil {
			t.Error("a game in the wrong seats was entered")
		}
		if _, err := m.Enter(cfg, game.Outcome{Winner: "nobody"}); err == nil {
			t.Error("a game won by nobody there is was entered")
		}
		o := game.Outcome{Winner: "p1", Reason: game.ByFive}
		if i == 0 {
			o.Reason = game.ByVoid
		}
		entered, err := m.Enter(cfg, o)
		if err != nil {
			t.Fatal(err)
		}
		m = entered
	}
	if _, ok := m.Next(game.Defaults()); ok {
		t.Error("a fourth game of three")
	}
	if _, err := m.Enter(game.Defaults(), game.Outcome{}); err == nil {
		t.Error("a game was entered after the end")
	}
	if _, _, a, b := m.Points(); a != 2 || b != 1 {
		t.Errorf("won %d and %d", a, b)
	}
}
