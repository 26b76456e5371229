package render

import (
	"math"

	"shinpan/board"
)

// stoneKind is a set of stones. Ranges are drawn from anew for each set.
type stoneKind struct {
	name         string
	weight       float64
	black, white uint32
	gloss, rough [2]float64
	height       [2]float64 // over the diameter
	sink         [2]float64 // how much of the height is cut off below: flat bottoms
	through      float64    // how much of the board shines through, at most
	stripes      float64    // contrast of the lines of shell
	speck        float64    // contrast of the grain of slate and clay
}

var stoneKinds = []stoneKind{
	{name: "slate and shell", weight: 3, black: 0x1d1f22, white: 0xe6e2d6, gloss: [2]float64{0.15, 0.7}, rough: [2]float64{0.08, 0.3}, height: [2]float64{0.32, 0.46}, stripes: 0.1, speck: 0.1},
	{name: "yunzi", weight: 3, black: 0x17191b, white: 0xe9ead9, gloss: [2]float64{0.3, 0.9}, rough: [2]float64{0.05, 0.2}, height: [2]float64{0.3, 0.42}, sink: [2]float64{0.2, 0.45}, speck: 0.03},
	{name: "glass", weight: 2.5, black: 0x121214, white: 0xecece8, gloss: [2]float64{0.8, 1}, rough: [2]float64{0.005, 0.04}, height: [2]float64{0.36, 0.5}},
	{name: "clear glass", weight: 0.6, black: 0x1a2024, white: 0xdfe8e4, gloss: [2]float64{0.8, 1}, rough: [2]float64{0.005, 0.03}, height: [2]float64{0.36, 0.5}, through: 0.4},
	{name: "plastic", weight: 2, black: 0x18181a, white: 0xe8e6e0, gloss: [2]float64{0.3, 1}, rough: [2]float64{0.05, 0.25}, height: [2]float64{0.25, 0.4}, sink: [2]float64{0, 0.4}},
	{name: "matt clay", weight: 1.5, black: 0x2b2a29, white: 0xd9d2c2, gloss: [2]float64{0, 0.15}, rough: [2]float64{0.4, 0.6}, height: [2]float64{0.3, 0.45}, sink: [2]float64{0, 0.3}, speck: 0.15},
}

// stoneSet is one set of stones.
type stoneSet struct {
	kind         *stoneKind
	width        float64 // mean diameter
	height, sink float64
	gloss, rough float64
	through      [3]float64 // by board.Color
	color        [3]rgb
	noise        *lattice
}

func newStoneSet(d dice, widest float64) stoneSet {
	k := weighted(d, indexes(len(stoneKinds)), func(i int) float64 { return stoneKinds[i].weight })
	kind := &stoneKinds[k]
	s := stoneSet{
		kind: kind, width: d.between(0.84, 0.985) * widest,
		height: d.between(kind.height[0], kind.height[1]), sink: d.between(kind.sink[0], kind.sink[1]),
		gloss: d.between(kind.gloss[0], kind.gloss[1]), rough: d.between(kind.rough[0], kind.rough[1]),
		noise: newLattice(d),
	}
	s.color[board.Black] = d.tinted(hex(kind.black).times(0.8), 0.45, 0.08)
	s.color[board.White] = d.tinted(hex(kind.white), 0.06, 0.03)
	s.through[board.Black] = kind.through * d.between(0, 0.5)
	s.through[board.White] = kind.through * d.between(0.3, 1)
	return s
}

func pickColor(d dice) board.Color { return pick(d, board.Black, board.White) }

func indexes(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// Stone is a stone on the board or in a hand.
type Stone struct {
	Color board.Color
	Point board.Point
	// X and Y are how far its middle lies off the point, in parts of the pitch.
	X, Y float64

	body    ball
	through float64
}

// newStone shapes a stone of the set. It lies nowhere yet.
func (s *stoneSet) newStone(d dice, c board.Color) Stone {
	radius := s.width / 2 * math.Exp(d.around(0, 0.012))
	tall := s.height * 2 * radius * math.Exp(d.around(0, 0.05))
	// An ellipsoid of which the lowest part is cut off, tall high above the board.
	half := tall / (2 - s.sink*1.6)
	color := d.tinted(s.color[c], 0.03, 0.01)
	angle, across, off := d.between(0, 2*math.Pi), d.between(7, 14), d.between(0, 100)
	st := stuff{color: color, gloss: s.gloss, rough: s.rough}
	stripes, speck := s.kind.stripes*d.between(0.2, 1), s.kind.speck
	if c == board.Black {
		stripes = 0
	}
	if stripes > 0 || speck > 0 {
		sn, cs := math.Sincos(angle)
		noise := s.noise
		st.pattern = func(p vec) rgb {
			k := 1.0
			if stripes > 0 {
				v := (p.x*cs+p.y*sn)*across + 0.5*p.y*p.y
				f := v - math.Floor(v)
				k -= stripes * smooth(1-abs(f-0.5)*4)
			}
			if speck > 0 {
				k *= 1 + speck*(noise.at(p.x*14+off, p.y*14)-0.5)*2
			}
			return color.times(k)
		}
	}
	return Stone{Color: c, through: s.through[c], body: ball{radius: radius, half: half, floor: 0, stuff: st, at: vec{z: tall - half}}}
}

// lay puts the stone on its point.
func (st *Stone) lay(size int, ax, ay float64) {
	half := float64(size-1) / 2
	st.body.at.x = (float64(st.Point.Col()) - half + st.X) * ax
	st.body.at.y = (float64(st.Point.Row()) - half + st.Y) * ay
	st.body.floor = 0
}

// settle moves stones that overlap apart, as far as they may lie off their points.
func settle(stones []Stone, size int, ax, ay, most float64) {
	for range 40 {
		moved := false
		for i := range stones {
			for j := range i {
				moved = part(&stones[i], &stones[j], ax, ay, most) || moved
			}
		}
		if !moved {
			break
		}
	}
	for i := range stones {
		stones[i].lay(size, ax, ay)
	}
}

// part moves two stones apart until they touch.
func part(a, b *Stone, ax, ay, most float64) bool {
	cols, rows := a.Point.Col()-b.Point.Col(), a.Point.Row()-b.Point.Row()
	if cols < -1 || cols > 1 || rows < -1 || rows > 1 {
		return false
	}
	dx := (float64(cols) + a.X - b.X) * ax
	dy := (float64(rows) + a.Y - b.Y) * ay
	need := a.body.radius + b.body.radius
	gap := math.Hypot(dx, dy)
	if gap >= need-1e-4 || gap == 0 {
		return false
	}
	k := (need - gap) / gap / 2
	a.X, a.Y = clamp(a.X+dx*k/ax, -most, most), clamp(a.Y+dy*k/ay, -most, most)
	b.X, b.Y = clamp(b.X-dx*k/ax, -most, most), clamp(b.Y-dy*k/ay, -most, most)
	return true
}
