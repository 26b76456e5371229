package render

import (
	"math"

	"shinpan/board"
	"shinpan/vision"
)

// Streams of chance, so that a change in one part of a scene leaves the others alone.
const (
	chanceBoard = iota + 1
	chanceStones
	chanceLight
	chanceCamera
	chanceThings
	chanceFilm
	chanceNoise
	chanceHand
	chanceGame
)

// frameSize is a size of pictures, and how often it comes.
type frameSize struct{ w, h, weight int }

// sizes and frames are what boards and cameras there are, and how often.
var (
	sizes  = []struct{ lines, weight int }{{15, 60}, {19, 20}, {13, 10}, {9, 10}}
	frames = []frameSize{{640, 480, 30}, {800, 600, 20}, {800, 450, 8}, {960, 720, 18}, {1280, 720, 20}, {1280, 960, 4}}
)

// Still is the scene of a single picture.
func Still(seed uint64) *Scene {
	s := settingFor(seed, frames)
	s.layOut(newDice(seed, chanceStones))
	d := newDice(seed, chanceThings)
	s.scatter(d, d.IntN(7))
	if d.chance(0.1) {
		s.intrude(d)
	}
	s.shadows()
	if d := newDice(seed, chanceHand); d.chance(0.1) {
		s.reachIn(d)
	}
	return s
}

// settingFor is a bare board in a room before a camera with one of the frames.
func settingFor(seed uint64, frames []frameSize) *Scene {
	d := newDice(seed, chanceBoard)
	s := &Scene{Seed: seed}
	s.Size = weighted(d, indexes(len(sizes)), func(i int) float64 { return float64(sizes[i].weight) })
	s.Size = sizes[s.Size].lines
	s.board = newSlab(d, s.Size)
	s.set = newStoneSet(newDice(seed, chanceStones+100), math.Min(s.board.ink.ax, s.board.ink.ay))
	s.table = newTable(newDice(seed, chanceThings+100), -s.board.thick)
	s.room = newRoom(newDice(seed, chanceLight))
	s.placeCamera(newDice(seed, chanceCamera), frames)
	s.film = newFilm(newDice(seed, chanceFilm), s.cam.w)
	return s
}

// layOut lays 0 to 120 stones on the board, some of them in knots.
func (s *Scene) layOut(d dice) {
	points := s.Size * s.Size
	many := int(float64(points) * 0.53 * math.Pow(d.Float64(), 1.8))
	careless := weighted(d, []float64{0.03, 0.08, 0.15}, func(v float64) float64 { return 1.4 - v*4 })
	taken := map[board.Point]bool{}
	p := board.At(s.Size/2, s.Size/2)
	for n := range many {
		if d.chance(0.15) {
			p = board.At(d.IntN(s.Size), d.IntN(s.Size))
		}
		for range 30 {
			q := board.At(p.Col()+d.IntN(5)-2, p.Row()+d.IntN(5)-2)
			if q.OnBoard(s.Size) && !taken[q] {
				p = q
				break
			}
		}
		if taken[p] {
			continue
		}
		taken[p] = true
		st := s.set.newStone(d, pickColor(d))
		if d.chance(0.9) {
			st = s.set.newStone(d, board.Color(1+n%2))
		}
		st.Point = p
		st.X, st.Y = clamp(d.around(0, careless), -0.35, 0.35), clamp(d.around(0, careless), -0.35, 0.35)
		s.stones = append(s.stones, st)
	}
	settle(s.stones, s.Size, s.board.ink.ax, s.board.ink.ay, 0.35)
}

// panel is a light at an elevation and azimuth, w × h in half sizes.
func panel(elevation, azimuth, far, w, h float64) light {
	se, ce := math.Sincos(elevation)
	sa, ca := math.Sincos(azimuth)
	l := light{at: vec{far * ce * ca, far * ce * sa, far * se}}
	side := vec{-sa, ca, 0}
	l.u, l.v = side.times(w), l.at.unit().cross(side).times(h)
	return l
}

