package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"shinpan/vision"
	"shinpan/vision/points"
)

func main() {
	var o order
	flag.StringVar(&o.pictures, "pictures", "", "lists of labelled pictures, a JSON object a line: LIST[@DIRECTORY],…")
	flag.StringVar(&o.out, "out", "", "file to write the weights to")
	flag.StringVar(&o.hold, "hold", "^$", "pictures to measure on and never train on (regular expression)")
	flag.StringVar(&o.again, "again", "^$", "pictures to show three times a round: rare boards and stones (regular expression)")
	flag.StringVar(&o.from, "from", "", "weights to begin with instead of chance")
	flag.StringVar(&o.net, "net", "near", "the network to train: near, wide, or lines")
	flag.IntVar(&o.rounds, "rounds", 60, "how often every picture is shown")
	flag.Uint64Var(&o.seed, "seed", 15, "seed of chance")
	flag.Float64Var(&o.rate, "rate", 0.002, "learning rate at the start")
	flag.Parse()
	if err := train(o); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

// order is what to train and how.
type order struct {
	pictures, out, hold, again, from, net string
	rounds                                int
	seed                                  uint64
	rate                                  float64
}

// kind is one of the networks that can be trained.
type kind struct {
	shape    points.Shape
	examples func(*picture, points.Shape, *rand.Rand) []example
	report   func(*points.Net, []*picture)
}

var kinds = map[string]kind{
	"near":  {points.Near, (*picture).examples, report},
	"wide":  {points.Wide, (*picture).examples, report},
	"lines": {points.Near, (*picture).lineExamples, reportLines},
}

// batch is the number of examples a step; pool the number of pictures mixed together.
const (
	batch  = 48
	pool   = 24
	decay  = 0.002
	asIs   = 0.4 // part of the pictures shown in their own light
	lonely = 0.4 // part of the empty points far from stones that is shown
)

func train(o order) error {
	k, ok := kinds[o.net]
	if !ok {
		return fmt.Errorf("-net %s: want near, wide or lines", o.net)
	}
	shown, kept, err := choose(o)
	if err != nil {
		return err
	}
	fmt.Printf("%d pictures to train on, %d held back\n", len(shown), len(kept))
	rng := rand.New(rand.NewPCG(o.seed, 225))
	l := newLearner(k.shape, rng)
	if o.from != "" {
		data, err := os.ReadFile(o.from)
		if err != nil {
			return err
		}
		if l.net, err = points.Load(k.shape, data); err != nil {
			return err
		}
	}
	steps := 0
	for round := range o.rounds {
		var loss float64
		var seen int
		for e := range o.shuffled(k, shown, uint64(round)) {
			done := (float64(round) + float64(seen)/float64(max(steps, seen+1))) / float64(o.rounds)
			loss += l.see(e)
			l.step(batch, o.rate*0.5*(1+math.Cos(math.Pi*done)), decay)
			seen += batch
		}
		steps = seen
		fmt.Printf("%s round %d: loss %.4f over %d examples\n", time.Now().Format(time.TimeOnly), round+1, loss/float64(max(seen, 1)), seen)
		if (round+1)%5 == 0 || round+1 == o.rounds {
			k.report(l.net, kept)
		}
		if err := os.WriteFile(o.out, l.net.Store(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// choose splits the pictures into those shown and those held back.
func choose(o order) (shown, kept []*picture, err error) {
	again, err := regexp.Compile(o.again)
	if err != nil {
		return nil, nil, err
	}
	hold, err := regexp.Compile(o.hold)
	if err != nil {
		return nil, nil, err
	}
	all, err := loadLists(o.pictures)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range all {
		switch {
		case hold.MatchString(p.name):
			kept = append(kept, p)
		case again.MatchString(p.name):
			shown = append(shown, p, p, p)
		default:
			shown = append(shown, p)
		}
	}
	return shown, kept, nil
}

// shuffled gives the examples of every picture once, in batches; they are made while the
// ones before are learned.
func (o order) shuffled(k kind, shown []*picture, round uint64) <-chan []example {
	out := make(chan []example, 64)
	go func() {
		defer close(out)
		rng := rand.New(rand.NewPCG(o.seed, 1000+round))
		mixed := slices.Clone(shown)
		rng.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		for some := range slices.Chunk(mixed, pool) {
			var examples []example
			for _, p := range some {
				examples = append(examples, k.examples(p, k.shape, rng)...)
			}
			rng.Shuffle(len(examples), func(i, j int) { examples[i], examples[j] = examples[j], examples[i] })
			for len(examples) >= batch {
				out <- examples[:batch]
				examples = examples[batch:]
			}
		}
	}()
	return out
}

// examples are the points of the picture, shaken, turned and in new light.
func (p *picture) examples(shape points.Shape, rng *rand.Rand) (all []example) {
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
	t := points.NewTones(r, shape)
	t.Measure(r)
	look, turns := make([]float32, shape.Inputs()), points.NewTurns(shape)
	for row := range q.grid.Size {
		for col := range q.grid.Size {
			class := strings.IndexByte("xo.", q.rows[row][col])
			if class == 2 && q.lonely(col, row) && rng.Float64() > lonely {
				continue
			}
			e := example{class: class, look: make([]float32, shape.Inputs()), hidden: untellable(q.hidden[[2]int{col, row}])}
			if class < 0 || hidden(col, row) {
				e.hidden = 1
			}
			t.Look(shape, col, row, look)
			turn := rng.IntN(points.Symmetries)
			turns.Mirror(turn, look, e.look)
			if e.hidden == 0 {
				e.off, e.hasOff = q.off[[2]int{col, row}]
				e.off[0], e.off[1] = points.MirrorOffset(turn, e.off[0], e.off[1])
			}
			all = append(all, e)
		}
	}
	return all
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
		off, hidden := map[[2]int][2]float32{}, map[[2]int]float32{}
		for r := range rows {
			row := make([]byte, last+1)
			for c := range row {
				row[c] = q.rows[c][last-r]
				hidden[[2]int{c, r}] = q.hidden[[2]int{last - r, c}]
				if o, ok := q.off[[2]int{last - r, c}]; ok {
					off[[2]int{c, r}] = [2]float32{o[1], -o[0]}
				}
			}
			rows[r] = string(row)
		}
		q.grid, q.rows, q.off, q.hidden = g, rows, off, hidden
	}
	return &q
}

// stoneAt is 1 where a stone lies over the place (in lines), 0 on bare board, the stone's
// letter, and how far the place is from its middle.
func (p *picture) stoneAt(x, y float64) (best float64, stone byte, far float64) {
	for row := int(math.Floor(y)); row <= int(math.Floor(y))+1; row++ {
		for col := int(math.Floor(x)); col <= int(math.Floor(x))+1; col++ {
			if row < 0 || col < 0 || row >= p.grid.Size || col >= p.grid.Size || p.rows[row][col] == '.' {
				continue
			}
			o := p.off[[2]int{col, row}]
			d := math.Hypot(x-float64(col)-float64(o[0]), y-float64(row)-float64(o[1]))
			if k := math.Min(math.Max((0.52-d)/0.1, 0), 1); k > best {
				best, stone, far = k, p.rows[row][col], d
			}
		}
	}
	return best, stone, far
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
	t := points.NewTones(r, net.Shape)
	t.Measure(r)
	look, work := make([]float32, net.Shape.Inputs()), net.NewWork()
	for row := range p.grid.Size {
		for col := range p.grid.Size {
			class := strings.IndexByte("xo.", p.rows[row][col])
			if class < 0 {
				continue
			}
			t.Look(net.Shape, col, row, look)
			o := net.Consider(look, work)
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
