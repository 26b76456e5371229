package render

import (
	"math"
	"strconv"
)

// slab is the board: a flat box with lines on it.
type slab struct {
	kind   *boardKind
	rx, ry float64 // half its length and width
	thick  float64
	skin   *texture
	ink    ink
	gloss  float64
	rough  float64
	side   stuff
	seam   float64 // half the width of the fold in the middle; 0 for none
	rim    []shape // a raised frame around it; empty for none
}

// newSlab makes a board of a kind drawn by chance.
func newSlab(d dice, size int) slab {
	k := weighted(d, indexes(len(boardKinds)), func(i int) float64 { return boardKinds[i].weight })
	kind := &boardKinds[k]
	b := slab{kind: kind, thick: d.between(kind.thick[0], kind.thick[1]), gloss: d.between(kind.gloss[0], kind.gloss[1]), rough: d.between(kind.rough[0], kind.rough[1])}
	ratio := 1.0
	if d.chance(0.6) {
		ratio = d.between(0.92, 1)
	}
	ax, ay := 2*ratio/(1+ratio), 2/(1+ratio)
	b.ink = newInk(d, kind, size, ax, ay)
	margin := d.between(0.55, 1.6)
	if d.chance(0.15) {
		margin = d.between(0.5, 0.65)
	}
	b.rx, b.ry = b.ink.rx()+margin, b.ink.ry()+margin
	g := kind.grain
	g.light, g.dark = d.tinted(g.light, kind.hue*1.3, kind.hue/2), d.tinted(g.dark, kind.hue*1.3, kind.hue/2)
	g.contrast *= d.between(0.4, 1.3)
	angle := float64(d.IntN(2)) * math.Pi / 2
	b.skin = newTexture(b.rx+0.05, b.ry+0.05, 22, g.painter(d, angle+d.around(0, 0.02)))
	b.side = stuff{color: g.light.toward(g.dark, 0.5).times(0.8), gloss: b.gloss * 0.5, rough: b.rough}
	b.letters(d, margin)
	if kind.thick[1] < 1 && d.chance(0.2) {
		b.seam = d.between(0.006, 0.025)
	}
	if kind.thick[1] < 1 && kind.thick[0] > 0.1 && d.chance(0.12) {
		b.raise(d)
	}
	if kind.name == "paper" && d.chance(0.6) {
		b.creases(d)
	}
	return b
}

func newInk(d dice, kind *boardKind, size int, ax, ay float64) ink {
	k := ink{size: size, ax: ax, ay: ay, color: d.tinted(hex(pick(d, kind.inks...)), 0.2, 0.05), noise: newLattice(d)}
	k.strength = d.between(kind.strength[0], kind.strength[1])
	k.uneven = d.between(0, math.Max(kind.uneven, 0.15))
	k.half = d.between(0.013, 0.055)
	k.edge = k.half
	if d.chance(0.3) {
		k.edge *= d.between(1.2, 2.2)
	}
	if d.chance(0.92) {
		k.stars = starPoints(size, ax, ay)
		k.star = d.between(0.05, 0.13)
	}
	if d.chance(0.12) {
		out := d.between(0.14, 0.45)
		k.frames = append(k.frames, frameLine{out: out, half: d.between(0.015, 0.04), color: k.color, strength: k.strength})
	}
	if d.chance(0.08) { // tape or a painted frame
		half := d.between(0.06, 0.2)
		k.frames = append(k.frames, frameLine{out: half + d.between(0.1, 0.4), half: half, color: d.tinted(hex(pick(d, uint32(0x222222), 0x8a2a20, 0x2a4a8a, 0xe8e8e0, 0x5a3a20)), 0.2, 0.1), strength: 1})
	}
	return k
}

// letters writes the names of the lines on two or four sides, where there is room.
func (b *slab) letters(d dice, margin float64) {
	if margin < 0.7 || !d.chance(0.4) {
		return
	}
	high := d.between(0.2, 0.34)
	out := d.between(0.42, math.Max(margin-high, 0.45))
	both := d.chance(0.5)
	half := float64(b.ink.size-1) / 2
	for i := range b.ink.size {
		v := float64(i) - half
		name, number := string(rune('A'+i)), strconv.Itoa(i+1)
		b.skin.write(name, v*b.ink.ax, -b.ink.ry()-out, high, 0, b.ink.color, b.ink.strength)
		b.skin.write(number, -b.ink.rx()-out, v*b.ink.ay, high, 0, b.ink.color, b.ink.strength)
		if both {
			b.skin.write(name, v*b.ink.ax, b.ink.ry()+out, high, 2, b.ink.color, b.ink.strength)
			b.skin.write(number, b.ink.rx()+out, v*b.ink.ay, high, 2, b.ink.color, b.ink.strength)
		}
	}
}