// newRoom makes a room: a window and a lamp, in one of several moods.
func newRoom(d dice) room {
	const degree = math.Pi / 180
	window := panel(d.between(18, 60)*degree, d.between(0, 2*math.Pi), d.between(45, 110), d.between(12, 30), d.between(10, 26))
	window.panes = float64(d.IntN(4))
	day := d.tinted(rgb{0.95, 1, 1.08}, 0, 0.06)
	lamp := panel(d.between(35, 85)*degree, d.between(0, 2*math.Pi), d.between(28, 70), 0, 0)
	r := d.between(1.5, 7)
	lamp.u, lamp.v, lamp.round = lamp.u.add(vec{x: r}), lamp.v.add(vec{y: r}), true
	warm := rgb{1, d.between(0.7, 0.95), d.between(0.4, 0.85)}
	sky := d.between(0.15, 0.6)
	var out room
	switch mood := d.Float64(); {
	case mood < 0.4: // daylight
		window.color, lamp.color = day.times(d.between(0.6, 1)), warm.times(d.between(0, 0.3))
		out.sky = day.times(sky)
	case mood < 0.7: // a lamp in the evening
		window.color, lamp.color = day.times(d.between(0, 0.1)), warm.times(d.between(0.6, 1))
		out.sky = warm.times(sky * 0.7)
	case mood < 0.9: // overcast, or bright ceiling lights
		window = panel(d.between(60, 88)*degree, d.between(0, 2*math.Pi), d.between(70, 120), d.between(10, 40), d.between(3, 12))
		window.color, lamp.color = day.times(d.between(0.3, 0.7)), warm.times(d.between(0, 0.5))
		out.sky = day.times(d.between(0.5, 0.9))
	default: // sun
		window = panel(d.between(25, 65)*degree, d.between(0, 2*math.Pi), 900, 8, 8)
		window.round = true
		window.color, lamp.color = rgb{1.1, 1, 0.85}.times(d.between(0.8, 1.4)), warm.times(d.between(0, 0.1))
		out.sky = day.times(d.between(0.3, 0.6))
	}
	if out.lights = [2]light{window, lamp}; window.color.grey() > 0.5 && d.chance(0.2) {
		out.patch = newPatch(d, 8)
	}
	out.floor = out.sky.mul(rgb{0.75, 0.65, 0.55}).times(d.between(0.4, 0.9))
	for i := range out.lights {
		out.lights[i].settle()
	}
	return out
}

// placeCamera puts a camera 0 to 60 degrees from above the board.
func (s *Scene) placeCamera(d dice, frames []frameSize) {
	const degree = math.Pi / 180
	f := weighted(d, frames, func(f frameSize) float64 { return float64(f.weight) })
	if s.Size == 19 && f.w < 800 && d.chance(0.6) {
		f.w, f.h = 1280, 720
	}
	c := &s.cam
	c.w, c.h = f.w, f.h
	c.focal = float64(f.w) / 2 / math.Tan(d.between(36, 78)/2*degree)
	k1 := 0.0
	if d.chance(0.8) {
		k1 = d.between(-0.12, 0.07)
	}
	c.lens = vision.NewLens(f.w, f.h, k1)
	c.tabulate()
	tilt := 60 * math.Pow(d.Float64(), 0.9) * degree
	azimuth := d.between(0, 2*math.Pi)
	if d.chance(0.6) {
		azimuth = float64(d.IntN(4))*math.Pi/2 + d.around(0, 0.12)
	}
	st, ct := math.Sincos(tilt)
	sa, ca := math.Sincos(azimuth)
	towards := vec{st * ca, st * sa, ct}
	roll := d.around(0, 0.06)
	if tilt < 25*degree && d.chance(0.3) {
		roll = d.between(0, 2*math.Pi)
	}
	half := s.board.ink.ry()
	aim := vec{d.around(0, 0.12) * half, d.around(0, 0.12) * half, 0}
	s.stepBack(towards, aim, roll, d.between(0.66, 0.96))
}

// stepBack moves the camera away along a direction until the board's lines fill no more
// than a part of the frame.
func (s *Scene) stepBack(towards, aim vec, roll, fill float64) {
	near, far := 0.3*float64(s.Size), 12*float64(s.Size)
	for range 30 {
		mid := (near + far) / 2
		s.cam.look(aim.add(towards.times(mid)), aim, roll)
		if s.fills() > fill {
			near = mid
		} else {
			far = mid
		}
	}
}

// fills is how near the outermost line comes to the frame's edge: 1 at the edge.
func (s *Scene) fills() (most float64) {
	c := &s.cam
	for _, p := range s.cornerPlaces() {
		q := p.sub(c.at)
		z := q.dot(c.forward)
		if z < 1 {
			return 9
		}
		x, y := c.lens.Distort(c.lens.CX+c.focal*q.dot(c.right)/z, c.lens.CY+c.focal*q.dot(c.down)/z)
		most = math.Max(most, math.Max(math.Abs(x-c.lens.CX)/c.lens.CX, math.Abs(y-c.lens.CY)/c.lens.CY))
	}
	return most
}

// newFilm draws a camera's faults.
func newFilm(d dice, w int) film {
	f := film{
		vignette: d.between(0, 0.35), blur: math.Max(d.around(0.75, 0.3), 0.3) * math.Sqrt(float64(w)/800),
		flare: math.Max(d.around(0.003, 0.007), 0), contrast: -0.1 + d.Float64()*d.between(0.2, 1.1), noise: 0.6 + 3.5*math.Pow(d.Float64(), 2.5), saturated: d.between(0.7, 1.25), auto: rgb{1, 1, 1},
	}
	if d.chance(0.1) {
		f.blur *= d.between(1.3, 2.2)
	}
	f.hueNoise = f.noise * d.between(0.2, 0.7)
	if d.chance(0.45) {
		f.sharpen = d.between(0.2, 1.1)
	}
	if d.chance(0.85) {
		f.quality = 40 + int(55*math.Sqrt(d.Float64()))
	}
	f.prepare()
	return f
}
