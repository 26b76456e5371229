package opening_test

import (
	"fmt"
	"testing"

	"shinpan/board"
	"shinpan/rules/opening"
)

// placements calls yield for every way to lay stones 2 and 3 around H8, the third at
// most far lines away.
func placements(far int, yield func(second, third board.Point)) {
	centre := board.MustPoint("H8")
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			for x := -far; x <= far; x++ {
				for y := -far; y <= far; y++ {
					second, third := board.At(7+dx, 7+dy), board.At(7+x, 7+y)
					if second != centre && third != centre && second != third {
						yield(second, third)
					}
				}
			}
		}
	}
}

// TestFiguresAreClasses: the enumeration of OPENINGS.md section 1. The placements fall
// into 26 classes of eight, or four on an axis, and into 52 with the wider third stone.
func TestFiguresAreClasses(t *testing.T) {
	for _, c := range []struct{ far, placements, classes int }{{2, 184, 26}, {3, 376, 52}} {
		sizes, total := map[string]int{}, 0
		placements(c.far, func(second, third board.Point) {
			total++
			name, ok := opening.Figure(board.MustPoint("H8"), second, third, c.far)
			if !ok {
				t.Fatalf("H8 %s %s: no figure", second, third)
			}
			sizes[name.ID]++
		})
		if total != c.placements || len(sizes) != c.classes {
			t.Errorf("%d placements in %d classes, want %d in %d", total, len(sizes), c.placements, c.classes)
		}
		axis := map[string]bool{"D1": true, "D8": true, "D11": true, "I1": true, "I11": true, "I13": true, "D-H11": true, "D-H5": true, "I-K11": true, "I-E5": true}
		for id, n := range sizes {
			if want := map[bool]int{true: 4, false: 8}[axis[id]]; n != want {
				t.Errorf("%s has %d placements, want %d", id, n, want)
			}
		}
	}
}

// TestNamesInEveryOrientation: the canonical squares have the names of the table, and so
// have their mirror images, on the board and around another first stone.
func TestNamesInEveryOrientation(t *testing.T) {
	for _, c := range []struct{ second, third, id, en, zh, ja string }{
		{"H9", "H10", "D1", "Kansei", "寒星", "寒星"},
		{"H9", "I9", "D4", "Kagetsu", "花月", "花月"},
		{"H9", "J6", "D13", "Yusei", "游星", "遊星"},
		{"I9", "J7", "I4", "Suigetsu", "水月", "水月"},
		{"I9", "I7", "I7", "Hogetsu", "浦月", "浦月"},
		{"I9", "F6", "I13", "Suisei", "彗星", "彗星"},
	} {
		for s := board.Symmetry(0); s < board.Symmetries; s++ {
			second, third := s.Map(board.MustPoint(c.second), 15), s.Map(board.MustPoint(c.third), 15)
			name, ok := opening.Figure(board.MustPoint("H8"), second, third, 2)
			if !ok || name.ID != c.id || name.En != c.en || name.Zh != c.zh || name.Ja != c.ja {
				t.Errorf("H8 %s %s is %+v, want %s", second, third, name, c.id)
			}
			to := func(p board.Point) board.Point { return board.At(p.Col()-4, p.Row()+3) }
			if moved, _ := opening.Figure(to(board.MustPoint("H8")), to(second), to(third), 2); moved != name {
				t.Errorf("around D11, %s is %+v", c.id, moved)
			}
		}
	}
	for _, bad := range [][3]string{{"H8", "H10", "H9"}, {"H8", "H9", "K9"}, {"H8", "H9", "H8"}, {"H8", "H9", "H9"}} {
		if name, ok := opening.Figure(board.MustPoint(bad[0]), board.MustPoint(bad[1]), board.MustPoint(bad[2]), 2); ok {
			t.Errorf("%v is called %+v", bad, name)
		}
	}
}

func TestParseFigure(t *testing.T) {
	for text, want := range map[string]string{"d4": "D4", "Kagetsu": "D4", "花月": "D4", "云月": "I6", "雲月": "I6", "hanxing": "D1", "": "", "D14": ""} {
		id, err := opening.ParseFigure(text)
		if id != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, %v; want %q", text, id, err, want)
		}
	}
}

