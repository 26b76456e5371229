package game

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// What a record and a match need to know beside the moves: who plays whom, where, and how
// the match stands (SEEDS sections 9 and 10).

// MatchState is how the match stands, the present game included once it is over.
type MatchState struct {
	Game  int    `json:"game"` // number of the present one
	Games int    `json:"games,omitempty"`
	Wins  int    `json:"wins,omitempty"`
	A     string `json:"a"`
	B     string `json:"b"`
	// PointsA and PointsB are exact halves.
	PointsA float64 `json:"points_a"`
	PointsB float64 `json:"points_b"`
	WonA    int     `json:"won_a"`
	WonB    int     `json:"won_b"`
	Over    bool    `json:"over,omitempty"`
	Winner  string  `json:"winner,omitempty"`
}

// matchNow is the match with the present game in it if that is over; ok is false for a
// single game.
func (g *Game) matchNow() (m Match, ok bool) {
	if g.cfg.Match == nil {
		return Match{}, false
	}
	m = *g.cfg.Match
	if g.outcome != nil {
		if entered, err := m.Enter(g.cfg, *g.outcome); err == nil {
			m = entered
		}
	}
	return m, true
}

func (g *Game) matchState() *MatchState {
	m, ok := g.matchNow()
	if !ok {
		return nil
	}
	s := &MatchState{Game: g.cfg.Match.Number(), Games: m.Games, Wins: m.Wins, A: m.A, B: m.B}
	a, b, wonA, wonB := m.Points()
	s.PointsA, s.PointsB, s.WonA, s.WonB = float64(a)/2, float64(b)/2, wonA, wonB
	s.Winner, s.Over = m.Over()
	return s
}

// NextGame is the configuration of the game after this one, with what the arbiter has
// entered. In a match the seats are exchanged; ok is false when the match is over.
func (g *Game) NextGame() (cfg Config, ok bool) {
	m, match := g.matchNow()
	if !match {
		return g.cfg, true
	}
	return m.Next(g.cfg)
}

// onColors takes the draw for colours before the first game: the first-named player opens,
// or the two exchange their seats.
func (g *Game) onColors(in Input) {
	if in.Draw == nil {
		return
	}
	if m := g.cfg.Match; m != nil && len(m.Played) > 0 {
		g.refuse(in, "the colours alternate from game to game")
		return
	}
	draw := *in.Draw
	draw.OddKeeps = draw.OddKeeps || g.sw.oddKeeps
	exchange, err := draw.Exchange()
	if err != nil {
		g.refuse(in, strings.TrimPrefix(err.Error(), "game: colour draw: "))
		return
	}
	before := g.cfg.P1
	if exchange {
		g.cfg.P1, g.cfg.P2 = g.cfg.P2, g.cfg.P1
		g.renameMatch(func(m *Match) { m.A, m.B = m.B, m.A })
	}
	g.emit(Event{Kind: EvColors, What: draw.Method, Before: before, After: g.cfg.P1, Who: in.Who})
}

// renameMatch changes the match of the game in a copy: what the journal's head says stays.
func (g *Game) renameMatch(change func(*Match)) {
	if g.cfg.Match == nil {
		return
	}
	m := *g.cfg.Match
	change(&m)
	g.cfg.Match = &m
}

// longestName is how long a field of the record may be.
const longestName = 80

// onEnter sets a field of the record. The name of a player who has played in the match
// before is settled.
func (g *Game) onEnter(in Input) {
	fields := map[string]*string{"p1": &g.cfg.P1, "p2": &g.cfg.P2, "event": &g.cfg.Event, "round": &g.cfg.Round}
	field, known := fields[in.What]
	player := in.What == "p1" || in.What == "p2"
	text := strings.TrimSpace(in.Reason)
	switch {
	case !known || !utf8.ValidString(text) || text == *field:
		return
	case utf8.RuneCountInString(text) > longestName:
		g.refuse(in, fmt.Sprintf("no more than %d letters", longestName))
		return
	case player && g.cfg.Match != nil && (len(g.cfg.Match.Played) > 0 || g.outcome != nil):
		g.refuse(in, "the players of a match are settled with its first game")
		return
	case player && (text == "" || text == g.cfg.P1 || text == g.cfg.P2):
		g.refuse(in, "two players need two names")
		return
	}
	before := *field
	*field = text
	g.renameMatch(func(m *Match) { m.A, m.B = g.cfg.P1, g.cfg.P2 })
	g.emit(Event{Kind: EvCorrect, What: in.What, Who: in.Who, Before: orElse(before, "-"), After: orElse(text, "-")})
}
