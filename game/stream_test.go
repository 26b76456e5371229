package game_test

import (
	"testing"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
)

// streamKinds are the inputs of a random stream; what happens often is in it often.
var streamKinds = []game.InputKind{
	game.See, game.See, game.See, game.See, game.See, game.Gone, game.Gone, game.Press, game.Press, game.Press, game.Press,
	game.Shift, game.HandIn, game.HandOut, game.BoardMoved, game.Blind, game.Sight, game.Doubt, game.Pass,
	game.OfferDraw, game.AcceptDraw, game.DeclineDraw, game.Claim, game.Swap, game.Keep, game.Declare, game.Choose,
	game.Pause, game.Resume, game.Resume, game.Adjust, game.Correct, game.TakeBack, game.Infract, game.Recover, game.Tick, game.Position,
	game.Counter, game.Turn, game.Unpress, game.Disturb, game.Bump, game.Irreparable, game.Scatter, game.Rewind, game.LongAgo,
	game.WrongOpening, game.MixedColors, game.ClockFault, game.Leave, game.Defy, game.Sign, game.Absent, game.Arrive,
	game.Adjourn, game.Confirm, game.Confirm, game.Seal, game.Unseal, game.Colors, game.Enter, game.Rule, game.Resign, game.Fail, game.Heal,
}

// streamWords are what the orders of a stream say.
var streamWords = []string{
	"foul", "five", "flag", "draw", "any", "seat", "hall", "game", "sign", "record", "periods", "moves", "stones", "p1", "event", "both", "",
}

// streamOpenings and streamProfiles are chosen by the first bytes of a stream.
var (
	streamOpenings = []string{
		"none", "rif", "taraguchi-10", "swap2", "linked-swap", "na", "super-sakata", "yamaguchi-52", "soosyrv-8",
		"tarannikov", "swap-5", "pie", "jonsson", "sakata", "swap-89", "agreed", "chn-3", "taraguchi",
	}
	streamProfiles = []string{"DEF", "SP", "CHN", "RIF"}
	streamModes    = []game.Mode{game.Club, game.Tournament, game.Training}
	streamControls = []string{"byoyomi 60s 3x10s", "fischer 90s+5s", "canadian 60s 5/20s", "step 20s", "quick 30s 9s 4x9s", "hourglass 60s", "untimed"}
	streamSwitches = []map[string]string{
		nil, {"press": "auto"}, {"press": "auto", "flag_policy": "claim"}, {"flag_policy": "claim"}, {"move_commit": "contact", "infraction_limit": "none"},
		{"dead_position": "automatic", "false_claim": "lose_turn", "reply_seconds": "45"}, {"late_limit": "30s", "hand_limit": "5s"},
		{"opening_increment": "per_stone_of_own", "symmetry": "figure", "opening_step_limit": "3"}, {"offer_window": "own_move", "overline_claim": "next_move"},
	}
)

func pick[T any](from []T, b byte) T { return from[int(b)%len(from)] }

// streamConfig is the game of a stream.
func streamConfig(t interface{ Fatal(...any) }, head []byte) game.Config {
	cfg := game.Defaults()
	cfg.Opening, cfg.Profile, cfg.Mode = pick(streamOpenings, head[0]), pick(streamProfiles, head[1]), pick(streamModes, head[2])
	cfg.Switches = pick(streamSwitches, head[3])
	cfg.Foul = pick([]game.FoulRule{game.FoulClaim, game.FoulAutoLoss, game.FoulBlock}, head[4])
	if err := cfg.Control.UnmarshalText([]byte(pick(streamControls, head[5]))); err != nil {
		t.Fatal(err)
	}
	return cfg
}

// streamInput reads four bytes as one input some time after at.
func streamInput(b []byte, at time.Duration) game.Input {
	in := game.Input{
		Kind: pick(streamKinds, b[0]), At: at + time.Duration(b[1])*40*time.Millisecond,
		Side: clock.Side(b[2]>>6&3) % 3, Color: board.Color(b[2]>>4&3) % 3, N: int(b[2] & 15),
		Point:  board.At(5+int(b[3])%6, 5+int(b[3])/6%6),
		Offset: float64(b[2]&7) / 10, What: pick(streamWords, b[3]), Reason: pick([]string{"", "void", "Anna"}, b[3]),
		Code:  pick([]string{"V2", "V5", "V6", "H1", "P1", "P3", "P8", "CK-4", "cancel"}, b[3]),
		Delta: time.Duration(int8(b[3])) * time.Second,
	}
	in.SeenAt = in.At - time.Duration(b[2]&15)*50*time.Millisecond
	in.Points = []board.Point{in.Point}
	if in.Kind == game.Colors {
		in.Draw = &game.ColorDraw{Method: pick([]string{"grab", "guess", "coin", "dice"}, b[3]), First: int(b[2]), Winner: 1 + int(b[3]&1), Guess: "odd"}
	}
	if in.Kind == game.Position {
		all := board.New(15)
		all.Set(in.Point, in.Color)
		in.Rows = all.Rows()
	}
	return in
}

// FuzzStep plays any bytes as a game. Nothing panics, the record is never lost, the clocks
// never go below zero, and what the players of a tournament are told gives nothing away.
func FuzzStep(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x00\x00\x00\x00\x20\x10\x0e\x07\x20\x40\x0e"))
	f.Add([]byte("\x01\x00\x00\x00\x00\x00\x00\x20\x10\x0e\x00\x20\x20\x0f\x00\x20\x10\x15\x07\x20\x40\x0e"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 6 || len(data) > 2000 {
			return
		}
		cfg := streamConfig(t, data)
		g := newGame(t, cfg)
		check := func(in game.Input) {
			moves := len(g.Moves())
			for _, e := range g.Step(in) {
				if e.Clock.P1.Main < 0 || e.Clock.P2.Main < 0 || e.Text == "" {
					t.Fatalf("%+v", e)
				}
				if cfg.Mode == game.Tournament && (e.Kind == game.EvFive || e.Kind == game.EvFoul) && e.To != game.ToArbiter {
					t.Fatalf("told to the players: %+v", e)
				}
			}
			if len(g.Moves()) < moves && in.Kind != game.TakeBack && in.Kind != game.Rewind && cfg.Mode != game.Training {
				t.Fatalf("%d moves became %d by %+v", moves, len(g.Moves()), in)
			}
		}
		check(game.Input{Kind: game.Start})
		for at, rest := time.Duration(0), data[6:]; len(rest) >= 4; rest = rest[4:] {
			in := streamInput(rest, at)
			at = in.At
			check(in)
			checkDuty(t, g)
		}
	})
}

// checkDuty: whoever has the next duty of the opening has the running clock, whatever was
// swapped (CLOCK.md section 4), unless a press is waiting for the eye.
func checkDuty(t interface{ Fatalf(string, ...any) }, g *game.Game) {
	s := g.Snapshot(g.Now(), "")
	if s.Phase == game.Opening && !s.Awaiting && s.Opening.Actor != s.Clock.Running {
		t.Fatalf("%s is due and the clock of %s runs: %+v", s.Opening.Actor, s.Clock.Running, s.Opening)
	}
	if n := len(s.Moves); s.Phase == game.Play && n > 0 && !s.Awaiting && s.Opening != nil {
		t.Fatalf("the game is on and the opening is not over: %+v", s.Opening)
	}
}
