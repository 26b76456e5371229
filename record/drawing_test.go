package record_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shinpan/board"
	"shinpan/record"
)

func asPDF(s record.Sheet) ([]byte, error) { return record.PDF(s) }

// longSheet has a stone on every point and a pass after it.
func longSheet(size int) record.Sheet {
	s := record.Sheet{Size: size, Black: "A", White: "B", Result: "1/2-1/2"}
	b := board.New(size)
	color := board.Black
	for p := range b.Points {
		s.Moves = append(s.Moves, record.SheetMove{Color: color, Point: p}, record.SheetMove{Color: color.Opponent()})
	}
	return s
}

// Whatever the names, a picture is well-formed XML and has a disc for every stone.
func TestPicturesAreWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySheet(t, true)
		s.Black, s.Event = rapid.String().Draw(t, "name"), rapid.String().Draw(t, "event")
		d := xml.NewDecoder(bytes.NewReader(record.SVG(s)))
		discs := 0
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if e, ok := token.(xml.StartElement); ok && e.Name.Local == "circle" {
				discs++
			}
		}
		want := 5 // star points
		for _, m := range s.Moves {
			if m.Point != board.NoPoint {
				want++
			}
		}
		if discs != want {
			t.Fatalf("%d discs, want %d", discs, want)
		}
	})
}

var pdfXref = regexp.MustCompile(`(?m)^(\d{10}) 00000 n $`)

// The table at the end of a PDF says where each object begins; a reader trusts it.
func TestPDFKnowsWhereItsObjectsAre(t *testing.T) {
	for name, sheets := range map[string][]record.Sheet{
		"short":   {foulGame(t).sheet()},
		"long":    {longSheet(15)},
		"largest": {longSheet(19)},
		"two":     {longSheet(9), foulGame(t).sheet()},
	} {
		out, err := record.PDF(sheets...)
		if err != nil {
			t.Fatal(err)
		}
		entries := pdfXref.FindAllSubmatch(out, -1)
		if len(entries) < 5 {
			t.Fatalf("%s: %d objects", name, len(entries))
		}
		for i, e := range entries {
			at, _ := strconv.Atoi(string(e[1]))
			if want := strconv.Itoa(i+1) + " 0 obj\n"; !bytes.HasPrefix(out[at:], []byte(want)) {
				t.Errorf("%s: object %d is not at %d", name, i+1, at)
			}
		}
		for _, m := range regexp.MustCompile(`(?s)/Length (\d+)>>\nstream\n(.*?)\nendstream`).FindAllSubmatch(out, -1) {
			if n, _ := strconv.Atoi(string(m[1])); n != len(m[2]) {
				t.Errorf("%s: a stream of %d bytes says it has %d", name, len(m[2]), n)
			}
		}
		stones := 0
		for _, s := range sheets {
			for _, m := range s.Moves {
				if m.Point != board.NoPoint {
					stones++
				}
			}
		}
		if n := strings.Count(string(out), "\nb 0 g\n"); n != stones {
			t.Errorf("%s: %d stones are drawn, want %d", name, n, stones)
		}
	}
}

func TestPDFSaysWhichLettersItLacks(t *testing.T) {
	out, err := record.PDF(record.Sheet{Size: 15, Black: "Jürgen", White: "Čapek 李"})
	if err == nil || !strings.Contains(err.Error(), `"Č李"`) {
		t.Errorf("error %v, want one that names Č and 李", err)
	}
	for _, want := range []string{`J\374rgen`, "?apek ?"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the document lacks %q", want)
		}
	}
}
