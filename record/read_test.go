package record_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shinpan/board"
	"shinpan/record"
)

// readAll reads a collection and tells each game in a line: id, size, rules, moves and
// result, or the error.
func readAll(t testing.TB, text string) []string {
	t.Helper()
	r, err := record.NewReader(strings.NewReader(text), "file")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for {
		g, err := r.Next()
		var syntax *record.SyntaxError
		switch {
		case errors.Is(err, io.EOF):
			return out
		case errors.As(err, &syntax):
			out = append(out, syntax.Error())
		case err != nil:
			t.Fatal(err)
		default:
			out = append(out, tell(g))
		}
	}
}

func tell(g record.Game) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s %d", g.ID, g.Size)
	if g.Rules != "" {
		s.WriteString(" " + g.Rules)
	}
	for _, m := range g.Setup {
		fmt.Fprintf(&s, " +%c%s", m.Color.Rune(), m.Point)
	}
	for _, m := range g.Moves {
		name := m.Point.String()
		if m.Point == record.OffBoard {
			name = "off"
		}
		fmt.Fprintf(&s, " %c%s", m.Color.Rune(), name)
	}
	return s.String() + " " + g.Result
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		// SGF
		{"sgf, letters from the top left", "(;GM[4]SZ[15];B[hh];W[ih];B[aa];W[oo])", []string{"1 15 xH8 oI8 xA15 oO1 *"}},
		{"sgf, names from the bottom left", "(;GM[4];B[H8];W[i9];B[o15])", []string{"1 15 xH8 oI9 xO15 *"}},
		{"sgf, 19 lines", "(;SZ[19];B[aa];W[ss];B[])", []string{"1 19 xA19 oS1 x- *"}},
		{"sgf, size after a move", "(;B[aa];W[bb]SZ[19])", []string{"1 19 xA19 oB18 *"}},
		{"sgf, pass", "(;B[tt];W[];B[pass])", []string{"1 15 x- o- x- *"}},
		{"sgf, beyond the board", "(;B[hp];W[zz])", []string{"1 15 xoff ooff *"}},
		{"sgf, main line only", "(;B[hh](;W[ih](;B[ii])(;B[jj]))(;W[gg];B[ff]))", []string{"1 15 xH8 oI8 xI7 *"}},
		{"sgf, nothing after the main line", "(;B[hh](;W[ih]);B[aa])", []string{"1 15 xH8 oI8 *"}},
		{"sgf, escapes and brackets in a comment", `(;C[a \] ; ( W[aa] \\];B[hh]C[)])`, []string{"1 15 xH8 *"}},
		{"sgf, long names of old files", "(;GaMe[4]SiZe[15];Black[hh];White[ih])", []string{"1 15 xH8 oI8 *"}},
		{"sgf, setup", "(;AB[hh][ii]AW[jj];W[gg])", []string{"1 15 +xH8 +xI7 +oJ6 oG9 *"}},
		{"sgf, results", "(;RE[B+R];B[hh])(;RE[W+];B[hh])(;RE[Draw];B[hh])(;RE[0];B[hh])(;RE[?];B[hh])", []string{"1 15 xH8 1-0", "2 15 xH8 0-1", "3 15 xH8 1/2-1/2", "4 15 xH8 1/2-1/2", "5 15 xH8 *"}},
		{"sgf, name and rules", "(;GN[final]RU[Renju];B[hh])", []string{"final 15 Renju xH8 *"}},
		{"sgf, a bad game among good ones", "(;B[hh])\n(;B[hh]\n;W[h!])\n(;B[ii])", []string{"1 15 xH8 *", `file:3: move 2 "h!": want a point like hh or h8`, "3 15 xI7 *"}},
		{"sgf, size that is none", "(;SZ[16];B[hh])(;B[hh])", []string{`file:1: size "16": want 9, 13, 15 or 19 lines`, "2 15 xH8 *"}},
		{"sgf, cut off", "(;B[hh];W[i", []string{"file:1: game 1: the file ends within it"}},
		{"sgf after a mark and blanks", "\xef\xbb\xbf\n (;B[hh])", []string{"1 15 xH8 *"}},
		// PSQ
		{"psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,120\n1,15,3\n-1\nalpha.zip\nbeta.zip\n", []string{"1 15 xH8 oI9 xA1 *"}},
		{"psq, foot without -1", "Piskvorky 20x20, 11:11, 0\n1,1,0\n", []string{`file:1: head "Piskvorky 20x20, 11:11, 0": want a square board of 9, 13, 15 or 19 lines, like 15x15`}},
		{"psq, two games", "Piskvorky 15x15, 11:11, 0\n8,8,0\n-1\nPiskvorky 19x19, 11:11, 0\n10,10,0\n", []string{"1 15 xH8 *", "2 19 xJ10 *"}},
		{"psq, beyond the board", "Piskvorky 15x15, 11:11, 0\n16,8,0\n8,99,0\n", []string{"1 15 xP8 ooff *"}},
		{"psq, bad move, next game good", "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,x,0\n9,9,0\nPiskvorky 15x15, 11:11, 0\r\n8,8,0\r\n", []string{`file:3: move 2 "8,x,0": want x,y,milliseconds`, "2 15 xH8 *"}},
		// RenjuNet XML
		{"xml", `<?xml version="1.0" encoding="ISO-8859-1"?><database><rules><rule id="2" name="Renju 2"/></rules><players><player id="7" name="A" surname="B"/></players><games>
<game id="11" rule="2" black="7" white="8" bresult="1"><move>h8 i9
 j10</move></game><game id="12" bresult="0.5"><move>h8</move><info>x</info></game><game id="13" bresult="0"><move/></game></games></database>`,
			[]string{"11 15 Renju 2 xH8 oI9 xJ10 1-0", "12 15 xH8 1/2-1/2", "13 15 0-1"}},
		{"xml, bad move", "<game id='1'><move>h8 ?? i9</move></game>\n<game id='2'><move>h8</move></game>", []string{`file:1: game 1, move 2: "??": want a point like h8`, "2 15 xH8 *"}},
		{"xml, cut off", "<game id='1'><move>h8", []string{"file:1: unexpected EOF; the rest of the file cannot be read"}},
		// text
		{"text, run together", "h8i9j10\nH8I9\n", []string{"1 15 xH8 oI9 xJ10 *", "2 15 xH8 oI9 *"}},
		{"text, spaced, with a result", "h8 i9 pass j10 1-0", []string{"1 15 xH8 oI9 x- oJ10 1-0"}},
		{"text, numbered over lines", "# a game\nid: one\nsize: 19\n1. H8 I9\n2. J10 K11\n\nrules: renju\n1. h8 i9\n2. j10", []string{"one 19 xH8 oI9 xJ10 oK11 *", "2 15 renju xH8 oI9 xJ10 *"}},
		{"text, numbered singly", "1.h8\n2.i9\n3.j10 0-1\n", []string{"1 15 xH8 oI9 xJ10 0-1"}},
		{"text, table", "# id\tr\tm\tresult\ng1\trenju,x\th8i9\t0-1\ng2\trenju\th8\tunfinished\n", []string{"g1 15 renju,x xH8 oI9 0-1", "g2 15 renju xH8 *"}},
		{"text, bad line", "h8i9\nhello world\nh8\n", []string{"1 15 xH8 oI9 *", `file:2: move 1: "hello": want a point like h8`, "3 15 xH8 *"}},
		{"text, bad numbered game", "1. h8 i9\n2. h? i9\n3. h7 h6\n1. h8\n", []string{`file:2: move 3: "h?": want a point like h8`, "2 15 xH8 *"}},
		{"text, beyond the board", "h8p16z1", []string{"1 15 xH8 oP16 xoff *"}},
		{"nothing", "  \n\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readAll(t, c.text)
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(c.want, "\n  "))
			}
		})
	}
}

