package opening_test

import (
	"strings"
	"testing"

	"shinpan/board"
	"shinpan/rules/opening"
)

func stones(text string) []board.Point {
	var list []board.Point
	for _, name := range strings.Fields(text) {
		list = append(list, board.MustPoint(name))
	}
	return list
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		protocol opening.Protocol
		stones   string
		wrong    int
	}{
		{"rif", "H8 H9 J10 A1 O15", 0},
		{"rif", "H8 H9", 0},
		{"rif", "", 0},
		{"rif", "H9 H8 J10", 1},
		{"rif", "H8 H10 J10", 2},
		{"rif", "H8 H9 K10", 3},
		{"yamaguchi-52", "H8 H9 K10", 0},
		{"yamaguchi-52", "H8 H9 L10", 3},
		{"taraguchi-10", "H8 I9 J10 K11 O15", 0},
		{"taraguchi-10", "H8 I9 J10 L11", 4},
		{"tarannikov", "H8 I9 J10 K11 L12 O15", 0},
		{"tarannikov", "H8 I9 J10 K11 M12", 5},
		{"swap-89", "H8 H9 J6", 3},
		{"swap-89", "H8 I8 F10", 3},
		{"swap-89", "H8 G7 J10", 3},
		{"swap-89", "H8 H9 J10", 0},
		{"swap-89", "H8 I9 J6", 0},
		{"swap-89", "H8 H9 J7", 0},
		{"pro", "H8 A1 J10", 3},
		{"pro", "H8 A1 K10", 0},
		{"long-pro", "H8 A1 K10", 3},
		{"long-pro", "H8 A1 L10", 0},
		{"none", "A1 A2 A3", 0},
		{"swap2", "A1 A2 A3", 0},
		{"super-taraguchi-10", "H8 J10 K11 L12", 0},
		{"sakata", "H8 H9 J10 K11 M12", 5},
	} {
		n, want := c.protocol.Check(stones(c.stones), board.DefaultSize)
		if n != c.wrong || (n != 0) != (want != "") {
			t.Errorf("%s, %s: stone %d wrong (%q), want %d", c.protocol, c.stones, n, want, c.wrong)
		}
	}
}

// TestLostForBlack: of the 184 figures of one direct and one indirect kind in all
// directions, exactly the eight D13 and the four I13 are not among the 24 openings.
func TestLostForBlack(t *testing.T) {
	figures, lost := 0, 0
	for x2 := -1; x2 <= 1; x2++ {
		for y2 := -1; y2 <= 1; y2++ {
			for x3 := -2; x3 <= 2; x3++ {
				for y3 := -2; y3 <= 2; y3++ {
					if x2 == 0 && y2 == 0 || x3 == 0 && y3 == 0 || x2 == x3 && y2 == y3 {
						continue
					}
					figures++
					n, _ := opening.Protocol("swap-89").Check([]board.Point{board.At(7, 7), board.At(7+x2, 7+y2), board.At(7+x3, 7+y3)}, 15)
					if n == 3 {
						lost++
					}
				}
			}
		}
	}
	if figures != 8*23 || lost != 8+4 {
		t.Errorf("%d figures, %d lost for Black; want 184 and 12", figures, lost)
	}
}

func TestProtocolText(t *testing.T) {
	for _, name := range opening.Names() {
		var p opening.Protocol
		if err := p.UnmarshalText([]byte(name)); err != nil || string(p) != name {
			t.Errorf("%s reads as %q, %v", name, p, err)
		}
	}
	for text, want := range map[string]opening.Protocol{
		"chn": "chn-N", "chn-5": "chn-N", "soosyrv-4": "soosyrv", "soosyrv-8": "soosyrv-8", "taraguchi-12": "taraguchi",
		"no-such": "", "": "", "chn-0": "", "chn-x": "", "rif-5": "",
	} {
		p := opening.Protocol("")
		err := p.UnmarshalText([]byte(text))
		if p != want || (err == nil) != (want != "") {
			t.Errorf("%q reads as %q, %v; want %q", text, p, err, want)
		}
		if err != nil && !strings.Contains(err.Error(), "yamaguchi-52") {
			t.Errorf("%q: %v does not say what there is", text, err)
		}
	}
}
