package render

import "math"

// grain is a stuff with a pattern: wood, cloth, paper.
type grain struct {
	light, dark rgb
	rings       float64 // year rings a unit; 0 for none
	contrast    float64 // of the rings
	bow         float64 // how much the rings run together as in a flat-sawn plank
	wave        float64 // how much they waver
	fiber       float64 // contrast of fine fibres
	pores       float64 // part of the surface with dark pores
	streaks     float64 // contrast of broad streaks
	plank       float64 // width of the planks; 0 for one piece
	weave       float64 // contrast of threads; cloth and mats
	blotch      float64 // contrast of blotches; paper, plastic
	speck       float64 // contrast of specks: leather, stone, cork
}

// painter makes the colour function of a piece of the stuff, running along the angle.
func (g grain) painter(d dice, angle float64) func(x, y float64) rgb {
	noise := newLattice(d)
	s, c := math.Sincos(angle)
	heart, depth := d.between(-6, 6), d.between(0.5, 4)
	offset := d.between(0, 200)
	return func(x, y float64) rgb {
		u, v := x*c+y*s+offset, y*c-x*s+offset
		tone := 0.0 // 0 is light, 1 dark
		shift := 0.0
		if g.plank > 0 {
			n := math.Floor(v / g.plank)
			shift = 31.7 * n
			tone += 0.35 * (noise.at(n*1.7+0.5, 3.5) - 0.5)
			if e := v/g.plank - n; e < 0.02 {
				tone += 0.25
			}
		}
		if g.rings > 0 {
			tone += g.contrast * g.ring(noise, u+shift, v+shift*0.37, heart, depth)
		}
		if g.fiber > 0 {
			tone += g.fiber * (noise.at(u*0.7+shift, v*11) - 0.5)
		}
		if g.streaks > 0 {
			tone += g.streaks * (noise.rough(u*0.06+shift, v*0.8, 2) - 0.5)
		}
		if g.pores > 0 {
			if p := noise.at(u*1.6+shift, v*16+90) - (1 - g.pores); p > 0 {
				tone += math.Min(p*4, 0.5)
			}
		}
		if g.weave > 0 {
			tone += g.weave * (noise.at(x*9, y*2.5) + noise.at(x*2.5+70, y*9) - 1)
		}
		if g.blotch > 0 {
			tone += g.blotch * (noise.rough(x*0.4, y*0.4, 3) - 0.5)
		}
		if g.speck > 0 {
			tone += g.speck * (noise.at(x*13, y*13) - 0.5)
		}
		if tone < -0.3 {
			tone = -0.3
		}
		if tone > 1.2 {
			tone = 1.2
		}
		return g.light.toward(g.dark, tone)
	}
}

// ring is how dark the year rings are at a place.
func (g grain) ring(noise *lattice, u, v, heart, depth float64) float64 {
	v += g.wave * (noise.rough(u*0.11, v*0.35+50, 2) - 0.5)
	r := v
	if g.bow > 0 {
		r = math.Hypot(v-math.Mod(heart, 9), depth+g.bow*math.Mod(u, 40))
	}
	phase := r*g.rings + 0.8*noise.at(u*0.05, r*g.rings*0.6)
	f := phase - math.Floor(phase)
	return f * f * (1 - smooth((f-0.86)/0.14)) * (0.6 + 0.8*noise.at(math.Floor(phase)*0.9, 7))
}
