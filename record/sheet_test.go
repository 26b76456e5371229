package record_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
	"shinpan/record"
)

var update = flag.Bool("update", false, "write the golden files anew")

// script plays a game: "x H8 p1" is a stone and a press two seconds later, anything else
// an input's kind and its side.
type script struct {
	game   *game.Game
	events []game.Event
	at     time.Duration
}

func play(t *testing.T, change func(*game.Config)) *script {
	t.Helper()
	cfg := game.Defaults()
	cfg.ID, cfg.P1, cfg.P2, cfg.Date = "g-7", "Anna [A] \\ B", "Boris", "2026-11-30"
	cfg.Event, cfg.Round = "Club evening", "2"
	if change != nil {
		change(&cfg)
	}
	g, err := game.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	s := &script{game: g}
	s.step(game.Input{Kind: game.Start})
	return s
}

func (s *script) step(in game.Input) {
	in.At = s.at
	s.events = append(s.events, s.game.Step(in)...)
}

// stone lays the next stone after some thought and presses.
func (s *script) stone(think time.Duration, point string) {
	n := len(s.sheet().Moves)
	color, side := board.Black, clock.P1
	if n%2 == 1 {
		color, side = board.White, clock.P2
	}
	s.at += think
	s.step(game.Input{Kind: game.See, SeenAt: s.at, Color: color, Point: board.MustPoint(point)})
	s.step(game.Input{Kind: game.Press, Side: side})
}

func (s *script) stones(points string) {
	for p := range strings.FieldsSeq(points) {
		s.stone(2500*time.Millisecond, p)
	}
}

func (s *script) sheet() record.Sheet {
	snap := s.game.Snapshot(s.at, "")
	return record.FromGame(s.game.Config(), snap.Moves, snap.Outcome, s.events)
}

// foulGame ends with a double-three in club mode, after a lift, overtime and a draw offer.
func foulGame(t *testing.T) *script {
	s := play(t, nil)
	s.stones("H8 H9")
	s.step(game.Input{Kind: game.OfferDraw, Side: clock.P1})
	s.step(game.Input{Kind: game.DeclineDraw, Side: clock.P2})
	s.stones("G8 B2")
	s.stone(21*time.Minute, "I9")
	s.stone(time.Second, "B4")
	s.stones("I10 O15 I8")
	return s
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: run the tests with -update", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func TestEveryFormatOfAGame(t *testing.T) {
	s := foulGame(t).sheet()
	golden(t, "foul.sgf", record.SGF(s))
	golden(t, "foul.svg", record.SVG(s))
	for _, f := range []struct {
		name  string
		write func(record.Sheet) ([]byte, error)
	}{{"foul.txt", record.Text}, {"foul.psq", record.PSQ}, {"foul.xml", asXML}, {"foul.pdf", asPDF}} {
		got, err := f.write(s)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, f.name, got)
	}
}

// While a game runs, the record does not tell what the players must notice themselves.
func TestRunningTournamentGameKeepsItsSecrets(t *testing.T) {
	s := play(t, func(c *game.Config) { c.Mode = game.Tournament })
	s.stones("H8 H9 G8 B2 I9 B4 I10 O15 I8")
	if text := string(record.SGF(s.sheet())); strings.Contains(text, "orbidden") || strings.Contains(text, "ouble") {
		t.Errorf("the record tells of the forbidden move:\n%s", text)
	}
	s.step(game.Input{Kind: game.Resign, Side: clock.P2})
	text := string(record.SGF(s.sheet()))
	if !strings.Contains(text, "double-three") || !strings.Contains(text, "RE[B+R]") {
		t.Errorf("the record of the finished game lacks the forbidden move or the result:\n%s", text)
	}
}

func TestTakenBackMoveLeavesItsWords(t *testing.T) {
	s := play(t, nil)
	s.stones("H8 H9 J10")
	s.step(game.Input{Kind: game.TakeBack, Who: "arbiter", Reason: "agreed"})
	sheet := s.sheet()
	if len(sheet.Moves) != 2 || len(sheet.Moves[1].Notes) == 0 || !strings.Contains(sheet.Moves[1].Notes[0], "J10") {
		t.Errorf("moves after the take back: %+v", sheet.Moves)
	}
}

