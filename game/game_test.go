package game_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
)

// anyInput draws an input of any kind, sensible or not.
func anyInput(t *rapid.T, at time.Duration) game.Input {
	kinds := []game.InputKind{
		game.See, game.See, game.See, game.Gone, game.Shift, game.Position, game.HandIn, game.HandOut,
		game.BoardMoved, game.Blind, game.Sight, game.Doubt, game.Press, game.Press, game.Press, game.Resign,
		game.Pass, game.OfferDraw, game.AcceptDraw, game.DeclineDraw, game.Claim, game.Start, game.Pause,
		game.Resume, game.Adjust, game.Counter, game.Turn, game.Unpress, game.Correct, game.TakeBack, game.Infract, game.Rule, game.Tick,
		game.Recover, game.Fail, game.Heal, game.Film, game.Swap, game.Keep, game.Declare, game.Choose, "nonsense",
		game.Disturb, game.Bump, game.Irreparable, game.Scatter, game.Rewind, game.LongAgo, game.WrongOpening, game.MixedColors,
		game.ClockFault, game.Leave, game.Defy, game.Sign, game.Absent, game.Arrive, game.Adjourn, game.Confirm, game.Seal,
		game.Unseal, game.Colors, game.Enter,
	}
	point := func() board.Point {
		// A small corner of the board, so that things meet; sometimes off the board.
		return board.At(rapid.IntRange(0, 5).Draw(t, "col"), rapid.SampledFrom([]int{0, 1, 2, 3, 4, 18}).Draw(t, "row"))
	}
	in := game.Input{
		Kind: rapid.SampledFrom(kinds).Draw(t, "kind"),
		At:   at, SeenAt: at - time.Duration(rapid.IntRange(0, 3000).Draw(t, "ago"))*time.Millisecond,
		Side:  clock.Side(rapid.IntRange(0, 2).Draw(t, "side")),
		Color: board.Color(rapid.IntRange(0, 2).Draw(t, "color")),
		Point: point(), Points: []board.Point{point()},
		What: rapid.SampledFrom([]string{"foul", "five", "flag", "moves", "periods", "seat", "game", "sign", "both", "p1", ""}).Draw(t, "what"),
		Code: rapid.SampledFrom([]string{"V2", "eye", "", "H1", "P1", "P8", "CK-4", "V5", "cancel"}).Draw(t, "code"),
		N:    rapid.IntRange(-1, 12).Draw(t, "n"), Offset: rapid.SampledFrom([]float64{0, 0.3, 0.5}).Draw(t, "offset"),
		Delta: time.Duration(rapid.IntRange(-100, 100).Draw(t, "delta")) * time.Second,
	}
	if in.Kind == game.Colors {
		in.Draw = &game.ColorDraw{Method: "coin", Winner: rapid.IntRange(0, 2).Draw(t, "winner")}
	}
	if in.Kind == game.Position {
		b := board.New(rapid.SampledFrom([]int{9, 15}).Draw(t, "size"))
		b.Set(board.At(0, 0), in.Color)
		in.Rows = b.Rows()
	}
	return in
}

func anyConfig(t *rapid.T) game.Config {
	cfg := game.Defaults()
	cfg.Mode = rapid.SampledFrom([]game.Mode{game.Tournament, game.Club, game.Training}).Draw(t, "mode")
	cfg.Foul = rapid.SampledFrom([]game.FoulRule{game.FoulClaim, game.FoulAutoLoss, game.FoulBlock}).Draw(t, "foul")
	cfg.Profile = rapid.SampledFrom([]string{"SP", "CHN", "RIF", "DEF"}).Draw(t, "profile")
	spec := rapid.SampledFrom([]string{"byoyomi 30s 2x5s", "sd 60s", "fischer 20s+2s", "quick 20s 5s 2x5s"}).Draw(t, "control")
	cfg.Opening = rapid.SampledFrom([]string{"none", "none", "linked-swap", "swap2", "pie", "na", "swap-5", "free-swap3", "tarannikov", "rif"}).Draw(t, "opening")
	cfg.Switches = map[string]string{}
	choices := map[string][]string{
		"flag_policy": {"auto", "claim"}, "press": {"manual", "auto"}, "move_commit": {"release", "contact"},
		"late_limit": {"0", "9s"}, "reply_seconds": {"own", "5", "40"}, "offer_window": {"any", "own_move"},
		"false_claim": {"warn", "lose_turn", "infraction"}, "hand_limit": {"0", "3s"}, "infraction_limit": {"none", "2"},
		"opening_increment": {"per_press", "none_until_normal", "per_stone_of_own"}, "symmetry": {"board", "figure"}, "opening_step_limit": {"2"},
	}
	for _, key := range slices.Sorted(maps.Keys(choices)) {
		if v := rapid.SampledFrom(append(choices[key], "")).Draw(t, key); v != "" {
			cfg.Switches[key] = v
		}
	}
	if err := cfg.Control.UnmarshalText([]byte(spec)); err != nil {
		t.Fatal(err)
	}
	return cfg
}

