package rules_test

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"shinpan/board"
	"shinpan/rules"
)

// shared is where the facts lie that the rules are held to, from this package's folder.
const shared = "../../shared/data"

// rows calls yield with the columns of every line of a table that is not a comment.
func rows(t testing.TB, name string, columns int, yield func(line int, cols []string)) {
	t.Helper()
	f, err := os.Open(filepath.Join(shared, name))
	if err != nil {
		t.Skipf("SKIPPED: ../shared/data is not there, nothing was checked: %v", err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	line, used := 0, 0
	for s.Scan() {
		line++
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		cols := strings.Split(s.Text(), "\t")
		if len(cols) < columns {
			t.Fatalf("%s:%d: %d columns, want %d", name, line, len(cols), columns)
		}
		yield(line, cols)
		used++
	}
	if err := s.Err(); err != nil || used == 0 {
		t.Fatalf("%s: %d rows, %v", name, used, err)
	}
}

func parse(t testing.TB, text string) board.Board {
	t.Helper()
	b, err := board.ParseText(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sorted puts a corpus's verdicts, which it lists row by row, into the order of the
// command line: by column letter, then row number.
func sorted(t testing.TB, verdicts string) string {
	t.Helper()
	if verdicts == "-" {
		return verdicts
	}
	parts := strings.Split(verdicts, ",")
	slices.SortFunc(parts, func(x, y string) int {
		p, q := board.MustPoint(x[:strings.IndexByte(x, '=')]), board.MustPoint(y[:strings.IndexByte(y, '=')])
		if p.Less(q) {
			return -1
		}
		return 1
	})
	return strings.Join(parts, ",")
}

func TestCorpusMaps(t *testing.T) {
	rows(t, "rules/forbidden-dev.tsv", 4, func(line int, cols []string) {
		b := parse(t, cols[2])
		if got := rules.FormatVerdicts(rules.Forbidden(&b)); got != sorted(t, cols[3]) {
			t.Errorf("line %d, %s: got %s, want %s", line, cols[0], got, sorted(t, cols[3]))
		}
	})
}

func TestEdgeCases(t *testing.T) {
	rows(t, "rules/edge-cases.tsv", 5, func(line int, cols []string) {
		b, p := parse(t, cols[2]), board.MustPoint(cols[3])
		if got := rules.Classify(rules.Renju, &b, p, board.Black); got.Code() != cols[4] {
			t.Errorf("line %d, %s: Classify says %s, want %s (%s)", line, cols[0], got.Code(), cols[4], cols[1])
		}
		if got := rules.Judge(rules.Renju, &b, p, board.Black); got.Kind.Code() != cols[4] {
			t.Errorf("line %d, %s: Judge says %s, want %s (%s)\n%s", line, cols[0], got.Kind.Code(), cols[4], cols[1], got.Explain())
		}
	})
}

// TestCorpusProofs holds the proof to the corpus at every empty point of it, or of an
// eighth of its boards where there is little time.
func TestCorpusProofs(t *testing.T) {
	long := os.Getenv("SHINPAN_LONG") == "1"
	if !long {
		t.Log("every eighth board; set SHINPAN_LONG=1 for the long run over all")
	}
	n := 0
	rows(t, "rules/forbidden-dev.tsv", 4, func(line int, cols []string) {
		if n++; !long && n%8 != 0 {
			return
		}
		b := parse(t, cols[2])
		var list []rules.Special
		for col := range b.Size() {
			for row := range b.Size() {
				p := board.At(col, row)
				if b.At(p) != board.Empty {
					continue
				}
				if v := rules.Judge(rules.Renju, &b, p, board.Black); v.Kind != rules.OK {
					list = append(list, rules.Special{Point: p, Kind: v.Kind})
				}
			}
		}
		if got := rules.FormatVerdicts(list); got != sorted(t, cols[3]) {
			t.Errorf("line %d, %s: proof says %s, want %s", line, cols[0], got, sorted(t, cols[3]))
		}
	})
}
