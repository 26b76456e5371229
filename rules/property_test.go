package rules_test

import (
	"encoding/json"
	"math/rand"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"shinpan/board"
	"shinpan/rules"
)

// anyBoard draws a board with enough black stones close together to make shapes.
func anyBoard(t *rapid.T) board.Board {
	size := rapid.SampledFrom(board.Sizes).Draw(t, "size")
	rng := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
	if rapid.Bool().Draw(t, "tangled") {
		return tangledBoard(rng, size)
	}
	return randomBoard(rng, size)
}

// anyEmpty draws an empty point; ok is false on a full board.
func anyEmpty(t *rapid.T, b *board.Board) (p board.Point, ok bool) {
	var empty []board.Point
	for q := range b.Points {
		if b.At(q) == board.Empty {
			empty = append(empty, q)
		}
	}
	if len(empty) == 0 {
		return board.NoPoint, false
	}
	return rapid.SampledFrom(empty).Draw(t, "point"), true
}

var setsAndColors = func() (all []struct {
	set   rules.Set
	color board.Color
}) {
	for _, s := range rules.Sets() {
		for _, c := range []board.Color{board.Black, board.White} {
			all = append(all, struct {
				set   rules.Set
				color board.Color
			}{s, c})
		}
	}
	return all
}()

func TestProofAndClassifyAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		p, ok := anyEmpty(t, &b)
		if !ok {
			return
		}
		for _, x := range setsAndColors {
			v := rules.Judge(x.set, &b, p, x.color)
			if k := rules.Classify(x.set, &b, p, x.color); k != v.Kind {
				t.Fatalf("%s, %s on %s: Classify %s, Judge %s\n%s", x.set, x.color, p, k, v.Kind, v.ExplainOn(&b))
			}
		}
	})
}

// TestSymmetry: turning or mirroring the board turns or mirrors the verdicts.
func TestSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		want := map[board.Point]rules.Kind{}
		for _, s := range rules.Forbidden(&b) {
			want[s.Point] = s.Kind
		}
		for s := board.Symmetry(1); s < board.Symmetries; s++ {
			turned := s.Apply(&b)
			got := map[board.Point]rules.Kind{}
			for _, special := range rules.Forbidden(&turned) {
				got[s.Inverse().Map(special.Point, b.Size())] = special.Kind
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("symmetry %d: got %v, want %v\n%s", s, got, want, b.Diagram(nil))
			}
		}
	})
}

// sees collects the points from which a proof looks along the lines: the stone and
// every extension, however deep, and the rows of more than five, which have no limit.
func sees(v rules.Verdict, from map[board.Point]bool) {
	from[v.Point] = true
	for _, row := range v.Lines {
		for _, p := range row {
			from[p] = true
		}
	}
	for _, three := range v.Threes {
		for _, e := range three.Extensions {
			sees(e.Verdict, from)
		}
	}
}

// TestFarStones: what lies on no line within five points of anything the proof looked
// at does not matter to it.
func TestFarStones(t *testing.T) {
	changed := 0
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		p, ok := anyEmpty(t, &b)
		if !ok {
			return
		}
		v := rules.Judge(rules.Renju, &b, p, board.Black)
		before, _ := json.Marshal(v)
		from := map[board.Point]bool{}
		sees(v, from)
		for q := range b.Points {
			if onSomeLine(q, from) {
				continue
			}
			changed++
			b.Set(q, board.Color(rapid.IntRange(0, 2).Draw(t, "far")))
		}
		v = rules.Judge(rules.Renju, &b, p, board.Black)
		if after, _ := json.Marshal(v); string(after) != string(before) {
			t.Fatalf("the proof changed with far stones:\n%s\n%s", before, after)
		}
	})
	if changed == 0 {
		t.Error("no point was ever far: nothing was tested")
	}
}

func onSomeLine(q board.Point, from map[board.Point]bool) bool {
	for p := range from {
		x, y := q.Col()-p.Col(), q.Row()-p.Row()
		if max(x, -x, y, -y) <= 5 && (x == 0 || y == 0 || x == y || x == -y) {
			return true
		}
	}
	return false
}