// TestHeaders: what a record says besides is kept by its own names.
func TestHeaders(t *testing.T) {
	for text, want := range map[string][2]string{
		"(;PB[Ann]EV[Cup];B[hh])": {"PB", "Ann"},
		"Piskvorky 15x15, 11:11, 0\n8,8,0\n-1\nalpha.zip\nbeta.zip\n-1\n":                    {"white", "beta.zip"},
		"<d><player id='7' name='A' surname='B'/><game black='7'><move>h8</move></game></d>": {"black", "A B"},
		"event: Cup\nh8i9": {"event", "Cup"},
	} {
		r, err := record.NewReader(strings.NewReader(text), "file")
		if err != nil {
			t.Fatal(err)
		}
		g, err := r.Next()
		if err != nil || g.Headers[want[0]] != want[1] {
			t.Errorf("%q: headers %v, error %v; want %s=%s", text, g.Headers, err, want[0], want[1])
		}
	}
}

// TestReadCorpus reads every game of the collection and writes it down again.
func TestReadCorpus(t *testing.T) {
	path := filepath.Join("../../shared/data/games", "games-dev.tsv")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("SKIPPED: ../shared/data is not there, nothing was checked: %v", err)
	}
	r, err := record.NewReader(strings.NewReader(string(raw)), path)
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	for line := range strings.Lines(string(raw)) {
		cols := strings.Split(strings.TrimSpace(line), "\t")
		if line[0] == '#' {
			continue
		}
		g, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		var moves strings.Builder
		for _, m := range g.Moves {
			moves.WriteString(strings.ToLower(m.Point.String()))
		}
		if g.ID != cols[0] || g.Rules != cols[1] || moves.String() != cols[2] {
			t.Errorf("%s: read as %s %s %s", cols[0], g.ID, g.Rules, moves.String())
		}
		games++
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) || games < 800 {
		t.Errorf("%d games, then %v", games, err)
	}
}

// FuzzRead: whatever the bytes, reading ends, and what is read is a game.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"(;GM[4]SZ[15]AB[aa];B[hh](;W[ih])(;W[i9]C[\\]]))", "Piskvorky 15x15, 11:11, 0\n8,8,0\n-1\nx\n",
		"<game id='1' bresult='1'><move>h8 i9</move></game>", "id: x\n1. h8 i9\n2. j10 1-0\n", "a\tb\th8i9\t0-1\n", "", "(;", "<", "\xef\xbb\xbf",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, err := record.NewReader(strings.NewReader(string(raw)), "fuzz")
		if err != nil {
			return
		}
		for n := 0; ; n++ {
			g, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if n > len(raw)+1 {
				t.Fatalf("more games than bytes, last error %v", err)
			}
			var syntax *record.SyntaxError
			if err != nil && !errors.As(err, &syntax) {
				return // the stream itself failed
			}
			if err == nil && (!board.ValidSize(g.Size) || g.ID == "" || g.Result == "") {
				t.Fatalf("read as a game: %+v", g)
			}
		}
	})
}
