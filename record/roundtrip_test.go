package record_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shinpan/board"
	"shinpan/record"
)

// writers are the formats, each with what it can carry.
var writers = map[string]struct {
	write  func(record.Sheet) ([]byte, error)
	passes bool
	result bool
	names  bool
}{
	"sgf": {func(s record.Sheet) ([]byte, error) { return record.SGF(s), nil }, true, true, true},
	"txt": {record.Text, true, true, true},
	"psq": {record.PSQ, false, false, true},
	"xml": {asXML, true, true, true},
}

func asXML(s record.Sheet) ([]byte, error) { return record.XML(s) }

// anySheet is any game that a plain record can carry.
func anySheet(t *rapid.T, passes bool) record.Sheet {
	s := record.Sheet{
		Size:   15,
		ID:     rapid.StringMatching(`[a-z0-9-]{1,12}`).Draw(t, "id"),
		Rules:  rapid.SampledFrom([]string{"renju", "standard", "freestyle"}).Draw(t, "rules"),
		Result: rapid.SampledFrom([]string{"1-0", "0-1", "1/2-1/2"}).Draw(t, "result"),
		Black:  rapid.StringMatching(`[A-Za-z\[\]\\;&<>"ãé]{1,12}`).Draw(t, "black"),
		White:  rapid.StringMatching(`[A-Za-z\[\]\\;&<>"ãé]{1,12}`).Draw(t, "white"),
	}
	color := board.Black
	for n := rapid.IntRange(1, 60).Draw(t, "moves"); n > 0; n-- {
		p := board.At(rapid.IntRange(0, 14).Draw(t, "column"), rapid.IntRange(0, 14).Draw(t, "row"))
		if passes && rapid.IntRange(0, 9).Draw(t, "pass") == 0 {
			p = board.NoPoint
		}
		s.Moves = append(s.Moves, record.SheetMove{Color: color, Point: p})
		color = color.Opponent()
	}
	return s
}

// readOne reads the only game of a file.
func readOne(t interface{ Fatalf(string, ...any) }, data []byte) record.Game {
	r, err := record.NewReader(bytes.NewReader(data), "test")
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	g, err := r.Next()
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if more, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Fatalf("a second game %+v, %v\n%s", more, err, data)
	}
	return g
}

func TestWrittenGamesAreReadBack(t *testing.T) {
	for name, f := range writers {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				s := anySheet(t, f.passes)
				data, err := f.write(s)
				if err != nil {
					t.Fatal(err)
				}
				g := readOne(t, data)
				var want []record.Move
				for _, m := range s.Moves {
					want = append(want, record.Move{Color: m.Color, Point: m.Point})
				}
				if diff := cmp.Diff(want, g.Moves); diff != "" {
					t.Fatalf("moves (-want +got):\n%s\n%s", diff, data)
				}
				if f.result && g.Result != s.Result {
					t.Fatalf("result %s, want %s\n%s", g.Result, s.Result, data)
				}
				back, err := record.FromRecord(g)
				if err != nil {
					t.Fatal(err)
				}
				if f.names && (back.Black != s.Black || back.White != s.White) {
					t.Fatalf("names %q and %q, want %q and %q\n%s", back.Black, back.White, s.Black, s.White, data)
				}
			})
		})
	}
}

func TestOtherBoardsAndSetups(t *testing.T) {
	for _, size := range board.Sizes {
		corner := board.At(size-1, size-1)
		s := record.Sheet{
			Size: size, Result: "*",
			Setup: []record.Move{{Color: board.Black, Point: board.At(0, 0)}, {Color: board.White, Point: board.At(0, 1)}},
			Moves: []record.SheetMove{{Color: board.White, Point: corner}, {Color: board.Black, Point: board.At(0, size-1)}},
		}
		g := readOne(t, record.SGF(s))
		if g.Size != size || g.Moves[0] != (record.Move{Color: board.White, Point: corner}) || len(g.Setup) != 2 {
			t.Errorf("%d lines: read back as %+v", size, g)
		}
	}
}

// Whatever can be read can be written, and is then read as the same game.
func FuzzConvert(f *testing.F) {
	for _, seed := range []string{
		"(;GM[4]SZ[15];B[hh];W[gg]C[a\\]b])", "h8i9g7", "1. H8 I9\n2. G7 H7\n", "Piskvorky 15x15, 11:11, 0\n8,8,100\n-1\n",
		"<database><game id=\"1\" bresult=\"0.5\"><move>h8 pass j10</move></game></database>",
		"(;SZ[9]AB[aa][bb]AW[cc];W[dd])", "Black: x\x00\nh8",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := record.NewReader(bytes.NewReader(data), "fuzz")
		if err != nil {
			return
		}
		for range 3 {
			g, err := r.Next()
			if err != nil || len(g.Moves) == 0 {
				return
			}
			s, err := record.FromRecord(g)
			if err != nil {
				continue
			}
			for name, w := range writers {
				out, err := w.write(s)
				if err != nil {
					continue
				}
				back := readOne(t, out)
				if diff := cmp.Diff(g.Moves, back.Moves); diff != "" || back.Result != g.Result && w.result {
					t.Fatalf("%s: result %s, want %s; moves (-want +got):\n%s\n%s", name, back.Result, g.Result, diff, out)
				}
			}
		}
	})
}
