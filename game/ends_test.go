package game_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
)

// deadColor fills a board so that no five can be on it: pairs of rows, shifted by two.
func deadColor(p board.Point) board.Color {
	if (p.Col()/2+p.Row())%2 == 0 {
		return board.Black
	}
	return board.White
}

// filled is a started game in which the arbiter has set up a full board less the points,
// and the eye sees it.
func filled(t *testing.T, cfg game.Config, less ...string) *game.Game {
	t.Helper()
	g := newGame(t, cfg)
	g.Step(game.Input{Kind: game.Start})
	all := board.New(cfg.Size)
	for p := range all.Points {
		if !slices.Contains(less, p.String()) {
			g.Step(game.Input{Kind: game.Correct, Point: p, Color: deadColor(p)})
			all.Set(p, deadColor(p))
		}
	}
	g.Step(game.Input{Kind: game.Position, Rows: all.Rows()})
	return g
}

// lay plays a stone and presses, two seconds in all.
func lay(g *game.Game, side clock.Side, c board.Color, at string) []game.Event {
	now := g.Now() + time.Second
	out := g.Step(game.Input{Kind: game.See, At: now, SeenAt: now, Color: c, Point: board.MustPoint(at)})
	return append(out, g.Step(game.Input{Kind: game.Press, At: now + time.Second, Side: side})...)
}

// find is the first event of the kind.
func find(events []game.Event, kind game.EventKind) (game.Event, bool) {
	i := slices.IndexFunc(events, func(e game.Event) bool { return e.Kind == kind })
	if i < 0 {
		return game.Event{}, false
	}
	return events[i], true
}

// TestFullBoard: a full board is a draw (CONDUCT section 4; RIF 10.1), if its last move was
// completed before the flag (CLOCK.md section 5).
func TestFullBoard(t *testing.T) {
	cfg := game.Defaults()
	cfg.Switches = map[string]string{"dead_position": "off"}
	e, ok := find(lay(filled(t, cfg, "A1"), clock.P1, board.Black, "A1"), game.EvOver)
	if !ok || e.Winner != "none" || e.Reason != string(game.ByDrawFull) {
		t.Errorf("the board is full: %+v", e)
	}
	if err := cfg.Control.UnmarshalText([]byte("sd 10s")); err != nil {
		t.Fatal(err)
	}
	g := filled(t, cfg, "A1")
	now := 5 * time.Second
	g.Step(game.Input{Kind: game.See, At: now, SeenAt: now, Color: board.Black, Point: board.MustPoint("A1")})
	e, _ = find(g.Step(game.Input{Kind: game.Press, At: 11 * time.Second, Side: clock.P1}), game.EvOver)
	if e.Winner != "p2" || e.Reason != string(game.ByFlag) {
		t.Errorf("the last stone was not pressed before the flag: %+v", e)
	}
}

// TestDeadPosition: neither side can make five any more (CONDUCT section 4; SEEDS C6). It
// is proposed by default, drawn where the event or the seed rules say so, and time still
// loses (CLOCK.md section 5, last row).
func TestDeadPosition(t *testing.T) {
	for _, c := range []struct {
		profile, value string
		over, alert    bool
	}{
		{"DEF", "", false, true}, {"RIF", "", false, true}, {"CHN", "", true, false}, {"SP", "", true, false},
		{"DEF", "automatic", true, false}, {"SP", "propose", false, true}, {"DEF", "off", false, false},
	} {
		cfg := game.Defaults()
		cfg.Profile = c.profile
		if c.value != "" {
			cfg.Switches = map[string]string{"dead_position": c.value}
		}
		g := filled(t, cfg, "A1", "H8", "O15")
		events := lay(g, clock.P1, board.Black, "A1")
		over, isOver := find(events, game.EvOver)
		alert, isAlert := find(events, game.EvAlert)
		if isOver != c.over || isOver && (over.Winner != "none" || over.Reason != string(game.ByDrawDead)) {
			t.Errorf("%+v: over %v %+v", c, isOver, over)
		}
		if isAlert != c.alert || isAlert && alert.Code != "dead_position" {
			t.Errorf("%+v: alert %v %+v", c, isAlert, alert)
		}
		if !c.over {
			if e, ok := find(g.Step(game.Input{Kind: game.Tick, At: time.Hour}), game.EvOver); !ok || e.Reason != string(game.ByFlag) {
				t.Errorf("%+v: time stands even in a dead position: %+v", c, e)
			}
		}
	}
}

