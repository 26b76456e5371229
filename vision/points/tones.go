package points

import (
	"math"
	"slices"
)

// Tones are the samples of a raster as natural logarithms: light is the luminance, warm
// red over green, cool blue over green. Differences of them do not depend on exposure
// or white balance.
type Tones struct {
	side, size        int
	light, warm, cool []float32
	mids              []tone       // bare board in the middle of every cell, (size+1)², from outside the first line
	bare              []tone       // bare board around every point, size²
	contrasts         [][]float32  // of light, and where they are wanted the others that are ranked
	lean              [][4]float32 // the raster's
	whole             [ranked * len(ranks)]float32
	usual             tone // of the bare board around most points
}

// ranks are the parts of all points, from the darkest, whose contrasts a network is told
// about every point: how dark and how light, and of what tint, stones are on this board
// today.
var ranks = [...]float64{0.01, 0.06, 0.5, 0.94, 0.99}

// ranked is how many contrasts are ranked at most: light, warm and cool against the bare
// board around a point, and light against the bare board anywhere: under glare or in shadow
// a stone is like the others of its colour, but not like the wood beside it.
const ranked = 4

type tone struct{ light, warm, cool float32 }

// floorLevel is added to all samples, in grey levels: in the dark, noise is no colour.
const floorLevel = 3

var logarithm = func() (t [256*taps + 1]float32) {
	for i := range t {
		t[i] = float32(math.Log(float64(i)/taps + floorLevel))
	}
	return t
}()

// NewTones makes room for the tones of r, for networks that are told at most so many ranks
// as those of shape s.
func NewTones(r *Raster, s Shape) *Tones {
	n := r.side * r.side
	t := &Tones{
		side: r.side, size: r.size, lean: r.lean,
		light: make([]float32, n), warm: make([]float32, n), cool: make([]float32, n),
		mids: make([]tone, (r.size+1)*(r.size+1)), bare: make([]tone, r.size*r.size),
	}
	kinds := 1
	if s.Overall {
		kinds = ranked
	}
	for range kinds {
		t.contrasts = append(t.contrasts, make([]float32, r.size*r.size))
	}
	return t
}

// Measure takes the tones of the raster's samples and finds the bare board around every
// point.
func (t *Tones) Measure(r *Raster) {
	for i := range t.light {
		s := r.sums[3*i : 3*i+3 : 3*i+3]
		luma := (s[0]*29 + s[1]*150 + s[2]*77) >> 8
		green := logarithm[s[1]]
		t.light[i] = logarithm[luma]
		t.warm[i] = logarithm[s[2]] - green
		t.cool[i] = logarithm[s[0]] - green
	}
	cells := t.size + 1
	for row := range cells {
		for col := range cells {
			i := r.at(col-1, row-1) + (t.side+1)*Pitch/2
			t.mids[row*cells+col] = t.box(i, 1)
		}
	}
	for row := range t.size {
		for col := range t.size {
			t.bare[row*t.size+col] = t.bareAt(col, row)
		}
	}
	t.rank(r)
}

// rank finds the ranks of all points' contrasts.
func (t *Tones) rank(r *Raster) {
	if len(t.contrasts) > 1 {
		t.usual = t.usually()
	}
	for i, bare := range t.bare {
		disc := t.box(r.at(i%t.size, i/t.size), 2)
		over := [ranked]float32{
			disc.light - bare.light, colourGain * (disc.warm - bare.warm), colourGain * (disc.cool - bare.cool),
			disc.light - t.usual.light,
		}
		for k := range t.contrasts {
			t.contrasts[k][i] = over[k]
		}
	}
	for k, c := range t.contrasts {
		slices.Sort(c)
		for i, part := range ranks {
			t.whole[k*len(ranks)+i] = c[int(part*float64(len(c)))]
		}
	}
}

