package main

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"shinpan/game"
	"shinpan/journal"
	"shinpan/show"
)

// filmed is a film that eye and referee follow together, and what the referee must say of it.
type filmed struct {
	film string
	said []string // what saidOf tells, in order
	// straightened may be straightened: the stone that was, and those the dropped one pushed on
	// their points; the first must be.
	straightened string
	moves        string
}

// films are the two with accidents. D4: a stone straightened, one lifted and put elsewhere,
// one dropped among others, one lifted at last. Nobody restores the board after the second,
// and both play on; the film ends with the last stone in the hand, so that is the end the
// game has: the clocks stand until the stone is back. D5: the board is bumped twice, no
// stone leaves its point, and the game goes on to its last move.
var films = []filmed{
	{"D4", []string{
		"incident H1 I8 p1", "incident H2 I8 p1", "infraction V2 p1 1", "freeze position", "restore put I8 take D5",
		"restore put I8 take D5 G8", "correct D5 black", "correct I8 empty", "resume p1",
		"incident H4 G7 p1", "warning H4 p1",
		"incident H1 G8 p2", "infraction V2 p2 1", "freeze position", "restore put G8",
	}, "I7 G9 H8 G8", "h8 g9 i8 h9 i9 i7 f9 k8 j8 g8"},
	{"D5", []string{
		"alert board_moved", "incident P2", "healed board_moved", "alert board_moved", "incident P2", "healed board_moved",
	}, "", "h8 i9 j10 j9 k9 g9 h9 h10 i11 g13 g11 h12 l8 m7 k7"},
}

// TestFilmsWithAccidents: the lift, the nudge, the drop and the bumps are each reported as
// what they are, with the ruling of the profile DEF, the eye ends with the true position, and
// the record has every move that was made.
func TestFilmsWithAccidents(t *testing.T) {
	for _, f := range films {
		t.Run(f.film, func(t *testing.T) {
			video := fact(t, filepath.Join("videos", f.film+".mp4"))
			truthFile := fact(t, filepath.Join("videos", f.film+".json"))
			truth, err := show.ReadTruth(truthFile)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			cmd := referee(t, "demo", "--fast", "--out", dir, "--http", "127.0.0.1:0", "--mqtt", "127.0.0.1:0", "--video", video, "--truth", truthFile)
			cmd.Env = append(cmd.Env, eyeBinary+"="+realEye(t))
			out, err := cmd.CombinedOutput()
			var ended *exec.ExitError
			if err != nil && !errors.As(err, &ended) { // neither film ends with a result, which the demo says by its exit
				t.Fatalf("%v\n%s", err, out)
			}
			contents, err := journal.Read(filepath.Join(dir, "current.journal"))
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			g, events, err := contents.Replay()
			if err != nil {
				t.Fatal(err)
			}
			if got := saidOf(events); !slices.Equal(got, f.said) {
				t.Errorf("the referee said\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(f.said, "\n"))
			}
			if got := straightened(events); len(got) > 0 != (f.straightened != "") || len(got) > 0 && !strings.HasPrefix(f.straightened, got[0]) ||
				slices.ContainsFunc(got, func(p string) bool { return !strings.Contains(f.straightened, p) }) {
				t.Errorf("straightened %v, want of %s", got, f.straightened)
			}
			if got := movesOf(g); got != f.moves {
				t.Errorf("moves %s\nwant  %s", got, f.moves)
			}
			seen := g.Seen()
			if got, want := strings.Join(seen.Rows(), "\n"), strings.Join(truth.Final, "\n"); got != want {
				t.Errorf("the eye ends with\n%s\nwant\n%s", got, want)
			}
			if s := g.Snapshot(g.Now(), ""); s.Outcome != nil {
				t.Errorf("the film has no result: %+v", s.Outcome)
			}
		})
	}
}

func movesOf(g *game.Game) string {
	var words []string
	for _, m := range g.Moves() {
		words = append(words, strings.ToLower(m.Point.String()))
	}
	return strings.Join(words, " ")
}

func straightened(events []game.Event) (points []string) {
	for _, e := range events {
		if e.Kind == game.EvStraightened {
			points = append(points, e.Point.String())
		}
	}
	return points
}

// saidOf is what the referee said beside the moves, a line each.
func saidOf(events []game.Event) (lines []string) {
	for _, e := range events {
		line := ""
		switch e.Kind {
		case game.EvIncident:
			line = strings.TrimSpace(fmt.Sprint("incident ", e.Code, " ", strings.Trim(e.Point.String(), "-")))
			if e.By != 0 {
				line += " " + e.By.String()
			}
		case game.EvInfraction:
			line = fmt.Sprint("infraction ", e.Code, " ", e.By, " ", e.Count)
		case game.EvWarning:
			line = fmt.Sprint("warning ", e.Code, " ", e.By)
		case game.EvFreeze:
			line = "freeze " + e.Reason
		case game.EvResume:
			line = fmt.Sprint("resume ", e.By)
		case game.EvRestore:
			line = "restore put" + points(e.Missing)
			if len(e.Extra) > 0 {
				line += " take" + points(e.Extra)
			}
		case game.EvCorrect:
			line = fmt.Sprint("correct ", e.Point, " ", e.After)
		case game.EvAlert:
			switch {
			case e.Code != "board_moved":
			case *e.Healed:
				line = "healed " + e.Code
			default:
				line = "alert " + e.Code
			}
		case game.EvFlag, game.EvOver, game.EvFive, game.EvFoul, game.EvPenalty:
			line = string(e.Kind)
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

func points[T fmt.Stringer](ps []T) string {
	text := ""
	for _, p := range ps {
		text += " " + p.String()
	}
	return text
}
