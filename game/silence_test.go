package game_test

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
)

// silenceKinds are what may happen beside the moves, other than a claim.
var silenceKinds = []game.InputKind{
	game.Gone, game.Shift, game.HandIn, game.HandOut, game.BoardMoved, game.Blind, game.Sight, game.Doubt, game.Pass,
	game.OfferDraw, game.AcceptDraw, game.DeclineDraw, game.Swap, game.Keep, game.Declare, game.Choose, game.Pause,
	game.Resume, game.Resume, game.Adjust, game.Correct, game.TakeBack, game.Infract, game.Recover, game.Position,
	game.Unpress, game.Turn, game.Disturb, game.Bump, game.Rewind, game.LongAgo, game.WrongOpening, game.ClockFault,
	game.Leave, game.Sign, game.Absent, game.Arrive, game.Adjourn, game.Confirm, game.Seal, game.Unseal, game.Fail, game.Heal,
	game.Enter, game.Resign, game.Rule, game.Colors,
}

// crowded is a tournament game on a small part of the board, in which fives and forbidden
// moves happen soon, with accidents in between.
func crowded(r *rand.Rand) []game.Input {
	at := time.Duration(0)
	side := clock.P1
	var ins []game.Input
	if r.IntN(4) == 0 {
		ins = append(ins, game.Input{Kind: game.Colors, Draw: &game.ColorDraw{Method: "coin", Winner: 2}})
	}
	ins = append(ins, game.Input{Kind: game.Start})
	plan := strings.Fields([]string{"H8 I8 J8 K8 L8", "F8 G8 H6 H7 H8", "H8 I8 J8 L8 M8 K8", ""}[r.IntN(4)])
	taken, last := map[board.Point]board.Color{}, board.NoPoint
	for range 40 {
		at += time.Duration(r.IntN(3000)) * time.Millisecond
		switch r.IntN(30) {
		case 0: // a stone is lifted and put back too late
			if p := last; p != board.NoPoint {
				ins = append(ins, game.Input{Kind: game.Gone, At: at, SeenAt: at, Point: p, Color: taken[p]})
				at += 4 * time.Second
				ins = append(ins, game.Input{Kind: game.See, At: at, SeenAt: at, Point: p, Color: taken[p]})
			}
			continue
		case 1:
			p := board.At(5+r.IntN(6), 5+r.IntN(6))
			in := game.Input{
				Kind: silenceKinds[r.IntN(len(silenceKinds))], At: at, SeenAt: at, Side: clock.Side(1 + r.IntN(2)), Point: p,
				Points: []board.Point{p}, Color: board.Color(r.IntN(3)), N: r.IntN(6), Offset: float64(r.IntN(6)) / 10,
				Code:  []string{"V2", "V5", "CK-4", "H1", "disk"}[r.IntN(5)],
				What:  []string{"seat", "hall", "event", "p1", "sign"}[r.IntN(5)],
				Delta: time.Duration(r.IntN(60)-30) * time.Second, Reason: "test",
			}
			ins = append(ins, in)
			if in.Kind == game.Pause || in.Kind == game.Blind || in.Kind == game.LongAgo || in.Kind == game.ClockFault {
				ins = append(ins, game.Input{Kind: game.Sight, At: at}, game.Input{Kind: game.Resume, At: at})
			}
			continue
		}
		p := board.At(5+r.IntN(6), 5+r.IntN(6))
		if side == clock.P1 && len(plan) > 0 {
			p = board.MustPoint(plan[0])
			plan = plan[1:]
		}
		if taken[p] != board.Empty {
			continue
		}
		color := board.Black
		if side == clock.P2 {
			color = board.White
		}
		taken[p], last = color, p
		ins = append(ins,
			game.Input{Kind: game.See, At: at, SeenAt: at, Color: color, Point: p},
			game.Input{Kind: game.Press, At: at + 500*time.Millisecond, Side: side})
		at += time.Second
		side = side.Opponent()
	}
	return ins
}

// public is what the players are told of a game, without the numbers of the events, which
// also count what they are not told.
func public(t *testing.T, cfg game.Config, ins []game.Input, told map[game.EventKind]int) []string {
	g := newGame(t, cfg)
	var all []string
	for _, in := range ins {
		for _, e := range g.Step(in) {
			told[e.Kind]++
			if e.To == game.ToArbiter {
				continue
			}
			if e.Foul != "" || e.Proof != nil || len(e.Line) > 0 {
				t.Fatalf("told to the players: %+v", e)
			}
			e.Seq, e.Evidence = 0, "" // a picture is named by its event's number
			all = append(all, marshal(t, e))
		}
		s := g.Snapshot(g.Now(), "").For(func(a game.Audience) bool { return a != game.ToArbiter })
		if s.Outcome == nil && slices.ContainsFunc(s.Moves, func(m game.Move) bool { return m.Foul != "" }) {
			t.Fatalf("the snapshot tells of a foul: %+v", s.Moves)
		}
	}
	return all
}

