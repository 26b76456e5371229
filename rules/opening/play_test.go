package opening_test

import (
	"testing"

	"pgregory.net/rapid"

	"shinpan/board"
	"shinpan/rules/opening"
)

// table is a board with an opening being played on it.
type table struct {
	state opening.State
	pos   board.Board
	loose []opening.Stone
}

func newTable(t interface{ Fatal(...any) }, name string, opts opening.Options) *table {
	p, err := opening.Parse(name, opts)
	if err != nil {
		t.Fatal(err)
	}
	return &table{state: opening.New(p, opts), pos: board.New(15)}
}

// press presses; what became moves goes into the position, what was not kept goes away.
func (tb *table) press() (r opening.Result, wrong, missing []opening.Breach) {
	choosing := tb.state.Choosing()
	r, wrong, missing = tb.state.Press(&tb.pos, tb.loose)
	if len(wrong)+len(missing) > 0 {
		return r, wrong, missing
	}
	for _, m := range r.Moves {
		tb.pos.Set(m.Point, m.Color)
	}
	if len(r.Moves) > 0 || choosing {
		tb.loose = nil
	}
	return r, nil, nil
}

func (tb *table) lay(text string) {
	for p := range tb.pos.Points {
		b := position(text)
		if c := b.At(p); c != board.Empty {
			tb.loose = append(tb.loose, opening.Stone{Point: p, Color: c})
		}
	}
}

func TestEveryNameParses(t *testing.T) {
	for _, name := range opening.Names() {
		if name == "chn-N" {
			continue
		}
		if p, err := opening.Parse(name, opening.Options{}); err != nil || p.Name() != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"", "chn-N", "chn-0", "chn-13", "chn-", "chn-1x", "rif-2", "renju"} {
		if _, err := opening.Parse(name, opening.Options{}); err == nil {
			t.Errorf("%q: accepted", name)
		}
	}
}

// TestBatchInAnyOrder: the three stones of RIF match however they were laid; if two could
// be the first, the one in the centre is (OPENINGS.md section 5).
func TestBatchInAnyOrder(t *testing.T) {
	for _, text := range []string{"x H8 o H9 x I10", "x I10 o H9 x H8", "o H9 x H8 x I10"} {
		tb := newTable(t, "rif", opening.Options{})
		tb.lay(text)
		r, wrong, missing := tb.press()
		if len(wrong)+len(missing) > 0 || len(r.Moves) != 3 || r.Moves[0].Point != board.MustPoint("H8") || r.Moves[1].Color != board.White {
			t.Errorf("%s: %+v %v %v", text, r, wrong, missing)
		}
		if tb.state.Actor() != opening.P2 || !tb.state.MaySwap() {
			t.Errorf("%s: then %+v", text, tb.state.Due())
		}
	}
}

func TestLegalSquares(t *testing.T) {
	tb := newTable(t, "taraguchi-10", opening.Options{})
	for _, c := range []struct {
		text  string
		legal int
		color board.Color
	}{{"x H8", 1, board.Black}, {"o H9", 8, board.White}, {"x I10", 25 - 2, board.Black}, {"o G7", 49 - 3, board.White}, {"x D4", 81 - 4, board.Black}, {"o A1", 220, board.White}} {
		if n := len(tb.state.Legal(&tb.pos, c.color)); n != c.legal {
			t.Errorf("before %s: %d legal points, want %d (%+v)", c.text, n, c.legal, tb.state.Due())
		}
		tb.lay(c.text)
		if _, wrong, missing := tb.press(); len(wrong)+len(missing) > 0 {
			t.Fatalf("%s: %v %v", c.text, wrong, missing)
		}
	}
	if !tb.state.Done() {
		t.Errorf("not over: %+v", tb.state.Due())
	}
}

// TestAnyPlayEndsOrWaits: whatever two people do in any protocol, nothing panics, the
// holders stay two persons, nothing changes on a breach, a copy is unaffected, and the
// duty passes to the other with every completed press.
func TestAnyPlay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := opening.Names()
		name := rapid.SampledFrom(names).Draw(t, "name")
		if name == "chn-N" {
			name = "chn-3"
		}
		tb := newTable(t, name, opening.Options{})
		for range rapid.IntRange(1, 60).Draw(t, "acts") {
			act(t, tb)
			b, w := tb.state.Holder(board.Black), tb.state.Holder(board.White)
			if b == w || b == opening.Nobody || w == opening.Nobody {
				t.Fatalf("holders %d and %d", b, w)
			}
			d := tb.state.Due()
			if (d.Actor == opening.Nobody) != tb.state.Done() {
				t.Fatalf("nobody's duty: %+v", d)
			}
		}
	})
}

