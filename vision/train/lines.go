package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"shinpan/vision"
	"shinpan/vision/points"
)

// How a laid grid must lie on the lines of the board, in parts of the pitch: its points
// nearer than onLine are on the board's, those further than offLine are not; between them
// nothing is learned. The same for the step from one to the next.
const (
	onLine, offLine   = 0.17, 0.33
	sameStep, notStep = 0.12, 0.25
	lineBeyond        = 3   // lines looked at beside the board
	linesShown        = 130 // points of a picture shown a round
	laidRight         = 0.6 // part of the pictures with the grid on the lines
)

// laid is a grid laid somewhere on a picture: its columns and rows are an affine map of
// the board's.
type laid struct {
	grid vision.Grid
	m    [6]float64
}

func (l *laid) onBoard(col, row float64) (u, v float64) {
	return l.m[0]*col + l.m[1]*row + l.m[2], l.m[3]*col + l.m[4]*row + l.m[5]
}

// edges is where the outermost lines of the board are in the laid grid, as long as that is
// not askew.
func (l *laid) edges(size int) [4]float64 {
	last := float64(size - 1)
	return [4]float64{-l.m[2], -l.m[5], last - l.m[2], last - l.m[5]}
}

// lay lays a grid of lines beside and on the board: on its lines, or between them, or with
// other steps, or askew.
func lay(g vision.Grid, rng *rand.Rand) (laid, bool) {
	l := laid{m: [6]float64{1, 0, -lineBeyond, 0, 1, -lineBeyond}}
	size := g.Size + 2*lineBeyond
	if rng.Float64() < laidRight {
		l.m[2] += float64(rng.IntN(5) - 2)
		l.m[5] += float64(rng.IntN(5) - 2)
	} else if rng.IntN(3) == 0 { // between the lines
		l.m[2] += 0.5 * float64(rng.IntN(2))
		l.m[5] += 0.5*float64(rng.IntN(2)) + 0.3*rng.Float64()
	} else {
		l.askew(rng)
	}
	last := float64(size - 1)
	var corners [4][2]float64
	for i, c := range [4][2]float64{{0, 0}, {last, 0}, {last, last}, {0, last}} {
		corners[i][0], corners[i][1] = g.Pixel(l.onBoard(c[0], c[1]))
	}
	var err error
	l.grid, err = vision.NewLensGrid(size, corners, g.Lens)
	return l, err == nil
}

// askew changes the map so that the grid does not lie on the lines.
func (l *laid) askew(rng *rand.Rand) {
	between := func(lo, hi float64) float64 { return lo + (hi-lo)*rng.Float64() }
	steps := [...]float64{0.5, 2, 1.5, 2.0 / 3, 1.15, 0.87, 1, 1}
	sx, sy := steps[rng.IntN(len(steps))], steps[rng.IntN(len(steps))]
	turn := 0.0
	if rng.IntN(3) == 0 {
		turn = between(0.05, math.Pi/2-0.05)
	}
	sin, cos := math.Sincos(turn)
	middle := between(4, 12)
	cx, cy := middle+between(-3, 3), middle+between(-3, 3)
	l.m = [6]float64{sx * cos, -sy * sin, 0, sx * sin, sy * cos, 0}
	u, v := l.onBoard(middle, middle)
	l.m[2], l.m[5] = cx-u, cy-v
}

// arms are the lines that meet on a point of the laid grid; ok is false where it lies
// neither on nor off.
func (l *laid) arms(true_ vision.Grid, col, row int) (arms points.Arms, ok bool) {
	at := func(c, r float64) (u, v float64) { return true_.Locate(l.grid.Pixel(c, r)) }
	u, v := at(float64(col), float64(row))
	ru, rv := at(float64(col)+1, float64(row))
	du, dv := at(float64(col), float64(row)+1)
	off := math.Hypot(u-math.Round(u), v-math.Round(v))
	step := math.Max(math.Hypot(ru-u-1, rv-v), math.Hypot(du-u, dv-v-1))
	if math.IsNaN(off+step) || off > offLine || step > notStep {
		return arms, true
	}
	if off > onLine || step > sameStep {
		return arms, false
	}
	c, r, last := int(math.Round(u)), int(math.Round(v)), true_.Size-1
	for k, s := range points.ArmSteps {
		if holds(c, r, last) && holds(c+s[0], r+s[1], last) {
			arms[k] = 1
		}
	}
	return arms, true
}

func holds(c, r, last int) bool { return c >= 0 && r >= 0 && c <= last && r <= last }

// lineExamples are points of the picture through a laid grid in new light.
func (p *picture) lineExamples(shape points.Shape, rng *rand.Rand) (all []example) {
	l, ok := lay(p.grid, rng)
	if !ok {
		return nil
	}
	r := points.NewRaster(shaken(l.grid, rng), p.w, p.h)
	r.Gather(p.pixels)
	if rng.Float64() > asIs {
		relight(r, func(x, y float64) (float64, byte, float64) { return p.stoneAt(l.onBoard(x, y)) }, l.edges(p.grid.Size), rng)
	}
	t := points.NewTones(r, shape)
	t.Measure(r)
	size := l.grid.Size
	look, turns := make([]float32, shape.Inputs()), points.NewTurns(shape)
	for range linesShown {
		col, row := rng.IntN(size), rng.IntN(size)
		arms, ok := l.arms(p.grid, col, row)
		if !ok {
			continue
		}
		e := example{look: make([]float32, shape.Inputs())}
		t.LookAlone(col, row, look)
		turn := rng.IntN(points.Symmetries)
		turns.Mirror(turn, look, e.look)
		arms = points.MirrorArms(turn, arms)
		e.arms = &arms
		all = append(all, e)
	}
	return all
}

// reportLines prints how the network of lines does on pictures it was not trained on: the
// part of the arms told wrong on the board and around it.
func reportLines(net *points.Net, kept []*picture) {
	sum := map[string]*[4]int{}
	look, work := make([]float32, net.Shape.Inputs()), net.NewWork()
	for _, p := range kept {
		kind := p.name[:strings.LastIndex(strings.TrimSuffix(p.name, "/image.jpg"), "/")]
		if sum[kind] == nil {
			sum[kind] = &[4]int{}
		}
		l := laid{m: [6]float64{1, 0, -lineBeyond, 0, 1, -lineBeyond}}
		var err error
		if l.grid, err = points.Wider(p.grid, lineBeyond); err != nil {
			continue
		}
		r := points.NewRaster(l.grid, p.w, p.h)
		r.Gather(p.pixels)
		t := points.NewTones(r, net.Shape)
		t.Measure(r)
		for i := range l.grid.Size * l.grid.Size {
			col, row := i%l.grid.Size, i/l.grid.Size
			want, _ := l.arms(p.grid, col, row)
			t.LookAlone(col, row, look)
			for k, v := range net.Arms(look, work) {
				side := int(want[k])
				sum[kind][2*side]++
				if (v > 0.5) != (want[k] > 0.5) {
					sum[kind][2*side+1]++
				}
			}
		}
	}
	for kind, s := range sum {
		fmt.Printf("  %-50s lines missed %.2f %%, seen where none are %.2f %%\n", kind,
			100*float64(s[3])/float64(s[2]), 100*float64(s[1])/float64(s[0]))
	}
}