// TestSilence: before a claim nothing that reaches the players of a tournament depends on
// fives and forbidden moves. The same game is refereed by two sets of rules, one of which
// knows no forbidden moves and other fives; the players must be told the same. Every kind
// of event there is takes part.
func TestSilence(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11)) //nolint:gosec // a repeatable test
	told := map[game.EventKind]int{}
	for n := range 700 {
		cfg := game.Defaults()
		cfg.Mode = game.Tournament
		cfg.Profile = []string{"SP", "CHN", "RIF", "DEF"}[n%4]
		cfg.Opening = []string{"none", "none", "none", "swap2", "linked-swap", "yamaguchi", "rif"}[n%7]
		cfg.Switches = map[string]string{"dead_position": "off", "infraction_limit": "none"}
		if err := cfg.Control.UnmarshalText([]byte([]string{"byoyomi 60s 3x10s", "sd 25s", "untimed"}[n%3])); err != nil {
			t.Fatal(err)
		}
		ins := crowded(r)
		if n%7 > 4 {
			ins = scripted(cfg.Opening)
		}
		first := public(t, cfg, ins, told)
		cfg.Rules = "freestyle"
		second := public(t, cfg, ins, map[game.EventKind]int{})
		for i := range max(len(first), len(second)) {
			if i >= len(first) || i >= len(second) || first[i] != second[i] {
				t.Fatalf("the players can tell the rules apart by what follows the first %d events:\n%s\n%s", i, first[i:], second[i:])
			}
		}
	}
	for _, kind := range eventKinds(t) {
		if told[kind] == 0 && kind != game.EvClaim && kind != game.EvThreat { // after a claim, in training
			t.Errorf("%s: never happened, so nothing was tested of it", kind)
		}
	}
	if told[game.EvFive] < 100 || told[game.EvFoul] < 100 {
		t.Errorf("only %d fives and %d fouls", told[game.EvFive], told[game.EvFoul])
	}
}

// eventKinds lists the constants of event.go, so that no kind is forgotten here.
func eventKinds(t *testing.T) (kinds []game.EventKind) {
	text, err := os.ReadFile("event.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^\tEv\w+\s+EventKind = "(\w+)"`).FindAllStringSubmatch(string(text), -1) {
		kinds = append(kinds, game.EventKind(m[1]))
	}
	if len(kinds) < 30 {
		t.Fatalf("%d kinds of events found in event.go", len(kinds))
	}
	return kinds
}

// scripted is an opening with everything that is declared, offered and chosen.
func scripted(protocol string) []game.Input {
	var ins []game.Input
	at := time.Duration(0)
	say := func(kind game.InputKind, side clock.Side, words string) {
		at += time.Second
		in := game.Input{Kind: kind, At: at, SeenAt: at, Side: side}
		for w := range strings.FieldsSeq(words) {
			switch w {
			case "x":
				in.Color = board.Black
			case "o":
				in.Color = board.White
			case "2":
				in.N = 2
			default:
				in.Point = board.MustPoint(w)
			}
		}
		ins = append(ins, in)
	}
	say(game.Start, clock.NoSide, "")
	for _, stone := range []string{"x H8", "o H9", "x I10"} {
		say(game.See, clock.NoSide, stone)
	}
	if protocol == "yamaguchi" {
		say(game.Declare, clock.P1, "2")
	}
	say(game.Press, clock.P1, "")
	say(game.Pass, clock.P2, "")
	say(game.OfferDraw, clock.P2, "")
	say(game.Swap, clock.P2, "")
	say(game.Press, clock.P2, "")
	say(game.See, clock.NoSide, "o A1")
	say(game.Press, clock.P1, "")
	say(game.See, clock.NoSide, "x C3")
	say(game.See, clock.NoSide, "x D5")
	say(game.Press, clock.P2, "")
	say(game.Gone, clock.NoSide, "x C3")
	say(game.See, clock.NoSide, "o F2")
	say(game.Press, clock.P1, "")
	return ins
}