// TestSwitches: every switch takes the values it names, says what there is where it does
// not know one, and a journal keeps them.
func TestSwitches(t *testing.T) {
	values := map[string]string{"agreed": "Kagetsu"}
	for _, sw := range game.Switches() {
		v := values[sw.Name]
		if v == "" {
			v = strings.Fields(sw.Form)[0]
		}
		if strings.HasPrefix(sw.Form, "a time") {
			v = "90s"
		}
		cfg := game.Defaults()
		cfg.Switches = map[string]string{sw.Name: v}
		if err := cfg.Check(); err != nil {
			t.Errorf("%s=%s: %v", sw.Name, v, err)
		}
		cfg.Switches[sw.Name] = "nonsense"
		if err := cfg.Check(); err == nil || !strings.Contains(err.Error(), sw.Name) {
			t.Errorf("%s=nonsense: %v", sw.Name, err)
		}
	}
	cfg := game.Defaults()
	cfg.Switches = map[string]string{"overline_claims": "never"}
	if err := cfg.Check(); err == nil || !strings.Contains(err.Error(), "overline_claim ") {
		t.Errorf("an unknown switch: %v", err)
	}
	cfg.Switches = map[string]string{"press_first_penalty": "6m"}
	if err := cfg.Check(); err == nil {
		t.Error("a penalty of more than five minutes was accepted")
	}
}

// TestSnapshotOfOpening: what the page needs to walk two people through an opening.
func TestSnapshotOfOpening(t *testing.T) {
	cfg := game.Defaults()
	cfg.Opening = "yamaguchi"
	g := newGame(t, cfg)
	g.Step(game.Input{Kind: game.Start})
	o := g.Snapshot(0, "").Opening
	if o == nil || o.State != "first_three" || o.Actor != clock.P1 || o.Black != 2 || o.White != 1 ||
		o.DeclareMin != 1 || o.DeclareMax != 12 || o.MaySwap || len(o.Legal) != 25 || len(o.LegalWhite) != 8 {
		t.Fatalf("at the start: %s", marshal(t, o))
	}
	at := time.Second
	for i, p := range []string{"H8", "H9", "H10"} {
		g.Step(game.Input{Kind: game.See, At: at, SeenAt: at, Color: board.Color(1 + i%2), Point: board.MustPoint(p)})
		at += time.Second
	}
	g.Step(game.Input{Kind: game.Declare, At: at, Side: clock.P1, N: 3})
	g.Step(game.Input{Kind: game.Press, At: at, Side: clock.P1})
	snap := g.Snapshot(at, "")
	if o := snap.Opening; o == nil || o.State != "stone_4" || o.Actor != clock.P2 || !o.MaySwap || o.Number != 3 || o.Color != board.White || o.Text == "" {
		t.Errorf("then: %s", marshal(t, o))
	}
	if snap.Phase != game.Opening || snap.Named == nil || snap.Named.ID != "D1" || len(snap.Moves) != 3 {
		t.Errorf("then: %s", marshal(t, snap))
	}
	g.Step(game.Input{Kind: game.Swap, At: at, Side: clock.P2})
	g.Step(game.Input{Kind: game.Press, At: at, Side: clock.P2})
	if snap := g.Snapshot(at, ""); snap.Black != clock.P2 || snap.Opening.Actor != clock.P1 || snap.Opening.MaySwap {
		t.Errorf("swapped: %s", marshal(t, snap))
	}
}