// TestSymmetricFourths: with which fourth stones a position of four can be symmetric: on
// the axis of an axis opening, or the mirror image of stone 2 (OPENINGS.md section 2).
func TestSymmetricFourths(t *testing.T) {
	mirror := map[string]string{ // opening → fourth stone, both in the canonical form
		"D3": "I8", "D4": "I8", "D13": "G8", "D9": "G8", "D6": "H7", "D7": "H7",
		"I3": "I7", "I6": "I7", "I5": "G7", "I7": "G7", "I9": "G9", "I10": "G9",
	}
	axis := map[string]bool{"D1": true, "D8": true, "D11": true, "I1": true, "I11": true, "I13": true}
	for _, second := range []string{"H9", "I9"} {
		seen := map[string]bool{}
		placements(2, func(two, three board.Point) {
			name, _ := opening.Figure(board.MustPoint("H8"), two, three, 2)
			if two != board.MustPoint(second) || seen[name.ID] {
				return
			}
			canonical := second == "H9" && three.Col() >= 7 || second == "I9" && three.Col() >= three.Row()
			if !canonical {
				return
			}
			seen[name.ID] = true
			pos := board.New(15)
			pos.Set(board.MustPoint("H8"), board.Black)
			pos.Set(two, board.White)
			pos.Set(three, board.Black)
			for four := range pos.Points {
				if pos.At(four) != board.Empty {
					continue
				}
				with := pos
				with.Set(four, board.White)
				onAxis := four.Col() == 7
				if second == "I9" {
					onAxis = four.Col() == four.Row()
				}
				got := opening.Inequivalent(&with) < with.Count(board.Empty)
				want := axis[name.ID] && onAxis || mirror[name.ID] == four.String()
				if got != want {
					t.Errorf("%s with 4 on %s: symmetric %v, want %v", name.ID, four, got, want)
				}
			}
		})
		if len(seen) != 13 {
			t.Errorf("%s: %d openings", second, len(seen))
		}
	}
}

// TestEquivalentOffers are the examples of the text: the mirror image is the same move, a
// point on the axis is its own image, and mirroring in a line the stones do not have is
// none (mode NAIVE would reject it).
func TestEquivalentOffers(t *testing.T) {
	b := position("x H8 o H9 x H10 o H11")
	for _, c := range []struct {
		p, q string
		same bool
	}{{"G8", "I8", true}, {"G8", "G9", false}, {"H12", "H13", false}, {"A1", "O1", true}, {"A1", "A15", false}} {
		if got := opening.Equivalent(&b, board.MustPoint(c.p), board.MustPoint(c.q)); got != c.same {
			t.Errorf("%s and %s: %v", c.p, c.q, got)
		}
	}
	plain := position("x H8 o H9 x I10 o C3")
	if opening.Equivalent(&plain, board.MustPoint("G7"), board.MustPoint("I7")) {
		t.Error("a position without symmetry has equivalent points")
	}
	if n := opening.Inequivalent(&b); n != 225-4-(225-15)/2 {
		t.Errorf("%d inequivalent points", n)
	}
}

// TestSameFigure: D4 with stone 4 on I8 mirrored in the stones alone.
func TestSameFigure(t *testing.T) {
	b := position("x H8 o I9 x J8 o I6") // I3: black on rank 8, white on file I
	if !opening.SameFigure(&b, board.MustPoint("H10"), board.MustPoint("J10")) {
		t.Error("H10 and J10 are mirror images about file I")
	}
	if opening.Equivalent(&b, board.MustPoint("H10"), board.MustPoint("J10")) {
		t.Error("file I is no axis of the board")
	}
	if opening.SameFigure(&b, board.MustPoint("H10"), board.MustPoint("J11")) {
		t.Error("H10 and J11 are no images")
	}
}

func position(text string) board.Board {
	b := board.New(15)
	var color, at string
	for rest := text; rest != ""; {
		n, _ := fmt.Sscan(rest, &color, &at)
		if n < 2 {
			break
		}
		c, _ := board.ColorOfRune(rune(color[0]))
		b.Set(board.MustPoint(at), c)
		rest = rest[min(len(rest), len(color)+len(at)+2):]
	}
	return b
}