func act(t *rapid.T, tb *table) {
	p := opening.Player(rapid.IntRange(0, 2).Draw(t, "player"))
	free := board.At(rapid.IntRange(3, 11).Draw(t, "col"), rapid.IntRange(0, 11).Draw(t, "row"))
	switch rapid.IntRange(0, 9).Draw(t, "act") {
	case 0:
		tb.state.Swap(p)
	case 1:
		tb.state.Keep(p)
	case 2:
		tb.state.Declare(p, rapid.IntRange(-1, 13).Draw(t, "n"), &tb.pos)
	case 3:
		tb.state.Choose(p, free)
	case 4, 5:
		lawful(t, tb)
	case 6:
		if len(tb.loose) > 0 {
			i := rapid.IntRange(0, len(tb.loose)-1).Draw(t, "gone")
			tb.loose = append(tb.loose[:i:i], tb.loose[i+1:]...)
		}
	case 7:
		if tb.pos.At(free) == board.Empty {
			tb.loose = append(tb.loose, opening.Stone{Point: free, Color: board.Color(rapid.IntRange(1, 2).Draw(t, "color"))})
		}
	default:
		before, actor := tb.state, tb.state.Actor()
		tb.state.Watch(&tb.pos, tb.loose)
		if before != tb.state {
			t.Fatal("Watch changed the state")
		}
		_, wrong, missing := tb.press()
		switch {
		case len(wrong)+len(missing) > 0:
			if before != tb.state {
				t.Fatalf("a press that was refused (%v %v) changed the state", wrong, missing)
			}
			tb.state.NothingCame()
		case !tb.state.Done() && actor == tb.state.Actor():
			t.Fatalf("%s: %d presses and it is his turn again: %+v", tb.state.Due().State, actor, tb.state.Due())
		}
	}
}

// lawful lays what is due, so that the protocols are played through.
func lawful(t *rapid.T, tb *table) {
	tb.loose = nil
	d := tb.state.Due()
	used := map[board.Point]bool{}
	add := func(c board.Color, n int) {
		legal := tb.state.Legal(&tb.pos, c)
		for range n {
			if len(legal) == 0 {
				return
			}
			p := rapid.SampledFrom(legal).Draw(t, "point")
			if !used[p] {
				used[p] = true
				tb.loose = append(tb.loose, opening.Stone{Point: p, Color: c})
			}
		}
	}
	if d.Choosing {
		add(board.Black, 1)
	}
	if d.DeclareMax > 0 {
		tb.state.Declare(d.Actor, rapid.IntRange(d.DeclareMin, d.DeclareMax).Draw(t, "declared"), &tb.pos)
	}
	add(board.Black, d.Black+d.Offers)
	add(board.White, d.White)
}

// TestSwap2LayingTwo: who lays two stones leaves the choice, and has not kept a colour; a
// swap announced then is complete with the press.
func TestSwap2LayingTwo(t *testing.T) {
	tb := newTable(t, "swap2", opening.Options{})
	tb.lay("x H8 x A1 o B2")
	tb.press()
	tb.loose = nil
	tb.lay("o C3 x D4")
	if r, wrong, missing := tb.press(); len(r.Moves) != 2 || r.Kept || len(wrong)+len(missing) > 0 {
		t.Fatalf("two stones: %+v, wrong %v, missing %v", r, wrong, missing)
	}
	chooser := tb.state.Due().Actor
	if d := tb.state.Due(); !d.MaySwap || d.Announced {
		t.Fatalf("before the word: %+v", d)
	}
	tb.state.Swap(chooser)
	if d := tb.state.Due(); !d.Announced || d.MaySwap || d.Actor != chooser {
		t.Errorf("after it: %+v", d)
	}
	tb.press()
	if d := tb.state.Due(); d.Announced || d.Actor == chooser || d.White != 1 {
		t.Errorf("after the press: %+v", d)
	}
}