// mapOf asks a Position for every point that its board b has empty.
func mapOf(s *rules.Position, b *board.Board) string {
	var list []rules.Special
	for col := range b.Size() { // by column letter, as the map from scratch
		for row := range b.Size() {
			p := board.At(col, row)
			if kind := s.Classify(rules.Renju, p, board.Black); kind != rules.OK && b.At(p) == board.Empty {
				list = append(list, rules.Special{Point: p, Kind: kind})
			}
		}
	}
	return rules.FormatVerdicts(list)
}

// TestPlayUndo plays whole games on a Position: after every move its map is the map
// from scratch, and undoing it all gives back the start.
func TestPlayUndo(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	for game := range 40 {
		size := board.Sizes[game%len(board.Sizes)]
		start := board.New(size)
		s := rules.NewPosition(&start)
		order := rng.Perm(size * size)
		b := start
		maps := []string{mapOf(s, &b)}
		for i, n := range order {
			c := board.Black
			if i%2 == 1 && game%2 == 0 || game%2 == 1 && rng.Intn(3) == 0 {
				c = board.White // every other game in no order, mostly black
			}
			p := board.At(n%size, n/size)
			if !s.Play(p, c) {
				t.Fatalf("move %d: %s refused", i+1, p)
			}
			if s.Play(p, c) || s.Play(board.At(size, 0), c) || s.Play(board.NoPoint, c) {
				t.Fatalf("move %d: a taken point or one off the board was played", i+1)
			}
			b.Set(p, c)
			want := rules.FormatVerdicts(rules.Forbidden(&b))
			if got := mapOf(s, &b); got != want {
				t.Fatalf("size %d, move %d: map after play %s, from scratch %s", size, i+1, got, want)
			}
			maps = append(maps, want)
		}
		for i := len(order) - 1; i >= 0; i-- {
			p, _ := s.Undo()
			if want := board.At(order[i]%size, order[i]/size); p != want {
				t.Fatalf("undo gave %s, want %s", p, want)
			}
			b.Set(p, board.Empty)
			if got := mapOf(s, &b); got != maps[i] {
				t.Fatalf("size %d, back at move %d: map %s, was %s", size, i, got, maps[i])
			}
		}
		if p, c := s.Undo(); p != board.NoPoint || c != board.Empty {
			t.Fatalf("undo of nothing gave %s %s", c, p)
		}
	}
}

func TestPositionClassify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		s := rules.NewPosition(&b)
		for p := range b.Points {
			for _, x := range setsAndColors {
				want := rules.OK
				if b.At(p) == board.Empty {
					want = rules.Classify(x.set, &b, p, x.color)
				}
				if got := s.Classify(x.set, p, x.color); got != want {
					t.Fatalf("%s, %s on %s: %s, want %s", x.set, x.color, p, got, want)
				}
			}
		}
	})
}

// TestStoneOnThePoint: a verdict does not depend on what lies on the point itself.
func TestStoneOnThePoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		p, ok := anyEmpty(t, &b)
		if !ok {
			return
		}
		for _, x := range setsAndColors {
			want := rules.Judge(x.set, &b, p, x.color)
			for _, c := range []board.Color{board.Black, board.White} {
				b.Set(p, c)
				if got := rules.Classify(x.set, &b, p, x.color); got != want.Kind {
					t.Fatalf("with %s on %s: Classify %s, want %s", c, p, got, want.Kind)
				}
				if got := rules.Judge(x.set, &b, p, x.color); !reflect.DeepEqual(got, want) {
					t.Fatalf("with %s on %s: Judge %+v, want %+v", c, p, got, want)
				}
				b.Set(p, board.Empty)
			}
		}
	})
}

func TestNoAllocations(t *testing.T) {
	rng := rand.New(rand.NewSource(5))
	b := tangledBoard(rng, 15)
	s := rules.NewPosition(&b)
	list := make([]rules.Special, 0, 225)
	var p board.Point
	for q := range b.Points {
		if b.At(q) == board.Empty {
			p = q
		}
	}
	for name, f := range map[string]func(){
		"AppendForbidden": func() { list = rules.AppendForbidden(list[:0], &b) },
		"Classify":        func() { rules.Classify(rules.Renju, &b, p, board.Black) },
		"Position":        func() { s.Classify(rules.Renju, p, board.Black); s.Play(p, board.Black); s.Undo() },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}