// usually is the tone of the bare board around most points, in each of its three values.
func (t *Tones) usually() tone {
	var all [3][]float32
	for _, b := range t.bare {
		all[0], all[1], all[2] = append(all[0], b.light), append(all[1], b.warm), append(all[2], b.cool)
	}
	return tone{middle(all[0]), middle(all[1]), middle(all[2])}
}

// box is the mean tone of the (2·half+1)² samples around sample i.
func (t *Tones) box(i, half int) (m tone) {
	for y := -half; y <= half; y++ {
		for x := -half; x <= half; x++ {
			j := i + y*t.side + x
			m.light += t.light[j]
			m.warm += t.warm[j]
			m.cool += t.cool[j]
		}
	}
	n := float32((2*half + 1) * (2*half + 1))
	return tone{m.light / n, m.warm / n, m.cool / n}
}

// bareAt is the tone of the bare board around a point: the median over the middles of the
// sixteen cells nearest, which stones hardly cover.
func (t *Tones) bareAt(col, row int) tone {
	cells := t.size + 1
	var light, warm, cool [16]float32
	n := 0
	for y := max(row-1, 1); y <= min(row+2, cells-2); y++ {
		for x := max(col-1, 1); x <= min(col+2, cells-2); x++ {
			m := t.mids[y*cells+x]
			light[n], warm[n], cool[n] = m.light, m.warm, m.cool
			n++
		}
	}
	return tone{middle(light[:n]), middle(warm[:n]), middle(cool[:n])}
}

// middle is the median; it sorts v.
func middle(v []float32) float32 {
	slices.Sort(v)
	return v[len(v)/2]
}

// A look is what a network is shown of a point: samples around it of three values each,
// then what is known of the whole board: the tone of its bare wood here, which way the
// camera looks along it, how its points are ranked, and on which of its edges this one lies.
const (
	lookDepth   = 3
	bareValues  = 3
	leanValues  = 4
	edgeValues  = 4
	boardValues = bareValues + leanValues + edgeValues
)

// colourGain makes differences of colour, which are small, as large as those of light.
const colourGain = 3

// Look fills in with what a network of shape s sees of the point (col, row): light and
// colour of every sample around it relative to the bare board, and what is known of the
// board. in has room for s.Inputs() values.
func (t *Tones) Look(s Shape, col, row int, in []float32) {
	centre := (row+margin)*Pitch*t.side + (col+margin)*Pitch
	bare := t.bare[row*t.size+col]
	n := 0
	for y := -s.Half; y <= s.Half; y++ {
		from := centre + y*t.side - s.Half
		for i := from; i < from+s.Side(); i++ {
			in[n] = t.light[i] - bare.light
			in[n+1] = colourGain * (t.warm[i] - bare.warm)
			in[n+2] = colourGain * (t.cool[i] - bare.cool)
			n += lookDepth
		}
	}
	in[n], in[n+1], in[n+2] = (bare.light-4.5)/2, bare.warm, bare.cool
	n += bareValues
	n += copy(in[n:], t.lean[row*t.size+col][:])
	if s.Overall {
		n += copy(in[n:], t.whole[:])
		in[n], in[n+1], in[n+2] = bare.light-t.usual.light, colourGain*(bare.warm-t.usual.warm), colourGain*(bare.cool-t.usual.cool)
		n += bareValues
	} else {
		n += copy(in[n:], t.whole[:len(ranks)])
	}
	for i, edge := range [edgeValues]bool{col == 0, row == 0, col == t.size-1, row == t.size-1} {
		in[n+i] = 0
		if edge {
			in[n+i] = 1
		}
	}
}

// Disc is the tone of the middle of a point relative to the bare board, and its light as
// seen, 0 to 255.
func (t *Tones) Disc(col, row int) (contrast, warm, cool, light float32) {
	d := t.box((row+margin)*Pitch*t.side+(col+margin)*Pitch, 2)
	b := t.bare[row*t.size+col]
	light = float32(math.Exp(float64(d.light))) - floorLevel
	return d.light - b.light, d.warm - b.warm, d.cool - b.cool, max(light, 0)
}