func newGame(t interface{ Fatal(...any) }, cfg game.Config) *game.Game {
	g, err := game.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestAnyInputs feeds any sequence of inputs whatsoever and checks what must always
// hold: no panic, an unbroken numbering, a history that only grows (unless the arbiter
// takes a move back), a position that is the moves, and a replay that says the same.
func TestAnyInputs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := anyConfig(t)
		g := newGame(t, cfg)
		var inputs []game.Input
		var events []game.Event
		at := time.Duration(0)
		for range rapid.IntRange(1, 60).Draw(t, "inputs") {
			at += time.Duration(rapid.IntRange(0, 4000).Draw(t, "ms")) * time.Millisecond
			in := anyInput(t, at)
			if len(inputs) == 0 {
				in = game.Input{Kind: game.Start, At: at}
			}
			before := len(g.Moves())
			out := g.Step(in)
			inputs, events = append(inputs, in), append(events, out...)
			checkDuty(t, g)
			undo := in.Kind == game.TakeBack || in.Kind == game.Rewind || cfg.Mode == game.Training
			if len(g.Moves()) < before && !undo {
				t.Fatalf("%v: %d moves became %d", in, before, len(g.Moves()))
			}
		}
		checkNumbering(t, cfg, events)
		checkHistory(t, g.Moves(), events)
		checkClocks(t, events)
		checkReplay(t, cfg, inputs, events)
	})
}

// checkHistory: the events alone tell the whole record. Whoever follows them, adding each move
// and taking back what is taken back, has every stone there was.
func checkHistory(t *rapid.T, moves []game.Move, events []game.Event) {
	var told []game.Event
	for _, e := range events {
		switch {
		case e.Kind == game.EvMove || e.Kind == game.EvPass:
			told = append(told, e)
		case e.Kind == game.EvCorrect && e.What == "move":
			if n := len(told); n == 0 || told[n-1].N != e.N || told[n-1].Point != e.Point {
				t.Fatalf("taken back: %+v, of %+v", e, told)
			}
			told = told[:len(told)-1]
		}
	}
	if len(told) != len(moves) {
		t.Fatalf("the events tell of %d moves, the record has %d", len(told), len(moves))
	}
	for i, e := range told {
		if m := moves[i]; e.N != i+1 || m.N != e.N || m.Point != e.Point || m.Color != e.Color || m.By != e.By || m.Pass != (e.Kind == game.EvPass) {
			t.Fatalf("move %d: %+v, told as %+v", i+1, m, e)
		}
	}
}

func checkNumbering(t *rapid.T, cfg game.Config, events []game.Event) {
	over, ended := 0, 0
	for i, e := range events {
		if e.Seq != i+1 || e.Game != cfg.ID || e.Clock == nil || e.Text == "" {
			t.Fatalf("event %d: %+v", i+1, e)
		}
		if e.Kind == game.EvOver {
			over++
			ended++
		}
		if e.Kind == game.EvCorrect && e.What == "result" {
			over-- // the arbiter has overruled it
		}
		if over > 0 && e.Kind == game.EvMove {
			t.Fatal("a move after the end")
		}
		if cfg.Mode == game.Tournament && (e.Kind == game.EvFive || e.Kind == game.EvFoul) && e.To != game.ToArbiter {
			t.Fatalf("a tournament's players are told: %s", e.Text)
		}
	}
	if over > 1 || over < 0 || over == 0 && ended > 0 && events[len(events)-1].Kind == game.EvOver {
		t.Fatalf("the game ended %d times, %d in force", ended, over)
	}
}