func TestSwapOfNamesFollowsTheColours(t *testing.T) {
	cfg := game.Defaults()
	cfg.P1, cfg.P2 = "Anna", "Boris"
	for _, c := range []struct {
		last  game.Move
		black string
	}{
		{game.Move{By: clock.P1, Color: board.Black}, "Anna"},
		{game.Move{By: clock.P2, Color: board.White}, "Anna"},
		{game.Move{By: clock.P1, Color: board.White}, "Boris"},
		{game.Move{By: clock.P2, Color: board.Black}, "Boris"},
	} {
		if s := record.FromGame(cfg, []game.Move{c.last}, nil, nil); s.Black != c.black {
			t.Errorf("last move %v by %v: Black is %s, want %s", c.last.Color, c.last.By, s.Black, c.black)
		}
	}
}

func TestTimesOfEveryControl(t *testing.T) {
	for _, c := range []struct{ control, want string }{
		{"sd 15m", "TM[900]"},
		{"byoyomi 20m 3x30s", "TM[1200]OT[3x30 byo-yomi]"},
		{"canadian 120m 30/30m", "TM[7200]OT[30/1800 Canadian]"},
		{"fischer 90m+30s", "TM[5400]OT[fischer 90m+30s]"},
		{"step 30s", "TM[30]OT[step 30s]"},
	} {
		control, err := clock.ParseControl(c.control)
		if err != nil {
			t.Fatal(err)
		}
		text := string(record.SGF(record.Sheet{Size: 15, Control: control}))
		if !strings.Contains(text, c.want) {
			t.Errorf("%s: want %s in\n%s", c.control, c.want, text)
		}
	}
}

func TestFormatsSayWhatTheyCannotWrite(t *testing.T) {
	h8 := board.MustPoint("H8")
	pass := record.Sheet{Size: 15, Moves: []record.SheetMove{{Color: board.Black}}}
	unseen := record.Sheet{Size: 15, Moves: []record.SheetMove{{Color: board.Black, Unseen: true}}}
	twice := record.Sheet{Size: 15, Moves: []record.SheetMove{{Color: board.White, Point: h8}}}
	laid := record.Sheet{Size: 15, Setup: []record.Move{{Color: board.Black, Point: h8}}}
	small := record.Sheet{Size: 9}
	for _, c := range []struct {
		name  string
		write func(record.Sheet) ([]byte, error)
		sheet record.Sheet
		want  string
	}{
		{"psq pass", record.PSQ, pass, "PSQ has none"},
		{"psq unseen", record.PSQ, unseen, "nobody has seen"},
		{"txt unseen", record.Text, unseen, "nobody has seen"},
		{"xml unseen", asXML, unseen, "nobody has seen"},
		{"txt white first", record.Text, twice, "is white again"},
		{"txt setup", record.Text, laid, "begins with 1 stones"},
		{"xml small board", asXML, small, "boards of 15 lines"},
	} {
		if out, err := c.write(c.sheet); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q, %v; want an error with %q", c.name, out, err, c.want)
		}
	}
	if text := string(record.SGF(unseen)); !strings.Contains(text, ";C[A black stone was laid that the eye has not seen.]") {
		t.Errorf("sgf of an unseen move:\n%s", text)
	}
	if _, err := record.FromRecord(record.Game{Size: 15, Moves: []record.Move{{Color: board.Black, Point: record.OffBoard}}}); err == nil {
		t.Error("a stone beyond the board was taken")
	}
}

// The opening's own acts stand in the record, and the names follow the colours.
func TestRecordOfAnOpening(t *testing.T) {
	s := play(t, func(c *game.Config) { c.Opening = "rif" })
	for _, st := range []struct {
		color board.Color
		point string
	}{{board.Black, "H8"}, {board.White, "H9"}, {board.Black, "I9"}} {
		s.at += 5 * time.Second
		s.step(game.Input{Kind: game.See, SeenAt: s.at, Color: st.color, Point: board.MustPoint(st.point)})
	}
	s.step(game.Input{Kind: game.Press, Side: clock.P1})
	s.at += 5 * time.Second
	s.step(game.Input{Kind: game.Swap, Side: clock.P2})
	s.step(game.Input{Kind: game.Press, Side: clock.P2})
	s.at += 5 * time.Second
	s.step(game.Input{Kind: game.See, SeenAt: s.at, Color: board.White, Point: board.MustPoint("J10")})
	s.step(game.Input{Kind: game.Press, Side: clock.P1})
	text := string(record.SGF(s.sheet()))
	for _, want := range []string{"PB[Boris]PW[Anna", "ON[Kagetsu]", "Opening: rif", ";B[ig]", "swaps", ";W[jf]"} {
		if !strings.Contains(text, want) {
			t.Errorf("the record lacks %q:\n%s", want, text)
		}
	}
}
