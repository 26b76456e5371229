package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"

	"shinpan/vision"
	"shinpan/vision/points"
)

func main() {
	list := flag.String("pictures", "", "list of labelled pictures, a JSON object a line")
	dir := flag.String("dir", ".", "directory the list's paths are relative to")
	out := flag.String("out", "vision/points/weights.bin", "file to write the weights to")
	hold := flag.String("hold", "^$", "pictures to measure on and never train on (regular expression)")
	rounds := flag.Int("rounds", 60, "how often every picture is shown")
	again := flag.String("again", "^$", "pictures to show three times a round: rare boards and stones (regular expression)")
	from := flag.String("from", "", "weights to begin with instead of chance")
	lines := flag.Bool("lines", false, "train the network of lines, not the one of stones")
	rate := flag.Float64("rate", 0.002, "learning rate at the start")
	flag.Parse()
	if err := train(*list, *dir, *out, *hold, *again, *from, *rounds, *rate, *lines); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

// batch is the number of examples a step; pool the number of pictures mixed together.
const (
	batch  = 48
	pool   = 24
	decay  = 0.002
	asIs   = 0.4 // part of the pictures shown in their own light
	lonely = 0.4 // part of the empty points far from stones that is shown
)

func train(list, dir, out, hold, again, from string, rounds int, rate float64, lines bool) error {
	rare, err := regexp.Compile(again)
	if err != nil {
		return err
	}
	held, err := regexp.Compile(hold)
	if err != nil {
		return err
	}
	all, err := loadList(list, dir)
	if err != nil {
		return err
	}
	var shown, kept []*picture
	for _, p := range all {
		if held.MatchString(p.name) {
			kept = append(kept, p)
		} else {
			shown = append(shown, p)
			if rare.MatchString(p.name) {
				shown = append(shown, p, p)
			}
		}
	}
	fmt.Printf("%d pictures to train on, %d held back\n", len(shown), len(kept))
	rng := rand.New(rand.NewPCG(15, 225))
	l := newLearner(rng)
	if from != "" {
		data, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		if l.net, err = points.Load(data); err != nil {
			return err
		}
	}
	for round := range rounds {
		now := rate * 0.5 * (1 + math.Cos(math.Pi*float64(round)/float64(rounds)))
		loss := l.round(shown, now, rng, lines)
		fmt.Printf("round %d: loss %.4f\n", round+1, loss)
		if (round+1)%10 == 0 || round+1 == rounds {
			if lines {
				reportLines(l.net, kept)
			} else {
				report(l.net, kept)
			}
			if err := os.WriteFile(out, l.net.Store(), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// round shows every picture once and gives the mean loss.
func (l *learner) round(shown []*picture, rate float64, rng *rand.Rand, lines bool) float64 {
	rng.Shuffle(len(shown), func(i, j int) { shown[i], shown[j] = shown[j], shown[i] })
	var loss float64
	var seen int
	for start := 0; start < len(shown); start += pool {
		var examples []example
		for _, p := range shown[start:min(start+pool, len(shown))] {
			if lines {
				examples = p.lineExamples(examples, rng)
			} else {
				examples = p.examples(examples, rng)
			}
		}
		rng.Shuffle(len(examples), func(i, j int) { examples[i], examples[j] = examples[j], examples[i] })
		for len(examples) >= batch {
			for i := range batch {
				loss += l.see(&examples[i])
			}
			l.step(batch, rate, decay)
			examples = examples[batch:]
			seen += batch
		}
	}
	return loss / float64(max(seen, 1))
}

// examples appends all points of the picture, shaken, turned and in new light.
func (p *picture) examples(to []example, rng *rand.Rand) []example {
	turn := rng.IntN(4)
	if rng.Float64() < 0.5 {
		turn = 0
	}
	q := p.turned(turn)
	r := points.NewRaster(shaken(q.grid, rng), q.w, q.h)
	r.Gather(q.pixels)
	hidden := func(int, int) bool { return false }
	if rng.Float64() > asIs {
		last := float64(q.grid.Size - 1)
		hidden = relight(r, q.stoneAt, [4]float64{0, 0, last, last}, rng)
	}
	t := points.NewTones(r)
	t.Measure(r)
	for row := range q.grid.Size {
		for col := range q.grid.Size {
			class := strings.IndexByte("xo.", q.rows[row][col])
			if class == 2 && q.lonely(col, row) && rng.Float64() > lonely {
				continue
			}
			e := example{class: class, unknown: class < 0 || hidden(col, row)}
			var look [points.Inputs]float32
			t.Look(col, row, &look)
			turn := rng.IntN(points.Symmetries)
			points.Mirror(turn, &look, &e.look)
			if !e.unknown {
				e.off, e.hasOff = q.off[[2]int{col, row}]
				e.off[0], e.off[1] = points.MirrorOffset(turn, e.off[0], e.off[1])
			}
			to = append(to, e)
		}
	}
	return to
}

// lonely reports whether no stone lies on a point or beside it.
func (p *picture) lonely(col, row int) bool {
	for r := max(row-1, 0); r <= min(row+1, p.grid.Size-1); r++ {
		for c := max(col-1, 0); c <= min(col+1, p.grid.Size-1); c++ {
			if p.rows[r][c] != '.' {
				return false
			}
		}
	}
	return true
}

// turned is the picture with its board named a quarter turn further, k times.
func (p *picture) turned(k int) *picture {
	q := *p
	last := p.grid.Size - 1
	for range k {
		c := q.grid.Corners
		g, err := vision.NewLensGrid(q.grid.Size, [4][2]float64{c[1], c[2], c[3], c[0]}, q.grid.Lens)
		if err != nil {
			return p
		}
		rows := make([]string, last+1)
		off := map[[2]int][2]float32{}
		for r := range rows {
			row := make([]byte, last+1)
			for c := range row {
				row[c] = q.rows[c][last-r]
				if o, ok := q.off[[2]int{last - r, c}]; ok {
					off[[2]int{c, r}] = [2]float32{o[1], -o[0]}
				}
			}
			rows[r] = string(row)
		}
		q.grid, q.rows, q.off = g, rows, off
	}
	return &q
}

// stoneAt is 1 where a stone lies over the place (in lines), 0 on bare board, and the
// stone's letter.
func (p *picture) stoneAt(x, y float64) (best float64, stone byte) {
	for row := int(math.Floor(y)); row <= int(math.Floor(y))+1; row++ {
		for col := int(math.Floor(x)); col <= int(math.Floor(x))+1; col++ {
			if row < 0 || col < 0 || row >= p.grid.Size || col >= p.grid.Size || p.rows[row][col] == '.' {
				continue
			}
			o := p.off[[2]int{col, row}]
			d := math.Hypot(x-float64(col)-float64(o[0]), y-float64(row)-float64(o[1]))
			if k := math.Min(math.Max((0.52-d)/0.1, 0), 1); k > best {
				best, stone = k, p.rows[row][col]
			}
		}
	}
	return best, stone
}

// report prints how the network does on pictures it was not trained on, as they are.
func report(net *points.Net, kept []*picture) {
	sum := map[string]*[4]int{}
	for _, p := range kept {
		kind := p.name[:strings.LastIndex(strings.TrimSuffix(p.name, "/image.jpg"), "/")]
		if sum[kind] == nil {
			sum[kind] = &[4]int{}
		}
		wrong, doubt := p.check(net)
		s := sum[kind]
		s[0]++
		s[2] += wrong
		s[3] += doubt
		if wrong+doubt == 0 {
			s[1]++
		}
	}
	for kind, s := range sum {
		fmt.Printf("  %-50s boards %d, right %d, wrong points %d, doubted %d\n", kind, s[0], s[1], s[2], s[3])
	}
}

// check counts points told wrong although sure, and points not told.
func (p *picture) check(net *points.Net) (wrong, doubt int) {
	r := points.NewRaster(p.grid, p.w, p.h)
	r.Gather(p.pixels)
	t := points.NewTones(r)
	t.Measure(r)
	var look [points.Inputs]float32
	var work points.Activations
	for row := range p.grid.Size {
		for col := range p.grid.Size {
			class := strings.IndexByte("xo.", p.rows[row][col])
			if class < 0 {
				continue
			}
			t.Look(col, row, &look)
			o := net.Consider(&look, &work)
			v := [3]float32{o.Black, o.White, o.Empty}
			best := 0
			for c := range v {
				if v[c] > v[best] {
					best = c
				}
			}
			switch {
			case v[best] < 0.9:
				doubt++
			case best != class:
				wrong++
			}
		}
	}
	return wrong, doubt
}
