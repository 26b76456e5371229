package record_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shinpan/record"
)

// readGames reads every game of a file.
func readGames(t *testing.T, name string, data []byte) []record.Game {
	t.Helper()
	r, err := record.NewReader(bytes.NewReader(data), name)
	if err != nil {
		t.Fatal(err)
	}
	var games []record.Game
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return games
		}
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
}

// Whole games that were really played go through every form and come out the same.
func TestRealGamesInEveryForm(t *testing.T) {
	data, err := os.ReadFile("../../shared/data/games/games-dev.tsv")
	if err != nil {
		t.Skip("SKIPPED: ../shared/data is not there (beside the repository); no real game is converted: ", err)
	}
	games := readGames(t, "games-dev.tsv", data)
	if len(games) < 800 {
		t.Fatalf("%d games, want 800 at least", len(games))
	}
	for name, f := range writers {
		var file bytes.Buffer
		var sheets []record.Sheet
		for _, g := range games {
			s, err := record.FromRecord(g)
			if err != nil {
				t.Fatal(err)
			}
			out, err := f.write(s)
			if err != nil {
				t.Fatal(err)
			}
			file.Write(out)
			sheets = append(sheets, s)
		}
		if name == "xml" { // many games are one document there
			out, err := record.XML(sheets...)
			if err != nil {
				t.Fatal(err)
			}
			file = *bytes.NewBuffer(out)
		}
		back := readGames(t, name, file.Bytes())
		if len(back) != len(games) {
			t.Fatalf("%s: %d games came back, want %d", name, len(back), len(games))
		}
		for i, g := range back {
			if diff := cmp.Diff(games[i].Moves, g.Moves); diff != "" || f.result && g.Result != games[i].Result {
				t.Fatalf("%s: game %s: result %s, want %s; moves (-want +got):\n%s", name, games[i].ID, g.Result, games[i].Result, diff)
			}
		}
	}
}
