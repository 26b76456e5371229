package opening

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shinpan/board"
)

// Protocol is an opening protocol by the name the command line and scenarios use.
type Protocol string

// zone is how far from the centre a stone may lie, the greater of columns and rows.
type zone struct{ least, most int }

// The zones of OPENINGS.md section 0. anywhere is beyond the corners of every board.
var (
	centre   = zone{0, 0}
	in3      = zone{0, 1}
	around   = zone{1, 1}
	in5      = zone{0, 2}
	in7      = zone{0, 3}
	in9      = zone{0, 4}
	outside5 = zone{3, board.MaxSize}
	outside7 = zone{4, board.MaxSize}
	anywhere = zone{0, board.MaxSize}
)

// figure is the zones of stones 1, 2, 3 … of a protocol, and whether the two openings
// that lose for Black are left out; stones beyond the list may lie anywhere.
type figure struct {
	zones  []zone
	sure24 bool // not D13 and I13 (OPENINGS.md section 1.1)
}

// renju26 is one of the 26 openings; white 2 touches black 1.
var renju26 = []zone{centre, around, in5}

// figures is what a finished record can be held to. Who laid a stone, swaps and the
// offers that were not chosen are not in a list of stones.
var figures = map[Protocol]figure{
	"centre":             {zones: []zone{centre}},
	"agreed":             {zones: renju26},
	"swap-89":            {zones: renju26, sure24: true},
	"rif":                {zones: renju26},
	"chn-N":              {zones: renju26},
	"yamaguchi":          {zones: renju26},
	"yamaguchi-52":       {zones: []zone{centre, around, in7}},
	"yamaguchi-var":      {zones: []zone{centre, around, in7}},
	"tarannikov":         {zones: []zone{centre, in3, in5, in7, in9}},
	"taraguchi":          {zones: []zone{centre, in3, in5, in7}},
	"taraguchi-10":       {zones: []zone{centre, in3, in5, in7}},
	"super-taraguchi-10": {zones: []zone{centre, in5, in7, in9}},
	"jonsson":            {zones: renju26},
	"soosyrv":            {zones: renju26},
	"soosyrv-8":          {zones: renju26},
	"sakata":             {zones: []zone{centre, around, in5, in7, in9}},
	"super-sakata":       {zones: []zone{centre, around, in5, in7, in9}},
	"na":                 {},
	"linked-swap":        {},
	"free-swap3":         {},
	"none":               {},
	"pro":                {zones: []zone{centre, anywhere, outside5}},
	"long-pro":           {zones: []zone{centre, anywhere, outside7}},
	"swap":               {},
	"swap2":              {},
	"swap-5":             {},
	"pie":                {},
}

// numbered are the protocols whose number of offers may stand behind the name; it does
// not change where stones may lie.
var numbered = map[string]Protocol{"chn": "chn-N", "soosyrv": "soosyrv", "taraguchi": "taraguchi"}

// UnmarshalText accepts the name of a protocol that exists; chn, soosyrv and taraguchi
// with any number of offers behind a hyphen.
func (p *Protocol) UnmarshalText(text []byte) error {
	name := Protocol(text)
	if _, ok := figures[name]; !ok {
		stem, offers, _ := strings.Cut(string(text), "-")
		n, err := strconv.Atoi(offers)
		if name, ok = numbered[stem]; !ok || (offers != "" && (err != nil || n < 1)) {
			return fmt.Errorf("opening: protocol %q: want one of %s", text, strings.Join(Names(), ", "))
		}
	}
	*p = name
	return nil
}

// Names lists the protocols in alphabetical order.
func Names() []string {
	names := make([]string, 0, len(figures))
	for name := range figures {
		names = append(names, string(name))
	}
	slices.Sort(names)
	return names
}

// MarshalText writes the name.
func (p Protocol) MarshalText() ([]byte, error) { return []byte(p), nil }

// Check holds the first stones of a game on a board of size lines to the protocol. It
// returns the number of the first stone that lies wrong, from 1, and where it should
// lie; 0 when all are right.
func (p Protocol) Check(stones []board.Point, size int) (n int, want string) {
	f := figures[p]
	for i, z := range f.zones {
		if i >= len(stones) {
			return 0, ""
		}
		if d := fromCentre(stones[i], size); d < z.least || d > z.most {
			return i + 1, z.words(size)
		}
	}
	if f.sure24 && len(stones) >= 3 && lostForBlack(stones, size) {
		return 3, "in one of the 24 openings, which leave out Yusei (D13) and Suisei (I13)"
	}
	return 0, ""
}

// words says where a zone lies.
func (z zone) words(size int) string {
	middle := board.At(size/2, size/2)
	switch {
	case z == centre:
		return fmt.Sprintf("on the centre %s", middle)
	case z.most == board.MaxSize:
		return fmt.Sprintf("outside the %d×%d around %s", 2*z.least-1, 2*z.least-1, middle)
	case z.least > 0:
		return fmt.Sprintf("beside the centre %s", middle)
	}
	return fmt.Sprintf("in the %d×%d around %s", 2*z.most+1, 2*z.most+1, middle)
}

// fromCentre is how many lines a point lies from the centre.
func fromCentre(p board.Point, size int) int {
	x, y := p.Col()-size/2, p.Row()-size/2
	return max(x, -x, y, -y)
}

// lostForBlack reports whether the third stone makes D13 or I13: as far out as it may
// be on the far side of the centre from the second, diagonally. In D13 (H8 H9 J6) it
// lies two back and two aside, in I13 (H8 I9 F6) on the same diagonal.
func lostForBlack(stones []board.Point, size int) bool {
	x2, y2 := stones[1].Col()-size/2, stones[1].Row()-size/2
	x3, y3 := stones[2].Col()-size/2, stones[2].Row()-size/2
	corner := max(x3, -x3) == 2 && max(y3, -y3) == 2
	if x2 == 0 || y2 == 0 {
		return corner && x2*x3+y2*y3 == -2
	}
	return corner && x3 == -2*x2 && y3 == -2*y2
}
