package publish

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
	"shinpan/rules"
)

// kindsOf lists the values of the constants of a type that a Go file declares, in order.
func kindsOf(t *testing.T, file, typeName string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok || v.Type == nil {
			return true
		}
		if id, ok := v.Type.(*ast.Ident); ok && id.Name == typeName {
			for _, value := range v.Values {
				if lit, ok := value.(*ast.BasicLit); ok {
					word, _ := strconv.Unquote(lit.Value)
					out = append(out, word)
				}
			}
		}
		return true
	})
	if len(out) == 0 {
		t.Fatalf("%s declares no constants of type %s", file, typeName)
	}
	return out
}

func point(name string) board.Point { return board.MustPoint(name) }

func seconds(s float64) *game.Seconds { v := game.Seconds(s * 1e9); return &v }

func yes() *bool { b := true; return &b }

func no() *bool { b := false; return &b }

func count(n int) *int { return &n }

// doubleThree is a real proof: J8 with H8, I7 … makes two threes.
func doubleThree() *rules.Verdict {
	b := board.New(15)
	for _, p := range []string{"G8", "H8", "I9", "I10"} {
		b.Set(point(p), board.Black)
	}
	v := rules.Judge(rules.Renju, &b, point("I8"), board.Black)
	return &v
}

func clocks() *clock.State {
	return &clock.State{
		Running: clock.P2,
		P1:      clock.SideState{Main: 1137.75e9, Periods: 3, Period: 30e9, Shown: "18:57"},
		P2:      clock.SideState{Main: 0, Periods: 2, Period: 12.5e9, Shown: "0:12"},
	}
}

// sampleEvents has an event of every kind with the fields that kind uses.
func sampleEvents() map[game.EventKind]game.Event {
	p1, p2 := clock.P1, clock.P2
	return map[game.EventKind]game.Event{
		game.EvStart: {Clock: clocks()},
		game.EvMove: {N: 1, By: p1, Color: board.Black, Point: point("H8"), SeenAt: seconds(61.5), PressedAt: seconds(62.25),
			Spent: seconds(62.25), Clock: clocks()},
		game.EvPass:         {N: 2, By: p2, Color: board.White, Spent: seconds(3)},
		game.EvFive:         {By: p1, Color: board.Black, Line: []board.Point{point("H8"), point("I8"), point("J8"), point("K8"), point("L8")}},
		game.EvFoul:         {By: p1, Color: board.Black, Point: point("I8"), Foul: "33", Proof: doubleThree(), To: game.ToArbiter},
		game.EvClaim:        {By: p2, What: "foul", Point: point("I8"), Upheld: yes()},
		game.EvLapsed:       {Point: point("I8"), Foul: "33"},
		game.EvIncident:     {Code: "H1", By: p2, Color: board.White, Point: point("G7"), Offset: 0.31},
		game.EvInfraction:   {By: p2, Code: "V2", Count: 1},
		game.EvStraightened: {Color: board.Black, Point: point("H8")},
		game.EvFreeze:       {Reason: "board"},
		game.EvResume:       {By: p1, Who: "arbiter"},
		game.EvRestore:      {Missing: []board.Point{point("G7")}, Extra: []board.Point{point("A1")}},
		game.EvRestored:     {},
		game.EvFlag:         {By: p1},
		game.EvPeriod:       {By: p1, What: "period", Left: count(2)},
		game.EvDrawOffer:    {By: p1},
		game.EvDrawDeclined: {By: p2},
		game.EvAlert:        {Code: "disk", Severity: game.SevError, Healed: no(), Reason: "the disk is full"},
		game.EvCorrect:      {What: "point", Point: point("A1"), Before: "white", After: "empty", Who: "arbiter"},
		game.EvOpening: {State: "offer", Actor: p1, Legal: []board.Point{point("J10")}, LegalWhite: []board.Point{point("K10")},
			Count: 2, Color: board.Black},
		game.EvSwap:    {By: p2},
		game.EvKeep:    {By: p2},
		game.EvDeclare: {By: p1, N: 5},
		game.EvOffer:   {By: p1, N: 2, Points: []board.Point{point("J10"), point("J9")}},
		game.EvChoose:  {By: p2, Point: point("J9")},
		game.EvNamed:   {ID: "D4", En: "Kagetsu", Zh: "花月", Ja: "花月"},
		game.EvPenalty: {By: p1, Seconds: seconds(120), ToOpponent: yes()},
		game.EvWarning: {By: p1, Code: "H11"},
		game.EvRefused: {By: p1, What: "pass", Reason: "the opening is not over"},
		game.EvFinding: {By: p2, What: "left_seat", Code: "V3", Who: "arbiter"},
		game.EvAdjourn: {By: p1, What: "sealed", Who: "arbiter"},
		game.EvThreat:  {By: p2, Color: board.White, What: "five", Points: []board.Point{point("J9")}},
		game.EvColors:  {What: "grab", Before: "Anna", After: "Boris", Who: "arbiter"},
		game.EvOver:    {Winner: "p2", Color: board.White, Reason: string(game.ByFoul)},
	}
}

// sampleEvent completes the sample of a kind; kinds without one get the bare fields.
func sampleEvent(kind game.EventKind, seq int) game.Event {
	e := sampleEvents()[kind]
	e.Kind, e.Seq, e.Game, e.At, e.Wall = kind, seq, "20261130-1", game.Seconds(62.25*1e9), "2026-11-30T19:01:02Z"
	if e.To == "" {
		e.To = game.ToAll
	}
	e.Text = "What happened, in words."
	return e
}

// sampleSnapshot is a game of two moves in which a stone has been lifted.
func sampleSnapshot() *game.Snapshot {
	b := board.New(15)
	b.Set(point("H8"), board.Black)
	b.Set(point("H9"), board.White)
	state := *clocks()
	return &game.Snapshot{
		Game: "20261130-1", Table: "1", Seq: 7, At: game.Seconds(70e9), Wall: "2026-11-30T19:01:10Z",
		Phase: game.Paused, Reason: "board", Size: 15, Rows: b.Rows(),
		Moves: []game.Move{
			{N: 1, By: clock.P1, Color: board.Black, Point: point("H8"), SeenAt: 61.5e9, PressedAt: 62.25e9, Spent: 62.25e9, Left: 1137.75e9, Periods: 3},
			{N: 2, By: clock.P2, Color: board.White, Point: point("H9"), SeenAt: 64e9, PressedAt: 65e9, Spent: 2.75e9, Left: 1197.25e9, Periods: 3},
		},
		ToMove: board.Black, Black: clock.P1, P1: "Anna", P2: "Boris", Rules: "renju", Control: "byoyomi 20m 3x30s",
		Mode: game.Club, Missing: []board.Point{point("H9")}, Doubts: []board.Point{point("A1")},
		Alerts: []game.Alert{{Code: "disk", Severity: game.SevError, Text: "the disk is full", Since: 12e9}},
		Clock:  state, Infractions: [2]int{0, 1},
	}
}