// checkClocks: no event shows a negative time or a flag that has been taken back.
func checkClocks(t *rapid.T, events []game.Event) {
	var flagged [2]bool
	for _, e := range events {
		for i, s := range []clock.SideState{e.Clock.P1, e.Clock.P2} {
			if s.Main < 0 || s.Period < 0 {
				t.Fatalf("%s: negative time %+v", e.Text, s)
			}
			raised := e.Kind == game.EvCorrect && e.What == "flag" && e.By == clock.Side(i+1)
			if flagged[i] && !s.Flag && !raised {
				t.Fatalf("%s: a flag went up again", e.Text)
			}
			flagged[i] = s.Flag
		}
	}
}

func checkReplay(t *rapid.T, cfg game.Config, inputs []game.Input, events []game.Event) {
	again := newGame(t, cfg)
	var replayed []game.Event
	for _, in := range inputs {
		data, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		var back game.Input
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		replayed = append(replayed, again.Step(back)...)
	}
	if a, b := marshal(t, events), marshal(t, replayed); a != b {
		t.Fatalf("the replay differs:\n%s\n%s", a, b)
	}
}

func marshal(t interface{ Fatal(...any) }, v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestTimeIsOnlySpent: without increments, penalties and an arbiter, what both sides have
// left together goes down by no more than the time that passes, and never up: no event
// moves time by itself.
func TestTimeIsOnlySpent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := anyConfig(t)
		if err := cfg.Control.UnmarshalText([]byte("sd 60s")); err != nil {
			t.Fatal(err)
		}
		cfg.Switches["press_first_penalty"], cfg.Switches["press"] = "0", "manual"
		g := newGame(t, cfg)
		g.Step(game.Input{Kind: game.Start})
		left := func() time.Duration {
			s := g.Snapshot(g.Now(), "").Clock
			return time.Duration(s.P1.Main + s.P2.Main)
		}
		at := time.Duration(0)
		for range rapid.IntRange(1, 60).Draw(t, "inputs") {
			step := time.Duration(rapid.IntRange(0, 4000).Draw(t, "ms")) * time.Millisecond
			in := anyInput(t, at+step)
			switch in.Kind {
			case game.Adjust, game.Unpress, game.TakeBack, game.Infract, game.Bump, game.BoardMoved, game.Position: // may charge or give back
				in.Kind = game.Tick
			}
			before := left()
			events := g.Step(in)
			at += step
			if slices.ContainsFunc(events, func(e game.Event) bool { return e.Kind == game.EvCorrect }) {
				continue // two moves in a row refund, training takes back
			}
			if spent := before - left(); spent < 0 || spent > step {
				t.Fatalf("%+v: %s passed and %s were spent", in, step, spent)
			}
		}
	})
}

// TestTicksChangeNothing: however often the game is told that time passes, the same events
// happen at the same moments.
func TestTicksChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := anyConfig(t)
		plain, ticked := newGame(t, cfg), newGame(t, cfg)
		var a, b []game.Event
		at := time.Duration(0)
		for i := range rapid.IntRange(1, 40).Draw(t, "inputs") {
			step := time.Duration(rapid.IntRange(0, 9000).Draw(t, "ms")) * time.Millisecond
			in := anyInput(t, at+step)
			if i == 0 {
				in = game.Input{Kind: game.Start, At: at + step}
			}
			for tick := at; tick < at+step; tick += 700 * time.Millisecond {
				b = append(b, ticked.Step(game.Input{Kind: game.Tick, At: tick})...)
			}
			at += step
			a, b = append(a, plain.Step(in)...), append(b, ticked.Step(in)...)
		}
		if x, y := marshal(t, a), marshal(t, b); x != y {
			t.Fatalf("ticks changed the game:\n%s\n%s", x, y)
		}
	})
}