// creases folds a sheet: lines a little lighter and darker.
func (b *slab) creases(d dice) {
	for n := range 1 + d.IntN(3) {
		at := d.between(-0.6, 0.6) * b.rx
		for i := range b.skin.h {
			u := (float64(i)/b.skin.scale + b.skin.y0)
			x, y := at, u
			if n%2 == 1 {
				x, y = u, at
			}
			b.skin.dab(x, y, 0.04, rgb{1, 1, 1}, 0.3)
			b.skin.dab(x+0.09, y+0.09, 0.05, rgb{}, 0.12)
		}
	}
}

// raise puts a frame around the board, higher than its surface.
func (b *slab) raise(d dice) {
	wide, high := d.between(0.3, 0.8), d.between(0.1, 0.45)
	m := b.side
	m.color = d.tinted(m.color, 0.4, 0.08)
	hz := (b.thick + high) / 2
	for _, k := range []float64{-1, 1} {
		b.rim = append(b.rim, box(vec{k * (b.rx + wide/2), 0, -b.thick}, wide/2, b.ry+wide, hz, 0, m)...)
		b.rim = append(b.rim, box(vec{0, k * (b.ry + wide/2), -b.thick}, b.rx, wide/2, hz, 0, m)...)
	}
}

// color is the board's colour at (x, y), seen by a pixel fx × fy in size.
func (b *slab) color(x, y, fx, fy float64) rgb {
	c := b.ink.over(b.skin.at(x, y), x, y, fx, fy)
	if b.seam > 0 {
		if k := overlap(math.Abs(x), b.seam, fx); k > 0 {
			c = c.times(1 - 0.75*k)
		}
	}
	return c
}

// sides are the walls of the board.
func (b *slab) sides() []shape {
	return box(vec{z: -b.thick}, b.rx, b.ry, b.thick/2, 0, b.side)[:4]
}

// table is what the board lies on, at z = level.
type table struct {
	kind  *tableKind
	level float64
	skin  *texture
	turn  float64
	shift vec     // of the table's middle, where the board was pushed
	edge  float64 // how far away from the middle it ends
	floor rgb     // beyond its edge
	other rgb     // second colour of a chequered cloth
}

func newTable(d dice, level float64) table {
	k := weighted(d, indexes(len(tableKinds)), func(i int) float64 { return tableKinds[i].weight })
	t := table{kind: &tableKinds[k], level: level, turn: d.between(0, math.Pi), edge: d.between(22, 60)}
	g := t.kind.grain
	g.light, g.dark = d.tinted(g.light, 0.15, 0.04), d.tinted(g.dark, 0.15, 0.04)
	t.skin = newTexture(20, 20, 9, g.painter(d, 0))
	t.floor = d.tinted(hex(pick(d, uint32(0x3a3632), 0x6a6862, 0x8a7a66, 0x2a2a30)), 0.3, 0.05)
	t.other = d.tinted(hex(pick(d, uint32(0xa02a30), 0x2a4a8a, 0x2a6a44, 0x444444)), 0.2, 0.1)
	return t
}

// push moves the board over the table.
func (t *table) push(by vec, turn float64) {
	s, c := math.Sincos(t.turn)
	t.shift = t.shift.add(vec{by.x*c + by.y*s, by.y*c - by.x*s, 0})
	t.turn -= turn
}

// color is the table's colour at (x, y).
func (t *table) color(x, y, foot float64) rgb {
	s, c := math.Sincos(t.turn)
	u, v := x*c+y*s+t.shift.x, y*c-x*s+t.shift.y
	base := t.skin.at(u, v)
	if k := t.kind; k.checks > 0 {
		a, b := u/k.checks, v/k.checks
		fa, fb := math.Abs(a-math.Floor(a)-0.5), math.Abs(b-math.Floor(b)-0.5)
		f := foot / k.checks
		if k.second > 0 {
			ka, kb := clamp01(0.5+(fa-0.25)/f), clamp01(0.5+(fb-0.25)/f)
			base = base.toward(t.other, k.second*(ka+kb)/2)
		}
		if k.joint > 0 {
			w := k.joint / k.checks / 2
			base = base.toward(base.times(0.5), math.Max(overlap(0.5-fa, w, f), overlap(0.5-fb, w, f)))
		}
	}
	if far := math.Max(abs(u), abs(v)); far > t.edge-foot {
		base = base.toward(t.floor, clamp01((far-t.edge)/foot+0.5))
	}
	return base
}