func TestSnapshotShowsTheGame(t *testing.T) {
	g := newGame(t, game.Defaults())
	s := time.Second
	for _, in := range []game.Input{
		{Kind: game.Start},
		{Kind: game.See, At: s, SeenAt: s, Color: board.Black, Point: board.MustPoint("H8")},
		{Kind: game.Press, At: 2 * s, Side: clock.P1},
		{Kind: game.See, At: 3 * s, SeenAt: 3 * s, Color: board.White, Point: board.MustPoint("G7")},
	} {
		g.Step(in)
	}
	snap := g.Snapshot(4*s, "2026-01-01T00:00:00Z")
	if snap.Phase != game.Play || snap.Seq != 2 || snap.ToMove != board.White || snap.Pending != board.MustPoint("G7") {
		t.Errorf("snapshot: %s", marshal(t, snap))
	}
	if len(snap.Moves) != 1 || snap.Moves[0].Point != board.MustPoint("H8") || snap.Rows[7] != ".......x......." {
		t.Errorf("position: %v %v", snap.Moves, snap.Rows)
	}
	g.Step(game.Input{Kind: game.Gone, At: 5 * s, SeenAt: 5 * s, Point: board.MustPoint("H8")})
	g.Step(game.Input{Kind: game.Tick, At: 8 * s})
	if !slices.Equal(snap.Missing, nil) || snap.Phase != game.Play {
		t.Error("a snapshot changed after it was made")
	}
	if now := g.Snapshot(8*s, ""); now.Phase != game.Paused || len(now.Missing) != 1 || now.Clock.P2.Main != snap.Clock.P2.Main-clock.Seconds(3*s) {
		t.Errorf("frozen: %s", marshal(t, now))
	}
}

func TestConfigRefuses(t *testing.T) {
	for name, change := range map[string]func(*game.Config){
		"size": func(c *game.Config) { c.Size = 14 },
		"mode": func(c *game.Config) { c.Mode = "blitz" },
		"foul": func(c *game.Config) { c.Foul = "maybe" },
		"id":   func(c *game.Config) { c.ID = "" },
	} {
		cfg := game.Defaults()
		change(&cfg)
		if _, err := game.New(cfg); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// FuzzStepJSON decodes arbitrary bytes as JSON inputs and steps them.
func FuzzStepJSON(f *testing.F) {
	f.Add([]byte(`[{"kind":"start"},{"kind":"see","at":1000000000,"color":"black","point":"H8"},{"kind":"press","at":2000000000,"side":"p1"}]`))
	f.Add([]byte(`[{"kind":"start"},{"kind":"position","rows":["x"]},{"kind":"correct","point":"S19","color":"white"},{"kind":"takeback"}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var inputs []game.Input
		if json.Unmarshal(data, &inputs) != nil || len(inputs) > 500 {
			return
		}
		g := newGame(t, game.Defaults())
		for _, in := range inputs {
			g.Step(in)
			g.Snapshot(in.At, "")
		}
	})
}

// BenchmarkStep is a press that completes a move in the middle of a game.
func BenchmarkStep(b *testing.B) {
	var inputs []game.Input
	at := time.Duration(0)
	for i := range 60 {
		p := board.At((i*7)%15, (i*4+i/15)%15)
		c, side := board.Black, clock.P1
		if i%2 == 1 {
			c, side = board.White, clock.P2
		}
		at += time.Second
		inputs = append(inputs,
			game.Input{Kind: game.See, At: at, SeenAt: at, Color: c, Point: p},
			game.Input{Kind: game.Press, At: at, Side: side})
	}
	b.ReportAllocs()
	for n := 0; b.Loop(); n += len(inputs) {
		g := newGame(b, game.Defaults())
		g.Step(game.Input{Kind: game.Start})
		for _, in := range inputs {
			g.Step(in)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(inputs)), "ns/step")
}

// A stone and a press make a move.
func ExampleGame_Step() {
	g, err := game.New(game.Defaults())
	if err != nil {
		fmt.Println(err)
		return
	}
	g.Step(game.Input{Kind: game.Start})
	g.Step(game.Input{Kind: game.See, At: 2 * time.Second, SeenAt: 2 * time.Second, Color: board.Black, Point: board.MustPoint("H8")})
	for _, e := range g.Step(game.Input{Kind: game.Press, At: 3 * time.Second, Side: clock.P1}) {
		fmt.Println(e.At, e.Kind, e.Text)
	}
	// Output: 3 move 1. Black H8
}
